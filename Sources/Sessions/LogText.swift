import Indexing
import Notes
import Rendering
import Terminals
import Vaults
import Wording

/// The text of an entry that is written: from the command line, standard input or the editor.
package struct LogText {
  /// The question that the entry answers.
  package var prompt: String?
  /// The title in the editor's text: a heading in its first line.
  package private(set) var title = ""
  /// The file that the editor wrote, until the entry is in the journal.
  package private(set) var file: String?
  /// The bytes that came from a pipe, which nobody else has.
  package private(set) var piped: [UInt8]?

  private var text: String
  private var wantsEditor: Bool
  /// The name of the file that the editor opens.
  package static let fileName = "entry.md"

  /// - Parameter isBare: neither mood nor title was given, so that there has to be a text.
  package init(words: [String], isBare: Bool, wantsEditor: Bool, _ session: CommandSession) throws {
    let isAtTerminal = session.mayAsk
    if words == ["-"] || (words.isEmpty && !Platform.isTerminal(0)) {
      let bytes = try session.standardInput()
      if !Platform.isFile(0) { piped = bytes }
      text = try Self.utf8(bytes)
    } else {
      text = words.joined(separator: " ")
    }
    self.wantsEditor = wantsEditor || (words.isEmpty && isBare && isAtTerminal)
  }

  /// True if there is no text, and none will come.
  package var isEmpty: Bool {
    JournalText.trimmed(text.utf8).isEmpty && !wantsEditor && file == nil
  }

  /// The text below the heading.
  package var body: String {
    guard let prompt else { return text }
    let line = PromptDeck.line(for: prompt)
    let text = JournalText.trimmed(text.utf8)
    return text.isEmpty ? line : line + "\n\n" + text
  }

  /// Has the text written in the editor, where that is wanted.
  package mutating func finish(_ session: CommandSession) throws {
    guard wantsEditor else { return }
    let folder = try session.makeDraft()
    var draft = body
    if prompt != nil { draft += "\n\n" } else if !draft.isEmpty { draft += "\n" }
    let file = try folder.write(Array(draft.utf8), as: Self.fileName)
    let line = 1 + draft.utf8.count { $0 == 0x0A }
    let written = JournalText.trimmed(try session.edit(folder, Self.fileName, at: line))
    text = try Self.utf8(Array(written.utf8))
    takePrompt()
    takeTitle()
    let isNothing = JournalText.trimmed(text.utf8).isEmpty
    if isNothing {
      prompt = nil
      session.discardDrafts()
    } else {
      self.file = file
    }
    wantsEditor = false
  }

  /// Puts the question before the text again, unless the person removed it.
  private mutating func takePrompt() {
    guard let question = prompt else { return }
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    if let first = lines.first, PromptDeck.key(of: first) == PromptDeck.key(of: question) {
      text = JournalText.trimmed((lines.count > 1 ? lines[1] : "").utf8)
    } else {
      prompt = nil
    }
  }

  private mutating func takeTitle() {
    guard text.hasPrefix("# ") else { return }
    let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    title = lines[0].dropFirst(2).split(separator: " ").joined(separator: " ")
    text = lines.count > 1 ? JournalText.trimmed(lines[1].utf8) : ""
  }

  /// Bytes as text.
  ///
  /// - Throws: `Failure` if they are not UTF-8 or have a NUL, because a person's text is never guessed at.
  package static func utf8(_ bytes: [UInt8]) throws -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw Failure("the text is not valid UTF-8") }
    guard !bytes.contains(0) else { throw Failure("the text has a NUL, and no note has one") }
    return text
  }
}

/// The question that an entry begins with.
package enum LogPrompt {
  private static let answers = [
    Answer("y", "take it", "write about this"),
    Answer("n", "another", "show the next one"),
    Answer("q", "none", "write nothing"),
  ]

  /// The next question; at a terminal the person may ask for another.
  ///
  /// - Parameter hasText: true if the entry is going to be written; otherwise the question is only
  ///   printed.
  /// - Returns: nil if there is nothing to write.
  package static func choose(hasText: Bool, _ session: CommandSession) throws -> String? {
    let deck = try session.vault().prompts(for: session.today)
    guard let first = deck.prompts.first else {
      throw Failure(
        "no writing prompts found",
        hint: "write some into .zib/prompts.md, an item of a list each, "
          + "or set `zib config journal.prompts all`", code: .nothingFound)
    }
    if !hasText {
      try session.output.writeLine(StyledText(first))
      return nil
    }
    guard session.mayAsk, session.terminal.isOutputTerminal else {
      session.messages.note("the prompt is: \(first)")
      return first
    }
    let dialogue = session.dialogue(isPlain: false)
    for prompt in deck.prompts {
      try dialogue.show([StyledText(), StyledText(prompt, .title)])
      switch try dialogue.ask(answers)?.key {
      case "y": return prompt
      case "n": continue
      default: return nil
      }
    }
    return nil
  }
}
