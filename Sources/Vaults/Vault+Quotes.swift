import Files
import Indexing
import Notes
import Search

extension VaultSearch {
  /// The quotes that satisfy a query, by path and place.
  ///
  /// - Parameter progress: called with the number of notes read and of all.
  package func quotations(
    _ query: Query, _ filter: QuoteFilter, progress: Vault.IndexProgress = { _, _ in }
  ) throws -> [Quotation] {
    let paths = try pathsOfQuotes(query).sorted()
    var found: [Quotation] = []
    var languages: [NotePath: String] = [:]
    for (number, path) in paths.enumerated() {
      if number % 64 == 0 { progress(number, paths.count) }
      // Gone since the look at the folder: it has no quotes.
      guard let note = try? note(at: path) else { continue }
      found += Quotation.all(of: note, at: path, options: vault.noteOptions).filter {
        filter.accepts($0)
      }
      if let language = note.language { languages[path] = language }
    }
    guard query.root != .all else { return found }
    return try quotations(found, satisfying: query.root, languages: languages)
  }

  /// The quote of a day: the same all day long, and a random other one on other days.
  ///
  /// Notes are tried in an order that only the day and their paths decide, so that few are read and a
  /// note that comes or goes seldom changes the quote. Each note has the same chance, however many
  /// quotes are in it.
  package func quotation(
    of day: CivilDate, _ query: Query, _ filter: QuoteFilter
  ) throws -> Quotation? {
    let seed = UInt64(bitPattern: Int64(day.daysSinceEpoch))
    let ordered = try pathsOfQuotes(query).map { (chance: Self.chance(seed, $0.bytes), path: $0) }
      .sorted { ($0.chance, $0.path) < ($1.chance, $1.path) }
    for (chance, path) in ordered {
      guard let note = try? note(at: path) else { continue }
      var found = Quotation.all(of: note, at: path, options: vault.noteOptions).filter {
        filter.accepts($0)
      }
      if query.root != .all, !found.isEmpty {
        let languages = note.language.map { [path: $0] } ?? [:]
        found = try quotations(found, satisfying: query.root, languages: languages)
      }
      if !found.isEmpty { return found[Int(chance >> 8) % found.count] }
    }
    return nil
  }

  /// Some random quotes; the same for the same seed.
  package static func chosen(
    _ count: Int, of quotations: [Quotation], seed: UInt64
  ) -> [Quotation] {
    let chances = quotations.map { chance(seed, $0.path.bytes, $0.number) }
    return quotations.indices.sorted { (chances[$0], $0) < (chances[$1], $1) }.prefix(count)
      .map { quotations[$0] }
  }

  private static func chance(_ seed: UInt64, _ path: [UInt8], _ number: Int = 0) -> UInt64 {
    var mixer = Mixer()
    mixer.add(seed)
    mixer.add(path)
    mixer.add(UInt64(number))
    return mixer.value
  }

  /// The notes in which there may be such quotes; conflict copies, which say it again, are none.
  private func pathsOfQuotes(_ query: Query) throws(IndexError) -> [NotePath] {
    let documents = try self.documents(of: query.root.askedOfNotes)
    var paths: [NotePath] = []
    for (segment, set) in try flagged([.hasQuote], documents).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.notes.key(of: DocumentID(segment: segment, document: document))
        guard let path = NotePath(bytes: key) else { throw .damaged("path") }
        if !path.isConflictCopy { paths.append(path) }
      }
    }
    return paths
  }
}

extension QueryNode {
  /// A condition that every note satisfies which has a quote that satisfies this query.
  fileprivate var askedOfNotes: QueryNode {
    switch self {
    // The quote may lack the excluded text, and a pattern may match the quote's ends.
    case .not, .regex: .all
    case .and(let parts): .all(of: parts.map(\.askedOfNotes))
    case .or(let parts): .any(of: parts.map(\.askedOfNotes))
    case .within(_, let part): part.askedOfNotes
    default: self
    }
  }
}

extension Vault {
  /// The quotes of a note as its file is now, in order.
  package func quotations(at path: NotePath) throws -> [Quotation] {
    let note = Note(
      parsing: try folder.read(path).bytes, named: String(decoding: path.stem, as: UTF8.self),
      options: noteOptions)
    return Quotation.all(of: note, at: path, options: noteOptions)
  }
}

extension Quotation {
  /// The quotes before and after it among those of its note, at most so many of each.
  package func neighbours(
    _ count: Int, among all: [Quotation]
  ) -> (before: ArraySlice<Quotation>, after: ArraySlice<Quotation>) {
    guard number < all.count else { return ([], []) }
    return (all[..<number].suffix(count), all[(number + 1)...].prefix(count))
  }
}
