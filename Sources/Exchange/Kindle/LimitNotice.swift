import Notes

/// The notices that Kindle writes in the place of passages, or of their ends, which the publisher's limit keeps out
/// of a file.
///
/// `My Clippings.txt` has them in angle brackets: `<You have reached the clipping limit for this item>`, also behind
/// the first words of a passage. A notebook has a sentence: `Some highlights have been hidden or truncated due to
/// export limits.` Both are in the language of the device.
enum LimitNotice {
  static let passages = "passages that the publisher's limit kept out of the file"
  static let end = "the end of a passage, which the publisher's limit kept out of the file"

  /// A passage without the notice at its end, or nil if it has none.
  static func removed(from text: String) -> String? {
    if isSentence(text) { return "" }
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else { return nil }
    let notice = text[open...].lowercased()
    // A tag or a name in brackets is part of the passage.
    guard notice.count > 12, limitWords.contains(where: { notice.contains($0) }) else { return nil }
    return String(text[..<open].trimmingWhitespace)
  }

  private static func isSentence(_ text: String) -> Bool {
    guard text.utf8.count < 300 else { return false }
    let words = text.lowercased()
    // In English the words may well be a book's own.
    if words.hasPrefix("some highlights have been hidden or truncated") { return true }
    return [limitWords, exportWords, highlightWords].allSatisfy { set in
      set.contains { words.contains($0) }
    }
  }

  private static let limitWords = [
    "limit", "límit", "limiet", "grenz", "beschränk", "máximo", "лимит", "ограничен", "制限", "上限",
    "限制",
  ]
  private static let exportWords = ["export", "esporta", "экспорт", "eksport", "エクスポート", "导出"]
  private static let highlightWords = [
    "markierungen", "hervorhebungen", "surlignements", "subrayados", "destaques",
    "evidenziazioni", "markeringen", "выделени", "podkreśle", "zaznacze", "ハイライト", "标注",
  ]
}
