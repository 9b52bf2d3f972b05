import Files
import TestSupport
import Testing

/// Random histories of a folder, against a plain restatement of what a check has to tell.
struct FolderHistoryTests {
  /// 44 and 51 gave a folder the inode of one above it that had just been removed.
  @Test(.timeLimit(.minutes(20)), arguments: [1, 2, 3, 4, 5, 6, 44, 51])
  func `no change is missed whatever happens to a folder`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    var index = FollowingIndex(folder)
    for round in 0..<25 {
      for _ in 0..<Int.random(in: 0...6, using: &random) { FolderEdit.any(folder, &random) }
      try index.follow(Self.contents(of: folder, in: ""), "seed \(seed) round \(round)")
    }
  }

  @Test(.timeLimit(.minutes(20)), arguments: 1...8)
  func `rules and links that come and go leave what a first walk finds`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    var index = FollowingIndex(folder)
    for round in 0..<25 {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        if Int.random(in: 0..<3, using: &random) == 0 {
          FolderEdit.ruleOrLink(folder, &random)
        } else {
          FolderEdit.any(folder, &random)
        }
      }
      var now: [String: [UInt8]] = [:]
      for name in try folder.notes() { now[name] = folder.readBytes(name) }
      try index.follow(now, "seed \(seed) round \(round)")
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

/// The knowledge of an index: the contents it last read, by path.
private struct FollowingIndex {
  let folder: TemporaryFolder
  private var contents: [String: [UInt8]] = [:]
  private var table: FolderTable?

  init(_ folder: TemporaryFolder) { self.folder = folder }

  /// Does what a check tells, after which everything has to be as it is now.
  mutating func follow(_ now: [String: [UInt8]], _ place: Comment) throws {
    let changes = try FolderWalk(root: folder.path).check(table)
    for removed in changes.removed {
      #expect(contents.removeValue(forKey: removed.path.text) != nil, place)
    }
    for added in changes.added {
      #expect(contents[added.path.text] == nil, place)
      contents[added.path.text] = folder.readBytes(added.path.text)
    }
    for changed in changes.changed {
      #expect(contents[changed.path.text] != nil, place)
      contents[changed.path.text] = folder.readBytes(changed.path.text)
    }
    #expect(contents == now, place)
    #expect(changes.noteCount == now.count, place)
    guard let builder = changes.newTable else { return }
    let new = try FolderTable(MappedBytes(builder.finish()))
    table = new
    // A table that is built step by step equals one that is built at once.
    let fresh = try FolderWalk(root: folder.path).check()
    #expect(Set(changes.problems) == Set(fresh.problems), place)
    let whole = try fresh.table()
    #expect(Self.names(in: new) == Self.names(in: whole), place)
    #expect(new.folders == whole.folders, place)
  }

  private static func names(in table: FolderTable) -> [String] {
    var names: [String] = []
    table.forEachNote { number, path in names.append("\(number) \(path)") }
    table.forEachAttachment { names.append("+ \($0)") }
    return names
  }
}

/// A change that people or programs make in a folder.
private enum FolderEdit {
  private static let folders = ["", "a/", "b/", "a/c/", "b/d/", ".h/", "b/e.md/"]

  private static func file(_ random: inout SeededRandom) -> String {
    let extensions = [".md", ".md", ".md", ".txt", ".MD"]
    return folders.randomElement(using: &random)! + "\(Int.random(in: 0..<6, using: &random))"
      + extensions.randomElement(using: &random)!
  }

  static func any(_ folder: TemporaryFolder, _ random: inout SeededRandom) {
    let name = file(&random)
    let text = String(UInt64.random(in: 10_000...99_999, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: folder.write(text, to: name)
    case 4:
      // The save of an editor.
      folder.write(text, to: ".new")
      folder.move(".new", to: name)
    case 5: folder.unlinkFile(name)
    case 6: folder.move(name, to: file(&random))
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

  static func ruleOrLink(_ folder: TemporaryFolder, _ random: inout SeededRandom) {
    let place = folders.randomElement(using: &random)!
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let rules = ["1.md", "*.MD", "!1.md", "c/", "/2.md", "**/3.*", "*"]
      let text = (0..<2).map { _ in rules.randomElement(using: &random)! }.joined(separator: "\n")
      folder.write(text, to: place + ".gitignore")
    case 2: folder.unlinkFile(place + ".gitignore")
    case 3:
      let targets = [".h", "..", "a/c", "../b", ".h/1.md", "1.md", "nowhere", "/"]
      let names = ["l", "m", "l.md", "m.md", "l.png"]
      folder.link(
        place + names.randomElement(using: &random)!, to: targets.randomElement(using: &random)!)
    case 4: folder.unlinkFile(place + ["l", "m", "l.md"].randomElement(using: &random)!)
    default: folder.write("hidden", to: ".h/\(Int.random(in: 0..<4, using: &random)).md")
    }
  }
}
