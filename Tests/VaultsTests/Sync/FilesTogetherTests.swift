import Files
import History
import OperatingSystem
import PastNotes
import Sync
import TestSupport
import Testing
import Vaults
import WorkTrees

/// Looks at many files of a real folder by several threads.
struct FilesTogetherTests {
  let folder: TemporaryFolder
  let tree: DiskWorkTree

  init() throws {
    folder = try TemporaryFolder()
    tree = DiskWorkTree(
      root: folder.path, gitFolder: folder.path.appending(".git"), scope: .root,
      options: WorkTreeOptions(), content: .unchanged)
  }

  /// A hundred files, the last of which are unusual, once they are old enough to be read together.
  private func files() -> [PreparedFile] {
    for number in 0..<96 { folder.write("text \(number)\n", to: "\(number % 7)/\(number).md") }
    folder.write("other\n", to: "edited.md")
    folder.write("run\n", to: "run.md")
    folder.write(String(repeating: "long ", count: 100_000), to: "large.md")
    _ = unsafe chmod(folder("run.md"), 0o755)
    _ = unsafe symlink("edited.md", folder("link.md"))
    usleep(120_000)
    folder.write("now\n", to: "new.md")
    let paths =
      (0..<96).map { "\($0 % 7)/\($0).md" }
      + ["edited.md", "run.md", "large.md", "link.md", "new.md", "gone.md"]
    return paths.map { PreparedFile(path: TreePath($0), name: TreePath($0).name) }
  }

  @Test func `files are read together as each is alone, but for those that need a second look`()
    throws
  {
    let files = files()
    let found: [WorkFile?] = try tree.read(files)
    for (file, found) in zip(files, found).prefix(98) {
      #expect(try found == tree.read(file.path), "\(file.path)")
    }
    #expect(found[97]?.mode == .executable)
    #expect(found[98...].allSatisfy { $0 == nil })
  }

  @Test func `of files those are removed that hold their versions, in bytes and mode`() throws {
    let files = files()
    let expected = try files.map { file in
      let text = Int(
        file.path.name.prefix { $0 != 0x2E }.map { String(UnicodeScalar($0)) }.joined())
      let bytes = text.map { "text \($0)\n" } ?? "run\n"
      return (
        file: file,
        version: FileVersion(mode: .file, id: try tree.content.id(Array(bytes.utf8)))
      )
    }
    let gone = try tree.discard(expected)
    #expect(gone[..<96].allSatisfy { $0 } && gone[96...].allSatisfy { !$0 })
    for (file, isGone) in zip(files.dropLast(), gone) {
      #expect(try (tree.kind(of: file.path) == .nothing) == isGone, "\(file.path)")
    }
  }
}
