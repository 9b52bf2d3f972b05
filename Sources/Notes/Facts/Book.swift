/// What a note's front matter says of a book.
package struct Book: Hashable, Sendable {
  /// Where a reader stands with a book.
  package enum Status: String, Sendable, CaseIterable {
    /// Wants to read it.
    case want
    /// Is reading it.
    case reading
    /// Has read it.
    case read
    /// Gave it up.
    case abandoned
  }

  /// One time of reading the book; dates are as written (`2019`, `2019-06`, `2019-06-02`).
  package struct Reading: Hashable, Sendable {
    /// When it was begun.
    package let started: String?
    /// When it was finished.
    package let finished: String?

    /// A reading from one date to another.
    package init(started: String?, finished: String?) {
      self.started = started
      self.finished = finished
    }
  }

  /// The authors, in the order given.
  package var authors: [String]
  /// The first author's name as the front matter says that it is sorted: its `author-sort`.
  package var authorSort: String?
  /// The ISBN without hyphens and spaces.
  package var isbn: String?
  /// When it was published, as written: mostly a year.
  package var published: String?
  /// How many pages it has.
  package var pages: Int?
  /// The rating in half stars: 9 is four and a half.
  package var halfStars: Int?
  /// Where the reader stands; where not given, what the readings imply.
  package var status: Status?
  /// The times it was read, in the order given.
  package var readings: [Reading]
  /// How often it was read, where the front matter counts it: there may be readings without a date.
  package var readCount: Int?
}
