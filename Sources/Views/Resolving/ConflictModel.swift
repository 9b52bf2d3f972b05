import Merge
import Rendering
import Screens
import Sessions
import Sync
import Vaults
import Wording

/// The state of a screen on which one conflict is decided, place by place.
package struct ConflictModel {
  /// An act that the screen asks of the world after a key.
  package enum Effect: Equatable {
    /// The place is to be written in the editor.
    case edit(Int)
    case finish(ConflictDialogue.Outcome)
    case suspend
  }

  /// The lines in front of the places.
  enum Layer: Equatable {
    case places
    /// The note as it will be, alone.
    case result
    /// The next key is for all places that are open.
    case all
    /// The place, decided word by word; the keys are for a group of words.
    case words(WordGroups, group: Int)
    /// The place, written by the person.
    case writing(TextArea)
  }

  let conflict: NoteConflict
  let words: ConflictWords
  /// The number of the conflict among `count`, from 1.
  let number: Int
  let count: Int
  let canGoBack: Bool

  /// The decisions so far, with those that can be undone and made again.
  package private(set) var decisions: ConflictDecisions {
    didSet { isToBeKept = true }
  }
  /// True after a decision, until it is kept.
  package var isToBeKept = false
  /// The place that the keys are for.
  package internal(set) var place = 0
  var layer = Layer.places
  /// The list of keys in front of the layer, while it is seen.
  var help: KeyHelp?
  /// The first line that is seen of the place, and of the result alone.
  var top = 0
  package var message: StyledText?
  /// Texts of places that were begun and not taken, so that they can be gone on with.
  var begun: [Int: TextArea] = [:] {
    didSet { isToBeKept = true }
  }

  /// Words that were decided in places which were not taken.
  var begunWords: [Int: [WordGroups.Choice?]] = [:] {
    didSet { isToBeKept = true }
  }

  /// True after the warning that a text was written and not taken: Enter once more leaves it out.
  private var isToldOfBegun = false

  /// True after a change of the text that is being written, until it is kept.
  package internal(set) var hasNewText = false

  /// - Parameters:
  ///   - decisions: those that were made before, when one left; for the same texts.
  ///   - begun: the places that were begun then.
  package init(
    _ conflict: NoteConflict, _ words: ConflictWords, number: Int, of count: Int, canGoBack: Bool,
    decisions: ConflictDecisions? = nil, begun: BegunPlaces = BegunPlaces()
  ) {
    self.conflict = conflict
    self.words = words
    self.number = number
    self.count = count
    self.canGoBack = canGoBack
    self.decisions = decisions ?? ConflictDecisions(conflict.texts.merge)
    self.begun = begun.texts.mapValues { TextArea(String(decoding: $0, as: UTF8.self)) }
    begunWords = begun.words
    message = greeting()
  }

  /// The words on what was decided and written before.
  private mutating func greeting() -> StyledText? {
    var words: [String] = []
    if let last = decisions.history.last {
      place = decisions.open.first ?? last.index
      let done = decisions.overlaps.count - decisions.open.count
      words.append(
        "\(Amount.count(done, "place is", "places are")) decided as you left it; "
          + "`u` takes back one after the other"
          + (decisions.open.isEmpty ? ", and Enter writes the \(conflict.noun)." : "."))
    }
    if let written = begun.keys.min() {
      if decisions.history.isEmpty { place = written }
      words.append("`i` goes on with what you wrote at place \(written + 1).")
    }
    return words.isEmpty ? nil : StyledText(words.joined(separator: " "), .faint)
  }

  /// Takes what happened, and says what is to be done.
  package mutating func take(_ event: ScreenEvent) -> Effect? {
    switch event {
    case .key(let key): return take(key)
    case .mouse(let mouse) where help != nil:
      if mouse.action == .wheelDown { help?.scroll(by: 3) }
      if mouse.action == .wheelUp { help?.scroll(by: -3) }
    case .mouse(let mouse):
      if mouse.action == .wheelDown { top += 3 }
      if mouse.action == .wheelUp { top = max(0, top - 3) }
    case .suspended: return .suspend
    case .ended:
      keepWriting()
      return .finish(.stopped)
    case .paste(let text): paste(text)
    case .timedOut: keepWriting()
    case .resized, .background, .identified, .woken: break
    }
    return nil
  }

  /// Decides the place by a text that a person wrote.
  package mutating func take(edited text: [UInt8], at index: Int) {
    place = index
    choose(.text(text))
  }

  private mutating func take(_ key: KeyStroke) -> Effect? {
    message = nil
    if key.base != .enter { isToldOfBegun = false }
    if var open = help {
      help = open.take(key) ? open : nil
      return nil
    }
    if key == KeyStroke(.function(1)) {
      help = KeyHelp()
      return nil
    }
    switch layer {
    case .all:
      layer = .places
      if Self.choice(of: key) == .both, conflict.texts.keepsBothAsFiles {
        return .finish(.decided(.bothFiles))
      }
      chooseAll(key)
      return nil
    case .words(let groups, let group):
      take(key, groups, group)
      return nil
    case .writing(let text):
      take(key, text)
      return nil
    default: break
    }
    if let choice = Self.choice(of: key) {
      if choice == .both, conflict.texts.keepsBothAsFiles { return .finish(.decided(.bothFiles)) }
      choose(choice)
      return nil
    }
    switch (key.base, key.modifiers) {
    case (.down, []), (.character("j"), []), (.tab, []), (.character("n"), []), (.right, []),
      (.character("n"), .control):
      move(1)
    case (.up, []), (.character("k"), []), (.tab, .shift), (.character("p"), []), (.left, []),
      (.character("p"), .control):
      move(-1)
    case (.home, []), (.character("g"), []): move(-place)
    case (.end, []), (.character("G"), []): move(decisions.overlaps.count)
    case (.pageDown, []), (.character(" "), []), (.character("f"), .control): top += 5
    case (.pageUp, []), (.character("b"), .control): top = max(0, top - 5)
    case (.character("e"), []): return .edit(place)
    case (.character("a"), []): layer = .all
    case (.character("u"), []): return undo()
    case (.character("r"), []), (.character("r"), .control): redo()
    case (.character("v"), []):
      layer = layer == .result ? .places : .result
      top = 0
    case (.character("?"), []): help = KeyHelp()
    case (.character("w"), []): beginWords()
    case (.character("i"), []): beginWriting()
    case (.enter, []): return finish()
    case (.character("s"), []): return .finish(.open(places: decisions.open.count))
    case (.escape, []) where layer == .result: layer = .places
    case (.character("q"), []), (.escape, []), (.character("c"), .control),
      (.character("q"), .control):
      return .finish(.stopped)
    default: message = StyledText("`\(key.name)` is no key here; `?` shows them.", .faint)
    }
    return nil
  }

  private static func choice(of key: KeyStroke) -> OverlapChoice? {
    switch key {
    case .character("1"): .note
    case .character("2"): .copy
    case .character("b"): .both
    case .character("o"): .ancestor
    case .character("m"): .suggestion
    default: nil
    }
  }

  private mutating func move(_ step: Int) {
    let next = max(0, min(place + step, decisions.overlaps.count - 1))
    if next != place { top = 0 }
    place = next
  }

  // MARK: Decisions

  private func obstacle(to choice: OverlapChoice, at index: Int) -> String? {
    if let obstacle = conflict.obstacle(to: choice, at: index, of: decisions) { return obstacle }
    if choice == .ancestor, conflict.texts.ancestor == nil { return "the original is not known" }
    guard decisions.merge.text(choice, at: index) == nil else { return nil }
    return choice == .suggestion ? "the two cannot be merged by word" : "there is no such text"
  }

  /// Decides the place.
  ///
  /// - Returns: false if that is not possible, which the message tells.
  @discardableResult
  mutating func choose(_ choice: OverlapChoice) -> Bool {
    if let obstacle = obstacle(to: choice, at: place) {
      message = StyledText("Not possible: \(obstacle).", .warning)
      return false
    }
    decisions.choose(choice, at: place)
    advance()
    return true
  }

  private mutating func chooseAll(_ key: KeyStroke) {
    guard let choice = Self.choice(of: key) else { return }
    var refused = 0
    for index in decisions.open {
      if obstacle(to: choice, at: index) == nil {
        decisions.choose(choice, at: index)
      } else {
        refused += 1
      }
    }
    advance()
    if refused > 0 {
      message = StyledText(
        "Not possible in \(Amount.count(refused, "place")), which stayed open.", .warning)
    }
  }

  /// To the next place that is open, from the one that was decided.
  private mutating func advance() {
    let open = decisions.open
    top = 0
    guard let next = open.first(where: { $0 > place }) ?? open.first else {
      message =
        StyledText("All places are decided. ", .added)
        + StyledText("Enter", .title) + StyledText(" writes the \(conflict.noun).")
      return
    }
    place = next
  }

  private mutating func undo() -> Effect? {
    if let index = decisions.undo() {
      place = index
      top = 0
    } else if canGoBack {
      return .finish(.back)
    } else {
      message = StyledText("There is no decision to take back.", .faint)
    }
    return nil
  }

  private mutating func redo() {
    guard let index = decisions.redo() else {
      message = StyledText("There is no decision to make again.", .faint)
      return
    }
    place = index
    top = 0
  }

  private mutating func finish() -> Effect? {
    guard let text = decisions.text else {
      let open = decisions.open
      message = StyledText(
        "\(Amount.count(open.count, "place is", "places are")) not decided yet.", .warning)
      if let next = open.first { place = next }
      return nil
    }
    if let written = begun.keys.min(), !isToldOfBegun {
      isToldOfBegun = true
      place = written
      message = StyledText(
        "What you wrote at place \(written + 1) is not taken: `i` goes on with it; Enter once more leaves it out.",
        .warning)
      return nil
    }
    return .finish(.decided(.text(text)))
  }
}
