import Notes
import Search

/// Tests a property's value against a query.
struct ValueMatch {
  private let test: ValueTest
  private let today: CivilDate
  private let zone: Zone
  /// The property; empty for tests of other things.
  private let key: String
  /// The test's text in the forms it may be compared in.
  private let forms: [Form]

  /// A text in the forms in which values compare.
  private struct Form {
    let folded: String
    let words: [[UInt8]]
    let number: Double?
    /// True where the number is none that the property has for books: values are compared as they
    /// are written.
    let isPlain: Bool
    let days: DateRange?
    /// The book that an ISBN names, however it is written.
    let isbn: ISBN?

    init(_ text: String, key: String, today: CivilDate) {
      folded = PropertyKey.fold(text)
      words = foldedWords(text)
      let known = Book.number(text, key: key)
      number = known ?? Double(text)
      isPlain = known == nil
      days = DateRange(text, today: today)
      isbn = Book.isISBN(key) ? try? ISBN(text) : nil
    }
  }

  /// - Parameter key: the property whose values are tried, where it is one.
  init(_ test: ValueTest, key: String = "", today: CivilDate, zone: Zone) {
    self.test = test
    self.today = today
    self.zone = zone
    self.key = PropertyKey.fold(key)
    let texts: [String] =
      switch test {
      case .exists: []
      case .matches(let text), .equals(let text), .compares(_, let text): [text]
      case .like(let pieces): pieces
      case .between(let from, let through): [from ?? "", through ?? ""]
      }
    let key = self.key
    forms = texts.map { Form($0, key: key, today: today) }
  }

  func accepts(_ value: String) -> Bool {
    isAccepted(value) || Book.parts(of: value, key: key).contains(where: isAccepted)
  }

  private func isAccepted(_ value: String) -> Bool {
    switch test {
    case .exists: return true
    case .matches: return matches(value)
    case .equals: return PropertyKey.fold(value) == forms[0].folded || hasISBN(value, forms[0])
    case .like: return Self.isLike(PropertyKey.fold(value), forms.map { $0.folded })
    case .compares(let relation, _): return compares(value, relation, forms[0])
    case .between(let from, let through):
      if from != nil, !compares(value, .greaterOrEqual, forms[0]) { return false }
      if through != nil, !compares(value, .lessOrEqual, forms[1]) { return false }
      return true
    }
  }

  /// The whole value, some of its words in a row, the same number, or a day in the span named.
  private func matches(_ value: String) -> Bool {
    let form = forms[0]
    if PropertyKey.fold(value) == form.folded || hasISBN(value, form) { return true }
    if let wanted = form.number, let number = number(value, as: form) {
      return wanted == number
    }
    if let days = form.days, let date = date(value) { return days.contains(date.range) }
    return Self.contains(foldedWords(value), form.words)
  }

  private func hasISBN(_ value: String, _ form: Form) -> Bool {
    form.isbn.map { ISBN.all(in: value).contains($0) } ?? false
  }

  private func number(_ value: String, as form: Form) -> Double? {
    form.isPlain ? Double(value) : Book.number(value, key: key)
  }

  private func compares(_ value: String, _ relation: Relation, _ form: Form) -> Bool {
    if let wanted = form.number, let number = number(value, as: form) {
      return Self.holds(relation, number < wanted ? -1 : number > wanted ? 1 : 0)
    }
    if let days = form.days, let date = date(value)?.range.start {
      let start = days.start ?? .earliest
      let end = days.end ?? .latest
      let order = date < start ? -1 : date < end ? 0 : 1
      return Self.holds(relation, order)
    }
    // A number does not compare with a word.
    if form.number != nil || form.days != nil { return false }
    let folded = PropertyKey.fold(value)
    return Self.holds(relation, folded < form.folded ? -1 : folded > form.folded ? 1 : 0)
  }

  private func date(_ value: String) -> PartialDate? { DateValue(value)?.date(in: zone) }

  private static func holds(_ relation: Relation, _ order: Int) -> Bool {
    switch relation {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  private static func contains(_ words: [[UInt8]], _ wanted: [[UInt8]]) -> Bool {
    guard !wanted.isEmpty, words.count >= wanted.count else { return false }
    return (0...(words.count - wanted.count)).contains { start in
      words[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }

  /// True if `text` consists of the pieces in this order, with anything between them.
  static func isLike(_ text: String, _ pieces: [String]) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else {
      return pieces.first == text
    }
    guard bytes.starts(with: first.utf8), bytes.count >= first.utf8.count + last.utf8.count else {
      return false
    }
    var index = first.utf8.count
    let end = bytes.count - last.utf8.count
    guard bytes[end...].elementsEqual(last.utf8) else { return false }
    for piece in pieces.dropFirst().dropLast() {
      let wanted = Array(piece.utf8)
      while index + wanted.count <= end, !bytes[index...].starts(with: wanted) { index += 1 }
      guard index + wanted.count <= end else { return false }
      index += wanted.count
    }
    return true
  }
}
