import Files
import Merge
import Notes
import Rendering
import Sync
import Terminals
import Vaults
import Wording

/// One conflict decided with a person, place by place.
package struct ConflictDialogue {
  /// The end of the dialogue.
  package enum Outcome: Equatable {
    case decided(ConflictOutcome)
    /// Places were skipped, and nothing is to be written.
    case open(places: Int)
    /// The person wants to take back the conflict that was resolved before.
    case back
    /// The person wants no more of it, or the answers are at their end.
    case stopped
  }

  private let conflict: NoteConflict
  private let dialogue: Dialogue
  private let session: CommandSession
  private let number: Int
  private let count: Int
  private let canGoBack: Bool

  /// A dialogue on one conflict.
  ///
  /// - Parameters:
  ///   - number: the number of the conflict among the `count` to be resolved, from 1.
  ///   - canGoBack: true if a conflict was resolved before in this run, so that it can be taken back.
  package init(
    _ conflict: NoteConflict, _ dialogue: Dialogue, _ session: CommandSession, number: Int,
    of count: Int, canGoBack: Bool
  ) {
    self.conflict = conflict
    self.dialogue = dialogue
    self.session = session
    self.number = number
    self.count = count
    self.canGoBack = canGoBack
  }

  /// The lines of each version that are shown at a terminal.
  private static let shownLines = 24

  /// Asks about each place.
  ///
  /// - Throws: `Interrupted`.
  package func run() throws -> Outcome {
    try dialogue.show(words.introduction(number: number, of: count, width: dialogue.width))
    guard conflict.texts.noteVersion != nil else { return try askAboutDeleted() }
    if !conflict.texts.isText { return try askAboutFiles() }
    let kept = KeptDecisions(conflict, try session.vault())
    let state = kept?.state(of: conflict.texts.merge)
    var decisions = try decisionsToGoOnWith(state?.decisions)
    defer { keep(decisions, begun: state?.begun ?? BegunPlaces(), kept) }
    if decisions.overlaps.isEmpty, let text = decisions.text,
      text != conflict.texts.noteVersion?.text
    {
      return try askAboutMerged(text)
    }
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
      case "1": guard try choose(.note, at: index, &decisions) else { continue }
      case "2": guard try choose(.copy, at: index, &decisions) else { continue }
      case "b":
        if conflict.texts.keepsBothAsFiles { return .decided(.bothFiles) }
        guard try choose(.both, at: index, &decisions) else { continue }
      case "o": guard try choose(.ancestor, at: index, &decisions) else { continue }
      case "m": guard try choose(.suggestion, at: index, &decisions) else { continue }
      case "e":
        guard let text = try edited(index, of: decisions),
          try choose(.text(text), at: index, &decisions)
        else { continue }
      case "v":
        isWhole = true
        continue
      case "u":
        if let undone = decisions.undo() {
          index = undone
        } else if canGoBack {
          return .back
        } else {
          try dialogue.show([StyledText("There is no decision to take back yet.", .warning)])
        }
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
    try dialogue.show(words.result(text).wrapped(toWidth: dialogue.width))
    return .decided(.text(text))
  }

  /// The decisions that were made when the person left, if places are open.
  private func decisionsToGoOnWith(_ former: ConflictDecisions?) throws -> ConflictDecisions {
    guard let former, !former.history.isEmpty, !former.open.isEmpty else {
      return ConflictDecisions(conflict.texts.merge)
    }
    let done = former.overlaps.count - former.open.count
    try dialogue.show([
      StyledText(
        "\(Amount.count(done, "place is", "places are")) decided as you left it.", .faint)
    ])
    return former
  }

  private func keep(
    _ decisions: ConflictDecisions, begun: BegunPlaces, _ kept: KeptDecisions?
  ) {
    do throws(SystemError) {
      try kept?.keep(decisions, begun: begun)
    } catch {
      session.messages.warning("the decisions cannot be kept: \(error.description)")
    }
  }

  /// Decides a place, unless the note's front matter would become unreadable.
  ///
  /// - Returns: false if nothing was decided.
  private func choose(
    _ choice: OverlapChoice, at index: Int, _ decisions: inout ConflictDecisions
  ) throws -> Bool {
    if let obstacle = conflict.obstacle(to: choice, at: index, of: decisions) {
      try dialogue.show(
        StyledText("Not possible: \(obstacle).", .warning).wrapped(toWidth: dialogue.width))
      return false
    }
    return decisions.choose(choice, at: index)
  }

  // MARK: Conflicts without places

  /// Asks whether a note is written whose two versions do not overlap, as it may have been put back on purpose.
  private func askAboutMerged(_ text: [UInt8]) throws -> Outcome {
    try dialogue.show(
      StyledText(
        "No place is left to decide. The \(conflict.noun) would get what the copy changed."
      )
      .wrapped(toWidth: dialogue.width))
    while true {
      let answer = try dialogue.ask([
        Answer("m", "merged", "write the \(conflict.noun) with the changes of both"),
        Answer("1", conflict.word, "keep the \(conflict.noun) as it is; the copy is deleted"),
        Answer("v", "view", "show the \(conflict.noun) as it would be"),
        Answer("s", "skip", "decide later"),
        Answer("u", "undo", "take back the conflict before this one", isMinor: !canGoBack),
        Answer("q", "quit", "stop; this conflict stays as it is"),
      ])
      switch answer?.key {
      case "m": return .decided(.text(text))
      case "1": return .decided(conflict.texts.noteVersion.map { .text($0.text) } ?? .deleted)
      case "v": try show(text)
      case "s": return .open(places: 1)
      case "u" where canGoBack: return .back
      case "u": continue
      default: return .stopped
      }
    }
  }

  /// Asks about the copy of a note that was deleted, or whose name a folder has.
  private func askAboutDeleted() throws -> Outcome {
    let noun = conflict.noun
    let keep: Answer
    let delete: Answer
    if conflict.texts.hasFolderInPlace {
      keep = Answer("2", "keep the copy", "give the copy a name of its own")
      delete = Answer("d", "delete the copy", "leave the folder as it is")
    } else {
      keep = Answer("2", "keep the copy", "make the copy the \(noun) again")
      delete = Answer(
        "d", "delete both", "leave the \(noun) deleted, and delete the copy as well")
    }
    while true {
      let answer = try dialogue.ask([
        keep, delete,
        Answer("v", "view", "show the copy's text", isMinor: !conflict.texts.isText),
        Answer("s", "skip", "decide later"),
        Answer("u", "undo", "take back the conflict before this one", isMinor: !canGoBack),
        Answer("q", "quit", "stop; this conflict stays as it is"),
      ])
      switch answer?.key {
      case "2": return .decided(.text(conflict.texts.copyVersion.text))
      case "d": return .decided(.deleted)
      case "v": try show(conflict.texts.copyVersion.text)
      case "s": return .open(places: 1)
      case "u" where canGoBack: return .back
      case "u": continue
      default: return .stopped
      }
    }
  }

  private func show(_ text: [UInt8]) throws {
    let lines = ConflictWords.lines(text)
    try dialogue.show(lines.flatMap { StyledText("  \($0)").wrapped(toWidth: dialogue.width) })
  }

  /// Asks which of two binary files is kept.
  private func askAboutFiles() throws -> Outcome {
    if conflict.texts.merge.overlaps.isEmpty, let note = conflict.texts.noteVersion {
      return .decided(.text(note.text))
    }
    while true {
      let answer = try dialogue.ask([
        Answer("1", conflict.word, "keep this file; the copy is deleted"),
        Answer("2", "the copy", "keep the copy under this file's name"),
        Answer("b", "both", "keep two files: the copy gets a name of its own"),
        Answer("s", "skip", "decide later"),
        Answer("u", "undo", "take back the conflict before this one", isMinor: !canGoBack),
        Answer("q", "quit", "stop; this conflict stays as it is"),
      ])
      switch answer?.key {
      case "1": return .decided(conflict.texts.noteVersion.map { .text($0.text) } ?? .deleted)
      case "2": return .decided(.text(conflict.texts.copyVersion.text))
      case "b": return .decided(.bothFiles)
      case "s": return .open(places: 1)
      case "u" where canGoBack: return .back
      case "u": continue
      default: return .stopped
      }
    }
  }

  // MARK: Output

  private var words: ConflictWords { session.words(for: conflict) }

  private func place(
    _ index: Int, of decisions: ConflictDecisions, isWhole: Bool
  ) -> [StyledText] {
    words.place(
      index, of: decisions,
      limit: isWhole || !dialogue.isOnTerminal ? nil : Self.shownLines, width: dialogue.width)
  }

  // MARK: Questions

  private func answers(_ index: Int, of decisions: ConflictDecisions) -> [Answer] {
    let overlap = decisions.overlaps[index]
    var answers = [
      Answer("1", conflict.word, "the \(conflict.noun)'s text"),
      Answer("2", "the copy", "the copy's text"),
      Answer(
        "b", "both",
        conflict.texts.keepsBothAsFiles
          ? "keep two files: the copy gets a name of its own"
          : "the \(conflict.noun)'s text and after it the copy's"),
    ]
    if conflict.texts.ancestor != nil {
      answers.append(Answer("o", "the original", "the text that both began with"))
    }
    if overlap.suggestion != nil {
      answers.append(Answer("m", "merged", "the two merged word by word, as shown"))
    }
    answers.append(Answer("e", "edit", "write the place yourself, in your editor"))
    if dialogue.isOnTerminal { answers.append(Answer("v", "view", "show all lines of this place")) }
    return answers + [
      Answer("s", "skip", "decide this place later"),
      Answer(
        "u", "undo",
        canGoBack
          ? "take back the last decision, also of the note before" : "take back the last decision"),
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

  /// A place as the person writes it in the editor; nil if it was left with markers, and then the file is kept.
  private func edited(_ index: Int, of decisions: ConflictDecisions) throws -> [UInt8]? {
    let file = MarkedFile(place: index, of: decisions, conflict, session)
    let outcome = try file.edited(
      flaw: { text in
        conflict.damage(.text(text), at: index, of: decisions).map { (1, $0.reason.words) }
      },
      inEditor: dialogue.lend, opensAgain: dialogue.asksToOpenAgain)
    switch outcome {
    case .finished(let text): return text
    case .flawed(_, let file):
      try dialogue.show(
        StyledText("Nothing was decided; what you wrote is in \(file).", .warning).wrapped(
          toWidth: dialogue.width))
      return nil
    }
  }
}

extension Dialogue {
  /// Asks what to do with an edited file that has a flaw.
  package func asksToOpenAgain(_ words: String) throws -> Bool {
    let sentence = words.prefix(1).uppercased() + words.dropFirst() + "."
    try show(StyledText(sentence, .warning).wrapped(toWidth: width))
    let answer = try ask([
      Answer("e", "edit again", "open the file again, with all that you wrote", isDefault: true),
      Answer("l", "leave", "write nothing; the file is kept and named"),
    ])
    return answer?.key == "e"
  }
}
