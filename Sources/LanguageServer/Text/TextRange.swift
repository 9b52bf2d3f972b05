import Exchange
import Notes

/// A range between two positions, as the protocol has it.
struct TextRange: Hashable {
  let start: Position
  let end: Position

  init(_ range: Range<Int>, in buffer: TextBuffer, _ encoding: PositionEncoding) {
    start = buffer.position(at: range.lowerBound, encoding)
    end = buffer.position(at: range.upperBound, encoding)
  }

  init?(_ json: JSONValue?) {
    guard let start = Position(json?["start"]), let end = Position(json?["end"]), start <= end
    else { return nil }
    self.start = start
    self.end = end
  }

  var json: JSONValue { ["start": start.json, "end": end.json] }

  /// The bytes between the positions.
  func bytes(in buffer: TextBuffer, _ encoding: PositionEncoding) -> Range<Int> {
    let start = buffer.offset(of: start, encoding)
    return start..<max(start, buffer.offset(of: end, encoding))
  }
}

extension LanguageServer {
  /// A range of a note in the client's terms.
  func json(_ range: ByteRange, in view: NoteView) -> JSONValue {
    TextRange(range.indices, in: view.buffer, encoding).json
  }

  /// A place in a note in the client's terms.
  func location(_ range: ByteRange, in view: NoteView) -> JSONValue {
    ["uri": .string(view.uri.text), "range": json(range, in: view)]
  }
}
