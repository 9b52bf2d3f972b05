import Exchange
import Files
import Layout
import Notes

/// The links of a note as addresses, and its parts for folding and for selecting.
extension LanguageServer {
  // MARK: Links

  /// `textDocument/documentLink`
  func documentLinks(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    var links: [JSONValue] = []
    // A note that is linked to again and again is read once.
    var views: [NotePath: NoteView] = [:]
    if let path = view.place?.path { views[path] = view }
    func read(_ place: VaultPlace) throws -> NoteView {
      if let known = views[place.path] { return known }
      let read = try self.view(of: place)
      views[place.path] = read
      return read
    }
    for found in try linkSubjects(in: view) {
      try request.checkCancelled()
      guard let link = found.link, let target = try target(of: found, in: view, reading: read)
      else { continue }
      links.append([
        "range": json(link.isDecoded ? link.range : Self.linkRange(link), in: view),
        "target": .string(target),
        "data": ["uri": .string(view.uri.text), "start": .int(Int(link.range.start))],
      ])
    }
    return .array(links)
  }

  /// The part of a link that is underlined: its target, so that its text stays as it is; of a text without one all.
  private static func linkRange(_ link: Link) -> ByteRange {
    link.target.isEmpty || link.kind == .reference
      ? link.range : ByteRange(start: link.target.start, end: link.anchor?.end ?? link.target.end)
  }

  /// The address that a link leads to; nil if it leads to none.
  private func target(
    of found: PlacedSubject, in view: NoteView,
    reading read: @escaping (VaultPlace) throws -> NoteView
  ) throws -> String? {
    switch found.subject {
    case .external(let address):
      if address.contains("://") || address.hasPrefix("mailto:") { return address }
      if address.hasPrefix("//") { return "https:" + address }
      return address.contains("@") ? "mailto:" + address : "https://" + address
    case .missing, .hashtag, .property, .key: return nil
    case .file, .anchor, .title:
      guard let place = try place(of: found, in: view, reading: read) else { return nil }
      guard let target = place.view, place.range.start > 0 else { return place.uri.text }
      return "\(place.uri.text)#L\(target.buffer.line(at: Int(place.range.start)) + 1)"
    }
  }

  /// `documentLink/resolve`
  func resolveDocumentLink(_ request: Request) throws -> JSONValue {
    let json = request.parameters
    guard let uri = json.at("data", "uri")?.string, let start = json.at("data", "start")?.int,
      let view = try? view(of: DocumentURI(uri)),
      let link = view.note.links.first(where: { Int($0.range.start) == start })
    else { return json }
    let found = try subject(of: link, in: view)
    switch found.subject {
    case .file(let path): return json.with("tooltip", .string(path.text))
    case .anchor(let path, let anchor):
      return json.with("tooltip", .string("\(path.text)#\(anchor)"))
    default: return json
    }
  }

  // MARK: Folding

  /// `textDocument/foldingRange`
  func foldingRanges(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let buffer = view.buffer
    var ranges: [JSONValue] = []
    func add(_ range: ByteRange, _ kind: String) {
      let first = buffer.line(at: Int(range.start))
      var last = buffer.line(at: max(Int(range.start), Int(range.end) - 1))
      while last > first, buffer.range(ofLine: last).allSatisfy({ buffer.bytes[$0].isBlank }) {
        last -= 1
      }
      if last > first {
        ranges.append([
          "startLine": .int(first), "endLine": .int(last), "kind": .string(kind),
        ])
      }
    }
    func addSections(_ parts: [Outline]) {
      for part in parts where part.kind == .string {
        add(part.range, "region")
        addSections(part.parts)
      }
    }
    if let frontMatter = view.note.frontMatter { add(frontMatter.range, "imports") }
    addSections(Self.outline(of: view.note))
    for quote in view.note.quotes { add(quote.range, "comment") }
    for question in view.note.questions { add(question.range, "region") }
    for fence in Fences(buffer, from: view.note.bodyStart).ranges { add(fence, "region") }
    return .array(ranges)
  }

  // MARK: Selecting

  /// `textDocument/selectionRange`
  func selectionRanges(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let positions = request.parameters["positions"]?.elements ?? []
    return .array(
      try positions.map { json in
        guard let position = Position(json) else {
          throw ResponseError(.invalidParameters, "a position is none")
        }
        let offset = view.buffer.offset(of: position, encoding)
        var selection: JSONValue?
        for range in Self.ranges(around: offset, in: view).reversed() {
          selection = (["range": self.json(range, in: view)] as JSONValue).with("parent", selection)
        }
        return selection ?? ["range": ["start": json, "end": json]]
      })
  }

  /// The parts of a note around an offset, the innermost first, each within the next.
  static func ranges(around offset: Int, in view: NoteView) -> [ByteRange] {
    let (note, buffer) = (view.note, view.buffer)
    var found: [ByteRange] = []
    func add(_ range: ByteRange) {
      if Int(range.start) <= offset, offset <= Int(range.end), !range.isEmpty {
        found.append(range)
      }
    }
    add(word(at: offset, in: buffer.bytes))
    for link in note.links {
      link.text.map(add)
      if !link.isDecoded { add(link.target) }
      add(link.range)
    }
    for tag in note.hashtags { add(tag.range) }
    for cloze in note.clozes {
      add(cloze.answer)
      add(cloze.range)
    }
    let line = buffer.range(ofLine: buffer.line(at: offset))
    add(ByteRange(line.lowerBound, line.upperBound))
    add(paragraph(at: offset, in: buffer))
    for quote in note.quotes { add(quote.range) }
    for question in note.questions { add(question.range) }
    func addSections(_ parts: [Outline]) {
      for part in parts {
        add(part.range)
        addSections(part.parts)
      }
    }
    addSections(outline(of: note))
    add(ByteRange(0, buffer.bytes.count))
    var nested: [ByteRange] = []
    for range in found.sorted(by: { $0.count < $1.count }) {
      guard let last = nested.last else {
        nested.append(range)
        continue
      }
      if range != last, range.contains(last) { nested.append(range) }
    }
    return nested
  }

  private static func word(at offset: Int, in bytes: [UInt8]) -> ByteRange {
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte.isASCIIWord || byte == UInt8(ascii: "_")
    }
    var (start, end) = (offset, offset)
    while start > 0, isWord(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, isWord(bytes[end]) { end += 1 }
    return ByteRange(start, end)
  }

  /// The lines around an offset up to empty ones.
  private static func paragraph(at offset: Int, in buffer: TextBuffer) -> ByteRange {
    func isEmpty(_ line: Int) -> Bool {
      buffer.range(ofLine: line).allSatisfy { buffer.bytes[$0].isBlank }
    }
    var first = buffer.line(at: offset)
    if isEmpty(first) { return ByteRange(offset, offset) }
    var last = first
    while first > 0, !isEmpty(first - 1) { first -= 1 }
    while last + 1 < buffer.starts.count, !isEmpty(last + 1) { last += 1 }
    return ByteRange(buffer.starts[first], buffer.range(ofLine: last).upperBound)
  }
}

/// The blocks of code between fences.
struct Fences {
  private(set) var ranges: [ByteRange] = []

  init(_ buffer: TextBuffer, from start: Int) {
    var open: (mark: UInt8, count: Int, start: Int)?
    for line in buffer.line(at: start)..<buffer.starts.count {
      let range = buffer.range(ofLine: line)
      let text = buffer.bytes[range]
      let indent = text.prefix { $0 == .space }.count
      let rest = text.dropFirst(indent)
      guard indent < 4, let mark = rest.first,
        mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
      else { continue }
      let count = rest.prefix { $0 == mark }.count
      guard count >= 3 else { continue }
      let tail = rest.dropFirst(count)
      if let fence = open {
        guard mark == fence.mark, count >= fence.count, tail.allSatisfy(\.isBlank) else { continue }
        ranges.append(ByteRange(fence.start, range.upperBound))
        open = nil
      } else if mark == UInt8(ascii: "~") || !tail.contains(mark) {
        open = (mark, count, range.lowerBound)
      }
    }
  }
}
