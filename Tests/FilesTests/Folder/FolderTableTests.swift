import Files
import TestSupport
import Testing

struct FolderTableTests {
  private func sample() throws -> (folder: TemporaryFolder, bytes: [UInt8]) {
    let folder = try TemporaryFolder()
    for index in 0..<150 { folder.write("text", to: "\(index % 5)/note \(index).md") }
    folder.write("", to: "1/picture.png")
    folder.write("x.md", to: "2/.gitignore")
    folder.link("link", to: "nowhere")
    folder.makeFifo("3/fifo.md")
    let builder = try #require(try FolderWalk(root: folder.path).check().newTable)
    return (folder, builder.finish())
  }

  @Test func `a table that is cut off anywhere is refused`() throws {
    let (_, bytes) = try sample()
    for length in 0..<bytes.count {
      #expect(throws: FolderTable.Damaged.self) {
        try FolderTable(MappedBytes(Array(bytes[..<length])))
      }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a table with any byte changed is refused or gives a walk that ends`() throws {
    let (folder, bytes) = try sample()
    let walk = FolderWalk(root: folder.path, workers: 1)
    var random = SeededRandom(seed: 7)
    for index in bytes.indices where index < 700 || index % 23 == 0 {
      var damaged = bytes
      damaged[index] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      guard let table = try? FolderTable(MappedBytes(damaged)) else { continue }
      table.forEachNote { number, _ in _ = table.path(ofNote: number) }
      table.forEachAttachment { _ in }
      _ = (table.problems, table.folders)
      let changes = try walk.check(table)
      #expect(changes.newTable == nil || changes.noteCount <= 150)
    }
  }

  @Test func `a note costs 16 bytes and its name`() throws {
    let folder = try TemporaryFolder()
    for index in 1000..<2000 { folder.write("", to: "\(index).md") }
    let bytes = try #require(try FolderWalk(root: folder.path).check().newTable).finish()
    #expect(bytes.count <= 1000 * (16 + 8) + 300)
  }

  @Test func `renamed notes are found in a later table, and none that is another`() throws {
    let folder = try TemporaryFolder()
    func table() throws -> FolderTable {
      let builder = try #require(try FolderWalk(root: folder.path).check().newTable)
      return try FolderTable(MappedBytes(builder.finish()))
    }
    folder.write("one", to: "Old.md")
    folder.write("stays", to: "Stays.md")
    folder.write("two", to: "Folder/A.md")
    folder.setTime(1_000, of: "Old.md")
    // A checkout gives many notes one time.
    for name in ["Stays.md", "Folder/A.md"] { folder.setTime(2_000, of: name) }
    let before = try table()
    #expect(before.moves(to: try table()).isEmpty)
    folder.move("Old.md", to: "Folder/New.md")
    folder.move("Folder/A.md", to: "A.md")
    folder.write("other", to: "Other.md")
    let moves = before.moves(to: try table())
    #expect(
      moves == [
        NotePath("Old.md")!: NotePath("Folder/New.md")!,
        NotePath("Folder/A.md")!: NotePath("A.md")!,
      ])
  }
}
