import Merge
import OperatingSystem

/// Merges of notes on disk: each folder below a root that has `base.md`, `left.md` and `right.md`.
struct Merges {
  private var versions: [NoteVersions] = []
  /// The folders of the versions, each with a slash at its end.
  private var folders: [String] = []

  init(below root: String) {
    for group in Self.names(root) {
      for name in Self.names(root + "/" + group) {
        let folder = "\(root)/\(group)/\(name)/"
        func text(_ name: String) -> [UInt8]? {
          Queries.read(folder + name).map { Array($0.utf8) }
        }
        guard let left = text("left.md"), let right = text("right.md") else { continue }
        versions.append(NoteVersions(base: text("base.md"), left: left, right: right))
        folders.append(folder)
      }
    }
  }

  /// Prints how long the merges take here, how long `git merge-file` takes for them, a process each, and how long as
  /// many processes of git take that do nothing; each run for itself.
  func run(runs: Int) {
    for _ in 0..<runs {
      let start = seconds()
      var merged = 0
      for one in versions {
        if case .merged = NoteMerge().merge(one) { merged += 1 }
      }
      let elapsed = seconds() - start
      print("merge \(elapsed) cases \(versions.count) merged \(merged)")
      print("per second \(Double(versions.count) / elapsed)")
      let git = secondsOfGit {
        ["merge-file", "-p", "-q", $0 + "left.md", $0 + "base.md", $0 + "right.md"]
      }
      let starts = secondsOfGit { _ in ["--version"] }
      print("git merge-file \(git), of which starts \(starts)")
      print("ratio \(elapsed / git), without starts \(elapsed / (git - starts))")
    }
  }

  /// The seconds that a git takes for each folder, one after the other.
  private func secondsOfGit(_ words: (String) -> [String]) -> Double {
    let start = seconds()
    for folder in folders { Self.run(["git"] + words(folder)) }
    return seconds() - start
  }

  /// Runs a program to its end, without its output.
  private static func run(_ words: [String]) {
    let null = unsafe open("/dev/null", O_RDWR)
    defer { close(null) }
    var spawn = Spawn(
      Array("/usr/bin/git".utf8), arguments: words.map { Array($0.utf8) },
      environment: ProcessEnvironment.entries)
    spawn.descriptors = [(null, 0), (null, 1), (null, 2)]
    if let process = try? spawn.start() { _ = ProcessEnd(of: process) }
  }

  private static func names(_ folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
