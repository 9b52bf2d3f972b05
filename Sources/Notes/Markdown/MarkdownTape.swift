import CMarkdown
import Layout

/// A note's Markdown as a flat list of md4c's events, with places in the source.
///
/// The only importer of md4c. Its callbacks get pointers into the input, so a place is a
/// difference of pointers; blocks and spans have none of their own and are placed by the text
/// within them.
package struct MarkdownTape: Sendable {
  /// The events, in document order.
  package private(set) var events: [MarkdownEvent] = []
  /// Destinations that differ from their spelling (escapes) or span lines, one after the other.
  package private(set) var decoded: [UInt8] = []
  /// Ranges hidden from the parser, which are plain text on the tape.
  package private(set) var plain: [ByteRange] = []
  /// The definitions of footnotes, each from `[^` past the colon; some of them may be in code.
  package private(set) var footnotes: [ByteRange] = []
  /// Comments of Obsidian, `%%…%%`, and those of HTML that continue past their block; they have no
  /// events.
  package private(set) var comments: [ByteRange] = []

  private static let flags = UInt32(
    MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)

  /// An empty tape.
  init() {}

  /// Parses `bytes` from `start` on.
  package init(parsing bytes: [UInt8], from start: Int) {
    read(bytes, from: start) { tape, range, allowance in tape.parse(bytes, range, &allowance) }
  }

  /// Parses `bytes` from `start` on, with some of them hidden from the parser.
  ///
  /// - Parameters:
  ///   - hidden: ranges without events, with all comments, which are not searched then.
  ///   - plain: ranges of literal text, such as formulas. Both are in order and disjoint.
  package init(
    parsing bytes: [UInt8], from start: Int, hiding hidden: [ByteRange], plain: [ByteRange]
  ) {
    read(bytes, from: start) { tape, range, allowance in
      tape.parse(
        bytes, range, hiding: hidden.within(range), plain: plain.within(range), &allowance)
    }
  }

  private mutating func read(
    _ bytes: [UInt8], from start: Int,
    _ parse: (inout MarkdownTape, ByteRange, _ allowance: inout Int) -> Void
  ) {
    events.reserveCapacity((bytes.count - start) / 16 + 16)
    var allowance = 1 << 20 + 16 * bytes.count
    for segment in MarkdownSegment.divide(bytes, from: start) where !segment.range.isEmpty {
      if segment.isPlain {
        addPlain(segment.range)
      } else {
        parse(&self, segment.range, &allowance)
      }
    }
  }

  /// Parses a range of bytes, and again with the corrections that md4c 0.4.8 needs to read it as
  /// CommonMark.
  ///
  /// - Parameter hidden: ranges hidden from the parser; nil for the comments that are found.
  private mutating func parse(
    _ bytes: [UInt8], _ range: ByteRange, hiding hidden: [ByteRange]? = nil,
    plain: [ByteRange] = [], _ allowance: inout Int
  ) {
    func isKept(_ offset: Int) -> Bool {
      hidden?.covers(offset) == true || plain.covers(offset)
    }
    let definitions = Footnotes.definitions(in: bytes, range).filter { !isKept(Int($0.start)) }
    footnotes += definitions
    var insertions = TableRows.missingDashes(bytes, range)
    insertions += definitions.map { .init(offset: Int($0.start), byte: UInt8(ascii: "x")) }
    if !definitions.isEmpty { insertions.sort { $0.offset < $1.offset } }
    insertions.removeAll { isKept($0.offset) }
    var found = hidden ?? []
    let (first, firstDecoded, budget) = (events.count, decoded.count, allowance)
    for pass in 0...Self.corrections(for: range.count) {
      parse(bytes, range, insertions, found, plain, &allowance)
      var more = MarkdownCorrections(events[first...], in: bytes).insertions
      more.removeAll { insertions.contains($0) || isKept($0.offset) }
      let comments =
        pass == 0 && hidden == nil
        ? MarkdownComments.all(in: bytes, range, events[first...]) : found
      if more.isEmpty, comments == found { break }
      found = comments
      insertions = (insertions + more).sorted { $0.offset < $1.offset }
      events.removeSubrange(first...)
      decoded.removeSubrange(firstDecoded...)
      allowance = budget
    }
    comments += found
  }

  /// The number of times that a text of this many bytes may be parsed again: enough for texts that
  /// people write, and few enough to take linear time.
  private static func corrections(for count: Int) -> Int {
    max(4, min(64, (4 << 20) / max(1, count)))
  }

  /// Parses a range of bytes once.
  ///
  /// md4c 0.4.8 reads one byte past input that does not end in a line feed, and that byte changes
  /// its result, up to passing wild pointers (seen by valgrind in one random note of 150, and by
  /// none in 60,000 with a line feed): such input gets one.
  private mutating func parse(
    _ bytes: [UInt8], _ range: ByteRange, _ insertions: [MarkdownInput.Insertion],
    _ comments: [ByteRange], _ plain: [ByteRange], _ allowance: inout Int
  ) {
    if insertions.isEmpty, comments.isEmpty, plain.isEmpty, bytes[Int(range.end) - 1] == .lineFeed {
      unsafe bytes.withUnsafeBytes { buffer in
        let input = unsafe UnsafeRawBufferPointer(rebasing: buffer[range.indices])
        unsafe parse(input, count: range.count, offset: range.start, nil, &allowance)
      }
    } else {
      let input = MarkdownInput(bytes, range, insertions, comments: comments, plain: plain)
      let count = input.bytes.count
      unsafe (input.bytes + [.lineFeed]).withUnsafeBytes { buffer in
        unsafe parse(buffer, count: count, offset: range.start, input, &allowance)
      }
    }
  }

  private mutating func addPlain(_ range: ByteRange) {
    plain.append(range)
    events.append(MarkdownEvent(kind: .enterParagraph, detail: 0, start: 0, end: 0))
    events.append(MarkdownEvent(kind: .text, detail: 0, start: range.start, end: range.end))
    events.append(MarkdownEvent(kind: .leaveParagraph, detail: 0, start: 0, end: 0))
  }

  /// Ends the blocks and spans that the parser had begun when it was stopped.
  private mutating func closeAll(from first: Int) {
    var open: [MarkdownEvent.Kind] = []
    for event in events[first...] {
      if let leaving = event.leaving {
        open.append(leaving)
      } else if event.kind == open.last {
        open.removeLast()
      }
    }
    for kind in open.reversed() {
      events.append(MarkdownEvent(kind: kind, detail: 0, start: 0, end: 0))
    }
  }

  private mutating func parse(
    _ input: UnsafeRawBufferPointer, count: Int, offset: UInt32, _ changed: MarkdownInput?,
    _ allowance: inout Int
  ) {
    guard let base = input.baseAddress else { return }
    var parser = MD_PARSER()
    parser.flags = Self.flags
    unsafe parser.enter_block = { type, detail, recorder in
      unsafe Recorder.of(recorder).pointee.enterBlock(type, detail)
    }
    unsafe parser.leave_block = { type, _, recorder in
      unsafe Recorder.of(recorder).pointee.leaveBlock(type)
    }
    unsafe parser.enter_span = { type, detail, recorder in
      unsafe Recorder.of(recorder).pointee.enterSpan(type, detail)
    }
    unsafe parser.leave_span = { type, _, recorder in
      unsafe Recorder.of(recorder).pointee.leaveSpan(type)
    }
    unsafe parser.text = { type, text, size, recorder in
      unsafe Recorder.of(recorder).pointee.text(type, text, size)
    }
    var recorder = unsafe Recorder(
      base: base, size: UInt(count), offset: offset, changed: changed, events: events,
      decoded: decoded,
      last: offset, mostEvents: events.count + 4 * count + 1024, allowance: allowance)
    let first = events.count
    events = []
    decoded = []
    let result = unsafe withUnsafeMutablePointer(to: &recorder) { recorder in
      unsafe md_parse(
        base.assumingMemoryBound(to: MD_CHAR.self), MD_SIZE(input.count), &parser, recorder)
    }
    events = unsafe recorder.events
    decoded = unsafe recorder.decoded
    allowance = unsafe recorder.allowance
    if result != 0 {
      closeAll(from: first)
      unsafe addPlain(
        ByteRange(Int(recorder.last), Int(offset) + (changed?.origin(of: count) ?? count)))
    }
  }
}

/// The context to which the callbacks write.
@unsafe private struct Recorder {
  let base: UnsafeRawPointer
  let size: UInt
  /// The offset of `base` in the note.
  let offset: UInt32
  /// The input, where it is not the note's own text.
  let changed: MarkdownInput?
  var events: [MarkdownEvent]
  var decoded: [UInt8]
  /// The end of the last text met.
  var last: UInt32
  /// More events than any text of the input's size gives without the parser adding to it.
  let mostEvents: Int
  /// Bytes of destinations and titles that are still allowed: md4c goes through those of a
  /// definition each time that it is used.
  var allowance: Int

  static func of(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Recorder> {
    // md4c hands back the pointer that md_parse was given, which is to a Recorder.
    unsafe pointer.unsafelyUnwrapped.assumingMemoryBound(to: Recorder.self)
  }

  private mutating func add(
    _ kind: MarkdownEvent.Kind, detail: UInt8 = 0, _ start: UInt32 = 0, _ end: UInt32 = 0
  ) {
    unsafe events.append(MarkdownEvent(kind: kind, detail: detail, start: start, end: end))
  }

  /// The place in the note of an offset in the input.
  private func origin(_ distance: UInt) -> UInt32 {
    let distance = unsafe changed?.origin(of: Int(distance)) ?? Int(distance)
    return unsafe UInt32(truncatingIfNeeded: distance) + offset
  }

  /// The offset and length of a text in the source, or nil, because md4c passes some texts of its
  /// own.
  private func place(_ text: UnsafePointer<MD_CHAR>?, _ count: UInt32) -> (UInt32, UInt32)? {
    guard let text = unsafe text else { return nil }
    let distance = unsafe UInt(bitPattern: text) &- UInt(bitPattern: base)
    guard unsafe distance <= size else { return nil }
    // The line feed that was added is none of the note's.
    let end = unsafe distance + min(UInt(count), size - distance)
    return unsafe (origin(distance), origin(end))
  }

  mutating func enterBlock(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch type.rawValue {
    case MD_BLOCK_P.rawValue: unsafe add(.enterParagraph)
    case MD_BLOCK_H.rawValue:
      let level = unsafe detail.unsafelyUnwrapped.load(as: MD_BLOCK_H_DETAIL.self).level
      unsafe add(.enterHeading, detail: UInt8(truncatingIfNeeded: level))
    case MD_BLOCK_QUOTE.rawValue: unsafe add(.enterQuote)
    case MD_BLOCK_UL.rawValue: unsafe add(.enterList)
    case MD_BLOCK_OL.rawValue:
      let first = unsafe detail.unsafelyUnwrapped.load(as: MD_BLOCK_OL_DETAIL.self).start
      unsafe add(.enterList, detail: 1, first)
    case MD_BLOCK_LI.rawValue:
      let item = unsafe detail.unsafelyUnwrapped.load(as: MD_BLOCK_LI_DETAIL.self)
      if item.is_task != 0 {
        let start = unsafe origin(UInt(item.task_mark_offset))
        unsafe last = start + 2
        unsafe add(.enterItem, detail: UInt8(bitPattern: item.task_mark), start, start + 1)
      } else {
        unsafe add(.enterItem)
      }
    case MD_BLOCK_HR.rawValue: unsafe add(.rule)
    case MD_BLOCK_CODE.rawValue:
      let code = unsafe detail.unsafelyUnwrapped.load(as: MD_BLOCK_CODE_DETAIL.self)
      let info = unsafe place(code.info.text, code.info.size) ?? (0, 0)
      unsafe add(.enterCode, detail: UInt8(bitPattern: code.fence_char), info.0, info.1)
    case MD_BLOCK_HTML.rawValue: unsafe add(.enterHTML)
    case MD_BLOCK_TABLE.rawValue: unsafe add(.enterTable)
    case MD_BLOCK_THEAD.rawValue: unsafe add(.enterTableHead)
    case MD_BLOCK_TBODY.rawValue: unsafe add(.enterTableBody)
    case MD_BLOCK_TR.rawValue: unsafe add(.enterRow)
    case MD_BLOCK_TH.rawValue, MD_BLOCK_TD.rawValue:
      let align = unsafe detail.unsafelyUnwrapped.load(as: MD_BLOCK_TD_DETAIL.self).align
      unsafe add(
        type == MD_BLOCK_TH ? .enterHeaderCell : .enterCell,
        detail: UInt8(truncatingIfNeeded: align.rawValue))
    default: break
    }
    // A row that is shorter than its table's head is filled up: many of them are a flood.
    return unsafe events.count > mostEvents ? -1 : 0
  }

  mutating func leaveBlock(_ type: MD_BLOCKTYPE) -> Int32 {
    switch type.rawValue {
    case MD_BLOCK_P.rawValue: unsafe add(.leaveParagraph)
    case MD_BLOCK_H.rawValue: unsafe add(.leaveHeading)
    case MD_BLOCK_QUOTE.rawValue: unsafe add(.leaveQuote)
    case MD_BLOCK_UL.rawValue, MD_BLOCK_OL.rawValue: unsafe add(.leaveList)
    case MD_BLOCK_LI.rawValue: unsafe add(.leaveItem)
    case MD_BLOCK_CODE.rawValue: unsafe add(.leaveCode)
    case MD_BLOCK_HTML.rawValue: unsafe add(.leaveHTML)
    case MD_BLOCK_TABLE.rawValue: unsafe add(.leaveTable)
    case MD_BLOCK_THEAD.rawValue: unsafe add(.leaveTableHead)
    case MD_BLOCK_TBODY.rawValue: unsafe add(.leaveTableBody)
    case MD_BLOCK_TR.rawValue: unsafe add(.leaveRow)
    case MD_BLOCK_TH.rawValue: unsafe add(.leaveHeaderCell)
    case MD_BLOCK_TD.rawValue: unsafe add(.leaveCell)
    default: break
    }
    return 0
  }

  mutating func enterSpan(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    switch type.rawValue {
    case MD_SPAN_EM.rawValue: unsafe add(.enterEmphasis)
    case MD_SPAN_STRONG.rawValue: unsafe add(.enterStrong)
    case MD_SPAN_DEL.rawValue: unsafe add(.enterStrikethrough)
    case MD_SPAN_CODE.rawValue: unsafe add(.enterCodeSpan)
    case MD_SPAN_A.rawValue:
      let link = unsafe detail.unsafelyUnwrapped.load(as: MD_SPAN_A_DETAIL.self)
      return unsafe addDestination(.enterLink, link.href, link.title.size)
    case MD_SPAN_IMG.rawValue:
      let image = unsafe detail.unsafelyUnwrapped.load(as: MD_SPAN_IMG_DETAIL.self)
      return unsafe addDestination(.enterImage, image.src, image.title.size)
    default: break
    }
    return 0
  }

  private mutating func addDestination(
    _ kind: MarkdownEvent.Kind, _ destination: MD_ATTRIBUTE, _ title: MD_SIZE
  ) -> Int32 {
    unsafe allowance -= Int(destination.size) + Int(title)
    if let (start, end) = unsafe place(destination.text, destination.size) {
      unsafe add(kind, start, end)
    } else {
      let start = unsafe decoded.count
      unsafe decoded.append(
        contentsOf: UnsafeRawBufferPointer(start: destination.text, count: Int(destination.size)))
      unsafe add(kind, detail: 1, UInt32(start), UInt32(decoded.count))
    }
    // md4c passes on negative results only.
    return unsafe allowance < 0 ? -1 : 0
  }

  mutating func leaveSpan(_ type: MD_SPANTYPE) -> Int32 {
    switch type.rawValue {
    case MD_SPAN_EM.rawValue: unsafe add(.leaveEmphasis)
    case MD_SPAN_STRONG.rawValue: unsafe add(.leaveStrong)
    case MD_SPAN_DEL.rawValue: unsafe add(.leaveStrikethrough)
    case MD_SPAN_CODE.rawValue: unsafe add(.leaveCodeSpan)
    case MD_SPAN_A.rawValue: unsafe add(.leaveLink)
    case MD_SPAN_IMG.rawValue: unsafe add(.leaveImage)
    default: break
    }
    return 0
  }

  mutating func text(_ type: MD_TEXTTYPE, _ text: UnsafePointer<MD_CHAR>?, _ size: MD_SIZE) -> Int32
  {
    switch type.rawValue {
    case MD_TEXT_SOFTBR.rawValue:
      unsafe add(.softBreak)
      return 0
    case MD_TEXT_BR.rawValue:
      unsafe add(.hardBreak)
      return 0
    case MD_TEXT_NULLCHAR.rawValue:
      unsafe add(.null)
      return 0
    default: break
    }
    guard let (start, end) = unsafe place(text, size) else {
      // In code md4c writes line ends and indentation itself.
      if size > 0, size <= 16, let text = unsafe text {
        if unsafe text[0] == 0x20 {
          unsafe add(.codeIndent, size)
        } else {
          unsafe add(.codeBreak)
        }
      }
      return 0
    }
    unsafe last = end
    let kind: MarkdownEvent.Kind =
      switch type.rawValue {
      case MD_TEXT_CODE.rawValue: .codeText
      case MD_TEXT_HTML.rawValue: .htmlText
      case MD_TEXT_ENTITY.rawValue: .entity
      default: .text
      }
    unsafe add(kind, around: changed?.comments ?? [], start, end)
    return 0
  }

  /// Adds a text without the comments in it.
  private mutating func add(
    _ kind: MarkdownEvent.Kind, around comments: [ByteRange], _ start: UInt32, _ end: UInt32
  ) {
    var start = start
    var low = 0
    var high = comments.count
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].end <= start { low = middle + 1 } else { high = middle }
    }
    for comment in comments[low...] where comment.start < end {
      if comment.start > start { unsafe add(kind, start, comment.start) }
      start = max(start, comment.end)
    }
    if start < end || comments.isEmpty { unsafe add(kind, start, end) }
  }
}
