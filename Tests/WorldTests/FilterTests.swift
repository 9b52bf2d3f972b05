import Foundation
import GitSandbox
import History
import Steps
import Sync
import Testing
import Vaults

/// Git's filters on a file's bytes, on their way into a commit and out of it.
struct FilterTests {
  /// A way to set git up, and names that are told apart by it.
  struct Setting: CustomTestStringConvertible, Sendable {
    let name: String
    let settings: [String: String]
    let attributes: String

    var testDescription: String { name }
  }

  private static let all = [
    Setting(
      name: "a required filter",
      settings: [
        "filter.loud.clean": "tr a-z A-Z", "filter.loud.smudge": "tr A-Z a-z",
        "filter.loud.required": "true",
      ], attributes: "*.md filter=loud\n"),
    Setting(
      name: "a filter beside line ends",
      settings: [
        "filter.loud.clean": "tr a-z A-Z", "filter.loud.smudge": "tr A-Z a-z",
      ], attributes: "*.md filter=loud text eol=crlf\n"),
    Setting(
      name: "working-tree-encoding", settings: [:],
      attributes: "*.md text working-tree-encoding=UTF-16LE\n"),
    Setting(name: "autocrlf=true", settings: ["core.autocrlf": "true"], attributes: ""),
    Setting(name: "autocrlf=input", settings: ["core.autocrlf": "input"], attributes: ""),
    Setting(name: "eol=crlf", settings: [:], attributes: "*.md text eol=crlf\n"),
    Setting(name: "text=auto", settings: ["core.eol": "crlf"], attributes: "* text=auto\n"),
    Setting(name: "eol=lf", settings: [:], attributes: "*.md eol=lf\n"),
  ]

  private func set(_ setting: Setting, in world: World, _ name: String) throws {
    for (key, value) in setting.settings {
      try world.sandbox.git(["config", key, value], in: name)
    }
  }

  private func texts(_ setting: Setting) -> [String: [UInt8]] {
    let texts = ["plain.md": "one\ntwo\n", "crlf.md": "one\r\ntwo\r\n", "mixed.md": "a\r\nb\n"]
    guard setting.name == "working-tree-encoding" else {
      return texts.mapValues { Array($0.utf8) }
    }
    return texts.mapValues { $0.utf8.flatMap { [$0, 0] } }
  }

  @Test(arguments: all)
  func `P20 the committed bytes are those of git add, and the files those of git checkout`(
    setting: Setting
  ) throws {
    let world = try World([".gitattributes": setting.attributes], devices: ["a", "plain"])
    for name in ["a", "plain"] {
      try set(setting, in: world, name)
      for (path, bytes) in texts(setting) { world.sandbox.write(bytes, to: "\(name)/\(path)") }
    }
    try world.sandbox.git("add -A", in: "plain")
    try world.sandbox.git("commit --quiet -m plain", in: "plain")
    #expect(try world.sync("a").isInStep)
    #expect(
      try world.sandbox.git("ls-tree -r HEAD", in: "a")
        == world.sandbox.git("ls-tree -r HEAD", in: "plain"))

    // Another device gets them by zib, one by plain git.
    try world.repository("b")
    try world.sandbox.git("remote add origin ../remote.git", in: "b")
    try set(setting, in: world, "b")
    // Attributes that come with the notes hold for them.
    #expect(try world.sync("b").isInStep)
    let options = setting.settings.map { "-c \($0.key)=\($0.value)" }
    let arguments =
      ["clone", "--quiet"]
      + setting.settings.flatMap { ["-c", "\($0.key)=\($0.value)"] } + ["remote.git", "c"]
    try world.sandbox.git(arguments)
    for path in texts(setting).keys {
      let bytes = world.sandbox.read("b/\(path)")
      #expect(bytes == world.sandbox.read("c/\(path)"), "\(path) \(options)")
    }
    // Both sides edit; what is merged goes through the same ways.
    world.sandbox.write(
      texts(setting)["plain.md"].map { $0 + $0 } ?? [], to: "b/plain.md")
    try world.sync("b")
    #expect(try world.sync("a").isInStep)
    try world.sandbox.git("pull --quiet", in: "c")
    #expect(world.sandbox.read("a/plain.md") == world.sandbox.read("c/plain.md"))
  }

  @Test func `P20 a file whose required filter fails is refused, and the others are synced`() throws
  {
    let world = try World([".gitattributes": "*.bin filter=heavy\n"])
    for (key, value) in ["clean": "false", "smudge": "cat", "required": "true"] {
      try world.sandbox.git(["config", "filter.heavy.\(key)", value], in: "a")
    }
    world.write("raw bytes\n", to: "a/x.bin")
    world.write("a note\n", to: "a/note.md")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep)
    #expect(report.refused == [FileRefused(TreePath("x.bin"), .filter("heavy"))])
    #expect(
      try world.sandbox.git("ls-tree -r --name-only HEAD", in: "a") == ".gitattributes\nnote.md")
    #expect(world.text("a/x.bin") == "raw bytes\n")
    try world.expectSound("a")
  }

  @Test func `P20 a file whose required filter fails is not written raw when it comes`() throws {
    let world = try World([".gitattributes": "*.bin filter=heavy\n"])
    for (key, value) in ["clean": "cat", "smudge": "false", "required": "true"] {
      try world.sandbox.git(["config", "filter.heavy.\(key)", value], in: "a")
    }
    world.write("raw bytes\n", to: "b/x.bin")
    world.write("a note\n", to: "b/note.md")
    try world.sync("b")
    let report = try world.sync("a")
    #expect(report.isInStep)
    #expect(report.unwritten.map(\.reason) == [.filter("heavy")])
    #expect(world.text("a/x.bin") == nil)
    #expect(world.text("a/note.md") == "a note\n")
    // Mended, the next sync finishes it.
    try world.sandbox.git("config filter.heavy.smudge cat", in: "a")
    #expect(try world.sync("a").isInStep)
    #expect(world.text("a/x.bin") == "raw bytes\n")
    try world.sync("b")
    try world.expectSame("a", "b")
  }

  /// Programs that encrypt take a new random number each time (age, gpg).
  @Test func `P20 a filter that never stores the same twice makes no edits of its own`() throws {
    let world = try World(["note.md": "plain\n"])
    // Plain git takes such a file for changed whenever it reads it, so its status says nothing here.
    func sync(_ device: String) throws -> SyncReport {
      try world.vault(device).sync(SyncRequest()).report
    }
    for device in ["a", "b"] {
      let salted = "sh -c \"od -An -N8 -tx8 /dev/urandom; cat\""
      try world.sandbox.git(["config", "filter.salted.clean", salted], in: device)
      try world.sandbox.git(["config", "filter.salted.smudge", "tail -n +2"], in: device)
    }
    world.write("*.txt filter=salted\n", to: "a/.gitattributes")
    world.write("one\n", to: "a/one.txt")
    world.write("two\n", to: "a/two.txt")
    _ = try sync("a")
    _ = try sync("b")
    #expect(world.text("b/one.txt") == "one\n")

    let head = try world.head("a")
    for device in ["a", "b"] {
      world.write("one\n", to: "\(device)/one.txt")
      _ = try sync(device)
    }
    #expect(try world.head("a") == head, "a file that was only written again is no edit")
    #expect(try world.head("b") == head)

    world.write("one, here\n", to: "a/one.txt")
    world.write("one, there\n", to: "b/one.txt")
    world.write("two, there\n", to: "b/two.txt")
    _ = try sync("a")
    #expect(try sync("b").keptTwice.count == 1)
    _ = try sync("a")
    _ = try sync("b")
    for device in ["a", "b"] {
      let texts = try FileManager.default.contentsOfDirectory(atPath: world.sandbox(device))
        .filter { $0.hasSuffix(".txt") }.compactMap { world.text("\(device)/\($0)") }
      #expect(texts.sorted() == ["one, here\n", "one, there\n", "two, there\n"])
    }
    #expect(try world.head("a") == world.head("b"))
  }

  @Test func `P20 a flip of line ends against an edit is merged`() throws {
    let lines = ["# Walden", "", "I went to the woods", "because I wished to live", ""]
    let world = try World(["note.md": lines.joined(separator: "\n")])
    world.write(lines.joined(separator: "\r\n"), to: "a/note.md")
    world.write(
      lines.joined(separator: "\n").replacing("live", with: "live deliberately"), to: "b/note.md")
    try world.sync("a")
    let report = try world.sync("b")
    #expect(report.isInStep)
    #expect(report.keptTwice.isEmpty)
    #expect(
      world.text("b/note.md")
        == lines.joined(separator: "\r\n").replacing("live", with: "live deliberately"))
    try world.sync("a")
    try world.expectSame("a", "b")
  }

  @Test func `P20 a device with autocrlf changes no line end of others`() throws {
    let world = try World(["note.md": "one\ntwo\nthree\n", "dos.md": "a\r\nb\r\n"])
    try world.sandbox.git("config core.autocrlf true", in: "a")
    try world.sandbox.git("rm --quiet --cached -r .", in: "a")
    try world.sandbox.git("reset --quiet --hard", in: "a")
    #expect(world.text("a/note.md") == "one\r\ntwo\r\nthree\r\n")
    world.write("ONE\r\ntwo\r\nthree\r\n", to: "a/note.md")
    world.write("one\ntwo\nTHREE\n", to: "b/note.md")
    try world.sync("a")
    try world.sync("b")
    try world.sync("a")
    #expect(world.text("a/note.md") == "ONE\r\ntwo\r\nTHREE\r\n")
    #expect(world.text("b/note.md") == "ONE\ntwo\nTHREE\n")
    #expect(world.text("b/dos.md") == "a\r\nb\r\n")
    #expect(try world.head("a") == world.head("b"))
  }

  private static let brought = [
    Setting(name: "eol", settings: [:], attributes: "*.md text eol=crlf\n"),
    Setting(
      name: "working-tree-encoding", settings: [:],
      attributes: "*.md text working-tree-encoding=UTF-16LE\n"),
    Setting(name: "ident", settings: [:], attributes: "*.md ident\n"),
    Setting(
      name: "a filter",
      settings: ["filter.loud.clean": "tr a-z A-Z", "filter.loud.smudge": "tr A-Z a-z"],
      attributes: "*.md filter=loud\n"),
  ]

  @Test(arguments: brought)
  func `P30 an undo takes back the files that came with an attribute`(setting: Setting) throws {
    let world = try World(["old.md": "an old note\n", "other.txt": "other\n"])
    for name in ["a", "b"] { try set(setting, in: world, name) }
    let before = world.files(in: "a")
    world.write(setting.attributes, to: "b/.gitattributes")
    for name in ["old", "new"] {
      let text = Array("\(name)\nof $Id$\ntwo lines\n".utf8)
      let isWide = setting.name == "working-tree-encoding"
      world.sandbox.write(isWide ? text.flatMap { [$0, 0] } : text, to: "b/\(name).md")
    }
    #expect(try world.sync("b").isInStep)
    let report = try world.sync("a")
    #expect(report.isInStep && report.editedMeanwhile.isEmpty && report.unwritten.isEmpty)
    #expect(world.sandbox.read("a/old.md") != Array("an old note\n".utf8))
    let undone = try world.vault("a").undo().report
    #expect(undone.update.edits == [])
    #expect(world.files(in: "a") == before)
    try world.expectWell("a")
  }

  @Test func `an edit made beside an undo of an attribute is kept`() throws {
    let world = try World(["old.md": "an old note\n"])
    world.write("*.md text eol=crlf\n", to: "b/.gitattributes")
    world.write("new\nnote\n", to: "b/new.md")
    try world.sync("b")
    try world.sync("a")
    world.write("new\r\nnote\r\nof mine\r\n", to: "a/new.md")
    _ = try world.vault("a").undo()
    #expect(world.files(in: "a").values.contains { $0.contains("of mine") })
  }

  @Test func `P20 a file that an unknown encoding comes for is named at once, new or not`() throws {
    let world = try World(["old.md": "an old note\n"])
    let blob = try world.sandbox.git("rev-parse HEAD:old.md", in: "b")
    world.write("*.md text working-tree-encoding=Klingon\n", to: "b/.gitattributes")
    try world.sandbox.git("add .gitattributes", in: "b")
    try world.sandbox.git("update-index --add --cacheinfo 100644,\(blob),new.md", in: "b")
    try world.sandbox.git("commit --quiet -m plain", in: "b")
    try world.sandbox.git("push --quiet", in: "b")
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep && report.exceptions == [TreePath("new.md"), TreePath("old.md")])
    #expect(report.unwritten.map(\.path) == [TreePath("new.md")])
    #expect(report.refused == [FileRefused(TreePath("old.md"), .filter("Klingon"))])
    #expect(world.text("a/new.md") == nil && world.text("a/old.md") == "an old note\n")
  }

  @Test func `P20 a new file that a filter keeps out is an exception, and is told by a commit`()
    throws
  {
    let world = try World([".gitattributes": "*.bin filter=heavy\n"])
    for (key, value) in ["clean": "false", "smudge": "cat", "required": "true"] {
      try world.sandbox.git(["config", "filter.heavy.\(key)", value], in: "a")
    }
    world.write("raw bytes\n", to: "a/x.bin")
    #expect(try world.vault("a").commit().snapshot.leavesOutChanges)
    let report = try world.vault("a").sync(SyncRequest()).report
    #expect(report.isInStep && report.exceptions == [TreePath("x.bin")])
  }
}
