import Files
import Rendering
import Screens
import Views

/// A finder without a terminal and without a vault: keys go in, frames and effects come out.
enum FinderSandbox {
  private static let titles = ["Walden", "Beans", "漢字の本", "👨‍👩‍👧‍👦 family", "\u{1B}[31mred", ""]

  static func item(_ number: Int) -> FinderItem {
    FinderItem(
      path: NotePath("Folder/Note \(number).md")!, title: titles[number % titles.count])
  }

  /// Answers every question of the model, as a vault of `count` notes would.
  static func settle(_ effects: [FinderEffect], _ model: inout FinderModel, count: Int) {
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
        case .lookWhetherPinned: _ = model.pin(isPinned: false)
        default: continue
        }
        effects += model.wishes()
      }
    }
  }

  static func model(query: String = "", settings: [String] = [], count: Int = 9)
    -> FinderModel
  {
    var model = FinderModel(
      keys: FinderKeys(settings), query: query, isChoosing: false, queries: ["old", "older"])
    _ = model.frame(rows: 24, columns: 80)
    settle(model.wishes(), &model, count: count)
    return model
  }

  /// Presses keys, where no note is pinned.
  ///
  /// - Returns: the effects of the last key, without questions to the index.
  static func press(_ names: String..., in model: inout FinderModel) -> [FinderEffect] {
    var last: [FinderEffect] = []
    for name in names {
      last = model.take(.key(KeyStroke(named: name)!))
      // The note that is asked about is not pinned.
      if case .lookWhetherPinned? = last.first { last = model.pin(isPinned: false) }
      settle(last, &model, count: 9)
    }
    return last.filter {
      switch $0 {
      case .look, .preview: false
      default: true
      }
    }
  }

  static func place(_ number: Int, line: Int?) -> FinderPlace {
    FinderPlace(path: item(number).path, line: line)
  }

  /// A model that lists some notes of a query, the second of which is selected.
  static func listing(_ paths: [String]) -> (model: FinderModel, request: FinderRequest) {
    var model = FinderModel(keys: FinderKeys(), query: "quin", isChoosing: false, queries: [])
    _ = model.frame(rows: 24, columns: 80)
    guard case .look(let request)? = model.wishes().first else {
      fatalError("a new finder asks for its list")
    }
    model.take(answer(to: request, paths))
    _ = model.take(.key(KeyStroke(.down)))
    return (model, request)
  }

  static func answer(to request: FinderRequest, _ paths: [String]) -> FinderAnswer {
    FinderAnswer(
      request: request, items: paths.map { FinderItem(path: NotePath($0)!, title: $0) },
      total: paths.count)
  }
}
