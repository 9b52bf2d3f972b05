/// The readings of front matter.
///
/// ```
/// readings   := the list `readings`, if it has any, else `started` with `finished`
/// and `last` := one more reading, if it is later than the end of all these
/// ```
///
/// `last` is Kepano's name for the day a book was finished last, which he types again after each reading; `lastRead` is
/// another. It ends a reading whose start is written beside it, unless that start is later: then the book is read again.
extension BookValue {
  /// The readings as written.
  ///
  /// - Parameter countsLast: false for those that are not under `last`.
  static func readings(_ frontMatter: FrontMatter, countsLast: Bool = true) -> [Book.Reading] {
    guard !hasList(frontMatter) else {
      let readings = items(frontMatter)
      let last = countsLast ? last(frontMatter, after: readings) : nil
      return readings + (last.map { [Book.Reading(started: nil, finished: $0)] } ?? [])
    }
    let started = frontMatter.first(of: startedKeys).flatMap(BookValue.text)
    let finished = frontMatter.first(of: finishedKeys).flatMap(BookValue.text)
    let plain = [Book.Reading(started: started, finished: finished)].filter {
      $0.started != nil || $0.finished != nil
    }
    guard countsLast, let last = last(frontMatter, after: plain) else { return plain }
    let reading = Book.Reading(started: nil, finished: last)
    if finished != nil { return plain + [reading] }
    guard let begin = started.flatMap({ PartialDate(written: $0) })?.firstDay,
      let end = PartialDate(written: last)?.range.end, end <= begin
    else { return [Book.Reading(started: started, finished: last)] }
    return [reading] + plain
  }

  /// The date of a reading that is under `last` alone, as written, or nil.
  static func countedLast(_ frontMatter: FrontMatter) -> String? {
    last(frontMatter, after: readings(frontMatter, countsLast: false))
  }

  /// True if there is a list of readings, or one reading in its place. A number in its place counts them.
  static func hasList(_ frontMatter: FrontMatter) -> Bool {
    guard let node = frontMatter["readings"], !node.isNull, readingCount(node) == nil else {
      return false
    }
    return node.kind != .list || !node.elements.isEmpty
  }

  /// The key of the day a book was finished last, as it is spelled, and its value; nil if there is none.
  static func lastEntry(_ frontMatter: FrontMatter) -> (key: String, value: FrontMatter.Node)? {
    let keys = lastKeys(frontMatter)
    for entry in frontMatter.entries {
      guard let key = entry.key.text, keys.contains(CaseFolding.fold(key)) else { continue }
      return (key, entry.value)
    }
    return nil
  }

  /// The text of a value: of a scalar, of the only item of a list, and of `[[2023-09-12]]` without quotation marks,
  /// which is a list in a list; nil for all else.
  static func text(_ node: FrontMatter.Node) -> String? {
    guard node.kind == .list else {
      return node.string.flatMap { $0.trimmingBlanks.isEmpty ? nil : $0 }
    }
    let items = node.elements
    return items.count == 1 ? text(items[0]) : nil
  }

  /// The text of a value; of several, and of a mapping, an empty one, which is no value of a book, and nil for none.
  static func textOrOther(_ node: FrontMatter.Node) -> String? {
    if let text = Self.text(node) { return text }
    switch node.kind {
    case .scalar: return nil
    case .list: return node.elements.contains { textOrOther($0) != nil } ? "" : nil
    case .mapping: return ""
    }
  }

  /// The value of a date as it was written.
  static func value(ofDate text: String) -> FrontMatterValue {
    guard let date = PartialDate(written: text), date.description == text else {
      return .string(text)
    }
    return date.frontMatterValue
  }

  private static func last(_ frontMatter: FrontMatter, after readings: [Book.Reading]) -> String? {
    guard let text = lastEntry(frontMatter).flatMap({ Self.text($0.value) }),
      let date = PartialDate(written: text)
    else { return nil }
    let isLater = readings.compactMap(\.finishedDate).allSatisfy { finished in
      finished.range.end.map { $0 <= date.firstDay } ?? false
    }
    return isLater ? text : nil
  }

  private static func items(_ frontMatter: FrontMatter) -> [Book.Reading] {
    guard let node = frontMatter["readings"] else { return [] }
    return (node.kind == .list ? node.elements : [node]).compactMap { item in
      func value(_ names: [String]) -> String? {
        item.entries.first { names.contains(CaseFolding.fold($0.key.text ?? "")) }
          .flatMap { text($0.value) }
      }
      let reading =
        item.kind == .mapping
        ? Book.Reading(started: value(startedKeysOfItem), finished: value(finishedKeysOfItem))
        : Book.Reading(started: nil, finished: text(item))
      return reading.started == nil && reading.finished == nil ? nil : reading
    }
  }
}
