import Layout

/// The texts of a pool's lines, without what devices and editors write differently around them.
///
/// Lines of code count with all their bytes.
struct LineTexts {
  /// Equal for lines that differ only in the number of an item and in blanks at the end; they read alike.
  let agreed: [Int32]
  /// The number of distinct numbers in `agreed`.
  let agreedCount: Int
  /// Equal also for lines that differ in their indent, an item's marker and box, or the length of
  /// runs of blanks; both of them would read as one text written twice.
  let alike: [Int32]

  init(_ pool: LinePool, _ forms: LineForms) {
    var (agreed, alike) = (LinePool(byteCount: 0), LinePool(byteCount: 0))
    // The first line of each pool is the empty one.
    for line in pool.ids.indices.dropFirst() {
      let content = pool.content(line)
      if [.code, .fence].contains(forms[line]) {
        _ = agreed.add(line: content)
        _ = alike.add(line: content)
        continue
      }
      let end = content.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? content.startIndex
      let text = content[..<end]
      let indent = text.prefix { $0.isBlank }
      let isItem = forms[line] == .item
      let number = text[indent.endIndex...].prefix { isItem && $0.isASCIIDigit }
      _ = agreed.add(line: indent + text[number.endIndex...])
      _ = alike.add(line: Self.words(of: text, isItem: isItem))
    }
    (self.agreed, agreedCount, self.alike) = (agreed.ids, agreed.idCount, alike.ids)
  }

  /// The text without indent, marker and box, with one space for each run of blanks.
  private static func words(of text: ArraySlice<UInt8>, isItem: Bool) -> [UInt8] {
    var words = text.drop { $0.isBlank }
    if isItem {
      // The marker is digits with a dot or parenthesis, or one other character.
      words = TaskItemParts(text)?.rest.dropFirst() ?? words.drop { $0.isASCIIDigit }.dropFirst()
    }
    return Array(words.split { $0.isBlank }.joined(separator: [UInt8(ascii: " ")]))
  }
}
