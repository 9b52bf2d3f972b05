import Testing
import Vaults

/// Random histories of a folder, against a plain restatement of what a check has to tell.
struct FolderHistoryTests {
  /// What an index would know: the contents it last read, by path.
  private struct Known {
    var contents: [String: [UInt8]] = [:]
    var table: FolderTable?
  }

  @Test(.timeLimit(.minutes(2)), arguments: 1...12)
  func `no change is missed whatever happens to a folder`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let folder = try TemporaryFolder()
    let walk = FolderWalk(root: folder.path)
    var known = Known()
    for round in 0..<25 {
      for _ in 0..<Int.random(in: 0...6, using: &random) { Self.edit(folder, &random) }
      let changes = try walk.check(known.table)
      let now = Self.contents(of: folder, in: "")
      for removed in changes.removed {
        #expect(known.contents.removeValue(forKey: removed.path.text) != nil, "seed \(seed)")
      }
      for added in changes.added {
        #expect(known.contents[added.path.text] == nil, "seed \(seed) round \(round)")
        known.contents[added.path.text] = folder.readBytes(added.path.text)
      }
      for changed in changes.changed {
        #expect(known.contents[changed.path.text] != nil, "seed \(seed)")
        known.contents[changed.path.text] = folder.readBytes(changed.path.text)
      }
      #expect(known.contents == now, "seed \(seed) round \(round)")
      #expect(changes.noteCount == now.count, "seed \(seed) round \(round)")
      guard let builder = changes.newTable else { continue }
      known.table = try FolderTable(MappedBytes(builder.finish()))
      // What is built step by step is what is built at once.
      let table = try #require(known.table)
      var paths: [String] = []
      table.forEachNote { _, path in paths.append(path.text) }
      #expect(paths == (try folder.notes()), "seed \(seed) round \(round)")
    }
  }

  /// One thing that a person or a program does.
  private static func edit(_ folder: TemporaryFolder, _ random: inout SeededNumbers) {
    let folders = ["", "a/", "b/", "a/c/", "b/d/", ".h/", "b/e.md/"]
    func some(_ random: inout SeededNumbers) -> String {
      let extensions = [".md", ".md", ".md", ".txt", ".MD"]
      return folders.randomElement(using: &random)!
        + "\(Int.random(in: 0..<6, using: &random))" + extensions.randomElement(using: &random)!
    }
    let name = some(&random)
    let text = String(UInt64.random(in: 10_000...99_999, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5: folder.write(text, to: name)
    case 5: folder.unlinkFile(name)
    case 6: folder.move(name, to: some(&random))
    case 7:
      // The same size and the same time.
      if folder.exists(name) {
        folder.write(text, to: name)
        folder.setTime(1_500_000_000, of: name)
      }
    case 8: folder.remove(["a", "b", "a/c", ".h"].randomElement(using: &random)!)
    case 9: folder.move("a", to: "b/moved\(Int.random(in: 0..<3, using: &random))")
    case 10: folder.setTime(Int.random(in: 0..<4_000_000_000, using: &random), of: name)
    default: folder.makeFolder(String(text.prefix(1)))
    }
  }

  /// All notes that there are, by a walk without cunning.
  private static func contents(of folder: TemporaryFolder, in name: String) -> [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    for entry in folder.names(in: name) where !entry.hasPrefix(".") {
      let path = name.isEmpty ? entry : name + "/" + entry
      let kind = FileStatus.at(folder.path.appending(path), following: false)?.kind
      if kind == .folder {
        result.merge(contents(of: folder, in: path)) { first, _ in first }
      } else if entry.lowercased().hasSuffix(".md") {
        result[path] = folder.readBytes(path)
      }
    }
    return result
  }
}
