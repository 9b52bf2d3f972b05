import CYAML
import Layout

/// A YAML document as a flat tree, in the order written: each collection is followed by its parts.
///
/// libyaml is imported here, and by `YAMLVersion` to ask for its version. Parsing never fails as a
/// whole: the nodes before an error are dropped and the error kept.
struct YAMLDocument: Sendable {
  /// A scalar, a collection or an alias.
  struct Node: Sendable {
    enum Kind: UInt8, Sendable { case scalar, sequence, mapping, alias }

    var kind: Kind
    /// `'`, `"`, `|` or `>` of a scalar, 0 of a plain one; `[` or `{` of a flow collection.
    var style: UInt8
    /// The node's range in the note.
    var range: ByteRange
    /// A scalar's decoded text, in ``YAMLDocument/texts``.
    var text: ByteRange
    /// The index past its last part.
    var next: Int32
    /// The index of an alias's target, or -1.
    var target: Int32
  }

  /// The reason why a document could not be read.
  struct Failure: Sendable, Hashable {
    var message: String
    var offset: Int
  }

  /// The depth above which documents are refused: people do not write them, and walking them costs
  /// stack.
  static let maximumDepth = 64

  private(set) var nodes: [Node] = []
  /// The decoded texts of all scalars, one after the other.
  private(set) var texts: [UInt8] = []
  private(set) var failure: Failure?

  /// Parses `content` of `bytes`.
  init(parsing bytes: [UInt8], content: ByteRange) {
    guard let parser = YAMLParser() else {
      failure = Failure(message: "out of memory", offset: Int(content.start))
      return
    }
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe read(from: parser, UnsafeBufferPointer(rebasing: buffer[content.indices]))
    }
    let base = content.start
    for index in nodes.indices.reversed() {
      nodes[index].range.start += base
      nodes[index].range.end += base
      guard nodes[index].kind == .scalar, nodes[index].style > UInt8(ascii: "=") else { continue }
      // For a block of text libyaml gives the beginning of the next node as its end.
      var end = Int(nodes[index].range.end)
      while end > Int(nodes[index].range.start), bytes[end - 1].isASCIISpace { end -= 1 }
      nodes[index].range.end = UInt32(end)
    }
    failure?.offset += Int(base)
    if failure != nil {
      nodes = []
      texts = []
    }
  }

  /// Tells of each node if it is a key of a mapping, or a part of one.
  func keys() -> [Bool] {
    var isKey = [Bool](repeating: false, count: nodes.count)
    for (number, node) in nodes.enumerated() where node.kind == .mapping && !isKey[number] {
      var key = number + 1
      while key < Int(node.next) {
        let value = Int(nodes[key].next)
        for part in key..<value { isKey[part] = true }
        guard value < nodes.count else { break }
        key = Int(nodes[value].next)
      }
    }
    return isKey
  }

  private mutating func read(from parser: borrowing YAMLParser, _ input: UnsafeBufferPointer<UInt8>)
  {
    unsafe yaml_parser_set_encoding(parser.pointer, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser.pointer, input.baseAddress, input.count)
    var offsets = unsafe ByteOffsets(input)
    var open: [Int] = []
    var anchors: [[UInt8]: Int] = [:]
    var event = unsafe yaml_event_t()
    while true {
      guard unsafe yaml_parser_parse(parser.pointer, &event) != 0 else {
        failure = unsafe Failure(parser.pointer.pointee, &offsets)
        return
      }
      defer { unsafe yaml_event_delete(&event) }
      let start = unsafe offsets.byte(ofScalar: event.start_mark.index)
      let end = unsafe offsets.byte(ofScalar: event.end_mark.index)
      var node = Node(
        kind: .scalar, style: 0, range: ByteRange(start, end), text: ByteRange(0, 0),
        next: Int32(nodes.count + 1), target: -1)
      var anchor: UnsafeMutablePointer<UInt8>?
      switch unsafe event.type {
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        unsafe anchor = scalar.anchor
        node.style = Self.style(of: unsafe scalar.style)
        let offset = texts.count
        unsafe texts.append(
          contentsOf: UnsafeBufferPointer(start: scalar.value, count: scalar.length))
        node.text = ByteRange(offset, texts.count)
      case YAML_SEQUENCE_START_EVENT:
        let sequence = unsafe event.data.sequence_start
        unsafe anchor = sequence.anchor
        node.kind = .sequence
        node.style = unsafe sequence.style == YAML_FLOW_SEQUENCE_STYLE ? UInt8(ascii: "[") : 0
      case YAML_MAPPING_START_EVENT:
        let mapping = unsafe event.data.mapping_start
        unsafe anchor = mapping.anchor
        node.kind = .mapping
        node.style = unsafe mapping.style == YAML_FLOW_MAPPING_STYLE ? UInt8(ascii: "{") : 0
      case YAML_ALIAS_EVENT:
        let name = unsafe Self.bytes(event.data.alias.anchor)
        node.kind = .alias
        node.target = Int32(anchors[name] ?? -1)
        if node.target < 0 {
          failure = Failure(message: "unknown alias", offset: start)
          return
        }
      case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
        close(open.removeLast(), end: end)
        continue
      case YAML_STREAM_END_EVENT: return
      default: continue
      }
      if unsafe anchor != nil { anchors[unsafe Self.bytes(anchor)] = nodes.count }
      if node.kind == .sequence || node.kind == .mapping {
        open.append(nodes.count)
        if open.count > Self.maximumDepth {
          failure = Failure(message: "nested too deeply", offset: start)
          return
        }
      }
      nodes.append(node)
    }
  }

  /// Ends a collection. One in block style ends with its last part, because libyaml would give the
  /// beginning of the next node.
  private mutating func close(_ index: Int, end: Int) {
    nodes[index].next = Int32(nodes.count)
    if nodes[index].style != 0 {
      nodes[index].range.end = UInt32(end)
    } else if nodes.count > index + 1 {
      nodes[index].range.end = max(nodes[index].range.start, lastEnd(after: index))
    }
  }

  private func lastEnd(after index: Int) -> UInt32 {
    var last = index + 1
    while Int(nodes[last].next) < nodes.count { last = Int(nodes[last].next) }
    return nodes[last].range.end
  }

  private static func style(of style: yaml_scalar_style_t) -> UInt8 {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: UInt8(ascii: "'")
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: UInt8(ascii: "\"")
    case YAML_LITERAL_SCALAR_STYLE: UInt8(ascii: "|")
    case YAML_FOLDED_SCALAR_STYLE: UInt8(ascii: ">")
    default: 0
    }
  }

  private static func bytes(_ text: UnsafeMutablePointer<UInt8>?) -> [UInt8] {
    guard let text = unsafe text else { return [] }
    var bytes: [UInt8] = []
    var index = 0
    while unsafe text[index] != 0 {
      unsafe bytes.append(text[index])
      index += 1
    }
    return bytes
  }
}

extension YAMLDocument.Failure {
  fileprivate init(_ parser: yaml_parser_t, _ offsets: inout ByteOffsets) {
    let words = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "not valid YAML"
    if unsafe parser.error == YAML_READER_ERROR {
      self.init(message: words, offset: unsafe Int(parser.problem_offset))
    } else {
      self.init(
        message: words, offset: unsafe offsets.byte(ofScalar: parser.problem_mark.index))
    }
  }
}

/// libyaml's parser; it points into itself, so it lives on the heap.
@safe private struct YAMLParser: ~Copyable {
  let pointer: UnsafeMutablePointer<yaml_parser_t>

  init?() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(pointer) != 0 else {
      unsafe pointer.deallocate()
      return nil
    }
  }

  deinit {
    unsafe yaml_parser_delete(pointer)
    unsafe pointer.deallocate()
  }
}

/// Turns libyaml's positions, in scalars, into bytes.
///
/// Events come in order, so each lookup continues from the one before; errors may point backwards.
@safe private struct ByteOffsets {
  private let input: UnsafeBufferPointer<UInt8>
  private var scalar = 0
  private var byte = 0

  init(_ input: UnsafeBufferPointer<UInt8>) {
    unsafe self.input = unsafe input
  }

  mutating func byte(ofScalar target: Int) -> Int {
    if target < scalar {
      // Only a few tokens back: an end mark may come after the next start mark.
      while scalar > target, byte > 0 {
        byte -= 1
        while byte > 0, unsafe input[byte] & 0xC0 == 0x80 { byte -= 1 }
        scalar -= 1
      }
      return byte
    }
    while scalar < target, unsafe byte < input.count {
      byte += 1
      while unsafe byte < input.count, unsafe input[byte] & 0xC0 == 0x80 { byte += 1 }
      scalar += 1
    }
    return byte
  }
}
