import Files
import OperatingSystem
import TestSupport
import Testing

/// Small files that are made again from their sources.
struct ReplacedFileTests {
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
}
