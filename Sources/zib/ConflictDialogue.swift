import Merge
import Notes
import Sync
import Vaults

/// One conflict decided with a person, place by place.
struct ConflictDialogue {
  /// How it ended.
  enum Outcome: Equatable {
    case decided([UInt8])
    /// Places were passed over, and nothing is to be written.
    case open(places: Int)
    /// The person wants no more of it, or the answers are at their end.
    case stopped
  }

  let conflict: NoteConflict
  let dialogue: Dialogue
  let session: Session
  /// Where the conflict stands among those to be resolved, from 1.
  var number = 1
  var count = 1

  /// The lines of each version that are shown at a terminal.
  private static let shownLines = 24
  /// The lines shown around a place.
  private static let context = 2

  /// Asks about each place.
  ///
  /// - Throws: `Interrupted`.
  func run() throws -> Outcome {
    var decisions = ConflictDecisions(conflict.texts.merge)
    try dialogue.show(introduction())
    var index = 0
    var isWhole = false
    while index < decisions.overlaps.count {
      if decisions[index] != nil {
        index += 1
        continue
      }
      try dialogue.show(place(index, of: decisions, isWhole: isWhole))
      let answer = try dialogue.ask(answers(index, of: decisions)) {
        try dialogue.show(place(index, of: decisions, isWhole: isWhole))
      }
      isWhole = false
      switch answer?.key {
      case "1": decisions.choose(.note, at: index)
      case "2": decisions.choose(.copy, at: index)
      case "b": decisions.choose(.both, at: index)
      case "a": decisions.choose(.ancestor, at: index)
      case "m": decisions.choose(.suggestion, at: index)
      case "e":
        guard let text = try edited(decisions.overlaps[index]) else { continue }
        decisions.choose(.text(text), at: index)
      case "v":
        isWhole = true
        continue
      case "u":
        if let undone = decisions.undo() { index = undone }
        continue
      case "s": break
      default: return .stopped
      }
      index += 1
      if index == decisions.overlaps.count, !decisions.open.isEmpty {
        guard try goesBack(to: decisions.open.count) else {
          return .open(places: decisions.open.count)
        }
        index = 0
      }
    }
    guard let text = decisions.text else { return .open(places: decisions.open.count) }
    try dialogue.show(result(text))
    return .decided(text)
  }

  // MARK: What is shown

  private var names: OverlapView.Names {
    OverlapView.Names(
      note: conflict.texts.noteVersion?.change.map(session.words) ?? "the note",
      copy: conflict.texts.copyVersion.change.map(session.words) ?? "the copy")
  }

  private func introduction() -> [StyledText] {
    var title = StyledText(session.shownPath(conflict.note), .title)
    if count > 1 { title.append("  conflict \(number) of \(count)", .faint) }
    var lines = [StyledText()] + title.wrapped(toWidth: dialogue.width)
    let sides = [
      ("1 this", names.note, "the note"),
      ("2 that", names.copy, String(decoding: conflict.copy.name, as: UTF8.self)),
    ]
    for (key, name, file) in sides {
      var line = StyledText("  \(key)  ", .position)
      line.append(name)
      if file != name { line.append("  \(file)", .path) }
      lines += line.wrapped(toWidth: dialogue.width)
    }
    let size = conflict.texts.size
    let summary =
      if size.places == 0 {
        "Nothing overlaps: both are merged."
      } else if conflict.texts.ancestor == nil {
        "\(Amount.count(size.places, "place")) where they differ; there is no version that both began with."
      } else {
        "\(Amount.count(size.places, "place")) that both changed; everything else is merged."
      }
    return lines + StyledText(summary, .faint).wrapped(toWidth: dialogue.width)
  }

  private func place(
    _ index: Int, of decisions: ConflictDecisions, isWhole: Bool
  ) -> [StyledText] {
    let around = surroundings(index, of: decisions)
    var title = StyledText("Place \(index + 1) of \(decisions.overlaps.count)", .title)
    title.append(", line \(around.line)", .faint)
    let view = OverlapView(
      overlap: decisions.overlaps[index], names: names, colors: session.terminal.colors,
      hasAncestor: conflict.texts.ancestor != nil, before: around.before, after: around.after,
      limit: isWhole || !dialogue.isOnTerminal ? nil : Self.shownLines)
    return [StyledText(), title] + view.lines(width: dialogue.width)
  }

  /// The last lines before a place, the first after it, and the line of the note that it begins at.
  private func surroundings(
    _ index: Int, of decisions: ConflictDecisions
  ) -> (before: [String], after: [String], line: Int) {
    var texts: [[UInt8]] = [[]]
    var number = 0
    for region in decisions.merge.regions {
      switch region {
      case .agreed(let bytes): texts[texts.count - 1] += bytes
      case .overlap(let overlap):
        let choice = decisions[number] ?? .note
        number += 1
        texts.append(overlap.text(choice) ?? overlap.left)
        texts.append([])
      }
    }
    // Between two places stands what is agreed, so a place is every second text.
    let place = index * 2 + 1
    let line = texts[..<place].reduce(1) { $0 + $1.count { $0 == 0x0A } }
    return (
      Self.lines(texts[place - 1]).suffix(Self.context),
      Array(Self.lines(texts[place + 1]).prefix(Self.context)), line
    )
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    guard PlainText.isValid(bytes) else { return [] }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  private func result(_ text: [UInt8]) -> [StyledText] {
    let words = { (bytes: [UInt8]) in
      Amount.count(bytes.split { $0 == 0x20 || $0 &- 0x09 < 5 }.count, "word")
    }
    let note = conflict.texts.noteVersion.map { words($0.text) } ?? "none"
    let line =
      "The note has \(words(text)) now; it had \(note), and the copy "
      + "\(words(conflict.texts.copyVersion.text))."
    return StyledText(line, .faint).wrapped(toWidth: dialogue.width)
  }

  // MARK: What is asked

  private func answers(_ index: Int, of decisions: ConflictDecisions) -> [Answer] {
    let overlap = decisions.overlaps[index]
    var answers = [
      Answer("1", "this", "the note's text"), Answer("2", "that", "the copy's text"),
      Answer("b", "both", "the note's text and after it the copy's"),
    ]
    if conflict.texts.ancestor != nil {
      answers.append(Answer("a", "before", "the text that both began with"))
    }
    if overlap.suggestion != nil {
      answers.append(Answer("m", "merged", "the two merged word by word, as shown"))
    }
    answers.append(Answer("e", "edit", "write the place yourself, in your editor"))
    if dialogue.isOnTerminal { answers.append(Answer("v", "view", "show all lines of this place")) }
    return answers + [
      Answer("s", "skip", "decide this place later"),
      Answer("u", "undo", "take back the last decision"),
      Answer("q", "quit", "stop; this conflict stays as it is"),
    ]
  }

  private func goesBack(to places: Int) throws -> Bool {
    let them = places == 1 ? "it" : "them"
    try dialogue.show([
      StyledText("\(Amount.count(places, "place is", "places are")) not decided.")
    ])
    let answer = try dialogue.ask([
      Answer("g", "go back", "decide \(them) now"),
      Answer("l", "leave", "write nothing; the conflict stays as it is"),
    ])
    return answer?.key == "g"
  }

  /// A place as the person writes it in the editor; nothing where markers are left, and then the file is kept.
  private func edited(_ overlap: Overlap) throws -> [UInt8]? {
    guard PlainText.isValid(overlap.left), PlainText.isValid(overlap.right) else {
      try dialogue.show([StyledText("This is no text.", .warning)])
      return nil
    }
    let merge = OverlappingMerge(regions: [.overlap(overlap)])
    let file = MarkedFile(merge, of: conflict, session)
    switch try dialogue.lend({ try file.edited() }) {
    case .finished(let text): return text
    case .marked(let line, let file):
      let words = "Line \(line) of \(file) is still a marker; nothing was decided."
      try dialogue.show(StyledText(words, .warning).wrapped(toWidth: dialogue.width))
      return nil
    }
  }
}
