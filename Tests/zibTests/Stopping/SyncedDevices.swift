import OperatingSystem
import Synchronization
import Terminals
import TestSupport
import Testing

/// Two vaults and their remote in a home folder of their own, used by the program as it was built.
final class SyncedDevices: Sendable {
  private let folder: TestFolder
  var path: String { folder.path }

  /// Two vaults by the commands that wrote their notes, which many tests begin with.
  private static let made = Mutex<[String: SyncedDevices]>([:])

  /// A copy of the vaults `a` and `b`, in step, that these commands make: they write the first notes.
  convenience init(_ notes: String) throws {
    try self.init()
    let original = try Self.made.withLock { made in
      if let known = made[notes] { return known.path }
      if made.isEmpty { atexit { SyncedDevices.made.withLock { $0 = [:] } } }
      let new = try SyncedDevices(making: notes)
      made[notes] = new
      return new.path
    }
    let result = run(
      """
      cp -a '\(original)/.' . && git -C b remote set-url origin "$PWD/remote.git" &&
        git -C a update-index -q --refresh && git -C b update-index -q --refresh
      """)
    try #require(result.status == 0, "\(result.output)")
  }

  private convenience init(making notes: String) throws {
    try self.init()
    let result = run(
      """
      git init -q --bare -b main remote.git && git init -q -b main a && cd a
      mkdir .zib && echo 'language: en' > .zib/config.yml && {
      \(notes)
      } && zib sync -q && zib remote add -q ../remote.git && zib sync -q && cd .. && zib clone -q remote.git b
      """)
    try #require(result.status == 0, "\(result.output)")
  }

  private init() throws { folder = try TestFolder() }

  struct Result {
    /// As a shell has it: 128 and the number of the signal for a program that a signal has ended.
    let status: Int32
    /// Of standard output and standard error, without the last line end.
    let output: String
  }

  /// Runs commands of a shell in which `zib` is the program that was built, with these signals blocked.
  @discardableResult
  func run(_ script: String, in folder: String = "", blocking signals: [Int32] = []) -> Result {
    let line = """
      cd '\(path)/\(folder)' && exec </dev/null 2>&1
      export HOME='\(path)' XDG_CONFIG_HOME='\(path)/.config' TMPDIR='\(path)' TZ=UTC LC_ALL=C.UTF-8
      export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A
      export GIT_COMMITTER_EMAIL=a@b PATH='\(Self.programFolder ?? "/")':"$PATH" NO_COLOR=1
      \(script)
      """
    // The threads that tests run on block signals, which a shell would inherit: it could then not wait.
    var wanted = sigset_t()
    var blocked = sigset_t()
    unsafe sigemptyset(&wanted)
    for signal in signals { unsafe sigaddset(&wanted, signal) }
    unsafe pthread_sigmask(SIG_SETMASK, &wanted, &blocked)
    // Tests that were started in the background are not to hear of Ctrl-C, but what they start is.
    let heard = signal(SIGINT, SIG_DFL)
    defer { signal(SIGINT, heard) }
    let opened = unsafe popen(line, "r")
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
    guard let pipe = unsafe opened else { return Result(status: 127, output: "no shell") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      output += buffer[..<count]
    }
    let status = unsafe pclose(pipe)
    if output.last == 0x0A { output.removeLast() }
    let signal = status & 0x7F
    return Result(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: String(decoding: output, as: UTF8.self))
  }

  /// Syncs, and looks that it came to its end: in step, with or without notes that are kept twice.
  func sync(_ device: String, _ circumstances: String) {
    let result = run("zib sync", in: device)
    #expect(
      [0, 1, 4].contains(result.status) && result.output.contains("in step"),
      "\(circumstances): \(device) ends with \(result.status): \(result.output)")
  }

  /// Checks the properties that hold whenever a sync has come to its end.
  ///
  /// In the cache, which git ignores and which may be deleted at any time, a file that was begun may stay. The second
  /// name of a lock that has become its file (`zib/lock-…`) may stay until that file is written again.
  func expectInOrder(_ device: String, _ circumstances: String) {
    let left = run(
      """
      git status --porcelain
      git fsck --no-dangling --no-progress
      find . -path ./.zib/cache -prune -o -name '.zib-*' ! -name .zib -print
      find .git -name '*.lock' -o -path '.git/zib/journal'
      """, in: device)
    #expect(left.output == "", "\(circumstances): \(device)")
  }

  /// Brings both in step, and looks that they have the same files.
  func converge(_ circumstances: String) {
    for device in ["a", "b", "a", "b"] { sync(device, circumstances) }
    for device in ["a", "b"] { expectInOrder(device, circumstances) }
    let heads = run("git -C a rev-parse HEAD && git -C b rev-parse HEAD").output
      .split(separator: "\n")
    #expect(heads.count == 2 && heads.first == heads.last, "\(circumstances): \(heads)")
  }

  /// The words of these that stand in no file of a device and in no version that a ref leads to.
  func missing(_ words: [String], from device: String) -> [String] {
    let there = run(
      """
      find . -path ./.git -prune -o -type f -exec cat {} +
      git rev-list --all --objects | cut -d' ' -f1 | git cat-file --batch
      """, in: device
    ).output
    let found = Set(there.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
    return words.filter { word in
      // A word is found at once; of a phrase the whole text is looked through.
      !found.contains(word[...]) && !there.contains(word)
    }
  }

  /// The folder of the program: `ZIB_PROGRAM`'s, or where it was built beside the tests.
  static let programFolder: String? = {
    func above(_ path: String) -> String {
      path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
    if let program = unsafe getenv("ZIB_PROGRAM") { return above(unsafe String(cString: program)) }
    var candidates = CommandLine.arguments
    #if os(Linux)
      var buffer = [CChar](repeating: 0, count: 4_096)
      if unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1) > 0 {
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        candidates.append(String(decoding: bytes, as: UTF8.self))
      }
    #endif
    for var folder in candidates where folder.hasPrefix("/") {
      while !folder.isEmpty {
        folder = above(folder)
        if unsafe access(folder + "/zib", X_OK) == 0, unsafe access(folder + "/zib/.", F_OK) != 0 {
          return folder
        }
      }
    }
    return nil
  }()

  /// True for the user who may give files to others.
  static let isSuperuser = geteuid() == 0

  static let canRun = programFolder != nil && has("git")

  static func has(_ program: String) -> Bool {
    unsafe system("command -v \(program) >/dev/null 2>&1") == 0
  }

  /// More rounds with `ZIB_FUZZ_ROUNDS`.
  static let rounds =
    Fuzz.factor
}
