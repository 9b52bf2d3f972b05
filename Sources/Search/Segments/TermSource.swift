/// The source of a new segment's terms: threads' tables, or older segments.
protocol TermSource: Sendable {
  /// A range of keys whose terms one thread takes.
  associatedtype Share: Sendable

  /// Cuts the terms into at most `count` ranges of about the same weight, in the order of keys.
  func shares(_ count: Int) throws(IndexError) -> [Share]

  /// Calls `body` for each term of a share, in the order of keys, with its postings in `buffer`:
  /// documents ascending, at least one.
  func forEachTerm(
    in share: Share, into buffer: PostingBuffer,
    _ body: (_ key: ByteView) throws(IndexError) -> Void
  ) throws(IndexError)
}

/// Gives the positions of a term a stretch of documents at a time, because those of a frequent word
/// need more memory than all else that is known of it.
protocol PositionFeed: AnyObject {
  /// Appends the positions of the term's documents in `range`; ranges follow one another.
  func append(positionsOf range: Range<Int>, to positions: NumberBuffer) throws(IndexError)
}

/// One term's postings, decoded.
final class PostingBuffer {
  let documents: NumberBuffer
  let counts: NumberBuffer
  let boosts: NumberBuffer
  /// `counts[0]` positions of the first document, then the second's, …; with a feed, those of the
  /// documents that were asked for last.
  let positions: NumberBuffer
  /// The source of the positions; nil if all of them are in `positions`.
  var feed: (any PositionFeed)?
  /// Kept so that reads which only bring memory near are not left out.
  var near: UInt32 = 0

  init(capacity: Int = 256) {
    documents = NumberBuffer(capacity: capacity)
    counts = NumberBuffer(capacity: capacity)
    boosts = NumberBuffer(capacity: capacity)
    positions = NumberBuffer(capacity: 8)
  }

  @inline(__always)
  func append(document: UInt32, count: UInt32, boost: UInt32) {
    documents.append(document)
    counts.append(count)
    boosts.append(boost)
  }

  func truncate(documents count: Int, positions positionCount: Int) {
    documents.resize(to: count)
    counts.resize(to: count)
    boosts.resize(to: count)
    positions.resize(to: positionCount)
  }

  func removeAll() {
    documents.removeAll()
    counts.removeAll()
    boosts.removeAll()
    positions.removeAll()
  }
}
