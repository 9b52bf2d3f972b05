import Layout

/// The truths in a file of TOML, in which zk keeps the settings of a notebook.
///
/// ```
/// file  := line*
/// line  := "[" table "]" | key "=" ("true" | "false") | anything else, which is passed over
/// ```
/// A `#` begins a comment. Texts on several lines have no line that looks like a truth of `[format.markdown]`.
struct TOMLFlags {
  /// By table and key, with a full stop between.
  private(set) var flags: [String: Bool] = [:]

  /// - Complexity: linear.
  init(_ bytes: [UInt8]) {
    var table = ""
    for line in bytes.split(whereSeparator: \.isLineEnd) {
      let text = String(decoding: line, as: UTF8.self).prefix { $0 != "#" }
        .filter { !$0.isWhitespace }
      if text.hasPrefix("["), text.hasSuffix("]") {
        table = String(text.dropFirst().dropLast())
        continue
      }
      let halves = text.split(separator: "=", maxSplits: 1)
      if halves.count == 2, let value = Bool(String(halves[1])) {
        flags[table.isEmpty ? String(halves[0]) : table + "." + halves[0]] = value
      }
    }
  }
}
