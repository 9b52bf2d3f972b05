import Merge
import OperatingSystem

/// Merges of notes on disk: each folder below a root that has `base.md`, `left.md` and `right.md`.
struct Merges {
  private var versions: [NoteVersions] = []

  init(below root: String) {
    for group in Self.names(root) {
      for name in Self.names(root + "/" + group) {
        let folder = "\(root)/\(group)/\(name)/"
        func text(_ name: String) -> [UInt8]? {
          Queries.read(folder + name).map { Array($0.utf8) }
        }
        guard let left = text("left.md"), let right = text("right.md") else { continue }
        versions.append(NoteVersions(base: text("base.md"), left: left, right: right))
      }
    }
  }

  /// Prints how many merges are done in a second, each run for itself.
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
    }
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
