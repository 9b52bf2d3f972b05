/// Books in groups and in order.
package struct Bookshelf: Sendable {
  /// A book with the facts of its note.
  package struct Entry: Sendable {
    /// The note's title.
    package let title: String
    /// The book of the front matter.
    package let book: Book
    /// The note's hashtags.
    package let hashtags: [String]
    /// The time of the note's creation, in UTC milliseconds.
    package let created: Int64?
    /// The time of the note's last change, in UTC milliseconds.
    package let modified: Int64

    /// A book to be put on a shelf.
    package init(
      title: String, book: Book, hashtags: [String] = [], created: Int64? = nil,
      modified: Int64 = 0
    ) {
      self.title = title
      self.book = book
      self.hashtags = hashtags
      self.created = created
      self.modified = modified
    }
  }

  /// The values by which books are grouped.
  package enum Grouping: String, CaseIterable, Sendable {
    /// The year in which they were read; one that was read again is in several.
    case year
    case author, rating, tag, status
  }

  /// The orders of books.
  package enum Order: String, CaseIterable, Sendable {
    /// By title.
    case title
    /// By the first author's last name, then by title.
    case author
    /// The best first.
    case rating
    /// The last read first.
    case read
    /// The last written down first.
    case created
    /// The last changed first.
    case modified
    /// The longest first.
    case pages
  }

  /// Books with something in common.
  package struct Group: Sendable, Hashable {
    /// The common value in words; nil for books without one.
    package let name: String?
    /// The indices of the books in the input.
    package let books: [Int]
  }

  /// The books that were given.
  package let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  /// The books in groups; those without a value come last.
  ///
  /// - Parameters:
  ///   - grouping: nil for one group of all.
  ///   - order: nil for the usual order of the grouping: the last read first in a year, else by
  ///     title.
  ///   - reversed: true to reverse the groups and the books in them, except books without a group.
  package func groups(
    by grouping: Grouping?, sortedBy order: Order? = nil, reversed: Bool = false
  ) -> [Group] {
    var members: [GroupKey: [Int]] = [:]
    for number in entries.indices {
      for key in Set(keys(of: entries[number], by: grouping)) {
        members[key, default: []].append(number)
      }
    }
    let keys = members.keys.sorted { left, right in
      if left.rank != right.rank { return left.rank < right.rank }
      return (left.collation < right.collation) != (reversed && left.rank == 0)
    }
    return keys.map { key in
      let sort = order ?? (grouping == .year && key.year != nil ? .read : .title)
      let books = sorted(members[key] ?? [], by: sort, inYear: key.year)
      return Group(name: key.name, books: reversed ? books.reversed() : books)
    }
  }

  // MARK: Groups

  private struct GroupKey: Hashable {
    var name: String?
    /// Groups of lower rank come first.
    var rank = 0
    var collation: CollationKey
    var year: Int?

    init(_ name: String?, sort: String? = nil, rank: Int = 0, year: Int? = nil) {
      self.name = name
      self.rank = rank
      self.year = year
      collation = CollationKey(sort ?? name ?? "")
    }
  }

  private func keys(of entry: Entry, by grouping: Grouping?) -> [GroupKey] {
    let book = entry.book
    switch grouping {
    case nil: return [GroupKey(nil)]
    case .year:
      let years = Set(book.finishes.map(\.year))
      if !years.isEmpty {
        return years.map { year in
          // The latest year first: numbers are turned round, so that text compares as they do.
          GroupKey("\(year)", sort: String(100_000 - year), year: year)
        }
      }
      if book.wasRead { return [GroupKey("Year unknown", rank: 1)] }
      return [statusKey(book.status, rank: 2)]
    case .author:
      if book.authors.isEmpty { return [GroupKey(nil, rank: 1)] }
      return book.sortedAuthors.map { GroupKey($0) }
    case .rating:
      guard let stars = book.stars, stars > 0, let rating = book.shownRating else {
        return [GroupKey(nil, rank: 1)]
      }
      return [GroupKey(rating, sort: String(10_000 - Int((stars * 100).rounded())))]
    case .tag:
      if entry.hashtags.isEmpty { return [GroupKey(nil, rank: 1)] }
      return entry.hashtags.map { GroupKey("#" + $0, sort: $0) }
    case .status: return [statusKey(book.status, rank: 0)]
    }
  }

  private func statusKey(_ status: Book.Status?, rank: Int) -> GroupKey {
    switch status {
    case .reading: GroupKey("Reading", sort: "1", rank: rank)
    case .want: GroupKey("To read", sort: "2", rank: rank)
    case .read: GroupKey("Read", sort: "3", rank: rank)
    case .abandoned: GroupKey("Abandoned", sort: "4", rank: rank)
    case nil: GroupKey(nil, rank: rank + 1)
    }
  }

  // MARK: Order

  private func sorted(_ books: [Int], by order: Order, inYear year: Int?) -> [Int] {
    let titles = books.map { CollationKey(entries[$0].title) }
    func sort<Key: Comparable>(_ key: (Entry) -> Key, descending: Bool = false) -> [Int] {
      let keys = books.map { key(entries[$0]) }
      return books.indices.sorted { left, right in
        if keys[left] != keys[right] { return (keys[left] < keys[right]) != descending }
        if titles[left] != titles[right] { return titles[left] < titles[right] }
        return left < right
      }.map { books[$0] }
    }
    switch order {
    case .title: return sort { CollationKey($0.title) }
    case .author:
      // Without an author at the end: no name begins with this.
      return sort { CollationKey($0.book.sortedAuthors.first ?? "\u{10FFFD}") }
    case .rating: return sort({ $0.book.stars ?? 0 }, descending: true)
    case .read:
      return sort(
        { Self.read($0.book, inYear: year)?.range.end?.daysSinceEpoch ?? .min }, descending: true)
    case .created: return sort({ $0.created ?? .min }, descending: true)
    case .modified: return sort({ $0.modified }, descending: true)
    case .pages: return sort({ $0.book.pages ?? -1 }, descending: true)
    }
  }

  /// The date on which a book was last read, or last read in a year.
  package static func read(_ book: Book, inYear year: Int?) -> PartialDate? {
    book.finishes.last { year == nil || $0.year == year }
  }
}
