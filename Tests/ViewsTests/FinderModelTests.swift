import Files
import Rendering
import Screens
import TestSupport
import Testing
import Views

/// The finder without a terminal and without a vault: keys go in, frames and effects come out.
struct FinderModelTests {
  @Test func `Enter before the answer opens what is found then, and makes no note`() {
    var model = FinderModel(
      keys: FinderKeys(), query: "walden", isChoosing: false, queries: [])
    _ = model.frame(rows: 24, columns: 80)
    guard case .look(let request)? = model.wishes().first else {
      Issue.record("nothing was asked")
      return
    }
    #expect(model.take(.key(KeyStroke(.enter))).isEmpty)
    model.take(FinderAnswer(request: request, items: [FinderSandbox.item(3)], total: 1))
    let place = FinderPlace(path: FinderSandbox.item(3).path, line: nil)
    #expect(model.wishes().contains(.edit([place])))
    #expect(!model.wishes().contains(.edit([place])))
  }

  @Test func `a change of the folder asks the same question again`() {
    var model = FinderSandbox.model(query: "beans")
    let looks = model.folderChanged().filter { if case .look = $0 { true } else { false } }
    #expect(looks.count == 1)
  }

  @Test func `Enter opens the selected note at its best line`() {
    var model = FinderSandbox.model()
    #expect(
      FinderSandbox.press("down", "enter", in: &model) == [
        .edit([FinderSandbox.place(1, line: 21)])
      ])
  }

  @Test func `Enter makes no note of a query with conditions, and Alt-n asks for the title`() {
    var model = FinderModel(
      keys: FinderKeys(), query: "tag:zz", isChoosing: false, queries: [])
    _ = model.frame(rows: 24, columns: 80)
    guard case .look(let request)? = model.wishes().first else {
      Issue.record("nothing was asked")
      return
    }
    var answer = FinderAnswer(request: request, items: [], total: 0)
    answer.isPlainWords = false
    model.take(answer)
    #expect(FinderSandbox.press("enter", in: &model) == [])
    #expect(model.message?.plainText.contains("Alt-n asks for a title") == true)
    #expect(FinderSandbox.press("alt-n", in: &model) == [])
    _ = FinderSandbox.press("ctrl-u", in: &model)
    _ = model.take(.paste("A title"))
    #expect(FinderSandbox.press("enter", in: &model) == [.make(["new", "--", "A title"])])
  }

  @Test func `several hashtags are taken by words, with or without their signs`() {
    var model = FinderSandbox.model()
    _ = FinderSandbox.press("alt-t", in: &model)
    _ = model.take(.paste("#garden, old/fruit"))
    #expect(
      FinderSandbox.press("enter", in: &model)
        == [
          .runQuietly([
            "set", "--text", "./Folder/Note 0.md", "tags+=garden", "tags+=old/fruit",
          ])
        ])
  }

  @Test func `where nothing can be renamed it is said before a name is asked for`() {
    var model = FinderSandbox.model()
    model.obstacle = StyledText("no history; `zib init` begins one")
    #expect(FinderSandbox.press("alt-r", "x", in: &model) == [])
    #expect(model.frame(rows: 24, columns: 80).text(ofRow: 0).contains("x"))
    _ = FinderSandbox.press("alt-r", in: &model)
    #expect(model.message?.plainText == "no history; `zib init` begins one")
  }

  @Test(arguments: [40, 60, 80, 100, 200])
  func `the line of keys names what opens, all keys, and a conflict that waits`(columns: Int) {
    var model = FinderSandbox.model(query: "beans")
    model.conflicts = 1
    let line = model.frame(rows: 24, columns: columns).text(ofRow: 23)
    #expect(line.contains("Enter open") && line.contains("F1 all keys"), "\(line)")
    #expect(line.contains("Alt-C 1 conflict") == (columns >= 60), "\(line)")
    #expect(line.contains("Ctrl-C quit"), "\(line)")
    if columns >= 100 { #expect(line.contains("Alt-r rename"), "\(line)") }
  }

  @Test(arguments: [("y", [FinderEffect.run(["undo"], waits: true)]), ("n", []), ("esc", [])])
  func `a step of another session is taken back after a question`(
    key: String, effects: [FinderEffect]
  ) {
    var model = FinderSandbox.model()
    #expect(FinderSandbox.press("alt-u", in: &model) == [.undo])
    model.askWhetherToUndo("the move of 14:03")
    let line = model.frame(rows: 24, columns: 80).text(ofRow: 23)
    #expect(
      line.contains("Take back the move of 14:03, which was not done here? y or n:"), "\(line)")
    #expect(FinderSandbox.press("x", in: &model) == [])
    #expect(FinderSandbox.press(key, in: &model) == effects)
    #expect(FinderSandbox.press("alt-U", in: &model) == [.run(["undo", "--redo"], waits: true)])
  }

  @Test func `a long message is seen to its end`() {
    var model = FinderSandbox.model()
    model.message = StyledText(
      "error: the folder is in no git repository, so it has no history; hint: `zib init` begins one"
    )
    let frame = model.frame(rows: 10, columns: 60)
    #expect((8..<10).map(frame.text(ofRow:)).joined(separator: " ").contains("begins one"))
  }

  @Test func `Enter with nothing found writes a note of that name`() {
    var model = FinderSandbox.model()
    #expect(
      FinderSandbox.press("z", "z", "enter", in: &model) == [.make(["new", "--", "zz"])])
  }

  @Test func `what is done to several is done to each of them`() {
    var model = FinderSandbox.model()
    #expect(
      FinderSandbox.press("alt-m", "alt-m", "alt-p", in: &model)
        == [.runQuietly(["pin", "./Folder/Note 0.md", "./Folder/Note 1.md"])])
  }

  @Test func `books alone are a part of the query, and quotes are those of what it finds`() {
    var model = FinderSandbox.model(query: "ink")
    #expect(FinderSandbox.press("alt-B", in: &model) == [])
    #expect(model.field.text == "is:book ink")
    #expect(
      FinderSandbox.press("alt-Q", in: &model) == [
        .run(["quotes", "--", "is:book ink"], waits: true)
      ])
    #expect(FinderSandbox.press("alt-B", in: &model) == [])
    #expect(model.field.text == "ink")
    #expect(
      FinderSandbox.press("alt-m", "alt-Q", in: &model)
        == [.run(["quotes", "--", "path:\"/Folder/Note 0.md\""], waits: true)])
  }

  @Test func `letters are keys after Tab, and text again after a slash`() {
    var model = FinderSandbox.model()
    _ = FinderSandbox.press("tab", "j", "j", in: &model)
    #expect(model.selected == FinderSandbox.item(2))
    #expect(model.field.text == "")
    _ = FinderSandbox.press("/", "j", in: &model)
    #expect(model.field.text == "j")
  }

  @Test func `a walk along links leads back to the same note`() {
    var model = FinderSandbox.model()
    _ = FinderSandbox.press("down", "down", "alt-l", "down", "alt-L", "alt-h", "alt-h", in: &model)
    #expect(model.source == .query)
    #expect(model.selected == FinderSandbox.item(2))
  }

  @Test func `Escape first takes a warning away, and leaves the query`() {
    var model = FinderSandbox.model(query: "beans")
    model.message = StyledText("error: it could not be done", .error)
    #expect(FinderSandbox.press("esc", in: &model) == [])
    #expect(model.message == nil && model.field.text == "beans")
    _ = FinderSandbox.press("esc", in: &model)
    #expect(model.field.isEmpty)
  }

  @Test func `Escape takes back one thing after the other, and leaves at last`() {
    var model = FinderSandbox.model()
    #expect(FinderSandbox.press("a", "alt-m", "esc", in: &model) == [])
    #expect(FinderSandbox.press("esc", in: &model) == [])
    #expect(model.field.isEmpty)
    #expect(FinderSandbox.press("esc", in: &model) == [.leave])
  }

  @Test func `a deletion is asked about, and any other key than y is a no`() {
    var model = FinderSandbox.model()
    #expect(FinderSandbox.press("alt-x", "n", in: &model) == [])
    #expect(FinderSandbox.press("alt-x", "enter", "esc", in: &model) == [])
    #expect(
      FinderSandbox.press("alt-x", "y", in: &model)
        == [.runQuietly(["rm", "--force", "./Folder/Note 0.md"])])
  }

  @Test(
    arguments: [
      ("Other", "./Folder/Other"), ("/Other", "./Other"), ("Else/Other", "./Else/Other"),
      ("/Folder/Note 0", nil), ("Else/", "./Else/"), ("", nil), ("/", nil), ("Note 0", nil),
      ("  Other  ", "./Folder/Other"),
    ] as [(String, String?)])
  func `a new name alone stays in the folder of the note`(typed: String, new: String?) {
    var model = FinderSandbox.model()
    _ = FinderSandbox.press("alt-r", "ctrl-u", in: &model)
    _ = model.take(.paste(typed))
    #expect(
      FinderSandbox.press("enter", in: &model)
        == (new.map { [.runQuietly(["mv", "./Folder/Note 0.md", $0])] } ?? []))
  }

  @Test(
    arguments: [
      ("/../../x", true), ("../x", true), ("Else/../../x", true), ("/Else/../x", false),
      ("..x", false),
    ])
  func `a new name that leads out of the vault is told as it was typed`(
    typed: String, leadsOut: Bool
  ) {
    var model = FinderSandbox.model()
    _ = FinderSandbox.press("alt-r", "ctrl-u", in: &model)
    _ = model.take(.paste(typed))
    #expect(FinderSandbox.press("enter", in: &model).isEmpty == leadsOut)
    let told = model.message?.plainText
    #expect(
      told == (leadsOut ? "`\(typed)` leads out of the vault. Nothing was changed." : nil))
  }

  @Test func `earlier queries come back, and what was typed after them`() {
    var model = FinderSandbox.model(query: "new")
    _ = FinderSandbox.press("alt-up", in: &model)
    #expect(model.field.text == "older")
    _ = FinderSandbox.press("alt-up", "alt-down", "alt-down", in: &model)
    #expect(model.field.text == "new")
  }

  /// The effects that change something, with the keys that ask for each.
  private static let asked: [(start: String, keys: Set<String>)] = [
    ("new", ["alt-n", "enter", "n", "o"]), ("pin", ["alt-p", "p", "y", "Y"]),
    ("unpin", ["alt-p", "p", "y", "Y"]),
    ("set", ["enter"]), ("mv", ["enter"]), ("rm", ["y", "Y"]), ("share", ["alt-s", "s"]),
    ("review", ["alt-R", "R"]), ("sync", ["alt-S", "S"]),
    ("resolve", ["alt-C", "C"]), ("undo", ["alt-u", "u", "alt-U", "U", "y", "Y"]),
    ("quotes", ["alt-Q", "Q"]),
  ]

  @Test(arguments: [UInt64](1...20))
  func `any keys at any size give a frame, and nothing that was not asked for`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model = FinderSandbox.model(count: Int.random(in: 0...400, using: &random))
    let names =
      [
        "enter", "esc", "tab", "backspace", "up", "down", "left", "right", "pageup", "pagedown",
        "f1",
        "home", "end", "delete", "space", "/", "?", "#", "漢", "é", "shift-up", "ctrl-home",
      ]
      + "abcdefghijklmnopqrstuvwxyzABCGJKLQRSTUY".flatMap { ["\($0)", "alt-\($0)"] }
      + "abdefghjklmnprsuvwxy".map { "ctrl-\($0)" }
    for step in 0..<1_500 {
      let name = names.randomElement(using: &random)!
      let event: ScreenEvent =
        switch Int.random(in: 0..<20, using: &random) {
        case 0: .paste("pasted\n\u{1B}[31m words")
        case 1:
          .mouse(
            .init(
              [.press, .wheelUp, .wheelDown].randomElement(using: &random)!,
              row: Int.random(in: 0...50, using: &random),
              column: Int.random(in: 0...150, using: &random)))
        case 2: .resized
        default: .key(KeyStroke(named: name)!)
        }
      let effects = model.take(event)
      for effect in effects {
        guard case .key = event else { continue }
        switch effect {
        case .run(let words, _), .runQuietly(let words):
          let keys = Self.asked.first { $0.start == words.first }?.keys
          #expect(keys?.contains(name) == true, "seed \(seed), step \(step): \(name) ran \(words)")
        case .undo, .writeToday:
          let letter = effect == .undo ? "u" : "T"
          #expect([letter, "alt-" + letter].contains(name), "seed \(seed), step \(step): \(name)")
        case .lookWhetherPinned:
          #expect(["alt-p", "p"].contains(name), "seed \(seed), step \(step): \(name) pins")
        default: continue
        }
      }
      FinderSandbox.settle(effects, &model, count: Int.random(in: 0...400, using: &random))
      let (rows, columns) = (
        Int.random(in: 1...60, using: &random), Int.random(in: 1...160, using: &random)
      )
      let frame = model.frame(rows: rows, columns: columns)
      #expect(frame.rows == rows && frame.columns == columns)
      if let cursor = frame.cursor { #expect(cursor.row < rows && cursor.column < columns) }
    }
  }
}
