import OperatingSystem
import Search
import TestSupport

/// The index under test, with the documents that its client would know.
struct OracleEngine: SearchClient {
  let documents: [String: OracleDocument]

  func documents(
    matching predicate: Predicate, in index: Index
  ) throws(IndexError) -> [DocumentSet] {
    var sets = index.emptySets()
    guard let space = OracleDocument.spaces[predicate.key] else { return sets }
    var values: [[UInt8]] = []
    switch predicate.test {
    case .exists: try index.forEachKeyword(space: space) { value, _ in values.append(value) }
    case .matches(let value): values = [Array(value.utf8)]
    default: return sets
    }
    for value in values {
      for id in try index.documents(withKeyword: value, space: space) {
        sets[id.segment].insert(id.document)
      }
    }
    return sets
  }

  func text(
    of id: DocumentID, in scope: FieldScope, _ index: Index
  ) throws(IndexError) -> [UInt8]? {
    let key = String(decoding: try index.key(of: id), as: UTF8.self)
    return documents[key].map { Array($0.text(in: scope).utf8) }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    let key = String(decoding: try index.key(of: id), as: UTF8.self)
    guard let document = documents[key] else { return nil }
    var bytes: [UInt8] = []
    var runs: [TextMatcher.Run] = []
    var ranges: [Range<Int>] = []
    for (number, run) in document.runs.enumerated() {
      if number > 0, !run.joinsPrevious { bytes.append(0x0A) }
      let start = bytes.count
      bytes += run.text.utf8
      ranges.append(start..<bytes.count)
      runs.append(
        TextMatcher.Run(
          start..<bytes.count, fields: [OracleDocument.schema.fields[run.field].name],
          joinsPrevious: run.joinsPrevious, startsBlock: run.startsBlock))
    }
    guard sieve.passes([bytes]) else { return nil }
    let places = ranges
    return DocumentText(
      bytes: bytes, runs: runs,
      parts: { kind in
        document.parts(kind).compactMap { numbers -> DocumentPart? in
          guard let first = numbers.first, let last = numbers.last else { return nil }
          return DocumentPart(
            range: places[first].lowerBound..<places[last].upperBound, runs: first..<last + 1)
        }
      })
  }

  func gaveUp(
    on id: DocumentID, matching pattern: String, _ bound: MatchBound, _ index: Index
  ) throws(IndexError) {
    // The patterns of the generator are far from any bound.
  }

  // MARK: Building

  /// The index after a history, by way of a folder where a step says so.
  static func index(after steps: [OracleCase.Step], isCramped: Bool) throws -> Index {
    let spill = isCramped ? try TestFolder() : nil
    let builder = IndexBuilder(
      schema: OracleDocument.schema, threads: 2, memoryBudget: isCramped ? 1 : 64 << 20,
      directory: spill?.path)
    var index = Index(schema: OracleDocument.schema)
    var folder: TestFolder?
    for step in steps {
      index = try update(index, with: step, using: builder)
      if step.isWritten {
        let place = try folder ?? TestFolder()
        folder = place
        let store = IndexStore(directory: place.path, schema: OracleDocument.schema)
        // A program that another test starts has the lock too, until it is that program.
        var isCommitted = try store.commit(&index)
        for _ in 0..<200 where !isCommitted {
          usleep(10_000)
          isCommitted = try store.commit(&index)
        }
        guard isCommitted else { throw OracleFailure(what: "not committed") }
        index = try store.open()
        try index.verify()
      }
    }
    return index
  }

  private static func update(
    _ index: Index, with step: OracleCase.Step, using builder: IndexBuilder
  ) throws -> Index {
    let puts = step.puts.map { (key: Array($0.key.utf8), document: $0.value) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let change = Index.Change(
      added: puts.map(\.key), removed: step.removals.sorted().map { Array($0.utf8) })
    return try index.updating(change, using: builder) { number, writer in
      write(puts[number].document, to: writer)
      return true
    }
  }

  private static func write(_ document: OracleDocument, to writer: DocumentWriter) {
    writer.setLanguage(document.language)
    writer.columns = [document.time]
    writer.title = Array(document.text(in: .field("title")).utf8)
    for run in document.runs {
      let bytes = Array(run.text.utf8)
      bytes.withByteView { view in
        writer.add(
          view, from: 0, to: view.count, field: run.field, joinsPrevious: run.joinsPrevious,
          startsBlock: run.startsBlock)
      }
    }
    for keyword in document.keywords {
      Array(keyword.value.utf8).withByteView { writer.add(keyword: $0, space: keyword.space) }
    }
  }
}

/// A difference between the index and the oracle, in a few words.
struct OracleFailure: Error {
  let what: String
}
