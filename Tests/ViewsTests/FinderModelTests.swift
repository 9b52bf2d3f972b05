import Files
import Rendering
import Screens
import TestSupport
import Testing
import Views

/// The finder without a terminal and without a vault: keys go in, frames and effects come out.
struct FinderModelTests {
  private static let titles = ["Walden", "Beans", "漢字の本", "👨‍👩‍👧‍👦 family", "\u{1B}[31mred", ""]

  private static func item(_ number: Int) -> FinderItem {
    FinderItem(
      path: NotePath("Folder/Note \(number).md")!, title: titles[number % titles.count])
  }

  /// Answers every question of the model, as a vault of `count` notes would.
  private static func settle(_ effects: [FinderEffect], _ model: inout FinderModel, count: Int) {
    var effects = effects
    var rounds = 0
    while !effects.isEmpty, rounds < 10 {
      rounds += 1
      let now = effects
      effects = []
      for effect in now {
        switch effect {
        case .look(let request):
          let found = request.query.isEmpty ? count : request.query.contains("zz") ? 0 : count / 2
          model.take(
            FinderAnswer(
              request: request, items: (0..<min(found, request.limit)).map(item), total: found))
        case .preview(let request):
          let lines = (0..<50).map { StyledText("line \($0) of \(request.path.text)") }
          model.take(FinderPreview(request: request, lines: lines, best: 20, line: 21, matches: 2))
        default: continue
        }
        effects += model.wishes()
      }
    }
  }

  private static func model(query: String = "", settings: [String] = [], count: Int = 9)
    -> FinderModel
  {
    var model = FinderModel(
      keys: FinderKeys(settings), query: query, isChoosing: false, queries: ["old", "older"])
    _ = model.frame(rows: 24, columns: 80)
    settle(model.wishes(), &model, count: count)
    return model
  }

  private static func press(_ names: String..., in model: inout FinderModel) -> [FinderEffect] {
    var last: [FinderEffect] = []
    for name in names {
      last = model.take(.key(KeyStroke(named: name)!))
      settle(last, &model, count: 9)
    }
    return last.filter {
      switch $0 {
      case .look, .preview: false
      default: true
      }
    }
  }

  @Test func `Enter before the answer opens what is found then, and makes no note`() {
    var model = FinderModel(
      keys: FinderKeys(), query: "walden", isChoosing: false, queries: [])
    _ = model.frame(rows: 24, columns: 80)
    guard case .look(let request)? = model.wishes().first else {
      Issue.record("nothing was asked")
      return
    }
    #expect(model.take(.key(KeyStroke(.enter))).isEmpty)
    model.take(FinderAnswer(request: request, items: [Self.item(3)], total: 1))
    let place = FinderPlace(path: Self.item(3).path, line: nil)
    #expect(model.wishes().contains(.edit([place])))
    #expect(!model.wishes().contains(.edit([place])))
  }

  @Test func `a change of the folder asks the same question again`() {
    var model = Self.model(query: "beans")
    let looks = model.folderChanged().filter { if case .look = $0 { true } else { false } }
    #expect(looks.count == 1)
  }

  @Test func `a setting of keys without a sign of equality is a problem and changes nothing`() {
    #expect(FinderKeys(["quit"]).problems.map(\.setting) == ["quit"])
    #expect(FinderKeys(["quit="]).problems.isEmpty)
  }

  @Test(
    arguments: [
      (["qiut=ctrl-x"], "no action"), (["zzz"], "no action"), (["open=enterr"], "no name of a key"),
      (["delete=enter"], "`open` has no key left"), (["open=ctrl-c"], "`ctrl-c` leaves"),
      (["quit=ctrl-x", "new=ctrl-x"], "as well"), (["quit=", "clear="], "no key would leave"),
    ] as [([String], String)])
  func `a setting of keys that cannot be followed says why, and changes nothing`(
    settings: [String], words: String
  ) {
    let keys = FinderKeys(settings)
    #expect(keys.problems.count == settings.count, "\(keys.problems)")
    #expect(keys.problems.allSatisfy { $0.message.contains(words) }, "\(keys.problems)")
    #expect(keys.action(of: KeyStroke(.enter), isTyping: true) == .open)
    #expect(keys.action(of: .control("c"), isTyping: true) == .quit)
  }

  @Test func `a key may go to another action where the one that had it gets another`() {
    let keys = FinderKeys(["open=ctrl-o", "delete=enter", "new=alt-é"])
    #expect(keys.problems.isEmpty)
    #expect(keys.action(of: KeyStroke(.enter), isTyping: true) == .delete)
    #expect(keys.action(of: .control("o"), isTyping: true) == .open)
  }

  @Test func `Enter opens the selected note at its best line`() {
    var model = Self.model()
    #expect(Self.press("down", "enter", in: &model) == [.edit([Self.place(1, line: 21)])])
  }

  private static func place(_ number: Int, line: Int?) -> FinderPlace {
    FinderPlace(path: item(number).path, line: line)
  }

  /// A model that lists some notes of a query, the second of which is selected.
  private static func listing(_ paths: [String]) -> (model: FinderModel, request: FinderRequest) {
    var model = FinderModel(keys: FinderKeys(), query: "quin", isChoosing: false, queries: [])
    _ = model.frame(rows: 24, columns: 80)
    guard case .look(let request)? = model.wishes().first else {
      fatalError("a new finder asks for its list")
    }
    model.take(answer(to: request, paths))
    _ = model.take(.key(KeyStroke(.down)))
    return (model, request)
  }

  private static func answer(to request: FinderRequest, _ paths: [String]) -> FinderAnswer {
    FinderAnswer(
      request: request, items: paths.map { FinderItem(path: NotePath($0)!, title: $0) },
      total: paths.count)
  }

  @Test func `the selection goes with a note that is renamed here`() {
    var (model, request) = Self.listing(["A.md", "Quince.md", "Z.md"])
    #expect(model.selected?.path.text == "Quince.md")
    _ = Self.press("alt-r", "ctrl-u", "M", "enter", in: &model)
    model.take(Self.answer(to: request, ["A.md", "Z.md", "M.md"]))
    #expect(model.selected?.path.text == "M.md")
  }

  @Test(arguments: ["Archive/", "/Archive/"])
  func `the selection goes with a note that is moved into a folder`(typed: String) {
    var (model, request) = Self.listing(["A.md", "Quince.md", "Z.md"])
    _ = Self.press("alt-r", "ctrl-u", in: &model)
    _ = model.take(.paste(typed))
    _ = Self.press("enter", in: &model)
    model.take(Self.answer(to: request, ["A.md", "Z.md", "Archive/Quince.md"]))
    #expect(model.selected?.path.text == "Archive/Quince.md")
  }

  @Test func `a name is asked for where one note is chosen, and several stay chosen`() {
    var (model, _) = Self.listing(["A.md", "Quince.md", "Z.md"])
    #expect(Self.press("alt-m", "alt-m", "alt-r", in: &model) == [])
    #expect(
      model.message?.plainText == "A name is for one note, and 2 are chosen; Esc lets them go.")
    #expect(
      Self.press("esc", "alt-p", in: &model)
        == [.runQuietly(["pin", "./Quince.md", "./Z.md"])])
    // Of one that is chosen it is that one, wherever the selection is.
    #expect(Self.press("esc", "up", "alt-m", in: &model) == [])
    _ = Self.press("alt-r", "ctrl-u", "M", in: &model)
    #expect(Self.press("enter", in: &model) == [.runQuietly(["mv", "./Quince.md", "./M"])])
  }

  @Test func `a rename that was refused leaves the selection where it is`() {
    var (model, request) = Self.listing(["A.md", "Quince.md", "M.md"])
    _ = Self.press("alt-r", "ctrl-u", "M", "enter", in: &model)
    model.take(Self.answer(to: request, ["A.md", "Quince.md", "M.md"]))
    #expect(model.selected?.path.text == "Quince.md")
  }

  @Test func `the selection goes with a note that another program moves, and so do chosen notes`() {
    var (model, request) = Self.listing(["A.md", "Quince.md", "Z.md"])
    _ = model.take(.key(KeyStroke(named: "alt-m")!))
    _ = model.take(.key(KeyStroke(.up)))
    let moves = [NotePath("Quince.md")!: NotePath("Far/Quince.md")!]
    _ = model.folderChanged(moves: moves)
    model.take(Self.answer(to: request, ["Far/Quince.md", "A.md", "Z.md"]))
    #expect(model.selected?.path.text == "Far/Quince.md")
    #expect(
      Self.press("alt-p", in: &model) == [.runQuietly(["pin", "./Far/Quince.md"])])
  }

  @Test(arguments: ["alt-p", "alt-t", "alt-x", "alt-r", "alt-s", "alt-y", "alt-l", "enter"])
  func `where the selected note is gone no key is for another, until one is chosen`(key: String) {
    var (model, request) = Self.listing(["A.md", "Quince.md", "Z.md"])
    _ = model.folderChanged()
    model.take(Self.answer(to: request, ["A.md", "Z.md"]))
    #expect(model.selected == nil)
    #expect(Self.press(key, in: &model) == [])
    #expect(model.source == .query)
    let frame = model.frame(rows: 24, columns: 100)
    #expect((1..<4).allSatisfy { !frame.text(ofRow: $0).contains("›") })
    _ = model.take(.key(KeyStroke(.down)))
    #expect(model.selected?.path.text == "Z.md")
  }

  @Test func `a note that went out of the list and comes back is selected again`() {
    var (model, request) = Self.listing(["A.md", "Quince.md", "Z.md"])
    model.take(Self.answer(to: request, ["A.md", "Z.md"]))
    model.take(Self.answer(to: request, ["Quince.md", "A.md", "Z.md"]))
    #expect(model.selected?.path.text == "Quince.md")
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
    #expect(Self.press("enter", in: &model) == [])
    #expect(model.message?.plainText.contains("Alt-n asks for a title") == true)
    #expect(Self.press("alt-n", in: &model) == [])
    _ = Self.press("ctrl-u", in: &model)
    _ = model.take(.paste("A title"))
    #expect(Self.press("enter", in: &model) == [.make(["new", "--", "A title"])])
  }

  @Test func `several hashtags are taken by words, with or without their signs`() {
    var model = Self.model()
    _ = Self.press("alt-t", in: &model)
    _ = model.take(.paste("#garden, old/fruit"))
    #expect(
      Self.press("enter", in: &model)
        == [
          .runQuietly([
            "set", "--text", "./Folder/Note 0.md", "tags+=garden", "tags+=old/fruit",
          ])
        ])
  }

  @Test func `where nothing can be renamed it is said before a name is asked for`() {
    var model = Self.model()
    model.obstacle = StyledText("no history; `zib init` begins one")
    #expect(Self.press("alt-r", "x", in: &model) == [])
    #expect(model.frame(rows: 24, columns: 80).text(ofRow: 0).contains("x"))
    _ = Self.press("alt-r", in: &model)
    #expect(model.message?.plainText == "no history; `zib init` begins one")
  }

  @Test(arguments: [40, 60, 80, 100, 200])
  func `the line of keys names what opens, all keys, and a conflict that waits`(columns: Int) {
    var model = Self.model(query: "beans")
    model.conflicts = 1
    let line = model.frame(rows: 24, columns: columns).text(ofRow: 23)
    #expect(line.contains("Enter open") && line.contains("F1 all keys"), "\(line)")
    #expect(line.contains("Alt-C 1 conflict") == (columns >= 60), "\(line)")
    if columns >= 60 { #expect(line.contains("Ctrl-C quit"), "\(line)") }
    if columns >= 100 { #expect(line.contains("Alt-r rename"), "\(line)") }
  }

  @Test func `a long message is seen to its end`() {
    var model = Self.model()
    model.message = StyledText(
      "error: the folder is in no git repository, so it has no history; hint: `zib init` begins one"
    )
    let frame = model.frame(rows: 10, columns: 60)
    #expect((8..<10).map(frame.text(ofRow:)).joined(separator: " ").contains("begins one"))
  }

  @Test func `Enter with nothing found writes a note of that name`() {
    var model = Self.model()
    #expect(
      Self.press("z", "z", "enter", in: &model) == [.make(["new", "--", "zz"])])
  }

  @Test func `what is done to several is done to each of them`() {
    var model = Self.model()
    #expect(
      Self.press("alt-m", "alt-m", "alt-p", in: &model)
        == [.runQuietly(["pin", "./Folder/Note 0.md", "./Folder/Note 1.md"])])
  }

  @Test func `books alone are a part of the query, and quotes are those of what it finds`() {
    var model = Self.model(query: "ink")
    #expect(Self.press("alt-B", in: &model) == [])
    #expect(model.field.text == "is:book ink")
    #expect(
      Self.press("alt-Q", in: &model) == [.run(["quotes", "--", "is:book ink"], waits: true)])
    #expect(Self.press("alt-B", in: &model) == [])
    #expect(model.field.text == "ink")
    #expect(
      Self.press("alt-m", "alt-Q", in: &model)
        == [.run(["quotes", "--", "path:\"/Folder/Note 0.md\""], waits: true)])
  }

  @Test func `letters are keys after Tab, and text again after a slash`() {
    var model = Self.model()
    _ = Self.press("tab", "j", "j", in: &model)
    #expect(model.selected == Self.item(2))
    #expect(model.field.text == "")
    _ = Self.press("/", "j", in: &model)
    #expect(model.field.text == "j")
  }

  @Test func `a walk along links leads back to the same note`() {
    var model = Self.model()
    _ = Self.press("down", "down", "alt-l", "down", "alt-L", "alt-h", "alt-h", in: &model)
    #expect(model.source == .query)
    #expect(model.selected == Self.item(2))
  }

  @Test func `Escape first takes a warning away, and leaves the query`() {
    var model = Self.model(query: "beans")
    model.message = StyledText("error: it could not be done", .error)
    #expect(Self.press("esc", in: &model) == [])
    #expect(model.message == nil && model.field.text == "beans")
    _ = Self.press("esc", in: &model)
    #expect(model.field.isEmpty)
  }

  @Test func `after the only note that was found is deleted, Enter makes none of the query`() {
    var (model, request) = Self.listing(["Quince.md"])
    #expect(
      Self.press("alt-x", "y", in: &model) == [.runQuietly(["rm", "--force", "./Quince.md"])])
    model.take(Self.answer(to: request, []))
    let seen = model.frame(rows: 24, columns: 80).text(ofRow: 1)
    #expect(seen.contains("The note that was found is gone"), "\(seen)")
    #expect(Self.press("enter", in: &model) == [])
    #expect(model.message?.plainText.contains("not in this list any more.") == true)
    #expect(Self.press("alt-n", in: &model) == [.make(["new", "--", "quin"])])
  }

  @Test func `Escape takes back one thing after the other, and leaves at last`() {
    var model = Self.model()
    #expect(Self.press("a", "alt-m", "esc", in: &model) == [])
    #expect(Self.press("esc", in: &model) == [])
    #expect(model.field.isEmpty)
    #expect(Self.press("esc", in: &model) == [.leave])
  }

  @Test func `a deletion is asked about, and any other key than y is a no`() {
    var model = Self.model()
    #expect(Self.press("alt-x", "n", in: &model) == [])
    #expect(Self.press("alt-x", "enter", "esc", in: &model) == [])
    #expect(
      Self.press("alt-x", "y", in: &model)
        == [.runQuietly(["rm", "--force", "./Folder/Note 0.md"])])
  }

  @Test(
    arguments: [
      ("Other", "./Folder/Other"), ("/Other", "./Other"), ("Else/Other", "./Else/Other"),
      ("/Folder/Note 0", nil), ("Else/", "./Else/"), ("", nil), ("/", nil), ("Note 0", nil),
      ("  Other  ", "./Folder/Other"),
    ] as [(String, String?)])
  func `a new name alone stays in the folder of the note`(typed: String, new: String?) {
    var model = Self.model()
    _ = Self.press("alt-r", "ctrl-u", in: &model)
    _ = model.take(.paste(typed))
    #expect(
      Self.press("enter", in: &model)
        == (new.map { [.runQuietly(["mv", "./Folder/Note 0.md", $0])] } ?? []))
  }

  @Test func `earlier queries come back, and what was typed after them`() {
    var model = Self.model(query: "new")
    _ = Self.press("alt-up", in: &model)
    #expect(model.field.text == "older")
    _ = Self.press("alt-up", "alt-down", "alt-down", in: &model)
    #expect(model.field.text == "new")
  }

  @Test func `a setting gives an action other keys, and takes them from those that had them`() {
    var model = Self.model(settings: ["quit=ctrl-n f5", "nonsense=x", "new=nokey"])
    #expect(Self.press("ctrl-n", in: &model) == [.leave])
    #expect(Self.press("ctrl-c", in: &model) == [])
    let keys = FinderKeys(["nonsense=x", "new=nokey", "open=ctrl-o"])
    #expect(keys.problems.map(\.setting) == ["nonsense=x", "new=nokey"])
  }

  /// The effects that change something, with the keys that ask for each.
  private static let asked: [(start: String, keys: Set<String>)] = [
    ("new", ["alt-n", "enter", "n", "o"]), ("pin", ["alt-p", "p"]), ("unpin", ["alt-p", "p"]),
    ("set", ["enter"]), ("mv", ["enter"]), ("rm", ["y", "Y"]), ("share", ["alt-s", "s"]),
    ("day", ["alt-T", "T"]), ("review", ["alt-R", "R"]), ("sync", ["alt-S", "S"]),
    ("resolve", ["alt-C", "C"]), ("undo", ["alt-u", "u"]), ("quotes", ["alt-Q", "Q"]),
  ]

  @Test(arguments: [UInt64](1...20))
  func `any keys at any size give a frame, and nothing that was not asked for`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var model = Self.model(count: Int.random(in: 0...400, using: &random))
    let names =
      [
        "enter", "esc", "tab", "backspace", "up", "down", "left", "right", "pageup", "pagedown",
        "f1",
        "home", "end", "delete", "space", "/", "?", "#", "漢", "é", "shift-up", "ctrl-home",
      ]
      + "abcdefghijklmnopqrstuvwxyzABCGJKLQRSTY".flatMap { ["\($0)", "alt-\($0)"] }
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
        default: continue
        }
      }
      Self.settle(effects, &model, count: Int.random(in: 0...400, using: &random))
      let (rows, columns) = (
        Int.random(in: 1...60, using: &random), Int.random(in: 1...160, using: &random)
      )
      let frame = model.frame(rows: rows, columns: columns)
      #expect(frame.rows == rows && frame.columns == columns)
      if let cursor = frame.cursor { #expect(cursor.row < rows && cursor.column < columns) }
    }
  }

  @Test(arguments: [false, true])
  func `no two actions have one key`(isTyping: Bool) {
    let keys = FinderKeys()
    for action in FinderAction.allCases {
      for key in keys.keys(of: action, isTyping: isTyping) {
        #expect(keys.action(of: key, isTyping: isTyping) == action, "\(key.name)")
      }
    }
  }
}
