import OperatingSystem
import Search
import Testing

/// The files in the folder of an index, over its generations.
struct IndexStoreTests {
  private func documents(_ count: Int, seed: UInt64 = 1) -> [String: DamageSample.Document] {
    DamageSample.documents(count, seed: seed)
  }

  @Test func `a document changed again and again is found as it is last`() throws {
    let folder = try IndexFolder()
    var all = documents(40)
    try folder.put(all)
    for word in ["stone", "night", "garden", "sea", "wind"] {
      // The same length each time: nothing but the contents tells the segments apart.
      let changed = ["folder/note 3": DamageSample.Document(words: [word], time: 7)]
      all.merge(changed) { $1 }
      try folder.put(changed)
      #expect(try folder.answers() == DamageSample.answers(DamageSample.fresh(all)), "\(word)")
    }
  }

  @Test func `a segment in the place of another of the same size is noticed`() throws {
    let folder = try IndexFolder()
    let other = try IndexFolder()
    try folder.put(["a": DamageSample.Document(words: ["stone"], time: 7)])
    try other.put(["a": DamageSample.Document(words: ["night"], time: 7)])
    let name = try #require(folder.files.last)
    folder.write(other.read(try #require(other.files.last)), to: name)
    #expect(throws: IndexError.self) { try folder.answers() }
  }

  @Test func `a rebuilt index takes the place of the one before`() throws {
    let folder = try IndexFolder()
    try folder.put(documents(10))
    let segment = try #require(folder.files.last)
    folder.write(Array(folder.read(segment).dropLast(9)), to: segment)
    #expect(throws: IndexError.self) { try folder.answers() }
    var index = try DamageSample.updating(folder.store.replacement(), put: documents(10))
    #expect(try folder.store.commit(&index))
    #expect(try folder.answers() == DamageSample.answers(index))
    #expect(!folder.names.contains(segment))
  }

  @Test func `a segment that somebody removed is written again by who has it open`() throws {
    let folder = try IndexFolder()
    try folder.put(documents(10))
    var index = try folder.store.open()
    folder.remove(try #require(folder.files.last))
    index.client = [1]
    #expect(try folder.store.commit(&index))
    #expect(try folder.answers() == DamageSample.answers(index))
  }

  @Test func `who comes second does not write over the first`() throws {
    let folder = try IndexFolder()
    try folder.put(documents(10))
    var first = try folder.store.open()
    var second = try folder.store.open()
    let removed = try DamageSample.updating(first, put: [:], remove: ["folder/note 1"])
    first = removed
    #expect(try folder.store.commit(&first))
    #expect(try !folder.store.commit(&second))
    #expect(try folder.store.open().documentCount == 9)
    // A rebuild that began before the other's commit comes second as well.
    var rebuilt = try DamageSample.fresh(documents(3))
    #expect(try !folder.store.commit(&rebuilt))
  }

  @Test func `a reader keeps what it opened while the index goes on`() throws {
    let folder = try IndexFolder()
    try folder.put(documents(30))
    let opened = try folder.store.open()
    let before = try DamageSample.answers(opened)
    for seed in 2..<12 { try folder.put(documents(30, seed: UInt64(seed))) }
    try folder.store.remove()
    #expect(try DamageSample.answers(opened) == before)
    #expect(folder.names == ["lock"])
    #expect(throws: IndexError.missing) { try folder.store.open() }
  }

  @Test func `what killed writers left goes with the next commit, and nothing else`() throws {
    let folder = try IndexFolder()
    try folder.put(documents(5))
    let index = folder.files
    let strays = ["manifest.new", "segment-7", "segment-7.new", "segment-zz"]
    let others = ["notes.new", "vault", "segments"]
    for name in strays + others { folder.write([1, 2, 3], to: name) }
    #expect(try folder.answers() == DamageSample.answers(DamageSample.fresh(documents(5))))
    try folder.put([:])
    #expect(folder.names.filter { $0 != "lock" && $0 != "manifest" }.count == others.count + 1)
    #expect(Set(others).isSubset(of: folder.names))
    #expect(index.count == 2)
  }

  @Test(arguments: ["manifest", "segment", "manifest.new", "lock"])
  func `neither a fifo nor a folder nor a link in a file's place stops anything`(
    name: String
  ) throws {
    for kind in ["fifo", "folder", "link"] {
      let folder = try IndexFolder()
      let outside = try IndexFolder()
      try folder.put(documents(5))
      let target = name == "segment" ? try #require(folder.files.last) : name
      let kept = folder.read(target)
      folder.remove(target)
      switch kind {
      case "fifo": unsafe mkfifo(folder(target), 0o600)
      case "folder": unsafe mkdir(folder(target), 0o700)
      default:
        outside.write(kept, to: "target")
        unsafe symlink(outside("target"), folder(target))
      }
      let expected = try DamageSample.answers(DamageSample.fresh(documents(5)))
      do {
        #expect(try folder.answers() == expected)
      } catch {
        // Any error will do: the caller builds the index anew.
      }
      var index = try DamageSample.updating(folder.store.replacement(), put: documents(5))
      do throws(IndexError) {
        try folder.store.commit(&index)
        #expect(try folder.answers() == expected, "\(kind)")
      } catch {
        #expect(kind == "folder" || name == "lock", "\(kind) \(error)")
      }
      #expect(try DamageSample.answers(index) == expected)
      if kind == "link" { #expect(outside.read("target") == kept) }
    }
  }

  @Test func `an index of another schema is built anew`() throws {
    let folder = try IndexFolder()
    try folder.put(documents(5))
    let other = IndexStore(directory: folder.path, schema: DamageSample.schema(revision: 2))
    #expect(throws: IndexError.self) { try other.open() }
    var index = try DamageSample.updating(
      other.replacement(), put: documents(5), schema: other.schema)
    #expect(try other.commit(&index))
    #expect(try DamageSample.answers(other.open()) == DamageSample.answers(index))
    #expect(throws: IndexError.self) { try folder.store.open() }
  }
}
