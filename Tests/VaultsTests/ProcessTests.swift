import Foundation
import Indexing
import Search
import TestSupport
import Testing
import VaultSandbox

/// The program itself, killed at any moment, several at once, and on a full disk.
///
/// Runs where the program has been built beside the tests.
@Suite(.enabled(if: Program.isBuilt, "the program is not built"), .serialized) struct ProcessTests {
  @Test(.timeLimit(.minutes(20)))
  func `killed at any moment, the next command finds the files as they are`() async throws {
    let vault = try IndexedVault()
    for number in 0..<40 { vault.write("sea stone \(number)", to: "note \(number).md") }
    let program = Program(vault)
    var random = SeededRandom(seed: 11)
    for round in 0..<(20 * Fuzz.factor) {
      let word = "token\(round)x"
      vault.write("sea \(word)", to: "note \(random.next() % 40).md")
      if round % 4 == 0 { vault.folder.remove("vault/.zib/cache") }
      let process = try program.start(["search", word])
      usleep(UInt32(random.next() % 120_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let result = try program.run(["search", "--count", word])
      #expect(result.output == "1\n", "round \(round): \(result.errors)")
      #expect(try vault.answers() == vault.freshAnswers(), "round \(round)")
    }
    // One that is not killed leaves nothing but the index.
    vault.write("last", to: "last.md")
    #expect(try program.run(["search", "--count", "last"]).output == "1\n")
    let segments = try vault.index().notes.segmentCount
    #expect(vault.indexFiles.count == 1 + segments, "\(vault.indexFiles)")
  }

  @Test(.timeLimit(.minutes(20)))
  func `several at once answer right while the notes change`() async throws {
    let vault = try IndexedVault()
    for number in 0..<40 { vault.write("sea stone \(number)", to: "note \(number).md") }
    let program = Program(vault)
    for round in 0..<(3 * Fuzz.factor) {
      let word = "token\(round)x"
      vault.write("sea \(word)", to: "note \(round).md")
      if round == 2 { vault.folder.remove("vault/.zib/cache") }
      let processes = try (0..<8).map { number in
        try program.start(number == 3 ? ["index", "--rebuild"] : ["search", "--count", word])
      }
      for (number, process) in processes.enumerated() {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        if number != 3 { #expect(program.output(of: process) == "1\n", "\(number)") }
      }
      #expect(try vault.answers() == vault.freshAnswers(), "round \(round)")
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: [0, 1, 4, 8, 16, 64])
  func `a disk that is full half-way loses nothing`(blocks: Int) async throws {
    let vault = try IndexedVault()
    for number in 0..<30 { vault.write("sea stone \(number)", to: "note \(number).md") }
    let program = Program(vault)
    if blocks % 2 == 0 { #expect(try program.run(["index"]).status == 0) }
    let before = vault.indexFiles
    for number in 0..<30 { vault.write("sea night \(number)", to: "note \(number).md") }
    // The limit on a file's size fails a write in its middle, as a full disk does.
    let result = try program.run(["search", "--count", "night"], fileBlocks: blocks)
    #expect(result.output == "30\n", "\(result.errors)")
    if vault.indexFiles == before {
      #expect(result.errors.contains("the search index could not be saved"), "\(result.errors)")
      #expect(!vault.folder.names(in: "vault/.zib/cache").contains { $0.hasSuffix(".new") })
    }
    #expect(try program.run(["search", "--count", "night"]).errors == "")
    #expect(try vault.answers() == vault.freshAnswers())
  }
}

/// The built program, run in a vault.
struct Program {
  let vault: IndexedVault

  init(_ vault: IndexedVault) { self.vault = vault }

  /// `ZIB_PROGRAM`, or what was built beside the tests.
  private static let url: URL? = {
    if let path = ProcessInfo.processInfo.environment["ZIB_PROGRAM"] {
      return URL(fileURLWithPath: path)
    }
    let places =
      [Bundle.main.executableURL, Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let folders = places.compactMap { $0?.deletingLastPathComponent() } + [Bundle.main.bundleURL]
    return folders.map { $0.appendingPathComponent("zib") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()

  static var isBuilt: Bool { url != nil }

  struct Result {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Starts a command, its output going to files.
  func start(_ arguments: [String], fileBlocks: Int? = nil) throws -> Process {
    let process = Process()
    let limit = fileBlocks.map { "ulimit -f \($0); trap '' XFSZ; " } ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", limit + "exec \"$0\" \"$@\"", Self.url?.path ?? "zib"] + arguments + [
        "-C", vault.path(""),
      ]
    process.environment = [
      "HOME": vault.folder("home"), "XDG_CONFIG_HOME": vault.folder("home/config"), "TZ": "UTC",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    try process.run()
    return process
  }

  func output(of process: Process) -> String { Self.text(process.standardOutput) }

  func run(_ arguments: [String], fileBlocks: Int? = nil) throws -> Result {
    let process = try start(arguments, fileBlocks: fileBlocks)
    let output = output(of: process)
    let errors = Self.text(process.standardError)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: output, errors: errors)
  }

  /// The bytes that came through a pipe; they are few.
  private static func text(_ stream: Any?) -> String {
    guard let pipe = stream as? Pipe else { return "" }
    return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
