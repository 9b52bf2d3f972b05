import Exchange
import Files
import History
import Imports
import Notes
import Steps
import Sync
import TestSupport
import Testing
import Vaults

/// The files that stay of an import that is taken back, and those that come again.
@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct UndoneImportTests {
  private let folder: TemporaryFolder
  private let shell: Shell
  private let vault: Vault

  init() throws {
    folder = try TemporaryFolder()
    folder.makeFolder("vault/.zib")
    let root = try #require(DiskPath.real(DiskPath(folder("vault"))))
    let environment = Environment(["HOME": folder.path.text])
    let location = VaultLocation(root: root, kind: .zib)
    vault = Vault(location: location, configuration: Configuration(), environment: environment)
    shell = Shell(folder: root.text)
    folder.write("# Home\n", to: "vault/Home.md")
    folder.write("# Settings\n", to: "vault/.zib/config.yml")
    shell(
      "git init -q -b main . && git config user.name Ada && git config user.email ada@example.org"
        + " && git add . && git commit -q -m first")
  }

  @discardableResult
  private func run(
    _ content: Imported.Content, into folder: String? = nil,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> (plan: ImportPlan, outcome: ImportPlan.Outcome?) {
    var options = ImportOptions(zone: .utc, now: 1_600_000_000_000)
    options.folder = folder
    options.decide = decide
    return try vault.carryOut(withPastIn: .utc) {
      try vault.planImport(Imported(content), options)
    }
  }

  /// Two notes with a picture each, one of which a cover too.
  private static var library: GrailLibrary {
    var library = GrailLibrary()
    for (id, title) in [("A", "Emma"), ("B", "Walden")] {
      var note = GrailLibrary.Note(id: id)
      note.versions = [
        .init(
          time: 1_577_880_000_000,
          text: "# \(title)\n\nA text of its own.\n\n![](assets/\(title).png)\n")
      ]
      if id == "A" {
        note.book = ImportedBook(source: "grail", id: "", title: title)
        note.cover = "assets/cover.jpeg"
      }
      library.notes.append(note)
    }
    library.assets = ["Emma.png", "Walden.png", "cover.jpeg"].map {
      .init(name: "assets/\($0)", bytes: Array($0.utf8))
    }
    return library
  }

  @Test func `pictures and covers stay with the notes that stay`() throws {
    try run(.library(Self.library), into: "Library")
    shell("echo mine >> Library/Emma.md")
    _ = try vault.undo()
    #expect(
      shell.text("cd Library && ls -d * assets/*").split(whereSeparator: \.isNewline) == [
        "Emma.md", "assets", "assets/Emma.png", "assets/cover.jpeg",
      ])
    // It is known, and what went comes beside it.
    let again = try run(.library(Self.library))
    #expect(again.plan.known == 1 && again.plan.differences.isEmpty)
    #expect(again.plan.changes.map(\.path.text) == ["Library/Walden.md"])
    #expect(folder.exists("vault/Library/assets/Walden.png"))
  }

  @Test func `a note of a library that was deleted stays away until it is asked for`() throws {
    try run(.library(Self.library), into: "Library")
    shell("rm Library/Walden.md Library/assets/Walden.png")
    let first = try run(.library(Self.library)).plan
    #expect(first.leftOut == 1 && first.known == 1 && first.changes.isEmpty && first.files.isEmpty)
    #expect(first.remarks.map(\.item) == ["Walden"])
    let second = try run(.library(Self.library)).plan
    #expect(second.leftOut == 1 && second.remarks.isEmpty && second.isEmpty)
    let third = try run(.library(Self.library)) { _ in .take }.plan
    #expect(third.changes.map(\.path.text) == ["Library/Walden.md"])
    #expect(folder.exists("vault/Library/assets/Walden.png"))
    // Deleted again, it is told again.
    shell("rm Library/Walden.md")
    #expect(try run(.library(Self.library)).plan.remarks.count == 1)
  }

  private static func books(_ rating: Int = 4, _ reading: String = "") throws -> Imported.Content {
    let text = """
      Book Id,Title,Author,My Rating,Date Read,Exclusive Shelf
      1,Emma,Jane Austen,\(rating),2020/10/25,read
      2,Walden,Henry Thoreau,5,,read
      """
    return .books(try GoodreadsExport.read(Array(text.utf8)).books)
  }

  @Test func `a note that was renamed and edited since stays, and is named`() throws {
    try run(try Self.books())
    shell("echo mine >> Books/Emma.md; mv Books/Emma.md Books/Mine.md")
    let planned = try vault.plannedUndo()
    #expect(planned.renamed.map(\.text) == ["Books/Mine.md"])
    let undone = try vault.undo()
    #expect(undone.renamed.map(\.text) == ["Books/Mine.md"])
    #expect(shell.text("ls Books") == "Mine.md")
    let again = try run(try Self.books()).plan
    #expect(again.known == 1 && again.changes.map(\.path.text) == ["Books/Walden.md"])
  }

  @Test func `an import that brought nothing is no step of undo, and leaves nothing behind`() throws
  {
    try run(try Self.books())
    shell("sed -i 's/rating: 4/rating: 3/' Books/Emma.md && git commit -qam mine")
    // The note has the rating already, which is remembered.
    let empty = try run(try Self.books(3))
    #expect(empty.plan.changes.isEmpty && !empty.plan.isEmpty)
    #expect(empty.outcome?.canBeUndone == false)
    #expect(shell.text("ls .zib/imports/goodreads | wc -l").contains("2"))
    shell("rm Books/Walden.md; git checkout -q HEAD~2 -- Books/Emma.md && git commit -qam back")
    let undone = try vault.undo()
    #expect(undone.report.operation.kind == .import)
    #expect(!folder.exists("vault/Books/Emma.md"))
    #expect(shell.text("git status --short; ls .zib/imports/goodreads 2> /dev/null") == "")
    // Nothing says that a person removed them.
    let again = try run(try Self.books(3)).plan
    #expect(again.leftOut == 0 && again.changes.count == 2)
  }
}
