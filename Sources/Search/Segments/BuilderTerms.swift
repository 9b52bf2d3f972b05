/// The terms of several threads' tables as one sorted source.
struct BuilderTerms: TermSource, @unchecked Sendable {
  // The tables' threads have ended; from here on they are only read.
  private let tables: [TermTable]
  /// The tables' number of the first document, and from there on the number in the segment of each;
  /// `UInt32.max` for one that was abandoned.
  private let firstDocument: UInt32
  private let numbers: [UInt32]
  private let boosts: InlineArray<8, UInt32>
  private var terms: [Term] = []
  private let isIdentity: Bool

  private struct Term {
    /// Index in each table, or -1.
    var first: Int32
    var second: Int32
  }

  /// - Parameter tables: one or two.
  init(
    _ tables: [TermTable], firstDocument: UInt32, numbers: [UInt32], schema: IndexSchema
  ) throws(IndexError) {
    precondition(tables.count == 1 || tables.count == 2)
    self.tables = tables
    self.firstDocument = firstDocument
    self.numbers = numbers
    isIdentity =
      firstDocument == 0 && numbers.indices.allSatisfy { numbers[$0] == UInt32($0) }
    var boosts = InlineArray<8, UInt32>(repeating: 0)
    for (index, field) in schema.fields.enumerated() { boosts[index] = UInt32(field.weight - 1) }
    self.boosts = boosts
    let sorted = try tables.concurrentMap { $0.sorted() }
    merge(sorted[0], sorted.count > 1 ? sorted[1] : [])
  }

  private mutating func merge(_ left: [TermTable.SortKey], _ right: [TermTable.SortKey]) {
    terms.reserveCapacity(max(left.count, right.count) + min(left.count, right.count) / 2)
    var i = 0
    var j = 0
    while i < left.count || j < right.count {
      let order = compare(left, i, right, j)
      terms.append(
        Term(
          first: order <= 0 ? Int32(left[i].index) : -1,
          second: order >= 0 ? Int32(right[j].index) : -1))
      if order <= 0 { i += 1 }
      if order >= 0 { j += 1 }
    }
  }

  private func compare(
    _ left: [TermTable.SortKey], _ i: Int, _ right: [TermTable.SortKey], _ j: Int
  ) -> Int32 {
    if i == left.count { return 1 }
    if j == right.count { return -1 }
    if left[i].prefix != right[j].prefix { return left[i].prefix < right[j].prefix ? -1 : 1 }
    return key(0, left[i].index).compare(key(1, right[j].index))
  }

  private func key(_ table: Int, _ index: UInt32) -> ByteView {
    tables[table].key(tables[table][Int(index)])
  }

  func shares(_ count: Int) -> [Range<Int>] {
    terms.indices.cut(into: count) { weight($0) + 8 }
  }

  func forEachTerm(
    in share: Range<Int>, into buffer: PostingBuffer,
    _ body: (ByteView) throws(IndexError) -> Void
  ) throws(IndexError) {
    // The next terms in the order of keys lie anywhere: a little of them is read before it is needed, so that the processor
    // fetches them from memory while it is at this term.
    var near: UInt32 = 0
    defer { buffer.near = near }
    for number in share {
      if number + 8 < share.upperBound { near &+= start(of: terms[number + 8]) { $1.head } }
      if number + 4 < share.upperBound {
        near &+= start(of: terms[number + 4]) { UInt32($0.arena.byte(at: $1.head)) }
      }
      buffer.removeAll()
      load(number, into: buffer)
      let term = terms[number]
      // A term of abandoned documents alone has none.
      if buffer.documents.count > 0 {
        try body(term.first >= 0 ? key(0, UInt32(term.first)) : key(1, UInt32(term.second)))
      }
    }
  }

  /// The numbers that are read of a term in each table that has it, added up.
  @inline(__always)
  private func start(of term: Term, _ read: (TermTable, TermTable.Entry) -> UInt32) -> UInt32 {
    var sum: UInt32 = 0
    if term.first >= 0 { sum &+= read(tables[0], tables[0][Int(term.first)]) }
    if term.second >= 0 { sum &+= read(tables[1], tables[1][Int(term.second)]) }
    return sum
  }

  /// Occurrences, near enough to share the work out.
  private func weight(_ term: Int) -> Int {
    let term = terms[term]
    var sum = 0
    if term.first >= 0 { sum += Int(tables[0][Int(term.first)].occurrences) }
    if term.second >= 0 { sum += Int(tables[1][Int(term.second)].occurrences) }
    return sum
  }

  private func load(_ term: Int, into buffer: PostingBuffer) {
    let term = terms[term]
    if term.first >= 0, term.second >= 0 {
      var left = TermTable.Reader(tables[0], tables[0][Int(term.first)])
      var right = TermTable.Reader(tables[1], tables[1][Int(term.second)])
      while left.document != .max || right.document != .max {
        if left.document < right.document {
          left.take(into: buffer, boosts: boosts)
        } else {
          right.take(into: buffer, boosts: boosts)
        }
      }
    } else {
      let table = term.first >= 0 ? 0 : 1
      let index = term.first >= 0 ? term.first : term.second
      var reader = TermTable.Reader(tables[table], tables[table][Int(index)])
      while reader.document != .max { reader.take(into: buffer, boosts: boosts) }
    }
    if !isIdentity { renumber(buffer) }
  }

  /// Maps document numbers, and drops those without one together with their positions.
  private func renumber(_ buffer: PostingBuffer) {
    var kept = 0
    var keptPositions = 0
    var position = 0
    for index in 0..<buffer.documents.count {
      let number = numbers[Int(buffer.documents[index] - firstDocument)]
      let count = Int(buffer.counts[index])
      if number != .max {
        buffer.documents[kept] = number
        buffer.counts[kept] = buffer.counts[index]
        buffer.boosts[kept] = buffer.boosts[index]
        if keptPositions != position {
          for offset in 0..<count {
            buffer.positions[keptPositions + offset] = buffer.positions[position + offset]
          }
        }
        kept += 1
        keptPositions += count
      }
      position += count
    }
    buffer.truncate(documents: kept, positions: keptPositions)
  }
}
