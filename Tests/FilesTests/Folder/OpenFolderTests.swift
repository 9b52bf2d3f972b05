import Files
import OperatingSystem
import TestSupport
import Testing

/// A folder that is opened by its path from another one, in one step where the system can, without following a link.
struct OpenFolderTests {
  private static let paths = [
    "", "a", "a/b", "a/b/c", "a/none", "none/b", "a/file.md", "a/file.md/b", "in", "in/b", "a/up",
    "a/up/b", "out",
    "loop", "a/b/", "ä/ö",
  ]

  @Test(arguments: paths) func `in one step as folder by folder`(path: String) throws {
    let outside = try TemporaryFolder()
    outside.makeFolder("b")
    let folder = try TemporaryFolder()
    folder.makeFolder("a/b/c")
    folder.makeFolder("ä/ö")
    folder.write("text", to: "a/file.md")
    folder.link("in", to: "a")
    folder.link("a/up", to: "..")
    folder.link("out", to: outside.path.text)
    folder.link("loop", to: "loop")
    let top = try Descriptor.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    func outcome(_ body: () throws(SystemError) -> Descriptor) -> FileStatus? {
      do throws(SystemError) {
        return try body().status(of: folder.path)
      } catch {
        // Systems tell of a link in one of three ways.
        #expect(error.isNotFound || [ELOOP, EMLINK].contains(error.code), "\(error)")
        return nil
      }
    }
    let found = outcome { () throws(SystemError) in try top.openFolder(path.utf8) }
    #expect(found == outcome { () throws(SystemError) in try top.openFolderByFolder(path.utf8) })
    let isFolder = ["", "a", "a/b", "a/b/c", "a/b/", "ä/ö"].contains(path)
    #expect(found == (isFolder ? FileStatus.at(DiskPath(folder(path))) : nil))
  }
}
