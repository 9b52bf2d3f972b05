/// The elements and the text of a page, in the order of the page.
///
/// The nodes below a node follow it without a gap, so that sums over all nodes take one pass from the
/// end. Elements deeper than ``deepest`` are put side by side, so that a walk may recurse.
package struct HTMLTree: Sendable {
  /// The number of a node: 0 is the root, which is no element of the page.
  package typealias ID = Int

  /// The greatest depth of a node.
  package static let deepest = 200

  struct Node: Sendable {
    /// In small letters; empty for text and for the root.
    let name: String
    let parent: ID
    /// The node after the last below this one.
    var end: ID
    /// Of text, in `text`; of an element the attributes, in `attributes`.
    var range: Range<Int>

    var isText: Bool { name.isEmpty }
  }

  /// An attribute of an element; the name is in small letters.
  struct Attribute: Sendable {
    let name: String
    let value: String
  }

  private(set) var nodes: [Node] = [Node(name: "", parent: 0, end: 1, range: 0..<0)]
  private var text: [UInt8] = []
  private var attributes: [Attribute] = []
  /// The elements that are open; the first is the root.
  private var open: [ID] = [0]
  /// True if the rest of the page was left out, because it would have taken too long.
  package internal(set) var isCut = false

  // MARK: Reading

  /// The text of a text node.
  func text(of id: ID) -> String { String(decoding: text[nodes[id].range], as: UTF8.self) }

  /// The bytes of a text node, in UTF-8.
  func bytes(of id: ID) -> ArraySlice<UInt8> { text[nodes[id].range] }

  /// The value of an attribute; nil if the element does not have it.
  func attribute(_ name: String, of id: ID) -> String? {
    guard !nodes[id].isText else { return nil }
    return attributes[nodes[id].range].first { $0.name == name }?.value
  }

  /// The words of an attribute with a list of words, such as `class`, in small letters.
  func words(_ name: String, of id: ID) -> [String] {
    (attribute(name, of: id) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
      .map(String.init)
  }

  /// The children of a node, in order.
  func children(of id: ID) -> [ID] {
    var children: [ID] = []
    var next = id + 1
    while next < nodes[id].end {
      children.append(next)
      next = nodes[next].end
    }
    return children
  }

  /// The nodes below a node, in order.
  func below(_ id: ID) -> Range<ID> { (id + 1)..<nodes[id].end }

  /// All text below a node as it is in the page, scripts and styles apart.
  func plainText(of id: ID) -> String {
    if nodes[id].isText { return text(of: id) }
    var bytes: [UInt8] = []
    var next = id + 1
    while next < nodes[id].end {
      let node = nodes[next]
      if node.isText {
        bytes += text[node.range]
      } else if node.name == "br" {
        bytes.append(0x0A)
      } else if Self.rawText.contains(node.name) {
        next = node.end
        continue
      }
      next += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The nearest element of these names above a node.
  func ancestor(of id: ID, where isWanted: (ID) -> Bool) -> ID? {
    var next = id
    while next != 0 {
      next = nodes[next].parent
      if isWanted(next) { return next }
    }
    return nil
  }

  /// The elements below a node that have a name.
  func elements(_ name: String, below id: ID = 0) -> [ID] {
    below(id).filter { nodes[$0].name == name }
  }

  /// Elements whose text is code for a browser.
  static let rawText: Set<String> = ["script", "style"]

  // MARK: Building

  /// True if what comes next is a child of the head.
  var isInHead: Bool { open.last.map { nodes[$0].name == "head" } ?? false }

  mutating func begin(_ name: String, _ attributes: [Attribute]) {
    let start = self.attributes.count
    self.attributes += attributes
    let parent = open[min(open.count, Self.deepest) - 1]
    nodes.append(
      Node(
        name: name, parent: parent, end: nodes.count + 1, range: start..<self.attributes.count))
    open.append(nodes.count - 1)
  }

  mutating func end() {
    guard open.count > 1, let id = open.popLast() else { return }
    // Of those that were put side by side each ends where the next begins.
    if open.count < Self.deepest { nodes[id].end = nodes.count }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    let parent = open[min(open.count, Self.deepest) - 1]
    let start = text.count
    unsafe text.append(contentsOf: bytes)
    if let last = nodes.last, last.isText, last.parent == parent, nodes.count > 1,
      last.range.upperBound == start, nodes.count - 1 > parent
    {
      nodes[nodes.count - 1].range = last.range.lowerBound..<text.count
    } else {
      nodes.append(
        Node(name: "", parent: parent, end: nodes.count + 1, range: start..<text.count))
    }
  }

  /// Ends what is open.
  mutating func finish() {
    while open.count > 1 { end() }
    nodes[0].end = nodes.count
  }
}
