import Files
import Indexing
import Notes
import Rendering
import Vaults
import Wording

/// Helpers of the commands on books: the names of books and their dates.
extension CommandSession {
  /// The note on the book that a word names: an ISBN, all that names a note, or a part of the
  /// title where only one book has it. Where several notes have a name, the one on a book is meant.
  ///
  /// - Throws: ``NoteNotFound`` if there is none, or several.
  package func bookPath(_ word: String) throws -> NotePath {
    let all = try search { search in try search.books(of: search.query("")) }
    if let isbn = try? ISBN(word) {
      let found = all.filter { $0.book.checkedISBN == isbn }
      if let only = found.first, found.count == 1 { return only.path }
      if !found.isEmpty { throw notFound(word, found) }
    }
    do {
      return try recentPlace(word)?.path ?? exactNotePath(word)
    } catch let error as NoteNotFound {
      let folded = CollationKey(word)
      var found = all.filter { book in
        ([book.title] + book.aliases + [String(decoding: book.path.stem, as: UTF8.self)])
          .contains { CollationKey($0) == folded }
      }
      if found.isEmpty {
        let words = CaseFolding.fold(word).split(separator: " ")
        found = all.filter { book in
          let title = CaseFolding.fold(([book.title] + book.aliases).joined(separator: "\n"))
          return !words.isEmpty && words.allSatisfy { title.contains($0) }
        }
      }
      if let only = found.first, found.count == 1 { return only.path }
      let choices =
        found.isEmpty ? error.paths.map { ($0, nil) } : found.map { ($0.path, $0.title) }
      if let path = try choose(among: choices, named: word, isPart: !found.isEmpty) { return path }
      throw found.isEmpty ? error : notFound(word, found)
    }
  }

  private func notFound(_ word: String, _ books: [BookNote]) -> NoteNotFound {
    NoteNotFound(
      name: word, candidates: books.map { shownPath($0.path) }.sorted(), suggestion: nil,
      paths: books.map(\.path))
  }

  /// The day, month or year that words name, not after today; nil is today.
  package func readingDate(_ words: String?) throws -> PartialDate {
    guard let words else { return PartialDate(today) }
    guard let date = PartialDate(words) ?? partialDate(words) else {
      throw UsageError(
        message: "cannot read `\(words)` as a day, month or year",
        hint: "such as `2026-11-21`, `2026-11`, `2026`, `yesterday`, `last month`")
    }
    guard date.firstDay <= today else {
      throw UsageError(message: "\(date) is in the future", hint: "today is \(today)")
    }
    return date
  }

  private func partialDate(_ words: String) -> PartialDate? {
    guard let range = DateRange(words, today: today), let start = range.start else { return nil }
    let candidates = [
      PartialDate(start), PartialDate(year: start.year, month: start.month),
      PartialDate(year: start.year),
    ]
    return candidates.compactMap { $0 }.first { $0.range == range }
  }
}
