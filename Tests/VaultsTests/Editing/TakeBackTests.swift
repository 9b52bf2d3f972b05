import Files
import History
import Layout
import Notes
import Steps
import Sync
import Synchronization
import TestSupport
import Testing
import Vaults

/// What a command wrote without a commit is taken back, and nothing else.
struct TakeBackTests {
  private static let path = NotePath("a.md")!

  private func vault(_ text: String = "# A\n\nfirst\n") throws -> (TemporaryFolder, Vault) {
    let folder = try TemporaryFolder()
    folder.makeFolder(".zib")
    folder.write(text, to: "a.md")
    let state = Environment(["XDG_STATE_HOME": folder(".state")])
    return (folder, try Vault.find(from: folder.path, environment: state))
  }

  private func append(_ text: String, _ vault: Vault, command: String = "append") throws {
    _ = try vault.doing(Deed(command)).insert(NoteInsertion(text, at: .end), into: Self.path)
  }

  private func undo(_ vault: Vault) throws -> TakenBack {
    try vault.takeBack(#require(try vault.lastDeed()))
  }

  @Test func `each call goes one further back, and a redo puts the last one there again`() throws {
    let (folder, vault) = try vault()
    try append("one", vault)
    let one = folder.read("a.md")
    try append("two", vault, command: "capture")
    let two = folder.read("a.md")
    #expect(try vault.lastDeed()?.command == "capture")
    #expect(try undo(vault).changes.map(\.kind) == [.edited])
    #expect(folder.read("a.md") == one)
    _ = try undo(vault)
    #expect(folder.read("a.md") == "# A\n\nfirst\n")
    #expect(try vault.lastDeed() == nil)
    for text in [one, two] {
      _ = try vault.redo(#require(try vault.lastDeedTakenBack()))
      #expect(folder.read("a.md") == text)
    }
    #expect(try vault.lastDeedTakenBack() == nil)
  }

  @Test func `a plan changes nothing`() throws {
    let (folder, vault) = try vault()
    try append("one", vault)
    let text = folder.read("a.md")
    let plan = try vault.takeBack(#require(try vault.lastDeed()), isPlanned: true)
    #expect(plan.changes == [FileChange(TreePath("a.md"), .edited)])
    #expect(folder.read("a.md") == text)
    #expect(try vault.lastDeed() != nil)
  }

  @Test func `what a person wrote since stays, above, below and right beside it`() throws {
    let (folder, vault) = try vault()
    try append("- mine", vault)
    let text = try #require(folder.read("a.md"))
    folder.write(
      text.replacing("# A\n", with: "# A\n\nabove\n") + "- yours\n", to: "a.md")
    let result = try undo(vault)
    #expect(result.kept.isEmpty)
    let lines = folder.read("a.md")?.split(separator: "\n")
    #expect(lines == ["# A", "above", "first", "- yours"])
  }

  @Test func `a place that was edited since is kept, and cannot be done again`() throws {
    let (folder, vault) = try vault("---\nstatus: reading\n---\n# A\n")
    let plan = vault.planProperties([.set("status", .string("read"))], of: [Self.path])
    _ = try vault.doing(Deed("set")).apply(plan)
    folder.write("---\nstatus: given away\n---\n# A\n", to: "a.md")
    let result = try undo(vault)
    #expect(result.kept == [Self.path])
    #expect(result.changes.isEmpty)
    #expect(folder.read("a.md") == "---\nstatus: given away\n---\n# A\n")
    #expect(try vault.lastDeed() == nil)
    #expect(try vault.lastDeedTakenBack() == nil)
  }

  @Test func `a new note goes while nobody edited it, and stays when somebody did`() throws {
    let (folder, vault) = try vault()
    let zone = Zone.utc
    let draft = try vault.draft(NewNote(title: "New"), at: 0, in: zone)
    _ = try vault.doing(Deed("new")).create(draft)
    let text = folder.read("New.md")
    #expect(try undo(vault).changes.map(\.kind) == [.deleted])
    #expect(folder.read("New.md") == nil)
    _ = try vault.redo(#require(try vault.lastDeedTakenBack()))
    #expect(folder.read("New.md") == text)
    folder.write("mine", to: "New.md")
    #expect(try undo(vault).kept.map(\.text) == ["New.md"])
    #expect(folder.read("New.md") == "mine")
  }

  @Test func `a note that is gone stays gone`() throws {
    let (folder, vault) = try vault()
    try append("one", vault)
    folder.unlinkFile("a.md")
    #expect(try undo(vault).gone == [Self.path])
    #expect(folder.read("a.md") == nil)
  }

  @Test func `a deed over many notes is one`() throws {
    let (folder, vault) = try vault()
    let paths = (0..<30).compactMap { NotePath("n\($0).md") }
    for path in paths { folder.write("# N\n", to: path.text) }
    let plan = vault.planProperties([.add("tags", .string("x"))], of: paths)
    _ = try vault.doing(Deed("tag add")).apply(plan)
    #expect(try undo(vault).changes.count == 30)
    for path in paths { #expect(folder.read(path.text) == "# N\n") }
    #expect(try vault.lastDeed() == nil)
  }

  @Test func `a large new file stays and is named, and one that is not large goes`() throws {
    let (folder, vault) = try vault()
    func attach(_ size: Int) throws {
      let source = AttachmentSource(
        name: "p\(size).png", bytes: [UInt8](repeating: 7, count: size), path: nil)
      _ = try vault.doing(Deed("attach")).attach([source], to: Self.path)
    }
    try attach(2 << 20)
    try attach(17 << 20)
    let large = try undo(vault)
    #expect(large.largeAndNew.count == 1)
    #expect(large.changes.map(\.path.text) == ["a.md"])
    #expect(FileStatus.at(folder.path.appending(large.largeAndNew[0])) != nil)
    let small = try undo(vault)
    #expect(small.changes.map(\.kind).contains(.deleted))
    #expect(folder.read("a.md") == "# A\n\nfirst\n")
  }

  @Test func `without a command nothing is kept`() throws {
    let (folder, vault) = try vault()
    _ = try vault.insert(NoteInsertion("x", at: .end), into: Self.path)
    #expect(try vault.lastDeed() == nil)
    #expect(folder.read("a.md")?.contains("x") == true)
  }

  /// The file of the first deed, below the vault.
  private func record(in folder: TemporaryFolder) throws -> String {
    let top = ".state/zib/deeds"
    guard let stream = DirectoryStream(folder.path.appending(top)), let entry = unsafe stream.next()
    else { throw WriteError.notAFile(Self.path) }
    return unsafe "\(top)/\(String(decoding: entry.bytes, as: UTF8.self))/1"
  }

  @Test func `a record that names a hidden file or is cut short is no reason to write`() throws {
    let (folder, vault) = try vault()
    try append("one", vault)
    let name = try record(in: folder)
    let bytes = try #require(folder.readBytes(name))
    let start = try #require(bytes.firstIndex(of: 0x0A)) + 1
    let evil = Array(".git/config\u{0}-\u{0}3\u{0}abc".utf8)
    folder.write(Array(bytes[..<start]) + evil, to: folder(name))
    #expect(try undo(vault).changes.isEmpty)
    for cut in start..<bytes.count {
      folder.unlinkFile(name + ".past")
      folder.unlinkFile(name + ".taken-back")
      folder.write(Array(bytes[..<cut]), to: folder(name))
      let text = folder.read("a.md")
      #expect(try undo(vault).changes.isEmpty)
      #expect(folder.read("a.md") == text)
    }
  }

  @Test(arguments: [
    "", "zib-deed 2 1 - t append\n", "zib-deed 1 99999999999999999 - t append\n",
    "zib-deed 1 1 - t append; rm\n", "zib-deed 1 1 - t\n",
  ])
  func `a record that cannot be read is told, and hides none before it`(start: String) throws {
    let (folder, vault) = try vault()
    try append("one", vault)
    let last = try record(in: folder).dropLast() + "2"
    folder.write(start, to: String(last))
    #expect(throws: DeedError.self) { try vault.lastDeed() }
    folder.unlinkFile(String(last))
    #expect(try undo(vault).changes.count == 1)
    folder.write("x", to: String(last.dropLast()) + "9223372036854775807.past")
    try append("two", vault)
    #expect(try undo(vault).changes.count == 1)
  }

  @Test func `a change that cannot be put on record is told, and made`() throws {
    let (folder, vault) = try vault()
    try append("one", vault)
    folder.unlinkFile(try record(in: folder))
    let place = try record(in: folder).dropLast(2)
    folder.remove(String(place))
    folder.write("no folder", to: String(place))
    var environment = vault.environment
    let told = Told()
    environment.unrecorded = { _ in told.tell() }
    environment.deed = Deed("append")
    let other = Vault(
      location: vault.location, configuration: vault.configuration, environment: environment)
    _ = try other.insert(NoteInsertion("two", at: .end), into: Self.path)
    #expect(told.count == 1)
    #expect(folder.read("a.md")?.contains("two") == true)
  }

  private final class Told: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func tell() { number.withLock { $0 += 1 } }
  }

  @Test func `what cannot be done again stays on record`() throws {
    let (folder, vault) = try vault("---\nrating: 3\n---\n# A\n")
    let plan = vault.planProperties([.set("rating", .integer(5))], of: [Self.path])
    _ = try vault.doing(Deed("set")).apply(plan)
    _ = try undo(vault)
    folder.write("---\nrating: 4\n---\n# A\n", to: "a.md")
    #expect(try vault.redo(#require(try vault.lastDeedTakenBack())).kept == [Self.path])
    folder.write("---\nrating: 3\n---\n# A\n", to: "a.md")
    #expect(try vault.redo(#require(try vault.lastDeedTakenBack())).changes.count == 1)
  }

  @Test func `a line is put back at the end, whatever stands there by now`() throws {
    let (folder, vault) = try vault()
    try append("- one", vault)
    _ = try undo(vault)
    folder.write("# A\n\nother words", to: "a.md")
    #expect(try vault.redo(#require(try vault.lastDeedTakenBack())).changes.count == 1)
    let lines = folder.read("a.md")?.split(separator: "\n")
    #expect(lines == ["# A", "other words", "- one"])
  }

  @Test func `a file with the name of a secret is not copied under another name`() throws {
    let (folder, vault) = try vault()
    let source = AttachmentSource(name: ".env", bytes: Array("KEY=1".utf8), path: nil)
    #expect(throws: AttachError.secret(".env")) {
      try vault.doing(Deed("attach")).attach([source], to: Self.path)
    }
    #expect(folder.read("Attachments/env") == nil)
  }

  @Test func `commands that were taken back are forgotten after a hundred others`() throws {
    let (folder, vault) = try vault()
    for number in 0..<130 { try append("\(number)", vault) }
    var count = 0
    while let deed = try vault.lastDeed() {
      _ = try vault.takeBack(deed)
      count += 1
    }
    #expect(count == 100)
    #expect(vault.forgottenDeed?.command == "append")
    #expect(folder.read("a.md")?.contains("29") == true)
    #expect(folder.read("a.md")?.contains("30") == false)
  }

  /// Lines of commands and lines of a person are written in turns; when all commands are taken back, the person's lines
  /// stand as they were written, and none of the commands' that could be taken back.
  @Test(arguments: 0..<40)
  func `a person's lines survive whatever is taken back`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let (folder, vault) = try vault()
    var person: [String] = []
    var kept = 0
    for step in 0..<20 {
      if Bool.random(using: &random) {
        try append("- command \(step)", vault)
      } else {
        var lines = try #require(folder.read("a.md")).split(
          separator: "\n", omittingEmptySubsequences: false)
        let line = "person \(step)"
        lines.insert(line[...], at: Int.random(in: 0...lines.count, using: &random))
        person.append(line)
        folder.write(lines.joined(separator: "\n"), to: "a.md")
      }
      if Int.random(in: 0..<6, using: &random) == 0, let deed = try vault.lastDeed() {
        kept += try vault.takeBack(deed).kept.count
      }
    }
    while let deed = try vault.lastDeed() { kept += try vault.takeBack(deed).kept.count }
    let lines = try #require(folder.read("a.md")).split(separator: "\n").map(String.init)
    #expect(Set(lines).isSuperset(of: person))
    #expect(lines.filter { $0.hasPrefix("- command") }.count == kept)
    #expect(kept == 0)
  }
}
