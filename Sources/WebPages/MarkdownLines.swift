/// Markdown that is written line by line, within quotes and items of lists.
struct MarkdownLines {
  /// The block in which the lines stand.
  private struct Container {
    /// Before the first line, nil when that is written.
    var first: String?
    /// Before the others.
    let rest: String
  }

  private(set) var lines: [String] = []
  private var containers: [Container] = []
  /// True where the next block needs an empty line before it.
  private var needsGap = false

  /// Containers in containers; what is deeper is written into the last.
  static let deepest = 12

  var isDeepest: Bool { containers.count >= Self.deepest }

  /// Writes a block: lines without an end.
  mutating func add(_ block: [String], isTight: Bool = false) {
    guard !block.isEmpty else { return }
    if needsGap, !isTight { lines.append(blank) }
    for line in block {
      let prefix = takePrefix()
      lines.append(line.isEmpty ? Self.trimmed(prefix) : prefix + line)
    }
    needsGap = true
  }

  /// Begins a quote or an item: what is added until ``close()`` stands in it.
  mutating func open(first: String, rest: String, isTight: Bool = false) {
    if needsGap, !isTight { lines.append(blank) }
    containers.append(Container(first: first, rest: rest))
    needsGap = false
  }

  /// Ends what was begun last.
  mutating func close() {
    containers.removeLast()
    needsGap = true
  }

  private mutating func takePrefix() -> String {
    var prefix = ""
    for index in containers.indices {
      prefix += containers[index].first ?? containers[index].rest
      containers[index].first = nil
    }
    return prefix
  }

  private var blank: String {
    // An item whose first line is still to come has none.
    Self.trimmed(containers.prefix { $0.first == nil }.map(\.rest).joined())
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
