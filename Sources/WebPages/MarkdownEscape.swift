import Exchange

/// Text of a page as Markdown that shows it as it was, and makes nothing of it that notes have: no hashtag,
/// link, task, gap, question, block id, comment, formula or entry of a journal.
enum MarkdownEscape {
  /// - Parameters:
  ///   - isLineStart: true if marks that begin a block would do so here.
  ///   - isInLink: true for the text of a link, which a bracket would end.
  ///   - isCell: true for a cell of a table, which a bar would end.
  ///   - hasDollars: true if the block has several `$`, between which other programs see a formula.
  static func text(
    _ text: some StringProtocol, isLineStart: Bool, isInLink: Bool, isCell: Bool, hasDollars: Bool
  ) -> String {
    // A star at the edge of the text may stand beside marks of emphasis.
    let lead = text.prefix { $0 == "*" }
    let trail = text.dropFirst(lead.count).reversed().prefix { $0 == "*" }
    let core = text.dropFirst(lead.count).dropLast(trail.count)
    let stars = { (count: Int) in String(repeating: "\\*", count: count) }
    let escaped = MarkdownText.escaped(core, atLineStart: isLineStart && lead.isEmpty)
    return stars(lead.count)
      + more(escaped, isLineStart && lead.isEmpty, isInLink, isCell, hasDollars)
      + stars(trail.count)
  }

  /// Signs that Markdown itself does not read.
  private static func more(
    _ text: String, _ isLineStart: Bool, _ isInLink: Bool, _ isCell: Bool, _ hasDollars: Bool
  ) -> String {
    var result = ""
    var before: Character?
    let characters = Array(text)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let isEscaped = before == "\\" && !(index > 1 && characters[index - 2] == "\\")
      let needsIt: Bool =
        switch character {
        case "]": isInLink
        case "|": isCell
        case "$": hasDollars
        case "=": next == "=" && before != "="
        case "^": before == nil || before?.isWhitespace == true || next == "[" || next == nil
        case "~": next == nil || before == nil
        case "<": next == nil
        case "#": next == nil && (before == nil || before?.isWhitespace == true)
        case ":": isEntryOrQuestion(characters, index, isLineStart)
        case "!", "?": next == "["
        default: false
        }
      if needsIt, !isEscaped { result.append("\\") }
      result.append(character)
      before = character
    }
    return result
  }

  /// True for the colon of `08:15` at the start of a line, which begins an entry, and that of `Q:` and `A:`.
  private static func isEntryOrQuestion(
    _ characters: [Character], _ index: Int, _ isLineStart: Bool
  ) -> Bool {
    let head = characters[..<index]
    if head.count == 1, head == ["Q"] || head == ["A"] { return true }
    guard isLineStart, 1...2 ~= head.count, head.allSatisfy(\.isWholeNumber),
      index + 2 < characters.count
    else { return false }
    return characters[index + 1].isWholeNumber && characters[index + 2].isWholeNumber
  }
}
