import Files
import Rendering
import Screens

/// A question in the last line of the finder.
struct FinderPrompt: Equatable {
  /// The action that the answer is for.
  enum Purpose: Equatable { case new, tag, rename, delete, pin, unpin, undo }

  let purpose: Purpose
  let items: [FinderItem]
  var field = TextField()
  /// The step that is to be taken back, in words.
  var step = ""

  /// True after a key that is no answer to a question that has two.
  var wasNotAnswered = false

  /// True where one letter is the answer.
  var isYesOrNo: Bool { [.delete, .pin, .unpin, .undo].contains(purpose) }

  /// The words before the answer.
  ///
  /// - Parameter key: the key that takes a deletion back.
  func question(undoneBy key: String?) -> String {
    // The path, because several notes may have one title; of several notes the list has them all.
    let subject =
      items.count == 1
      ? "`\(items[0].path.text.escapingControlCharacters().truncated(toWidth: 60))`"
      : Amount.count(items.count, "note")
    switch purpose {
    case .new: return "Title of the new note, or /path: "
    case .tag: return "Hashtag for \(subject): "
    case .rename:
      // A name alone stays in the folder that is named here.
      return items.first?.path.folder.map { "New name in \($0.text)/, or /path: " }
        ?? "New name or path: "
    case .pin, .unpin:
      let verb = purpose == .pin ? "Pin" : "Unpin"
      return wasNotAnswered
        ? "y is for \(verb.lowercased()); n leaves all as it is. y or n: "
        : "\(verb) \(subject)? y or n: "
    case .undo:
      return wasNotAnswered
        ? "y takes it back; n leaves all as it is. y or n: "
        : "Take back \(step), which was not done here? y or n: "
    case .delete:
      let (them, stay) = items.count == 1 ? ("it", "It stays") : ("them", "They stay")
      let back = key.map { ", and \($0) brings \(them) back" } ?? ""
      if wasNotAnswered { return "y deletes \(subject)\(back); n keeps \(them). y or n: " }
      return "Delete \(subject)? \(stay) in the history\(back). y or n: "
    }
  }

  /// The command line that the answer makes; nil if it changes nothing.
  var words: [String]? {
    let text = field.text.trimmingSpaces()
    switch purpose {
    case .new: return text.isEmpty ? nil : Self.words(making: text)
    case .tag:
      let isRemoved = text.hasPrefix("-")
      let names = text.dropFirst(isRemoved ? 1 : 0).split { " ,#".contains($0) }
      if names.isEmpty { return nil }
      let sign = isRemoved ? "tags-=" : "tags+="
      return ["set", "--text"] + items.map(\.word) + names.map { sign + $0 }
    case .rename: return newPath.flatMap { new in items.first.map { ["mv", $0.word, "./" + new] } }
    case .pin, .unpin:
      let verb = purpose == .pin ? "pin" : "unpin"
      return text.lowercased().hasPrefix("y") ? [verb] + items.map(\.word) : nil
    case .undo: return text.lowercased().hasPrefix("y") ? ["undo"] : nil
    case .delete:
      return text.lowercased().hasPrefix("y") ? ["rm", "--force"] + items.map(\.word) : nil
    }
  }

  /// The command line that makes a note of a title; one that begins with a slash is a path from the vault's root.
  static func words(making title: String) -> [String] { ["new", "--", title] }

  /// The path that the note is to get, as it is typed; nil if it is its own.
  private var newPath: String? {
    guard let item = items.first, let new = Self.path(field.text.trimmingSpaces(), beside: item),
      new != item.name, new != item.path.text
    else { return nil }
    return new
  }

  /// True for a new name that leads out of the vault, which no note has.
  var leadsOut: Bool {
    guard purpose == .rename, let new = newPath else { return false }
    var depth = 0
    for part in new.split(separator: "/") {
      depth += part == ".." ? -1 : part == "." ? 0 : 1
      if depth < 0 { return true }
    }
    return false
  }

  /// The path that the note will probably have after it was renamed.
  var expectedPath: NotePath? {
    guard purpose == .rename, let item = items.first, let new = newPath else { return nil }
    let ending = item.path.text.dropFirst(item.name.count)
    // A folder takes it under the old name.
    if new.hasSuffix("/") { return NotePath(new + item.bareName + ending) }
    return NotePath(new.hasSuffix(ending) ? new : new + ending)
  }

  /// The path that the note has instead if the new name is that of a folder.
  var expectedPathInFolder: NotePath? {
    guard purpose == .rename, let item = items.first, let new = newPath, !new.hasSuffix("/") else {
      return nil
    }
    return NotePath(new + "/" + item.bareName + item.path.text.dropFirst(item.name.count))
  }

  /// The path, from the vault's root, that a new name or path means; a name alone stays in the note's folder.
  private static func path(_ text: String, beside item: FinderItem) -> String? {
    var path = String(text.drop { $0 == "/" })
    while path.hasPrefix("./") { path = String(path.dropFirst(2).drop { $0 == "/" }) }
    if path.isEmpty { return nil }
    guard !text.contains("/"), let folder = item.path.folder else { return path }
    return folder.text + "/" + path
  }
}

extension FinderModel {
  /// Asks for what an action needs to know.
  mutating func ask(_ purpose: FinderPrompt.Purpose) {
    let items = targets
    if ![.new, .undo].contains(purpose), items.isEmpty {
      _ = nothingSelected()
      return
    }
    if purpose == .rename || purpose == .delete, let obstacle {
      message = obstacle
      return
    }
    var prompt: FinderPrompt
    switch purpose {
    case .rename:
      guard items.count == 1 else {
        let key = keys.keys(of: .clear, isTyping: isTyping).first?.name
        message = StyledText(
          "A name is for one note, and \(items.count) are chosen"
            + (key.map { "; \($0) lets them go." } ?? "."), .warning)
        return
      }
      prompt = FinderPrompt(purpose: purpose, items: items)
      prompt.field.text = items.first?.bareName ?? ""
    case .new:
      // A text that is no title as it is, or may not be one, is asked about.
      prompt = FinderPrompt(purpose: purpose, items: items)
      if source == .query { prompt.field.text = field.text.trimmingSpaces() }
    case .undo: prompt = FinderPrompt(purpose: purpose, items: [])
    case .tag, .delete, .pin, .unpin:
      // Those that are not in the list are named first.
      prompt = FinderPrompt(
        purpose: purpose, items: items.filter { !isListed($0) } + items.filter(isListed))
    }
    layer = .prompt(prompt)
  }

  /// Asks whether a step is to be taken back that the finder did not make.
  ///
  /// - Parameter step: the step in words: `the move of 14:03`.
  package mutating func askWhetherToUndo(_ step: String) {
    var prompt = FinderPrompt(purpose: .undo, items: [])
    prompt.step = step
    layer = .prompt(prompt)
  }

  mutating func take(_ key: KeyStroke, _ prompt: FinderPrompt) -> [FinderEffect] {
    var prompt = prompt
    let isYesOrNo = prompt.isYesOrNo
    switch key.base {
    case .escape: layer = .none
    case .character("c") where key.modifiers == .control,
      .character("g") where key.modifiers == .control:
      layer = .none
    case .enter where !isYesOrNo, .character where isYesOrNo && key.isAnswer:
      if isYesOrNo { _ = prompt.field.take(key) }
      layer = .none
      if prompt.leadsOut {
        message = StyledText(
          "`\(prompt.field.text.trimmingSpaces())` leads out of the vault. Nothing was changed.",
          .warning)
        return []
      }
      guard let words = prompt.words else {
        message = StyledText("Nothing was changed.", .faint)
        return []
      }
      if prompt.purpose == .new { return [.make(words)] }
      if prompt.purpose == .undo { return [.run(words, waits: true)] }
      // Pinned notes stay chosen, as where they are pinned without a question.
      releasesMarked = ![.pin, .unpin].contains(prompt.purpose)
      if let item = prompt.items.first, let path = prompt.expectedPath {
        expectMove(of: item.path, to: path, or: prompt.expectedPathInFolder)
      }
      return [.runQuietly(words)]
    default:
      if isYesOrNo { prompt.wasNotAnswered = true } else { _ = prompt.field.take(key) }
      layer = .prompt(prompt)
    }
    return []
  }
}

extension KeyStroke {
  /// True for the letters that answer a question with yes or no.
  fileprivate var isAnswer: Bool {
    guard case .character(let letter) = base else { return false }
    return modifiers.isEmpty && "yYnN".contains(letter)
  }
}
