import Files
import Notes
import Search
import Settings
import Synchronization

/// How many links each note has and gets, kept in the cache for one state of the vault.
package struct LinkCounts: Sendable, Equatable {
  /// The links of one note; its links to one file are one.
  package struct Numbers: NumberRow, Equatable {
    /// The other files that it links to.
    package var links: UInt32 = 0
    /// The targets of its links that are no file.
    package var broken: UInt32 = 0
    /// The other notes that link to it.
    package var backlinks: UInt32 = 0

    /// No links.
    init() {}

    static var width: Int { 3 }

    init(next: () -> UInt32) {
      links = next()
      broken = next()
      backlinks = next()
    }

    var numbers: [UInt32] { [links, broken, backlinks] }
  }

  /// The numbers by segment and document of the index.
  private let numbers: [[Numbers]]

  private init(_ numbers: [[Numbers]]) { self.numbers = numbers }

  /// The documents whose numbers are taken; deleted ones may be among them.
  func documents(where matches: (Numbers) -> Bool) -> [DocumentSet] {
    numbers.map { numbers in
      var set = DocumentSet(capacity: numbers.count)
      for (document, number) in numbers.enumerated() where matches(number) { set.insert(document) }
      return set
    }
  }

  /// The number of links in the documents, and of those that are broken.
  func sum(of documents: [DocumentSet]) -> (links: Int, broken: Int) {
    var sum = (links: 0, broken: 0)
    for (numbers, set) in zip(numbers, documents) {
      set.forEach {
        sum.links += Int(numbers[$0].links + numbers[$0].broken)
        sum.broken += Int(numbers[$0].broken)
      }
    }
    return sum
  }
}

extension LinkCounts {
  /// Change it whenever links are resolved in another way.
  static let revision: UInt64 = 1

  /// The counts of a vault: read from the cache, or counted and kept there.
  final class Source: Sendable {
    private let notes: VaultNotes
    private let known = Mutex<LinkCounts?>(nil)

    init(_ notes: VaultNotes) { self.notes = notes }

    func counts() throws(IndexError) -> LinkCounts {
      if let counts = known.withLock({ $0 }) { return counts }
      let (index, table) = (notes.index, notes.table)
      let cache = notes.cache("link-counts", revision: LinkCounts.revision)
      let found: LinkCounts
      if let kept: [[Numbers]] = cache.rows(index, table) {
        found = LinkCounts(kept)
      } else {
        found = LinkCounts(try LinkGraph(notes).counts(notes))
        cache.keep(found.numbers, index, table)
      }
      known.withLock { $0 = found }
      return found
    }
  }
}
