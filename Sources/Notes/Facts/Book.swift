/// The book that a note's front matter describes.
package struct Book: Hashable, Sendable {
  /// The reading states of a book.
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
    /// The start of the reading.
    package let started: String?
    /// The end of the reading.
    package let finished: String?

    /// A reading from one date to another.
    package init(started: String?, finished: String?) {
      self.started = started
      self.finished = finished
    }
  }

  /// The authors, in the order given.
  package var authors: [String]
  /// The first author's name for sorting, if the front matter gives it: its `author-sort`.
  package var authorSort: String?
  /// The ISBN without hyphens and spaces.
  package var isbn: String?
  /// The date of publication, as written: mostly a year.
  package var published: String?
  /// The number of pages.
  package var pages: Int?
  /// The rating in half stars, 9 is four and a half; one that is finer is rounded.
  package var halfStars: Int?
  /// The rating in stars where it is finer than half stars: 4.75.
  package var finerStars: Double?
  /// The reading status; if it is not given, the one that the readings imply.
  package var status: Status?
  /// The times it was read, in the order given.
  package var readings: [Reading]
  /// The number of readings, if the front matter counts them: some may have no date.
  package var readCount: Int?
}
