import Exchange
import Files
import Git
import History
import Imports
import Notes
import PastNotes
import Reviews
import Steps
import Sync
import TestSupport
import Testing
import Vaults
import WorkTrees

@Suite(.enabled(if: Shell.hasGit, "there is no git program"))
struct GrailImportTests {
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
  }

  private static let initialise =
    "git init -q -b main . && git config user.name Ada && git config user.email ada@example.org"

  /// 2020-01-01 12:00 UTC, and so many days more.
  private static func noon(_ day: Int64) -> Int64 { (1_577_880_000 + day * 86_400) * 1000 }
  private static let now = noon(2500)

  /// A note that was edited, one that was deleted, a text that was kept beside, a picture and reviews.
  private static var library: GrailLibrary {
    var library = GrailLibrary()
    var walden = GrailLibrary.Note(id: "0A4CB8D5-0F0F-4E0B-8A57-0DBF13C0D2B1")
    walden.created = noon(0)
    walden.versions = [
      .init(time: noon(0), text: "# Walden\n\n> Simplify. (p. 91)\n"),
      .init(
        time: noon(3),
        text:
          "# Walden\n\n> Simplify, simplify. (p. 91)\n\n![](assets/aa.png)\n\nPond: ?[](Walden).\n"),
    ]
    walden.conflicts = [
      .init(time: noon(2), author: "iPad", text: "# Walden\n\n> Simplify! (p. 91)\n")
    ]
    walden.templates = [
      .init(key: "one", kind: .quote, text: "> Simplify. (p. 91)\n"),
      .init(key: "two", kind: .quote, text: "> Simplify, simplify. (p. 91)\n"),
      .init(key: "three", kind: .cloze, text: "Pond: ?[](Walden)."),
    ]
    var book = ImportedBook(source: "grail", id: "", title: "Walden")
    book.authors = ["Henry David Thoreau"]
    book.status = .read
    walden.book = book
    walden.cover = "assets/bb.jpeg"
    var gone = GrailLibrary.Note(id: "17")
    gone.versions = [
      .init(time: noon(1), text: "Walden\nnot wanted"), .init(time: noon(2), text: nil),
    ]
    library.notes = [gone, walden]
    library.assets = [
      .init(name: "assets/aa.png", bytes: [1, 2]), .init(name: "assets/bb.jpeg", bytes: [3]),
      .init(name: "assets/unused.png", bytes: [4]), .init(name: "../out.png", bytes: [5]),
    ]
    library.reviews = [
      .init(time: noon(1), template: "one", index: 0, correct: 1, incorrect: 0),
      .init(time: noon(4), template: "two", index: 0, correct: 1, incorrect: 1),
      .init(time: noon(5), template: "three", index: 0, correct: 1, incorrect: 0),
      .init(time: noon(5), template: "three", index: 7, correct: 1, incorrect: 0),
      .init(time: noon(5), template: "lost", index: 0, correct: 1, incorrect: 0),
    ]
    return library
  }

  private func plan(_ library: GrailLibrary, into folder: String? = nil) throws -> ImportPlan {
    try vault.planImport(library, into: folder, zone: .utc, now: Self.now)
  }

  @discardableResult
  private func run(_ library: GrailLibrary, into folder: String? = nil) throws -> ImportPlan {
    let plan = try plan(library, into: folder)
    let outcome = try vault.carryOut(plan)
    #expect(outcome.refusals.isEmpty)
    return plan
  }

  private static let frontMatter = """
    ---
    id: 0a4cb8d5-0f0f-4e0b-8a57-0dbf13c0d2b1
    created: 2020-01-01T12:00:00Z
    type: book
    author: Henry David Thoreau
    status: read
    cover: assets/bb.jpeg
    ---

    """

  @Test func `every version is a commit of its day, and the folder is as the last one`() throws {
    shell(Self.initialise)
    let plan = try run(Self.library)
    #expect(plan.copies == 1 && plan.reviews == 4 && plan.known == 0)
    #expect(
      shell.text("git log --reverse --format='%ad %cd %an: %s' --date=short") == """
        2020-01-01 2020-01-01 Ada: Begin the vault
        2020-01-01 2020-01-01 Ada: Pictures and covers
        2020-01-01 2020-01-01 Ada: Walden
        2020-01-02 2020-01-02 Ada: Walden 2
        2020-01-03 2020-01-03 Ada: Walden, as iPad had it
        2020-01-03 2020-01-03 Ada: Walden 2
        2020-01-04 2020-01-04 Ada: Walden
        2026-11-05 2026-11-05 Ada: Reviews of Grail Diary
        """)
    #expect(shell.text("git status --short") == "")
    #expect(shell.text("git log -1 --format=%b HEAD~3").contains("Device: iPad"))
    #expect(
      folder.read("vault/Walden.md") == Self.frontMatter
        + "# Walden\n\n> Simplify, simplify. (p. 91)\n\n![](assets/aa.png)\n\nPond: ?[](Walden).\n")
    #expect(
      shell.text("git show HEAD~2:Walden.md") + "\n"
        == Self.frontMatter + "# Walden\n\n> Simplify. (p. 91)\n")
    #expect(folder.readBytes("vault/assets/aa.png") == [1, 2])
    #expect(folder.exists("vault/assets/unused.png") && !folder.exists("out.png"))
    #expect(!folder.exists("vault/Walden 2.md"))
    let copies = folder.names(in: "vault").filter { $0.contains(".conflict-") }
    #expect(copies.count == 1)
    #expect(
      folder.read("vault/\(copies.first ?? "")")
        == Self.frontMatter + "# Walden\n\n> Simplify! (p. 91)\n")
  }

  @Test
  func
    `the review of a book and the data of another device come, and the second time nothing does`()
    throws
  {
    shell(Self.initialise + " && git commit -q --allow-empty -m first")
    var note = GrailLibrary.Note(id: "0A4CB8D5-0F0F-4E0B-8A57-0DBF13C0D2B2")
    note.versions = [
      .init(time: Self.noon(3), text: "---\r\ntags: x\r\n---\r\n# Owls\r\n\r\n> Hoot.\r\n")
    ]
    var book = ImportedBook(source: "grail", id: "", title: "Owls")
    book.authors = ["Ann"]
    book.review = "Good.\r\n\r\nVery."
    note.book = book
    note.cover = "assets/aa.png"
    var other = GrailLibrary.Conflict(
      time: Self.noon(2), author: "iPad", text: note.versions[0].text ?? "")
    book.review = "Bad."
    other.book = book
    other.cover = "assets/bb.png"
    note.conflicts = [other]
    var library = GrailLibrary()
    library.notes = [note]
    library.assets = [
      .init(name: "assets/aa.png", bytes: [1]), .init(name: "assets/bb.png", bytes: [2]),
    ]
    let plan = try run(library)
    #expect(plan.copies == 1)
    let text = try #require(folder.read("vault/Owls.md"))
    let own = Note(parsing: Array(text.utf8))
    #expect(own.frontMatter?["book-review"]?.string == "Good.\r\n\r\nVery.")
    #expect(text.hasSuffix("---\r\ntags: x\r\n---\r\n# Owls\r\n\r\n> Hoot.\r\n"))
    let copy = folder.names(in: "vault").first { $0.contains(".conflict-") } ?? ""
    let theirs = Note(parsing: folder.readBytes("vault/\(copy)") ?? [])
    #expect(theirs.frontMatter?["book-review"]?.string == "Bad.")
    #expect(theirs.frontMatter?["cover"]?.string == "assets/bb.png")
    #expect(theirs.frontMatter?["id"]?.string == own.frontMatter?["id"]?.string)
    #expect(folder.readBytes("vault/assets/bb.png") == [2])
    let again = try self.plan(library)
    #expect(again.isEmpty && again.differences.isEmpty && again.known == 1)
  }

  @Test func `reviews are those of the prompts as they are now`() throws {
    shell(Self.initialise)
    let plan = try run(Self.library)
    #expect(plan.remarks.map(\.kind) == [.notUnderstood, .notCarried])
    let log = folder.readBytes("vault/.zib/reviews/grail-diary/2020.log") ?? []
    let history = ReviewHistory(replaying: ReviewLog.events(in: log))
    let note = Note(parsing: folder.readBytes("vault/Walden.md") ?? [])
    let reviews = note.prompts.map { history[history.card(of: $0.id)]?.state?.reviews }
    #expect(reviews == [3, 1])
  }

  @Test func `a second import adds nothing, wherever the note lies and whatever it says`() throws {
    shell(Self.initialise)
    try run(Self.library, into: "Old")
    let head = shell.text("git rev-parse HEAD")
    var again = try run(Self.library, into: "Old")
    #expect(again.known == 1 && again.isEmpty)
    #expect(again.past.isEmpty && again.reviews == 0 && again.differences.isEmpty)
    #expect(shell.text("git rev-parse HEAD") == head)
    shell("mkdir New && mv Old/Walden.md New/Pond.md && echo more >> New/Pond.md")
    again = try plan(Self.library)
    #expect(again.known == 1 && again.isEmpty && again.differences.isEmpty)
    // A later state of the library brings its new reviews alone.
    var later = Self.library
    later.reviews.append(
      .init(time: Self.noon(9), template: "three", index: 0, correct: 1, incorrect: 0))
    again = try run(later)
    #expect(
      again.reviews == 1
        && again.files.map(\.path.text) == [
          ".zib/reviews/grail-diary/2020-2.log"
        ])
  }

  /// The library a month later: a rating, a review, a longer text, another device's text and a new note.
  private static var later: GrailLibrary {
    var library = library
    var walden = library.notes[1]
    walden.book?.halfStars = 9
    walden.book?.review = "Fine."
    walden.versions.append(
      .init(time: noon(40), text: "# Walden\n\n> Simplify, and again. (p. 91)\n"))
    walden.conflicts.append(.init(time: noon(41), author: "iPad", text: "# Walden\n\nNo.\n"))
    var new = GrailLibrary.Note(id: "18")
    new.versions = [.init(time: noon(42), text: "# New\n")]
    library.notes = [library.notes[0], walden, new]
    return library
  }

  @Test(arguments: [true, false])
  func `a library a month later brings its notes forward as one import`(hasNew: Bool) throws {
    shell(Self.initialise + " && git commit -q --allow-empty -m first")
    try run(Self.library)
    let head = shell.text("git rev-parse HEAD^{tree}")
    var later = Self.later
    if !hasNew { later.notes.removeLast() }
    let plan = try run(later)
    #expect(plan.differences.isEmpty && plan.copies == 1 && plan.known == 0)
    let text = try #require(folder.read("vault/Walden.md"))
    let note = Note(parsing: Array(text.utf8))
    #expect(note.book?.halfStars == 9 && note.frontMatter?["book-review"]?.string == "Fine.")
    #expect(text.hasSuffix("---\n# Walden\n\n> Simplify, and again. (p. 91)\n"))
    #expect(folder.names(in: "vault").count { $0.contains(".conflict-") } == 2)
    #expect(folder.exists("vault/New.md") == hasNew)
    #expect(shell.text("git status --short") == "")
    #expect(try self.plan(later).isEmpty)
    // A copy that was resolved does not return.
    shell("rm *.conflict-*.md")
    #expect(try self.plan(later).isEmpty)
    shell("git checkout -q .")
    _ = try vault.undo()
    #expect(shell.text("git rev-parse HEAD^{tree}") == head)
  }

  @Test func `a library in a vault without a commit is taken back`() throws {
    shell(Self.initialise)
    #expect(try vault.carryOut(try plan(Self.library)).canBeUndone)
    #expect(folder.exists("vault/Walden.md"))
    _ = try vault.undo()
    #expect(!folder.exists("vault/Walden.md"))
    #expect(shell.text("git ls-files -- '*.md'") == "")
  }

  @Test func `a folder and an address that changed in the library come with its next import`()
    throws
  {
    shell(Self.initialise + " && git commit -q --allow-empty -m first")
    var library = Self.library
    library.notes[1].folder = "Essays"
    #expect(try vault.carryOut(try plan(library)).canBeUndone)
    library.notes[1].folder = "Essays/American"
    library.notes[1].address = "https://example.org/walden"
    #expect(try run(library).differences.isEmpty)
    let note = Note(parsing: Array(try #require(folder.read("vault/Walden.md")).utf8))
    #expect(note.frontMatter?["folder"]?.string == "Essays/American")
    #expect(note.frontMatter?["url"]?.string == "https://example.org/walden")
    #expect(try plan(library).isEmpty)
    // A value that the person changed stays, and is told if the library changed it too.
    let text = try #require(folder.read("vault/Walden.md"))
    folder.write(
      text.replacing("folder: Essays/American", with: "folder: Mine"), to: "vault/Walden.md")
    #expect(try plan(library).differences.isEmpty)
    library.notes[1].folder = "Ponds"
    library.notes[1].address = nil
    let plan = try run(library)
    #expect(plan.differences.map(\.key) == ["folder"])
    let last = Note(parsing: Array(try #require(folder.read("vault/Walden.md")).utf8))
    #expect(last.frontMatter?["folder"]?.string == "Mine" && last.frontMatter?["url"] == nil)
  }

  @Test
  func `where the person and the library changed the same, it is told, and the person decides`()
    throws
  {
    shell(Self.initialise)
    try run(Self.library)
    let text = try #require(folder.read("vault/Walden.md"))
    folder.write(
      text.replacing("status: read", with: "status: read\nrating: 2") + "mine\n",
      to: "vault/Walden.md")
    let plan = try run(Self.later)
    #expect(plan.differences.map(\.key) == ["rating", "text"])
    let kept = try #require(folder.read("vault/Walden.md"))
    #expect(kept.contains("rating: 2") && kept.hasSuffix("mine\n") && kept.contains("Fine."))
    let taking = try vault.planImport(Self.later, zone: .utc, now: Self.now) { _ in .take }
    #expect(try vault.carryOut(taking).refusals.isEmpty)
    let taken = try #require(folder.read("vault/Walden.md"))
    #expect(taken.contains("rating: 4.5") && taken.hasSuffix("again. (p. 91)\n"))
    #expect(try self.plan(Self.later).isEmpty)
  }

  @Test func `what came before there was a record is told, and not doubled`() throws {
    shell(Self.initialise)
    try run(Self.library)
    shell("rm -r .zib/imports *.conflict-*.md")
    var library = Self.library
    library.notes[1].book?.halfStars = 9
    library.notes[1].book?.status = .reading
    let plan = try run(library)
    #expect(plan.copies == 0)
    #expect(plan.differences.map(\.key) == ["status", "text of another device"])
    #expect(folder.read("vault/Walden.md")?.contains("rating: 4.5") == true)
  }

  @Test func `what is in the vault stays, and its history goes on`() throws {
    shell("\(Self.initialise) && echo own > Walden.md && git add -A && git commit -qm own")
    folder.write("not committed", to: "vault/More.md")
    try run(Self.library)
    #expect(folder.read("vault/Walden.md") == "own\n")
    #expect(folder.read("vault/Walden 2.md")?.contains("Simplify, simplify") == true)
    #expect(folder.read("vault/More.md") == "not committed")
    let dates = shell.text("git log --format=%ct").split(separator: "\n").compactMap { Int($0) }
    #expect(dates.count == 9 && dates == dates.sorted(by: >))
    #expect(
      shell.text("git log -1 --format=%ad --date=short -- 'Walden 2.md'") == "2020-01-04")
    #expect(shell.text("git status --short") == "")
  }

  @Test func `what came to a path since the plan was made stops the import before it began`() throws
  {
    shell("\(Self.initialise) && git commit -q --allow-empty -m first")
    let plan = try plan(Self.library)
    folder.write("own", to: "vault/Walden.md")
    #expect(throws: PathsTaken(paths: [TreePath("Walden.md")])) {
      try vault.carryOut(plan)
    }
    #expect(folder.read("vault/Walden.md") == "own")
    #expect(!folder.exists("vault/assets"))
  }

  /// The vault as a process has it that has just been started.
  private func session(
    _ interruption: @escaping DiskWorkTree.Interruption
  ) throws -> SyncSession {
    let repository = try Git.Repository.open(at: vault.root.bytes)
    let workTree = DiskWorkTree(
      root: vault.root, gitFolder: vault.root.appending(".git"), scope: .root,
      options: try WorkTreeOptions(repository, environment: Environment([:])),
      content: try WorkTreeContent(repository, nil), interruption: interruption)
    return SyncSession(
      repository: repository, workTree: workTree, transport: nil, device: "desk"
    ) { CommitTime(seconds: Self.now / 1000, offset: 0) }
  }

  /// Stopped at any step on the disk, the next command ends it, and nothing is there twice or half.
  @Test func `an import that is stopped at any step is all there after the next`() throws {
    shell(Self.initialise)
    folder.write("own", to: "vault/Own.md")
    shell("git add -A && git commit -qm own && cp -a . ../template")
    let plan = try plan(Self.library)
    var stop = 0
    while true {
      shell("cd .. && rm -rf vault && cp -a template vault")
      var count = 0
      let session = try session { _, _ in
        count += 1
        return count > stop ? 28 : nil
      }
      let past = plan.past.map { moment in
        var files: [TreePath: [UInt8]?] = [:]
        for (path, bytes) in moment.files { files[TreePath(bytes: path.bytes)] = .some(bytes) }
        return PastFiles(
          time: CommitTime(seconds: moment.time / 1000, offset: 0), device: "desk", files: files)
      }
      let isDone = (try? session.add(past)) != nil
      _ = try self.session { _, _ in nil }.recover()
      let texts = plan.changes.map { folder.readBytes("vault/\($0.path.text)") }
      let isAllThere = texts == plan.changes.map { $0.new }
      #expect(isAllThere || texts.allSatisfy { $0 == nil }, "step \(stop)")
      #expect(shell.text("git status --short") == "", "step \(stop)")
      #expect(folder.read("vault/Own.md") == "own")
      if isDone { break }
      stop += 1
    }
    #expect(stop > 10)
  }

  @Test(arguments: ["file", "link", "ignored"])
  func `what stands where a folder would have to be is not replaced`(kind: String) throws {
    shell(Self.initialise + " && git commit -q --allow-empty -m first")
    switch kind {
    case "file": shell("echo own > assets && git add -A && git commit -qm own")
    case "link": shell("mkdir ../pictures && ln -s ../pictures assets")
    default: shell("echo assets > .gitignore && echo own > assets")
    }
    #expect(throws: ImportError.noFolder("assets")) { try plan(Self.library) }
    #expect(throws: (any Error).self) { try plan(Self.library, into: "assets") }
    try run(Self.library, into: "Old")
    #expect(folder.readBytes("vault/Old/assets/aa.png") == [1, 2])
  }

  @Test func `times that git cannot have, and such to come, are the nearest that it can`() throws {
    shell(Self.initialise)
    var library = GrailLibrary()
    var note = GrailLibrary.Note(id: "1")
    note.versions = [
      .init(time: Self.noon(-20_000), text: "# Old\n"),
      .init(time: Self.noon(90_000), text: "# New\n"),
    ]
    library.notes = [note]
    try run(library)
    #expect(
      shell.text("git log --reverse --format='%at %ct'")
        .hasPrefix("0 0\n0 0\n\(Self.now / 1000) \(Self.now / 1000)\n"))
    shell("git fsck --strict")
  }

  @Test func `the past is found by its dates where the vault is younger`() throws {
    shell(Self.initialise + " && git commit -q --allow-empty -m first")
    try run(Self.library)
    let history = try vault.history()
    let version = try history.version(at: "2020-01-02", now: Self.now, zone: .utc)
    let text = try history.restoration(of: "Walden.md", from: version).files.values.first
    let blob = try #require(text).id
    #expect(
      String(decoding: try history.repository.blob(blob), as: UTF8.self)
        == Self.frontMatter + "# Walden\n\n> Simplify. (p. 91)\n")
  }

  @Test func `without git the notes come as they are`() throws {
    let plan = try plan(Self.library)
    let outcome = try vault.carryOut(plan)
    #expect(outcome.commits == nil && outcome.refusals.isEmpty)
    #expect(folder.read("vault/Walden.md")?.contains("Simplify, simplify") == true)
    #expect(folder.exists("vault/.zib/reviews/grail-diary/2020.log"))
    #expect(folder.readBytes("vault/assets/bb.jpeg") == [3])
  }

  private static let notebundle = SharedFile("fixtures/notebundle")

  /// The files of a notebook of 2019 by their paths in it.
  private static var notebundleFiles: [String: [UInt8]] {
    let assets = SharedFile("fixtures/notebundle/assets").names.map { "assets/" + $0 }
    return (notebundle.names + assets).reduce(into: [:]) { files, name in
      files[name] = fileBytes(notebundle.path + "/" + name)
    }
  }

  @Test(.enabled(if: notebundle.isThere, "the shared fixtures are not there"))
  func `a notebook of 2019 comes with all its versions, and its cards know their past`() throws {
    shell(Self.initialise)
    let library = try GrailLibrary.read(folder: Self.notebundleFiles)
    let plan = try run(library)
    #expect(plan.changes.count == 40)
    // Quotes without a source are cards as they were: their notes say `review: quotes`.
    #expect(plan.reviews == 2468)
    for note in library.notes {
      let id = "id: \(note.id.lowercased())\n"
      guard
        let change = plan.changes.first(where: {
          String(decoding: $0.new, as: UTF8.self).contains(id)
        })
      else {
        #expect(note.text == nil)
        continue
      }
      #expect(folder.readBytes("vault/\(change.path.text)") == change.new)
      let texts = note.versions.compactMap(\.text)
      let log = shell.text("git log --format=%at -- \"\(change.path.text)\"")
      #expect(log.split(separator: "\n").count == texts.count)
      let first = shell.text("git log --format=%H -- \"\(change.path.text)\" | tail -1")
      let oldest = shell("git show \(first):\"\(change.path.text)\"")
      let frontMatter = change.new.dropLast(texts.last?.utf8.count ?? 0)
      #expect(oldest == frontMatter + Array(texts[0].utf8))
    }
    let log = try ["2019", "2020"].flatMap { year in
      ReviewLog.events(
        in: try #require(folder.readBytes("vault/.zib/reviews/grail-diary/\(year).log")))
    }
    let history = ReviewHistory(replaying: log)
    var (cards, known) = (0, 0)
    for change in plan.changes {
      for prompt in Note(parsing: change.new).prompts {
        cards += 1
        if history[history.card(of: prompt.id)] != nil { known += 1 }
      }
    }
    // 475 prompts; 18 were never answered there.
    #expect(cards - known <= 20, "\(known) of \(cards)")
  }
}
