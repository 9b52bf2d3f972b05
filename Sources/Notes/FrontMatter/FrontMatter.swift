import Layout

/// The properties at the beginning of a note.
///
/// Nodes keep their place in the note; ``Node/value`` gives them free of it.
package struct FrontMatter: Sendable {
  /// The formats of front matter.
  package enum Format: Sendable {
    /// YAML between `---` lines.
    case yaml
    /// JSON, between `---json` and `---` or between bare braces.
    case json
  }

  /// The reason why front matter could not be read.
  package struct Failure: Hashable, Sendable {
    /// The parser's words.
    package let message: String
    /// The offset at which parsing stopped, in bytes of the note.
    package let offset: Int
  }

  /// The whole block, markers and last line end included.
  package let range: ByteRange
  /// The range between the markers.
  package let content: ByteRange
  /// The format of the front matter.
  package let format: Format
  let document: YAMLDocument

  /// The keys whose values are hashtags.
  package static let hashtagKeys = ["tags", "tag", "keywords"]

  /// The number of bytes at the beginning of a note that are its front matter; 0 if it has none.
  package static func length(in note: [UInt8]) -> Int {
    guard case .block(let block) = FrontMatterBlock.find(in: note) else { return 0 }
    return Int(block.range.end)
  }

  /// The reason why it could not be read; then it has no entries.
  package var failure: Failure? {
    document.failure.map { Failure(message: $0.message, offset: $0.offset) }
  }

  /// The keys and values of the outermost mapping, in the order written.
  package var entries: [Entry] { root?.entries ?? [] }

  /// The value of a key; of a doubled key the first.
  ///
  /// A key in another case is taken if none is equal.
  package subscript(key: String) -> Node? {
    var other: Node?
    guard let root, root.kind == .mapping else { return nil }
    var index = 1
    let end = Int(document.nodes[0].next)
    while index < end {
      let node = document.nodes[index]
      let value = Int(node.next)
      let bytes = document.texts[node.text.indices]
      if bytes.count == key.utf8.count {
        if bytes.elementsEqual(key.utf8) { return Node(document: document, index: value) }
        if other == nil,
          bytes.elementsEqual(key.utf8, by: { $0.asciiLowercased == $1.asciiLowercased })
        {
          other = Node(document: document, index: value)
        }
      }
      index = Int(document.nodes[value].next)
    }
    return other
  }

  /// The first of `keys` that is there.
  package func first(of keys: [String]) -> Node? {
    for key in keys {
      if let node = self[key] { return node }
    }
    return nil
  }

  var root: Node? { document.nodes.isEmpty ? nil : Node(document: document, index: 0) }
}

extension FrontMatter {
  /// A key and its value in a mapping of front matter.
  package struct Entry: Sendable {
    /// The key.
    package let key: Node
    /// The value.
    package let value: Node
  }

  /// A value with its place.
  package struct Node: Sendable {
    /// The kinds of node.
    package enum Kind: Sendable {
      /// Text, a number, a Boolean or null.
      case scalar
      /// A list.
      case list
      /// Keys with values.
      case mapping
    }

    fileprivate let document: YAMLDocument
    fileprivate let index: Int

    init(document: YAMLDocument, index: Int) {
      self.document = document
      self.index = index
    }

    private var written: YAMLDocument.Node { document.nodes[index] }

    private var node: YAMLDocument.Node {
      written.kind == .alias ? document.nodes[Int(written.target)] : written
    }

    /// The kind of the node; of an alias that of its target.
    package var kind: Kind {
      switch node.kind {
      case .sequence: .list
      case .mapping: .mapping
      default: .scalar
      }
    }

    /// The node's range in the note, with quotation marks and brackets.
    package var range: ByteRange { written.range }

    /// The character that opens it: a quotation mark, `|`, `>`, `[`, `{`, or 0.
    var style: UInt8 { written.style }

    /// A scalar's text, decoded; nil of a collection.
    package var text: String? {
      node.kind == .scalar
        ? String(decoding: document.texts[node.text.indices], as: Unicode.UTF8.self) : nil
    }

    /// A scalar's decoded text as bytes; empty of a collection.
    package var bytes: ArraySlice<UInt8> { document.texts[node.text.indices] }

    /// True for null: empty, `~` or `null`, without quotation marks.
    package var isNull: Bool {
      guard node.kind == .scalar, node.style == 0 else { return false }
      return FrontMatterScalar.isNull(bytes)
    }

    /// A scalar's text; nil for null.
    package var string: String? { isNull ? nil : text }

    /// The texts of a list of scalars; a single scalar is a list of one.
    package var strings: [String] {
      switch kind {
      case .list: elements.compactMap(\.string)
      case .scalar: string.map { [$0] } ?? []
      case .mapping: []
      }
    }

    /// The parts of a list.
    package var elements: [Node] {
      guard node.kind == .sequence else { return [] }
      return parts
    }

    /// The keys and values of a mapping.
    package var entries: [Entry] {
      guard node.kind == .mapping else { return [] }
      let parts = parts
      return stride(from: 0, to: parts.count - 1, by: 2).map {
        Entry(key: parts[$0], value: parts[$0 + 1])
      }
    }

    private var parts: [Node] {
      let first = written.kind == .alias ? Int(written.target) : index
      var parts: [Node] = []
      var part = first + 1
      let end = Int(document.nodes[first].next)
      while part < end {
        parts.append(Node(document: document, index: part))
        part = Int(document.nodes[part].next)
      }
      return parts
    }

    /// The value, independent of its place.
    ///
    /// Aliases are followed up to a bound, and are null beyond it, because a few lines of them can
    /// expand to more than memory holds.
    package var value: FrontMatterValue {
      var budget = 100_000
      return value(depth: 0, budget: &budget)
    }

    private func value(depth: Int, budget: inout Int) -> FrontMatterValue {
      budget -= 1
      guard budget > 0, depth < 2 * YAMLDocument.maximumDepth else { return .null }
      switch node.kind {
      case .sequence:
        return .list(elements.map { $0.value(depth: depth + 1, budget: &budget) })
      case .mapping:
        return .mapping(
          entries.map {
            FrontMatterValue.Entry(
              key: $0.key.text ?? "", value: $0.value.value(depth: depth + 1, budget: &budget))
          })
      default:
        return node.style == 0
          ? FrontMatterScalar.resolve(bytes)
          : .string(String(decoding: bytes, as: Unicode.UTF8.self))
      }
    }
  }
}
