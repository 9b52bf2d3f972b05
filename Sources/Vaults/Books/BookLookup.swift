import Exchange
import Notes
import Programs

/// Looks a book up in the catalogues that the person's settings name: Open Library, and Google Books where that knows
/// nothing of it.
///
/// A catalogue is sent the title and author, or the ISBN, and nothing else. A vault cannot name one.
package struct BookLookup {
  /// Fetches an address.
  package typealias Fetch = (_ address: String, _ accept: String) throws -> Curl.Answer

  private let openLibrary: OpenLibraryQuestions?
  private let googleBooks: GoogleBooksQuestions?
  private let fetch: Fetch

  /// - Parameter configuration: an address that is empty turns its catalogue off.
  package init(_ configuration: Configuration, fetch: @escaping Fetch) {
    let site = configuration.text("books.open-library")
    let google = configuration.text("books.google-books")
    openLibrary =
      site.isEmpty
      ? nil : OpenLibraryQuestions(site: site, covers: configuration.text("books.covers"))
    googleBooks = google.isEmpty ? nil : GoogleBooksQuestions(site: google)
    self.fetch = fetch
  }

  /// True if the settings name no catalogue.
  package var isOff: Bool { openLibrary == nil && googleBooks == nil }

  /// The books of a number; none if no catalogue knows it.
  ///
  /// - Throws: `CurlError`, if one was asked and none answered; `ExchangeError` for an answer that cannot be read.
  package func books(_ isbn: ISBN) throws -> [OnlineBook] {
    try first([
      openLibrary.map { questions in
        {
          guard let edition = try answer(questions.edition(isbn)) else { return [] }
          let works = try answer(questions.work(of: isbn)).map { try questions.works(in: $0) } ?? []
          return try questions.edition(isbn, in: edition, of: works.first).map { [$0] } ?? []
        }
      },
      googleBooks.map { questions in
        {
          let found = try answer(questions.edition(isbn)).map { try questions.books(in: $0) } ?? []
          return Array(found.filter { $0.book.isbn == isbn.description }.prefix(1))
        }
      },
    ])
  }

  /// The books whose title has the words, the best known first: those of the same title, if there are any.
  ///
  /// - Throws: as ``books(_:)``.
  package func books(titled title: String, by author: String) throws -> [OnlineBook] {
    let found = try first([
      openLibrary.map { questions in
        {
          try answer(questions.works(titled: title, by: author)).map { try questions.works(in: $0) }
            ?? []
        }
      },
      googleBooks.map { questions in
        {
          try answer(questions.volumes(titled: title, by: author)).map {
            try questions.books(in: $0)
          } ?? []
        }
      },
    ])
    return Self.distinct(found, titled: title)
  }

  /// The bytes of a cover, and its ending; nil if there is no picture at the address.
  ///
  /// - Throws: `CurlError`.
  package func cover(at address: String) throws -> (bytes: [UInt8], ending: String)? {
    // Open Library gives an empty picture for a cover that it does not have, unless it is told not to.
    let place = address.contains("?") ? address : address + "?default=false"
    guard let bytes = try answer(place, accept: "image/jpeg,image/png,image/webp") else {
      return nil
    }
    return PictureKind(bytes).map { (bytes, $0.rawValue) }
  }

  // MARK: Private

  /// The answer of the first catalogue that knows something; one that cannot be reached is passed by.
  private func first(_ catalogues: [(() throws -> [OnlineBook])?]) throws -> [OnlineBook] {
    var failure: (any Error)?
    var hasAnswered = false
    for catalogue in catalogues.compactMap({ $0 }) {
      do {
        let found = try catalogue()
        hasAnswered = true
        if !found.isEmpty { return found }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure, !hasAnswered { throw failure }
    return []
  }

  /// The answer to a question; nil where there is nothing at the address.
  private func answer(_ address: String, accept: String = "application/json") throws -> [UInt8]? {
    do {
      return try fetch(address, accept).bytes
    } catch let error as CurlError {
      if error.kind == .status(404) { return nil }
      throw error
    }
  }

  /// Books that differ in title or authors; of two the one that more is known of.
  private static func distinct(_ books: [OnlineBook], titled title: String) -> [OnlineBook] {
    var places: [String: Int] = [:]
    var distinct: [OnlineBook] = []
    for book in books {
      let authors = book.book.authors.map { CaseFolding.fold(AuthorName.sorted($0)) }
      let key = CaseFolding.fold(book.book.title) + "\n" + (authors.first ?? "")
      if let place = places[key] {
        if book.editions > distinct[place].editions { distinct[place] = book }
      } else {
        places[key] = distinct.count
        distinct.append(book)
      }
    }
    let wanted = CollationKey(title)
    let same = distinct.filter { CollationKey($0.book.title) == wanted }
    let chosen = same.isEmpty ? distinct : same
    return chosen.enumerated().sorted {
      $0.element.editions != $1.element.editions
        ? $0.element.editions > $1.element.editions : $0.offset < $1.offset
    }.map(\.element)
  }
}
