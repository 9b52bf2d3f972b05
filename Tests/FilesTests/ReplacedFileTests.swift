import Files
import OperatingSystem
import TestSupport
import Testing

/// Small files that are made again from their sources.
struct ReplacedFileTests {
  @Test func `what killed processes left beside the file is removed`() throws {
    // No system gives a process such a number.
    let left = ".zib-tmp-2147483646-2k-1"
    // Each folder is looked at once, and a disk gives the number of one that is gone to the next. All stay
    // until one is new.
    var folders: [TemporaryFolder] = []
    repeat {
      folders.append(try TemporaryFolder())
      let folder = folders[folders.count - 1]
      folder.write("half", to: left)
      folder.setTime(Int(Clock.now() / 1_000_000_000) - 100_000, of: left)
      try folder.path.appending("cache").replaceFile(with: Array("new".utf8))
    } while folders[folders.count - 1].exists(left) && folders.count < 1_000
    let folder = folders[folders.count - 1]
    #expect(folder.names(in: "") == ["cache"])
    #expect(folder.read("cache") == "new")
  }

  @Test func `a file has its old bytes or its new ones, and no other file is left`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path.appending("state")
    try path.replaceFile(with: [1, 2])
    try path.replaceFile(with: [3])
    #expect(folder.read("state") == "\u{3}")
    #expect(folder.names(in: "") == ["state"])
    folder.makeFolder("taken")
    #expect(throws: SystemError.self) {
      try folder.path.appending("taken").replaceFile(with: [1])
    }
    #expect(folder.names(in: "").sorted() == ["state", "taken"])
  }

  @Test func `a link is replaced, and its target stays`() throws {
    let folder = try TemporaryFolder()
    folder.write("theirs", to: "target")
    folder.link("link", to: folder("target"))
    try folder.path.appending("link").replaceFile(with: [1])
    #expect(folder.read("target") == "theirs")
    #expect(folder.read("link") == "\u{1}")
  }

  @Test func `the new file has the permissions that were asked for, and not those of the old one`()
    throws
  {
    let folder = try TemporaryFolder()
    folder.write("old", to: "kept")
    let path = folder.path.appending("kept")
    try path.replaceFile(with: [1], mode: 0o600, isForced: true)
    #expect(FileStatus.at(path)?.permissions == 0o600)
    #expect(folder.read("kept") == "\u{1}")
  }

  @Test
  func `a file of a folder is replaced by way of one name, which a killed process may have left`()
    throws
  {
    let folder = try TemporaryFolder()
    folder.write("torn", to: "record.new")
    let holder = try Descriptor.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let path = folder.path.appending("record")
    try holder.replaceFile("record".utf8, with: [1, 2], path: path)
    #expect(folder.readBytes("record") == [1, 2])
    #expect(folder.names() == ["record"])
    folder.makeFolder("taken/full")
    #expect(throws: SystemError.self) {
      try holder.replaceFile("taken".utf8, with: [1], path: folder.path.appending("taken"))
    }
    #expect(folder.names().sorted() == ["record", "taken"])
  }

  @Test func `bytes are read of a file alone, within the limit`() throws {
    let folder = try TemporaryFolder()
    folder.write("abc", to: "file")
    folder.link("link", to: folder("file"))
    folder.makeFolder("folder")
    folder.makeFifo("pipe")
    func bytes(_ name: String, limit: Int = 3, isFollowed: Bool = false) -> [UInt8]? {
      folder.path.appending(name).fileBytes(limit: limit, isFollowed: isFollowed)
    }
    #expect(bytes("file") == Array("abc".utf8))
    #expect(bytes("file", limit: 2) == nil)
    #expect(bytes("link") == nil)
    #expect(bytes("link", isFollowed: true) == Array("abc".utf8))
    for name in ["folder", "pipe", "missing"] { #expect(bytes(name, isFollowed: true) == nil) }
  }
}
