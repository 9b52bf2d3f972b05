import Merge
import Rendering
import Screens
import Sync
import Vaults
import Wording

/// A place decided word by word, and one that is written on the screen.
extension ConflictModel {
  // MARK: Word by word

  mutating func beginWords() {
    guard var groups = WordGroups(decisions.overlaps[place]), groups.count > 0 else {
      message = StyledText("The two have no words in common; decide the place as a whole.", .faint)
      return
    }
    if let choices = begunWords[place] { groups.choose(all: choices) }
    layer = .words(groups, group: groups.open.first ?? 0)
    top = 0
  }

  mutating func take(_ key: KeyStroke, _ groups: WordGroups, _ group: Int) {
    var (groups, group) = (groups, group)
    func choose(_ choice: WordGroups.Choice) {
      groups.choose(choice, at: group)
      group = groups.open.first { $0 > group } ?? groups.open.first ?? group
    }
    switch (key.base, key.modifiers) {
    case (.character("1"), []): choose(.note)
    case (.character("2"), []): choose(.copy)
    case (.character("b"), []): choose(.both)
    case (.right, []), (.down, []), (.tab, []), (.character("l"), []), (.character("j"), []):
      group = min(group + 1, groups.count - 1)
    case (.left, []), (.up, []), (.tab, .shift), (.character("h"), []), (.character("k"), []):
      group = max(group - 1, 0)
    case (.character("u"), []):
      guard let last = groups.undo() else {
        message = StyledText("There is no decision on words to take back.", .faint)
        break
      }
      group = last
    case (.character("r"), []): group = groups.redo() ?? group
    case (.pageDown, []), (.character(" "), []): top += 5
    case (.pageUp, []): top = max(0, top - 5)
    case (.escape, []), (.character("q"), []), (.character("c"), .control):
      layer = .places
      if begunWords[place] != nil {
        message = StyledText(
          "Nothing was decided; `w` goes on with these words, also when you come back later.",
          .faint)
      }
      return
    case (.enter, []):
      guard let text = groups.text else {
        message = StyledText(
          "\(Amount.count(groups.open.count, "group of words is", "groups of words are")) "
            + "not decided yet.", .warning)
        group = groups.open.first ?? group
        break
      }
      layer = .places
      let taken = place
      if self.choose(.text(text)) {
        begunWords[taken] = nil
        return
      }
    case (.character("?"), []): help = KeyHelp()
    default: message = StyledText("`\(key.name)` is no key for words; `?` shows them.", .faint)
    }
    let choices = groups.all
    if choices != begunWords[place] ?? Array(repeating: nil, count: choices.count) {
      begunWords[place] = choices.contains { $0 != nil } ? choices : nil
    }
    layer = .words(groups, group: group)
  }

  /// The place with the words that differ between brackets, and the line of the group that the keys are for.
  func wordLines(_ groups: WordGroups, _ group: Int, columns: Int) -> (
    lines: [StyledText], start: Int
  ) {
    var text = StyledText()
    var before = StyledText()
    var number = 0
    for part in groups.parts {
      switch part {
      case .same(let bytes): text.append(String(decoding: bytes, as: UTF8.self))
      case .group(let note, let copy):
        let isHere = number == group
        if isHere { before = text }
        let look = isHere ? Style.Attributes.inverse : []
        if let choice = groups[number] {
          let words = WordGroups.words(of: choice, note: note, copy: copy)
          text.append(
            words.isEmpty ? "∅" : String(decoding: words, as: UTF8.self), Style(.green, look))
        } else {
          text.append("[", Style(nil, look))
          text.append(Self.words(note), Style(.red, look))
          text.append("|", Style(nil, look))
          text.append(Self.words(copy), Style(.cyan, look))
          text.append("]", Style(nil, look))
        }
        number += 1
      }
    }
    let width = max(columns - 4, 6)
    let lines = text.wrapped(toWidth: width).map { StyledText("    ") + $0 }
    return (lines, max(0, before.wrapped(toWidth: width).count - 1))
  }

  private static func words(_ bytes: [UInt8]) -> String {
    bytes.isEmpty ? "∅" : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Written here

  mutating func beginWriting() {
    let overlap = decisions.overlaps[place]
    let choice = decisions[place] ?? (overlap.suggestion == nil ? .note : .suggestion)
    let bytes = decisions.merge.text(choice, at: place) ?? overlap.left
    guard PlainText.isValid(bytes) else {
      message = StyledText("This place is no text; `e` opens it in your editor.", .warning)
      return
    }
    layer = .writing(begun[place] ?? TextArea(String(decoding: bytes, as: UTF8.self)))
  }

  mutating func take(_ key: KeyStroke, _ text: TextArea) {
    var text = text
    switch (key.base, key.modifiers) {
    case (.character("s"), .control), (.enter, .alt):
      layer = .places
      let written = place
      if choose(.text(bytes(of: text))) {
        begun[written] = nil
        return
      }
      layer = .writing(text)
    case (.character("x"), .control):
      layer = .places
      begun[place] = nil
      message = StyledText("What you wrote here is thrown away.", .faint)
    case (.escape, []), (.character("c"), .control), (.character("g"), .control):
      layer = .places
      begun[place] = text
      message = StyledText(
        "Nothing was decided; `i` goes on with what you wrote, also when you come back later.",
        .faint)
    default:
      hasNewText = true
      if !text.take(key) {
        message = StyledText(
          "`\(key.name)` is no key here; Ctrl-S takes the text, F1 shows all keys.", .faint)
      }
      layer = .writing(text)
    }
  }

  mutating func paste(_ pasted: String) {
    guard case .writing(var text) = layer else { return }
    text.insert(pasted)
    hasNewText = true
    layer = .writing(text)
  }

  /// Keeps what is being written, because the person rests or the terminal goes away.
  mutating func keepWriting() {
    hasNewText = false
    if case .writing(let text) = layer { begun[place] = text }
  }

  /// The places that are begun, to be kept.
  package var begunPlaces: BegunPlaces {
    BegunPlaces(texts: begun.mapValues { Array($0.text.utf8) }, words: begunWords)
  }

  /// A text with the line ends of the place, and one at its end where the place has one.
  private func bytes(of text: TextArea) -> [UInt8] {
    let overlap = decisions.overlaps[place]
    let model = overlap.left.isEmpty ? overlap.right : overlap.left
    var text = text.text
    if model.last == 0x0A, !text.isEmpty, text.last?.isNewline != true { text += "\n" }
    let usesReturns = String(decoding: model, as: UTF8.self).contains("\r\n")
    let lines = text.replacing("\r\n", with: "\n")
    return Array((usesReturns ? lines.replacing("\n", with: "\r\n") : lines).utf8)
  }
}
