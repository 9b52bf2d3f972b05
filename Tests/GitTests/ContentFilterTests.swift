import Git
import GitSandbox
import History
import Testing

/// P20: what is stored and checked out equals what plain git makes of it.
struct ContentFilterTests {
  /// Texts with every kind of line end, and bytes that are no text.
  private static let contents: [[UInt8]] = {
    let texts = [
      "", "one line\n", "a\r\nb\r\n", "a\nb\n", "mixed\r\nends\n", "lone\rreturn\n", "\r", "\r\r\n",
      "no end", "crlf\r\nno end", "$Id$\n", "a $Id: 0123abcd $ b\r\n", "$Id: two words $\n",
      "$Id: broken\n$ $Id$", "$Id", "$$Id$", "$Id:$\n", "$Id: \n", "zero\u{0}byte\r\n",
      "end of file\u{1A}", "bell\u{7}\r\n", "tab\tand\u{1B}escape\r\n", "Zibaldone: é ü 漢字\r\n",
    ]
    var all = texts.map { Array($0.utf8) }
    all.append(Array(repeating: 0x61, count: 300) + [0x01, 0x0D, 0x0A, 0x02])
    all.append(Array(repeating: 0x61, count: 200) + [0x01, 0x0D, 0x0A, 0x02, 0x03])
    all.append([0xFF, 0xFE, 0x0D, 0x0A, 0x80])
    return all
  }()

  /// A file of each content for each line of attributes.
  private static let attributes = [
    "", "text", "-text", "text=auto", "text=input", "text=other", "eol=crlf", "eol=lf",
    "text eol=crlf", "text=auto eol=crlf", "text=auto eol=lf", "-text eol=crlf", "crlf", "-crlf",
    "crlf=input", "crlf=auto eol=lf", "text=input eol=crlf", "ident", "text ident", "binary",
    "ident eol=crlf", "text=auto crlf=input",
  ]

  private func names() -> [(name: String, content: [UInt8], attributes: String)] {
    Self.attributes.enumerated().flatMap { line, attributes in
      Self.contents.enumerated().map { ("a\(line)/c\($0).md", $1, attributes) }
    }
  }

  private static let settings: [[String]] = [
    [], ["core.autocrlf=true"], ["core.autocrlf=input"], ["core.eol=crlf"],
    ["core.autocrlf=true", "core.eol=lf"],
  ]

  private func repository(_ sandbox: Sandbox, _ settings: [String] = []) throws -> Repository {
    try sandbox.git("init --quiet r")
    for setting in settings {
      try sandbox.git(["config"] + setting.split(separator: "=").map(String.init), in: "r")
    }
    return try Repository.open(at: sandbox("r"))
  }

  @Test(arguments: settings)
  func `P20 line ends and ident are stored as git add stores them, and checked out as it does`(
    settings: [String]
  ) throws {
    let sandbox = try Sandbox()
    let repository = try repository(sandbox, settings)
    for (line, attributes) in Self.attributes.enumerated() where !attributes.isEmpty {
      sandbox.write("*.md \(attributes)\n", to: "r/a\(line)/.gitattributes")
    }
    let files = names()
    for file in files { sandbox.write(file.content, to: "r/" + file.name) }
    let filter = try ContentFilter(repository, git: sandbox.git)
    let stored = try files.map { try filter.stored($0.content, at: TreePath($0.name)) }

    try sandbox.git("add -A", in: "r")
    var ids: [TreePath: ObjectID] = [:]
    for entry in try repository.stagedEntries() { ids[entry.path] = entry.version.id }
    for (file, bytes) in zip(files, stored) {
      #expect(
        try Repository.id(ofBlob: bytes) == ids[TreePath(file.name)],
        "\(settings) \(file.attributes): \(String(decoding: file.content, as: UTF8.self).debugDescription)"
      )
    }

    // Raw blobs, CRLF and all, as another device may have committed them.
    var staged: [TreePath: StagedEntry?] = [:]
    for file in files {
      let id = try repository.write(blob: file.content)
      let path = TreePath(file.name)
      staged[path] = StagedEntry(path: path, version: FileVersion(id: id), stamp: nil)
    }
    try repository.setStaged(staged)
    try repository.flush()
    try sandbox.git("checkout-index -a -f", in: "r")
    // Git has two forms of `ident`, which differ in this one text.
    for file in files where file.content != Array("$$Id$".utf8) {
      let bytes = try filter.checkedOut(file.content, at: TreePath(file.name))
      #expect(
        bytes == sandbox.read("r/" + file.name),
        "\(settings) \(file.attributes): \(String(decoding: file.content, as: UTF8.self).debugDescription)"
      )
    }

    // Now that versions with CRLF are staged, git leaves some line ends alone.
    let again = files.map { (name: $0.name, content: $0.content + Array("more\r\n".utf8)) }
    let restored = try again.map { try filter.stored($0.content, at: TreePath($0.name)) }
    for file in again { sandbox.write(file.content, to: "r/" + file.name) }
    try sandbox.git("add -A", in: "r")
    for entry in try repository.stagedEntries() { ids[entry.path] = entry.version.id }
    for (file, bytes) in zip(again, restored) {
      #expect(
        try Repository.id(ofBlob: bytes) == ids[TreePath(file.name)], "\(settings) \(file.name)")
    }
  }

  @Test func `P20 core.safecrlf refuses what git add refuses`() throws {
    let sandbox = try Sandbox()
    let repository = try repository(sandbox, ["core.autocrlf=input", "core.safecrlf=true"])
    let filter = try ContentFilter(repository, git: sandbox.git)
    let path = TreePath("a.md")
    #expect(throws: FileRefused(path, .filter("core.safecrlf"))) {
      try filter.stored(Array("a\r\n".utf8), at: path)
    }
    sandbox.write("a\r\n", to: "r/a.md")
    #expect(try !sandbox.git.run(["add", "a.md"], in: sandbox.bytes("r")).isSuccess)
    #expect(try filter.stored(Array("a\n".utf8), at: path) == Array("a\n".utf8))
  }

  @Test(arguments: ["UTF-16", "UTF-16LE", "UTF-16LE-BOM", "ISO-8859-1"])
  func `P20 an encoding of the folder is git's to change`(encoding: String) throws {
    let sandbox = try Sandbox()
    let repository = try repository(sandbox)
    sandbox.write("*.txt text working-tree-encoding=\(encoding) eol=crlf\n", to: "r/.gitattributes")
    let filter = try ContentFilter(repository, git: sandbox.git)
    let path = TreePath("a.txt")
    let blob = Array("Grüße\nund Küsse\n".utf8)
    let file = try filter.checkedOut(blob, at: path)
    #expect(file != blob)
    #expect(try filter.stored(file, at: path) == blob)
    sandbox.write(file, to: "r/a.txt")
    try sandbox.git("add a.txt", in: "r")
    #expect(try sandbox.id(":a.txt", in: "r") == Repository.id(ofBlob: blob))
    sandbox.write("", to: "r/a.txt")
    try sandbox.git("checkout-index -f a.txt", in: "r")
    #expect(sandbox.read("r/a.txt") == file)
  }

  @Test func `P20 a filter of the person's runs as git runs it`() throws {
    let sandbox = try Sandbox()
    let repository = try repository(sandbox)
    sandbox.writeScript("tr a-z A-Z; echo \"$1\"", to: "clean")
    sandbox.writeScript("tr A-Z a-z", to: "smudge")
    try sandbox.git(["config", "filter.shout.clean", "\(sandbox("clean")) %f"], in: "r")
    try sandbox.git(["config", "filter.shout.smudge", sandbox("smudge")], in: "r")
    sandbox.write("*.txt filter=shout\n*.md filter=unknown\n", to: "r/Ü ber/.gitattributes")
    let filter = try ContentFilter(repository, git: sandbox.git)
    let path = TreePath("Ü ber/a b.txt")
    let bytes = Array("whisper\n".utf8)
    let stored = try filter.stored(bytes, at: path)
    #expect(stored == Array("WHISPER\nÜ ber/a b.txt\n".utf8))
    sandbox.write(bytes, to: "r/Ü ber/a b.txt")
    try sandbox.git("add -A", in: "r")
    #expect(
      try sandbox.git(["rev-parse", ":Ü ber/a b.txt"], in: "r") == Repository.id(ofBlob: stored).hex
    )
    #expect(try filter.checkedOut(Array("LOUD é\n".utf8), at: path) == Array("loud é\n".utf8))
    // A filter that is named and not set up is none to git.
    #expect(try filter.stored(bytes, at: TreePath("Ü ber/b.md")) == bytes)
  }

  @Test func `P20 a filter that is required and fails refuses the file, one that is not does not`()
    throws
  {
    let sandbox = try Sandbox()
    let repository = try repository(sandbox)
    sandbox.write("*.png filter=lfs -text\n", to: "r/.gitattributes")
    try sandbox.git(["config", "filter.lfs.clean", "no-such-program-here clean %f"], in: "r")
    try sandbox.git(["config", "filter.lfs.smudge", "no-such-program-here smudge %f"], in: "r")
    let path = TreePath("a.png")
    let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]
    let lenient = try ContentFilter(repository, git: sandbox.git)
    #expect(try lenient.stored(bytes, at: path) == bytes)

    try sandbox.git("config filter.lfs.required true", in: "r")
    let strict = try ContentFilter(repository, git: sandbox.git)
    #expect(throws: FileRefused(path, .filter("lfs"))) { try strict.stored(bytes, at: path) }
    #expect(throws: FileRefused(path, .filter("lfs"))) { try strict.checkedOut(bytes, at: path) }
    sandbox.write(bytes, to: "r/a.png")
    #expect(try !sandbox.git.run(["add", "a.png"], in: sandbox.bytes("r")).isSuccess)
    // Nor is anything stored raw where there is no git to run it.
    let without = try ContentFilter(repository, git: nil)
    #expect(throws: FileRefused(path, .filter("lfs"))) { try without.stored(bytes, at: path) }
  }

  @Test func `P20 attributes count wherever they stand, and from when they are there`() throws {
    let sandbox = try Sandbox()
    let repository = try repository(sandbox)
    let crlf = Array("a\r\n".utf8)
    let lf = Array("a\n".utf8)
    let path = TreePath("x/y/a.md")
    let filter = try ContentFilter(repository, git: sandbox.git)
    #expect(try filter.stored(crlf, at: path) == crlf)
    // A merge brings them in the middle of a run.
    sandbox.write("*.md text\n", to: "r/x/.gitattributes")
    _ = try filter.stored(Array("*.md text\n".utf8), at: TreePath("x/.gitattributes"))
    #expect(try filter.stored(crlf, at: path) == lf)

    try sandbox.git("init --quiet s")
    sandbox.write("*.md text\n", to: "s/.git/info/attributes")
    let other = try ContentFilter(try Repository.open(at: sandbox("s")), git: sandbox.git)
    #expect(try other.stored(crlf, at: path) == lf)

    try sandbox.git("init --quiet t")
    sandbox.write("*.md text\n", to: "attributes")
    try sandbox.git(["config", "core.attributesFile", sandbox("attributes")], in: "t")
    let third = try ContentFilter(try Repository.open(at: sandbox("t")), git: sandbox.git)
    #expect(try third.stored(crlf, at: path) == lf)
  }
}
