import Files
import Rendering
import Screens
import Testing
import Views

/// The questions of the finder in its last line, and where the selection is after the answer.
struct FinderPromptTests {
  /// A finder with a list of notes, the first of which is selected.
  private static func model(
    _ titles: [(path: String, title: String)], columns: Int = 80
  ) -> (model: FinderModel, request: FinderRequest) {
    var model = FinderModel(keys: FinderKeys(), query: "", isChoosing: false, queries: [])
    _ = model.frame(rows: 12, columns: columns)
    guard case .look(let request)? = model.wishes().first else {
      fatalError("a new finder asks for its list")
    }
    model.take(answer(to: request, titles))
    return (model, request)
  }

  private static func answer(
    to request: FinderRequest, _ titles: [(path: String, title: String)]
  ) -> FinderAnswer {
    FinderAnswer(
      request: request, items: titles.map { FinderItem(path: NotePath($0.path)!, title: $0.title) },
      total: titles.count)
  }

  /// The request for its list that the finder makes when the folder has changed.
  private static func lookAgain(_ model: inout FinderModel) -> FinderRequest? {
    model.folderChanged().reversed().lazy.compactMap { effect in
      if case .look(let request) = effect { request } else { nil }
    }.first
  }

  @discardableResult
  private static func press(_ names: String..., in model: inout FinderModel) -> [FinderEffect] {
    var last: [FinderEffect] = []
    for name in names {
      last = model.take(.key(KeyStroke(named: name)!))
      if case .lookWhetherPinned? = last.first { last = model.pin(isPinned: false) }
    }
    return last.filter {
      switch $0 {
      case .look, .preview: false
      default: true
      }
    }
  }

  private static func text(_ model: inout FinderModel, columns: Int) -> String {
    let frame = model.frame(rows: 12, columns: columns)
    return (0..<12).map { frame.text(ofRow: $0) }.joined(separator: " ")
  }

  private static let day = (path: "Journal/2026/2026-11-21.md", title: "Saturday, 21 November 2026")

  // MARK: Deleting

  @Test(arguments: [40, 60, 100])
  func `the question before a note is deleted is seen to its end`(columns: Int) {
    var (model, _) = Self.model([Self.day, ("b.md", "B")], columns: columns)
    Self.press("alt-x", in: &model)
    let one = Self.text(&model, columns: columns)
    // Several notes may have one title.
    #expect(one.contains("Delete `Journal/2026/2026-11-21.md`?"), "\(one)")
    #expect(one.contains("y or n"), "\(one)")
    #expect(one.contains("brings it back"), "\(one)")
    Self.press("n", "alt-m", "alt-m", "alt-x", in: &model)
    let two = Self.text(&model, columns: columns)
    #expect(two.contains("Delete 2 notes? They stay") && two.contains("y or n"), "\(two)")
    #expect(two.contains("brings them back"), "\(two)")
  }

  @Test(arguments: ["alt-x", "alt-t", "alt-p"], [40, 80, 120])
  func `chosen notes that are not in the list are named before anything is done to them`(
    key: String, columns: Int
  ) throws {
    var (model, _) = Self.model([("Poems/A.md", "A"), ("Poems/B.md", "B")], columns: columns)
    Self.press("alt-m", "alt-m", "b", in: &model)
    let request = try #require(Self.lookAgain(&model))
    model.take(Self.answer(to: request, [("Beans.md", "Beans")]))
    if columns >= 80 {
      #expect(Self.text(&model, columns: columns).contains("2 chosen, 2 not in this list; 1 note"))
    }
    Self.press(key, in: &model)
    let asked = Self.text(&model, columns: columns)
    #expect(asked.contains("*Poems/A.md") && asked.contains("*Poems/B.md"), "\(asked)")
    Self.press("alt-w", "esc", in: &model)
  }

  @Test func `of more chosen notes than there is room for those come first that are not listed`()
    throws
  {
    let many = (0..<30).map { (path: "N\($0).md", title: "N\($0)") }
    var (model, _) = Self.model(many)
    for _ in 0..<30 { Self.press("alt-m", in: &model) }
    Self.press("b", in: &model)
    let request = try #require(Self.lookAgain(&model))
    model.take(Self.answer(to: request, Array(many.prefix(29))))
    Self.press("alt-x", in: &model)
    let asked = Self.text(&model, columns: 80)
    #expect(asked.contains("*N29.md") && asked.contains("more"), "\(asked)")
  }

  @Test func `a key that is no answer is told what the answers do, and no other letter deletes`() {
    var (model, _) = Self.model([Self.day])
    #expect(Self.press("alt-x", "enter", in: &model) == [])
    #expect(Self.text(&model, columns: 80).contains("n keeps it"))
    #expect(Self.press("x", "alt-y", "down", in: &model) == [])
    #expect(Self.press("n", in: &model) == [])
    #expect(model.message?.plainText == "Nothing was changed.")
    #expect(
      Self.press("alt-x", "enter", "y", in: &model)
        == [.runQuietly(["rm", "--force", "./Journal/2026/2026-11-21.md"])])
  }

  @Test func `a name is typed below a question that leaves no room beside it`() {
    var (model, _) = Self.model([Self.day], columns: 40)
    Self.press("alt-t", "m", "i", "n", "e", in: &model)
    let frame = model.frame(rows: 12, columns: 40)
    #expect(frame.text(ofRow: 11) == "> mine")
    #expect(frame.text(ofRow: 10).contains("21.md`"))
  }

  // MARK: A new note

  @Test func `the selection goes to a note that was made, as soon as it is in the list`() {
    var (model, request) = Self.model([("a.md", "A"), ("b.md", "B")])
    let made = NotePath("Fresh note.md")!
    model.select(made: made)
    // No key is for the one that was selected before.
    #expect(Self.press("alt-t", in: &model) == [])
    #expect(model.selected == nil)
    #expect(model.message?.plainText.contains("new note is not in this list") == true)
    model.take(
      Self.answer(to: request, [("a.md", "A"), ("Fresh note.md", "Fresh note"), ("b.md", "B")]))
    #expect(model.selected?.path == made)
    // It may have been found while it was written.
    model.select(made: NotePath("b.md")!)
    #expect(model.selected?.path.text == "b.md")
  }

  @Test func `a name with a line break is shown whole`() {
    var (model, _) = Self.model([("new\nline.md", "Other")])
    #expect(model.frame(rows: 12, columns: 120).text(ofRow: 1).contains("new␊line"))
  }
}
