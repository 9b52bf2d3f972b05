import Files
import Notes
import Search
import Settings
import Synchronization

/// How many links each note has and gets, kept in the cache for one state of the vault.
///
/// ```
/// payload of "link-counts" := (links: u32, broken: u32, backlinks: u32)* of each document, by segment
/// ```
package struct LinkCounts: Sendable, Equatable {
  /// The links of one note; its links to one file are one.
  package struct Numbers: Sendable, Equatable {
    /// The other files that it links to.
    package var links: UInt32 = 0
    /// The targets of its links that are no file.
    package var broken: UInt32 = 0
    /// The other notes that link to it.
    package var backlinks: UInt32 = 0
  }

  /// The numbers by segment and document of the index.
  private let numbers: [[Numbers]]

  /// Counts the links that the index has.
  init(_ index: Index, _ table: FolderTable) throws(IndexError) {
    numbers = try LinkGraph(index, table).counts(in: index)
  }

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
    private let cache: StateCache
    private let counts = Mutex<LinkCounts?>(nil)

    /// - Parameter settings: the fingerprint of the settings under which notes are read.
    init(_ vault: Vault, settings: UInt32) {
      cache = StateCache(
        "link-counts", of: vault, revision: LinkCounts.revision, settings: settings)
    }

    func counts(_ index: Index, _ table: FolderTable) throws(IndexError) -> LinkCounts {
      if let counts = counts.withLock({ $0 }) { return counts }
      let found: LinkCounts
      if let payload = cache.payload(index, table), let kept = LinkCounts(payload, index) {
        found = kept
      } else {
        found = try LinkCounts(index, table)
        cache.keep(found.payload, index, table)
      }
      counts.withLock { $0 = found }
      return found
    }
  }

  private var payload: [UInt8] {
    var writer = PayloadWriter()
    for numbers in numbers {
      for number in numbers {
        writer.add(number.links)
        writer.add(number.broken)
        writer.add(number.backlinks)
      }
    }
    return writer.bytes
  }

  private init?(_ payload: ArraySlice<UInt8>, _ index: Index) {
    let sizes = index.emptySets().map(\.capacity)
    guard payload.count == 12 * sizes.reduce(0, +) else { return nil }
    numbers = unsafe payload.withUnsafeBytes { raw in
      var offset = 0
      func next() -> UInt32 {
        defer { offset += 4 }
        return UInt32(
          littleEndian: unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      return sizes.map { size in
        (0..<size).map { _ in Numbers(links: next(), broken: next(), backlinks: next()) }
      }
    }
  }
}
