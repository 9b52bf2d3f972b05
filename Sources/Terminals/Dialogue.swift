import Rendering

/// A way to answer a question: by one key at a terminal, by a line elsewhere.
package struct Answer: Equatable, Sendable {
  /// The key, which a line may consist of as well.
  package let key: Character
  /// The word after the key, which a line may consist of as well.
  package let word: String
  /// The help text for `?`.
  package let help: String
  /// The text after the word: an answer's consequence.
  package let detail: String
  /// True if Enter or an empty line gives it as well.
  package let isDefault: Bool
  /// True if only `?` shows it.
  package let isMinor: Bool

  package init(
    _ key: Character, _ word: String, _ help: String, detail: String = "",
    isDefault: Bool = false, isMinor: Bool = false
  ) {
    self.key = key
    self.word = word
    self.help = help
    self.detail = detail
    self.isDefault = isDefault
    self.isMinor = isMinor
  }

  /// The key as it is called.
  package var keyName: String { key == " " ? "space" : String(key) }

  /// The keys and words of answers, but for the minor ones, as one line where there is room.
  package static func line(of answers: [Answer], ending: String, width: Int) -> [StyledText] {
    var line = StyledText()
    for answer in answers + [Answer("?", "help", "")] where !answer.isMinor {
      if !line.isEmpty { line.append("  ") }
      line.append(answer.keyName, .title)
      // A word stays with its key, wherever the line is broken.
      line.append("\u{A0}" + answer.word.replacing(" ", with: "\u{A0}"), .faint)
      if !answer.detail.isEmpty { line.append("\u{A0}" + answer.detail) }
    }
    line.append(ending)
    return line.wrapped(toWidth: width).map { line in
      StyledText(
        runs: line.runs.map {
          .init($0.text.replacing("\u{A0}", with: " "), $0.style, link: $0.link)
        })
    }
  }
}

/// The person pressed Ctrl-C in a dialogue.
package struct Interrupted: Error {
  package init() {}
}

/// Questions one after the other: each answered by a key at a terminal, or by a line if answers
/// come from a pipe or single keys cannot be read.
package final class Dialogue {
  /// The columns to draw for; they change with the terminal.
  package private(set) var width: Int
  /// True if a person sits at a terminal, which scrolls, and not a pipe that takes everything.
  package let isOnTerminal: Bool
  private let output: OutputStream
  /// True where another number of columns is asked for by hand.
  private let hasFixedWidth: Bool
  private var keyboard: Keyboard?
  /// The screen that the dialogue is drawn on; nil where lines are below each other.
  private var page: (any DialoguePage)?
  /// True if the line of keys is erased after one of them was pressed.
  private let erasesPrompts: Bool
  /// The lines that the prompt takes on the screen; 0 if it is not to be erased.
  private var promptLines = 0
  /// The lines on the page since its last answer, which nobody has seen.
  private var unseen: [StyledText] = []

  /// - Parameters:
  ///   - isPlain: answers are lines even at a terminal, for screen readers and scripts.
  ///   - erasesPrompts: where keys are read singly, the line that names them goes with the answer.
  ///   - page: draws on a whole screen, and gives the answers; see ``leavePage()``.
  ///   - hasFixedWidth: the columns stay as they are when the terminal has others.
  package init(
    _ output: OutputStream, on terminal: Terminal, isPlain: Bool, erasesPrompts: Bool,
    hasFixedWidth: Bool, page: (any DialoguePage)? = nil
  ) {
    self.output = output
    self.hasFixedWidth = hasFixedWidth
    self.page = page
    width = page?.width ?? terminal.width
    isOnTerminal = terminal.isOutputTerminal
    let readsKeys = terminal.readsKeys && !isPlain && page == nil
    keyboard = readsKeys ? Keyboard() : nil
    self.erasesPrompts = erasesPrompts && readsKeys
  }

  /// Begins a subject: on a page it is alone there.
  package func begin() {
    page?.turn()
    if let page { width = page.width }
  }

  /// Ends drawing on a page; what is shown from now on is printed.
  ///
  /// - Returns: the lines that were added to the page after the last answer, and so were never seen there.
  @discardableResult
  package func leavePage() -> [StyledText] {
    page?.leave()
    page = nil
    defer { unseen = [] }
    return unseen
  }

  /// Prints lines.
  package func show(_ lines: [StyledText]) throws {
    if let page {
      unseen += lines
      return page.show(lines)
    }
    for line in lines { try output.writeLine(line) }
  }

  /// Asks until one of the answers is given.
  ///
  /// - Parameter redraw: shows the subject of the question again, after the terminal's width
  ///   changed.
  /// - Returns: nil at the end of the input.
  /// - Throws: `Interrupted` for Ctrl-C.
  package func ask(_ answers: [Answer], redraw: () throws -> Void = {}) throws -> Answer? {
    while let page {
      let end = page.ask(answers, help: { help(answers, width: $0) })
      unseen = []
      switch end {
      case .answer(let answer): return answer
      case .interrupted: throw Interrupted()
      case .ended: return nil
      case .resized:
        width = page.width
        page.clear()
        try redraw()
      }
    }
    while true {
      try showPrompt(answers)
      guard let said = try read(answers) else { return nil }
      switch said {
      case .answer(let answer): return answer
      case .help: try show(help(answers, width: width))
      case .resized: try redraw()
      case .unknown(let word):
        try show([StyledText("`\(word)` is not an answer here.", .warning)])
        try show(help(answers, width: width))
      }
    }
  }

  /// Leaves the terminal to another program until `work` returns.
  package func lend<Result>(_ work: () throws -> Result) throws -> Result {
    try output.flush()
    if let page { return try page.lend(work) }
    guard keyboard != nil else { return try work() }
    Platform.endReadingKeys()
    defer { _ = Platform.beginReadingKeys() }
    return try work()
  }

  private enum Said {
    case answer(Answer), help, resized, unknown(String)
  }

  private func read(_ answers: [Answer]) throws -> Said? {
    if keyboard == nil { return try readLine(answers) }
    while true {
      switch keyboard?.next() ?? .end {
      case .enter:
        guard let answer = answers.first(where: \.isDefault) else { continue }
        try endPrompt(answer.word)
        return .answer(answer)
      case .character(let character):
        if character == "?" {
          try endPrompt("help")
          return .help
        }
        guard let answer = answers.first(where: { $0.key == character }) else { continue }
        try endPrompt(answer.word)
        return .answer(answer)
      case .interrupt:
        try endPrompt("")
        throw Interrupted()
      case .end:
        try endPrompt("")
        return nil
      case .resized:
        if !hasFixedWidth, let size = Platform.windowSize(1) {
          width = max(size.columns, 20)
        }
        // The terminal has broken the lines again, so that the start of the prompt is unknown.
        promptLines = 0
        try endPrompt("")
        return .resized
      default: continue
      }
    }
  }

  private func readLine(_ answers: [Answer]) throws -> Said? {
    guard let line = Platform.readLine() else {
      try endPrompt("")
      return nil
    }
    // If no terminal shows the typed text, the prompt's line has no end yet.
    if !Platform.isTerminal(0) { try endPrompt(line) }
    let word = line.split(separator: " ").joined(separator: " ").lowercased()
    if word.isEmpty, let answer = answers.first(where: \.isDefault) { return .answer(answer) }
    if word == "?" || word == "help" { return .help }
    let answer = answers.first { word == String($0.key) || word == $0.word.lowercased() }
    return answer.map(Said.answer) ?? (word.isEmpty ? .help : .unknown(word))
  }

  private func showPrompt(_ answers: [Answer]) throws {
    let lines = Answer.line(of: answers, ending: " >", width: max(width - 1, 20))
    try show(lines.dropLast())
    try output.write((lines.last ?? StyledText()) + StyledText(" "))
    try output.flush()
    promptLines = erasesPrompts ? lines.count : 0
  }

  private func endPrompt(_ word: String) throws {
    if promptLines > 0 {
      // To the prompt's first column, and everything below it away (ECMA-48 8.3.22, 8.3.39).
      let up = promptLines > 1 ? "\u{1B}[\(promptLines - 1)A" : ""
      try output.write("\r\(up)\u{1B}[J")
      try output.flush()
      promptLines = 0
      return
    }
    try output.writeLine(StyledText(word))
    try output.flush()
  }

  private func help(_ answers: [Answer], width: Int) -> [StyledText] {
    let widest = answers.map(\.word.displayWidth).max() ?? 0
    let keys = answers.map(\.keyName.count).max() ?? 1
    return answers.flatMap { answer -> [StyledText] in
      var beginning = StyledText("  \(answer.keyName.padded(toWidth: keys))  ", .title)
      beginning.append(answer.word.padded(toWidth: widest) + "  ")
      let indent = beginning.displayWidth
      let help = StyledText(answer.help, .faint).wrapped(toWidth: max(width - indent, 16))
      return help.enumerated().map { index, line in
        (index == 0 ? beginning : StyledText(String(repeating: " ", count: indent))) + line
      }
    }
  }
}
