import History
import Testing

struct TreeDifferenceTests {
  private let store = NumberedStore()

  private func tree(_ files: [String: String]) throws -> ObjectID {
    var versions: [TreePath: FileVersion?] = [:]
    for (path, text) in files {
      versions[TreePath(path)] = FileVersion(id: try store.write(blob: Array(text.utf8)))
    }
    return try store.tree(nil, replacing: versions)
  }

  /// Each difference as `path old new`.
  private func differences(_ old: ObjectID?, _ new: ObjectID?) throws -> [String] {
    func text(_ version: FileVersion?) throws -> String {
      guard let version else { return "-" }
      return String(decoding: try store.blob(version.id), as: UTF8.self)
    }
    var found: [String] = []
    try store.forEachDifference(between: old, and: new) { path, old, new in
      found.append("\(path) \(try text(old)) \(try text(new))")
    }
    return found.sorted()
  }

  @Test func `files that were added, edited and removed are reported, others are not`() throws {
    let old = try tree(["a.md": "1", "b/c.md": "2", "b/d.md": "3", "e/f/g.md": "4", "h": "5"])
    let new = try tree(["a.md": "1", "b/c.md": "9", "b/d.md": "3", "i/j.md": "6", "h": "5"])
    #expect(try differences(old, new) == ["b/c.md 2 9", "e/f/g.md 4 -", "i/j.md - 6"])
    #expect(try differences(new, old) == ["b/c.md 9 2", "e/f/g.md - 4", "i/j.md 6 -"])
    #expect(try differences(nil, new).count == 5)
    #expect(try differences(nil, nil) == [])
  }

  @Test func `a file where the other tree has a folder is reported, and the folder's files`() throws
  {
    let old = try tree(["a": "1", "a.md": "2", "a-b": "3"])
    let new = try tree(["a/x": "4", "a/y": "5", "a.md": "6", "a-b": "3"])
    #expect(try differences(old, new) == ["a 1 -", "a.md 2 6", "a/x - 4", "a/y - 5"])
  }

  @Test func `folders that are the same are not read`() throws {
    let old = try tree(["same/a": "1", "same/b": "2", "other/c": "3"])
    let new = try tree(["same/a": "1", "same/b": "2", "other/c": "4"])
    store.forgetReads()
    #expect(try differences(old, new) == ["other/c 3 4"])
    #expect(store.read.count == 4)
  }
}
