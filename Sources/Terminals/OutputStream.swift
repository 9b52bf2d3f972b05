import Exchange
import Rendering

/// The failures of standard output.
package enum OutputError: Error, Equatable {
  /// The reader went away (`zib list | head -1`): end without a message.
  case readerGone
  /// Writing failed, with the system's `errno`.
  case failed(Int32)
}

/// Standard output: buffered, paged if a command asks for it, with every failure noticed.
///
/// Commands write through it and `main` calls `finish()` at the end; nothing else writes to
/// descriptor 1.
package final class OutputStream {
  /// The abilities of the terminal.
  package let terminal: Terminal

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var paging = Paging.off

  private enum Paging {
    case off
    /// Holding back output until it is longer than the screen.
    case waiting(Pager, ScreenLines)
    case running(Pager.Process)
  }

  /// Output is sent on when this many bytes wait.
  private static let capacity = 1 << 16

  /// A stream to a descriptor; standard output unless said otherwise.
  package init(terminal: Terminal, descriptor: Int32 = 1) {
    self.terminal = terminal
    self.descriptor = descriptor
  }

  /// True if control characters in text from a vault must be made visible: a terminal, or a pager
  /// that passes colours on, reads this stream.
  package var escapesControlCharacters: Bool {
    terminal.isOutputTerminal || terminal.colors > .none
  }

  /// Shows the following output in the person's pager, if standard output is a terminal and the
  /// output is longer than the screen.
  package func page(with pager: Pager?) {
    guard terminal.isOutputTerminal, let pager, case .off = paging else { return }
    paging = .waiting(pager, ScreenLines(width: terminal.width))
  }

  /// True if a pager is on the screen.
  package var isPaged: Bool {
    if case .running = paging { true } else { false }
  }

  /// Waits until a pager that takes no more output is closed.
  package func endPaging() {
    guard case .running(let process) = paging else { return }
    process.finish()
    paging = .off
  }

  /// Writes text that `zib` itself made.
  package func write(_ text: String) throws {
    try write(bytes: text.utf8)
  }

  /// Writes text that `zib` itself made, and ends the line.
  package func writeLine(_ text: String = "") throws {
    try write(text)
    try write("\n")
  }

  /// Writes a stretch of styled text; its control characters are escaped where a terminal reads.
  package func write(_ text: StyledText) throws {
    var rendered = ""
    text.render(
      into: &rendered, colors: terminal.colors, hyperlinks: terminal.hyperlinks,
      escaping: escapesControlCharacters)
    try write(rendered)
  }

  /// Writes a stretch of styled text and ends the line.
  package func writeLine(_ text: StyledText) throws {
    try write(text)
    try write("\n")
  }

  /// A title for use in a line: if no terminal makes its control characters visible, they become
  /// spaces, so that each line stays one.
  package func inLine(_ title: String) -> String {
    escapesControlCharacters ? title : title.replacingControlCharacters()
  }

  /// A text of several styles for use in a line, as a title.
  package func inLine(_ text: StyledText) -> StyledText {
    StyledText(runs: text.runs.map { .init(inLine($0.text), $0.style, link: $0.link) })
  }

  /// Writes text from a vault: escaped where a terminal reads, as it is for a file or a pipe.
  package func write(untrusted text: String, keepingLines: Bool = false) throws {
    try write(
      escapesControlCharacters
        ? text.escapingControlCharacters(keepingLines: keepingLines) : text)
  }

  /// Writes the bytes of a note or a path: as they are into a file or a pipe, made visible on a terminal.
  package func write(untrusted bytes: [UInt8]) throws {
    guard terminal.isOutputTerminal else { return try write(bytes: bytes) }
    try write(
      String(decoding: bytes, as: UTF8.self).escapingControlCharacters(keepingLines: true))
  }

  /// Writes bytes as they are (paths for `-0`, raw notes).
  package func write(bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Sends the JSON written so far.
  package func write(draining json: inout JSONWriter) throws {
    try write(bytes: json.take())
  }

  /// Sends the rows written so far; control characters are made visible where a terminal reads.
  package func write(draining table: inout CSVWriter) throws {
    try write(untrusted: table.take())
  }

  /// Writes an object of JSON, which begins with the version of its form, and ends the line.
  package func writeJSON(_ body: (inout JSONWriter) throws -> Void) throws {
    var json = JSONWriter()
    try json.object {
      $0.field("version", 1)
      try body(&$0)
    }
    try write(draining: &json)
    try writeLine()
  }

  /// Sends the contents of the buffer, unless the use of a pager is not decided yet.
  package func flush() throws {
    if case .waiting(let pager, var lines) = paging {
      lines.count(buffer[...], from: lines.counted)
      guard lines.rows >= terminal.height else {
        paging = .waiting(pager, lines)
        return
      }
      if let process = pager.start() {
        paging = .running(process)
      } else {
        paging = .off
      }
    }
    try send()
  }

  /// Sends everything and waits for the pager to be closed.
  package func finish() throws {
    try flush()
    if case .waiting = paging {
      paging = .off
      try send()
    }
    endPaging()
  }

  private func send() throws {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    if case .running(let process) = paging {
      // A person who closes the pager has seen enough; that is no failure.
      if Platform.write(buffer[...], to: process.input) != 0 { throw OutputError.readerGone }
      return
    }
    let code = Platform.write(buffer[...], to: descriptor)
    if code == Platform.brokenPipe { throw OutputError.readerGone }
    if code != 0 { throw OutputError.failed(code) }
  }
}

/// Counts the rows that output takes on a screen, over the escape sequences in it.
struct ScreenLines {
  let width: Int
  private(set) var rows = 0
  private(set) var counted = 0
  private var column = 0
  private var state = State.text

  private enum State { case text, escape, control, command }

  init(width: Int) { self.width = width }

  mutating func count(_ bytes: ArraySlice<UInt8>, from start: Int) {
    for byte in bytes.dropFirst(start) {
      switch state {
      case .escape:
        state = byte == UInt8(ascii: "[") ? .control : byte == UInt8(ascii: "]") ? .command : .text
      case .control:
        if (0x40...0x7E).contains(byte) { state = .text }
      case .command:
        if byte == 0x07 { state = .text } else if byte == 0x1B { state = .escape }
      case .text:
        if byte == 0x0A {
          rows += 1
          column = 0
        } else if byte == 0x1B {
          state = .escape
        } else if byte & 0xC0 != 0x80 {
          column += 1
          if column > width {
            rows += 1
            column = 1
          }
        }
      }
    }
    counted += max(0, bytes.count - start)
  }
}
