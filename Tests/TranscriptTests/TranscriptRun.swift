import Foundation
import Terminals
import TestSupport

/// Plays a transcript in a home folder of its own.
struct TranscriptRun {
  /// The moment at which every transcript plays.
  static let now = "2026-11-21T09:30:00Z"
  /// When the files of a copied vault were last changed.
  private static let modified = Date(timeIntervalSince1970: 1_795_176_000)  // 2026-11-20 12:00 UTC

  let home: URL
  let vault: URL
  private var environment: [String: String]

  /// Makes the home folder and the vault that the transcript asks for.
  init(_ transcript: Transcript, program: URL, samples: URL) throws {
    let files = FileManager.default
    // Names on the way to the folder must not be symbolic links: `zib` prints real paths.
    home = URL(fileURLWithPath: TestFolder.parent).resolvingSymlinksInPath()
      .appendingPathComponent("zib-transcript-\(UUID().uuidString.prefix(8))")
    vault = home.appendingPathComponent("vault")
    try files.createDirectory(at: home, withIntermediateDirectories: true)
    if let name = transcript.values("vault").first {
      try files.copyItem(at: samples.appendingPathComponent(name), to: vault)
      // An index that was made while trying things out is of another time and perhaps version.
      let cache = vault.appendingPathComponent(".zib/cache")
      if files.fileExists(atPath: cache.path) { try files.removeItem(at: cache) }
      try Self.setModificationTimes(in: vault)
    } else {
      try files.createDirectory(at: vault, withIntermediateDirectories: true)
    }
    environment = [
      "HOME": home.path, "PATH": "\(program.deletingLastPathComponent().path):/usr/bin:/bin",
      "XDG_CONFIG_HOME": home.appendingPathComponent(".config").path,
      "XDG_CACHE_HOME": home.appendingPathComponent(".cache").path,
      "XDG_DATA_HOME": home.appendingPathComponent(".local/share").path,
      "XDG_STATE_HOME": home.appendingPathComponent(".local/state").path,
      "TMPDIR": home.path, "TZ": "UTC", "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8", "TERM": "dumb",
      "NO_COLOR": "1", "COLUMNS": transcript.values("columns").first ?? "80", "LINES": "24",
      "EDITOR": "true", "PAGER": "cat", "ZIB_NOW": Self.now, "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "A Reader", "GIT_AUTHOR_EMAIL": "reader@example.org",
      "GIT_COMMITTER_NAME": "A Reader", "GIT_COMMITTER_EMAIL": "reader@example.org",
    ]
    for variable in transcript.values("env") {
      let halves = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(halves[0])] = halves.count == 2 ? String(halves[1]) : nil
    }
  }

  /// Runs one command.
  ///
  /// - Returns: what it printed, in the form of a transcript.
  func run(_ command: String) async throws -> [String] {
    // A file written within a tick of the file system's clock before an index is made has to be
    // looked at again, and `zib index` tells so: people are slower than that.
    try await Task.sleep(for: .milliseconds(30))
    // Files, not pipes: a full pipe would stop the command for ever.
    let output = home.appendingPathComponent(".stdout")
    let errors = home.appendingPathComponent(".stderr")
    let shell = ShellCommand(
      command: command, folder: vault.path, environment: environment, output: output.path,
      errors: errors.path)
    let exit = await withCheckedContinuation { continuation in
      // A thread of its own may wait; those that tests run on are few.
      DispatchQueue.global().async { continuation.resume(returning: shell.run()) }
    }
    return Transcript.outputLines(
      standardOutput: try shown(output), standardError: try shown(errors), exit: exit)
  }

  /// Deletes the home folder.
  func end() throws {
    // A server of terminals that was told to end may write into the folder for a moment.
    for _ in 0..<40 {
      do {
        return try FileManager.default.removeItem(at: home)
      } catch {
        usleep(50_000)
      }
    }
    try FileManager.default.removeItem(at: home)
  }

  private func shown(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self).replacing(home.path, with: "~")
  }

  private static func setModificationTimes(in folder: URL) throws {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = all?.nextObject() as? URL {
      try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: file.path)
    }
  }
}
