import Files
import Indexing
import Notes
import Rendering
import Search

extension FinderRequest {
  /// The notes that it asks for.
  func answer(from search: VaultSearch) throws -> FinderAnswer {
    switch source {
    case .query: return try found(search)
    case .backlinks(let item):
      let items = try search.backlinks(to: item.path).map { backlink in
        FinderItem(
          path: backlink.path, title: backlink.title,
          line: backlink.places.best(width: 80)?.position.line)
      }
      return FinderAnswer(request: self, items: items, total: items.count)
    case .links(let item):
      var seen: Set<NotePath> = [item.path]
      var items: [FinderItem] = []
      for link in try search.links(of: item.path) {
        guard case .file(let path, _) = link.target, path.isMarkdown, seen.insert(path).inserted
        else { continue }
        let title = (try? search.note(at: path))?.title ?? ""
        items.append(FinderItem(path: path, title: title))
      }
      return FinderAnswer(request: self, items: items, total: items.count)
    }
  }

  private func found(_ search: VaultSearch) throws -> FinderAnswer {
    // An operator that still lacks its operand does not narrow.
    var typed = search.finished(self.query)
    var query = search.query(typed)
    func notes(of query: Query) throws -> [VaultSearch.Result] {
      try search.results(query, order: query.root == .all ? .modified : .score, limit: limit)
    }
    var results = try notes(of: query)
    // A single letter that is no word of a note begins one.
    if results.isEmpty, isOpen, let shorter = search.withoutLastLetter(typed) {
      typed = shorter
      query = search.query(typed)
      results = try notes(of: query)
    }
    let isAll = query.root == .all
    var total = results.count < limit ? results.count : try search.count(query)
    // The word that is being typed may go on; what has it as it is comes first.
    if isOpen, results.count < limit, let open = search.growing(typed) {
      var seen = Set(results.map(\.path))
      for result in try search.results(open, limit: limit)
      where results.count < limit && seen.insert(result.path).inserted { results.append(result) }
      total = results.count < limit ? results.count : max(total, try search.count(open))
    }
    var answer = FinderAnswer(
      request: self, items: results.map { FinderItem(path: $0.path, title: $0.title) },
      total: total)
    if results.isEmpty, !isAll { answer.correction = try search.correction(of: query) }
    if let note = query.notes.first {
      let part = String(decoding: Array(query.text.utf8)[note.range], as: UTF8.self)
      answer.remark = part.isEmpty ? note.message : "`\(part)`: \(note.message)"
    } else if typed.utf8.count < self.query.utf8.count {
      let rest = String(decoding: self.query.utf8.dropFirst(typed.utf8.count), as: UTF8.self)
      answer.remark = "`\(rest.trimmingSpaces())` counts when it goes on"
    }
    answer.isPlainWords = search.isPlainWords(self.query)
    return answer
  }
}

extension FinderPreviewRequest {
  private static let matchLimit = 2000
  /// The most bytes of a note that is drawn.
  private static let longest = 1 << 20

  /// The note drawn.
  func preview(from search: VaultSearch, colors: ColorDepth) throws -> FinderPreview {
    guard let note = try? search.note(at: path) else {
      return FinderPreview(request: self, lines: [], line: line, isMissing: true)
    }
    guard note.source.count <= Self.longest else {
      let words =
        "This note has \(Amount.bytes(note.source.count)) and is not drawn; Enter opens it."
      return FinderPreview(request: self, lines: [StyledText(words, .faint)], line: line)
    }
    var ranges: [Range<Int>] = []
    var best: Int?
    var line = line
    if !query.isEmpty, let result = try search.result(at: path) {
      let typed = search.finished(query)
      var places = try search.places(
        in: result, for: search.query(typed), limit: Self.matchLimit)
      if places.matches.isEmpty, isOpen, let open = search.growing(typed) {
        places = try search.places(in: result, for: open, limit: Self.matchLimit)
      }
      ranges = places.matches.map(\.range)
      best = places.bestMatch(width: width)?.range.lowerBound
      if let best { line = note.lines.position(at: best).line }
    } else if let line {
      best = note.lines.range(ofLine: line).indices.lowerBound
      ranges = [note.lines.range(ofLine: line).indices]
    }
    let lines = MarkdownRenderer.lines(
      of: note, width: width, colors: colors, hyperlinks: true,
      highlights: Highlights(ranges, best: best))
    let endings = note.source[..<note.bodyStart].count { $0 == 0x0A }
    return FinderPreview(
      request: self, lines: lines, best: Highlights.bestLine(of: lines),
      body: endings == 0 ? 0 : min(endings + 1, lines.count), line: line,
      matches: ranges.count, isPinned: note.isPinned)
  }
}
