import GitSandbox
import History
import OperatingSystem
import Sync
import Testing
import Vaults

/// Files in a folder that are no text.
struct FileKindTests {
  let world: World

  init() throws { world = try World(["note.md": "one\n", "tool.sh": "#!/bin/sh\n"]) }

  private func permissions(_ name: String) -> UInt32 {
    var status = stat()
    guard unsafe stat(world.sandbox(name), &status) == 0 else { return 0 }
    return UInt32(status.st_mode) & 0o777
  }

  private func link(_ name: String, to place: String) {
    _ = unsafe symlink(place, world.sandbox(name))
  }

  private func place(ofLink name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(world.sandbox(name), &buffer, buffer.count)
    return count < 0
      ? nil : String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func `P21 the executable bit goes both ways, alone and with an edit of the text`() throws {
    _ = unsafe chmod(world.sandbox("a/tool.sh"), 0o755)
    world.write("#!/bin/sh\necho\n", to: "b/tool.sh")
    try world.sync("a")
    #expect(try world.sync("b").keptTwice.isEmpty)
    #expect(permissions("b/tool.sh") & 0o100 != 0)
    #expect(world.text("b/tool.sh") == "#!/bin/sh\necho\n")
    _ = unsafe chmod(world.sandbox("b/tool.sh"), 0o644)
    try world.sync("b")
    try world.sync("a")
    #expect(permissions("a/tool.sh") & 0o111 == 0)
    try world.expectSame("a", "b")
  }

  @Test func `P21 a link is synced as a link, and what it leads to is neither read nor written`()
    throws
  {
    world.write("private\n", to: "outside.txt")
    link("a/link.md", to: "../outside.txt")
    link("a/nowhere.md", to: "not/there")
    try world.sync("a")
    #expect(try world.stored("link.md", in: "a") == Array("../outside.txt".utf8))
    try world.sync("b")
    #expect(place(ofLink: "b/link.md") == "../outside.txt")
    #expect(place(ofLink: "b/nowhere.md") == "not/there")
    // In the place of the link there comes a file.
    world.remove("b/link.md")
    world.write("a file now\n", to: "b/link.md")
    try world.sync("b")
    try world.sync("a")
    #expect(world.text("a/link.md") == "a file now\n")
    #expect(place(ofLink: "a/link.md") == nil)
    #expect(world.text("outside.txt") == "private\n")
    try world.expectSame("a", "b")
  }

  @Test func `P21 nothing is written through a link to a folder`() throws {
    world.write("private\n", to: "elsewhere/deep.md")
    link("a/sub", to: "../elsewhere")
    world.write("theirs\n", to: "b/sub/deep.md")
    try world.sync("b")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("elsewhere/deep.md") == "private\n")
    #expect(world.files(in: "elsewhere") == ["deep.md": "private\n"])
    #expect(world.text("a/sub/deep.md") == "theirs\n")
    // The link is kept under another name.
    let links = try world.sandbox.git(["ls-tree", "HEAD"], in: "a").split(separator: "\n")
      .filter { $0.hasPrefix("120000") }
    #expect(links.count == 1)
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  @Test func `P21 a pipe is told and left alone, and what comes for its place waits`() throws {
    _ = unsafe mkfifo(world.sandbox("a/pipe.md"), 0o644)
    world.write("two\n", to: "a/note.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.refused == [FileRefused(TreePath("pipe.md"), .special)])
    #expect(try world.sandbox.git("ls-files", in: "a") == "note.md\ntool.sh")
    world.write("theirs\n", to: "b/pipe.md")
    try world.sync("b")
    let held = try world.vault("a").sync(SyncRequest()).report
    #expect(held.isInStep)
    #expect(held.unwritten.map(\.path.text) == ["pipe.md"])
    #expect(held.unwritten.map(\.reason) == [.special])
    try world.expectSound("a")
    world.remove("a/pipe.md")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("a/pipe.md") == "theirs\n")
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser reads every file"))
  func `P21 a file that cannot be read is told, and stays as the last commit has it`() throws {
    world.write("two\n", to: "a/note.md")
    _ = unsafe chmod(world.sandbox("a/note.md"), 0)
    world.write("new\n", to: "a/new.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.refused == [FileRefused(TreePath("note.md"), .unreadable(code: EACCES))])
    #expect(try world.stored("note.md", in: "a") == Array("one\n".utf8))
    #expect(try world.stored("new.md", in: "a") == Array("new\n".utf8))
    _ = unsafe chmod(world.sandbox("a/note.md"), 0o644)
    #expect(try world.sync("a").isInStep)
    #expect(try world.stored("note.md", in: "a") == Array("two\n".utf8))
  }

  @Test func `P21 bytes that are no text go and come as they are, and are kept twice`() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x00, 0x80, 0x0A, 0xC3, 0x28]
    world.sandbox.write(bytes + [1], to: "a/note.md")
    world.sandbox.write(bytes + [2], to: "b/note.md")
    try world.sync("a")
    let report = try world.sync("b")
    let copy = try #require(report.keptTwice.first?.copy.text)
    try world.sync("a")
    let both = [world.sandbox.read("a/note.md"), world.sandbox.read("a/\(copy)")]
    #expect(Set(both.compactMap { $0 }) == [bytes + [1], bytes + [2]])
    #expect(try world.head("a") == world.head("b"))
  }

  #if !canImport(Darwin)
    @Test func `P21 a name that is no text goes and comes as it is`() throws {
      let name = world.sandbox.bytes("a/caf") + [0xE9] + Array(".md".utf8)
      let other = world.sandbox.bytes("b/caf") + [0xE9] + Array(".md".utf8)
      write("mine\n", at: name)
      #expect(try world.sync("a").isInStep)
      try world.sync("b")
      #expect(read(at: other) == "mine\n")
      write("mine, edited\n", at: other)
      try world.sync("b")
      try world.sync("a")
      #expect(read(at: name) == "mine, edited\n")
      #expect(try world.head("a") == world.head("b"))
    }

    private func write(_ text: String, at path: [UInt8]) {
      guard let file = unsafe fopen(path.map { CChar(bitPattern: $0) } + [0], "w") else { return }
      unsafe fputs(text, file)
      unsafe fclose(file)
    }

    private func read(at path: [UInt8]) -> String? {
      guard let file = unsafe fopen(path.map { CChar(bitPattern: $0) } + [0], "r") else {
        return nil
      }
      defer { unsafe fclose(file) }
      var buffer = [UInt8](repeating: 0, count: 100)
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  #endif

  @Test func `P21 names that other systems cannot hold go and come as they are`() throws {
    let names = ["a:b?.md", "con.md", "ends with a space .md", "star*|<>\".md", "back\\slash.md"]
    for name in names { world.write(name + "\n", to: "a/" + name) }
    #expect(try world.sync("a").isInStep)
    try world.sync("b")
    for name in names { #expect(world.text("b/" + name) == name + "\n") }
    try world.expectSame("a", "b")
  }

  @Test(arguments: [("Plan.md", "plan.md"), ("caf\u{E9}.md", "cafe\u{301}.md")])
  func `P21 names that other systems cannot tell apart are kept apart`(
    first: String, second: String
  ) throws {
    world.write("first\n", to: "a/" + first)
    world.write("second\n", to: "b/" + second)
    try world.sync("a")
    #expect(try world.sync("b").isInStep)
    try world.sync("a")
    try world.expectSame("a", "b")
    let files = world.files(in: "a").filter { $0.value == "first\n" || $0.value == "second\n" }
    #expect(files.count == 2)
    // By bytes, since Swift takes two forms of one text for the same.
    let names = files.keys.map { Array($0.utf8) }
    #expect(!(names.contains(Array(first.utf8)) && names.contains(Array(second.utf8))))
  }
}
