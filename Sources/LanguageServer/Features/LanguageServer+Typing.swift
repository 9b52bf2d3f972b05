import Exchange
import Files
import Layout
import Notes

/// Help while one types: the next item of a list, and the links to a heading that is edited.
extension LanguageServer {
  // MARK: After a line end

  /// `textDocument/onTypeFormatting`: the next line of a list or quote begins as the one before; after an empty item the
  /// list ends.
  func formatOnType(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let position = try request.position()
    guard request.parameters["ch"]?.string == "\n", position.line > 0,
      position.line < view.buffer.starts.count
    else { return [] }
    let buffer = view.buffer
    let former = buffer.range(ofLine: position.line - 1)
    let line = buffer.range(ofLine: position.line)
    if Self.isCode(former.lowerBound, in: view) { return [] }
    guard let marker = LineMarker(buffer.bytes[former]) else { return [] }
    let typed = buffer.bytes[line]
    // The editor itself has begun the line as the one before.
    guard typed.allSatisfy(\.isBlank) || marker.isEmpty else { return [] }
    if marker.isEmpty {
      guard typed.allSatisfy(\.isBlank) || LineMarker(typed)?.isEmpty == true else { return [] }
      return [
        [
          "range": TextRange(former.lowerBound..<line.upperBound, in: buffer, encoding).json,
          "newText": "",
        ]
      ]
    }
    return [
      [
        "range": TextRange(line, in: buffer, encoding).json, "newText": .string(marker.next),
      ]
    ]
  }

  static func isCode(_ offset: Int, in view: NoteView) -> Bool {
    Fences(view.buffer, from: view.note.bodyStart).ranges.contains { $0.contains(offset) }
      || offset < view.note.bodyStart
  }

  // MARK: A heading and the links to it

  /// `textDocument/linkedEditingRange`: a heading and the links of the same note that have its words.
  func linkedEditing(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let note = view.note
    let offset = view.buffer.offset(of: try request.position(), encoding)
    func has(_ range: ByteRange) -> Bool { Int(range.start) <= offset && offset <= Int(range.end) }
    let anchors = note.links.filter { $0.target.isEmpty && !$0.isDecoded && $0.kind == .wiki }
      .compactMap(\.anchor)
    let heading =
      note.headings.first { has($0.text) }
      ?? anchors.first(where: has).flatMap { note.heading(anchored: note.text($0)) }
    guard let heading, !heading.text.isEmpty else { return .null }
    let words = note.source[heading.text.indices]
    let links = anchors.filter { note.source[$0.indices] == words }
    guard !links.isEmpty, has(heading.text) || links.contains(where: has) else { return .null }
    return [
      "ranges": .array(([heading.text] + links).map { json($0, in: view) }),
      "wordPattern": .string(#"[^\[\]|#^\n]+"#),
    ]
  }
}

/// The beginning of a line of a list or quote.
struct LineMarker {
  /// The beginning of the next line.
  let next: String
  /// True if the line has nothing else.
  let isEmpty: Bool

  /// Reads a line; nil if it is of neither.
  init?(_ line: ArraySlice<UInt8>) {
    var rest = line
    var text: [UInt8] = []
    func take(_ count: Int) {
      text += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    take(rest.prefix(while: \.isBlank).count)
    var isQuote = false
    while rest.first == UInt8(ascii: ">") {
      isQuote = true
      take(1)
      take(rest.prefix(while: \.isBlank).count)
    }
    let digits = rest.prefix(while: \.isASCIIDigit)
    if let mark = rest.first, "-*+".utf8.contains(mark), rest.dropFirst().first?.isBlank == true {
      take(1)
      take(rest.prefix(while: \.isBlank).count)
    } else if (1...9).contains(digits.count),
      let number = Int(String(decoding: digits, as: UTF8.self)),
      let mark = rest.dropFirst(digits.count).first, ".)".utf8.contains(mark),
      rest.dropFirst(digits.count + 1).first?.isBlank == true
    {
      rest = rest.dropFirst(digits.count)
      text += Array(String(number + 1).utf8)
      take(1)
      take(rest.prefix(while: \.isBlank).count)
    } else {
      guard isQuote else { return nil }
      next = String(decoding: text, as: UTF8.self)
      isEmpty = rest.allSatisfy(\.isBlank)
      return
    }
    let box = Array(rest.prefix(4))
    if box.count >= 3, box[0] == UInt8(ascii: "["), box[2] == UInt8(ascii: "]"),
      box.count == 3 || box[3].isBlank
    {
      text += "[ ] ".utf8
      rest = rest.dropFirst(box.count)
    }
    next = String(decoding: text, as: UTF8.self)
    isEmpty = rest.allSatisfy(\.isBlank)
  }
}
