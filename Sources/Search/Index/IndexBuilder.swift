import OperatingSystem
import Synchronization

/// Builds segments from documents that a client reads, on several threads.
///
/// Each thread fills a table of its own. When that is full, the thread writes it as a segment by
/// itself while the others go on; what is in the tables at the end becomes one segment. So memory
/// stays within the budget, and no thread waits for another before the end.
package struct IndexBuilder: Sendable {
  package let schema: IndexSchema
  /// One or two.
  package let threads: Int
  /// Bytes of postings in memory, all threads together, at which a segment is written.
  package let memoryBudget: Int
  /// The folder in which files without a name hold what does not fit memory, as segments until they
  /// are committed; nil to keep everything in memory.
  package let directory: String?

  package init(
    schema: IndexSchema, threads: Int = processorCount(), memoryBudget: Int = 128 << 20,
    directory: String? = nil
  ) {
    self.schema = schema
    self.threads = max(1, min(2, threads))
    self.memoryBudget = memoryBudget
    self.directory = directory
  }

  /// Documents that one thread takes at a time.
  private static let chunk = 16

  /// Builds segments of the documents with `keys`.
  ///
  /// - Parameters:
  ///   - keys: ascending, each once.
  ///   - averageLength: the length used for impacts; nil takes that of the first segment.
  ///   - id: makes the number of a new segment.
  ///   - produce: called from several threads at once; puts document `index` into the writer, and
  ///     gives false if there is none after all.
  /// - Returns: the segments' files, and the average length used.
  func build(
    keys: [[UInt8]], averageLength: Double?, id: @Sendable () -> UInt64,
    _ produce: @Sendable (Int, DocumentWriter) -> Bool
  ) throws(IndexError) -> (segments: [MappedFile], averageLength: Double) {
    let state = Mutex(State(averageLength: averageLength))
    let next = Atomic(0)
    let count = keys.count < 64 ? 1 : threads
    let budget = memoryBudget / count
    let rest = try Array(0..<count).concurrentMap { (_) throws(IndexError) -> DocumentWriter in
      var writer = DocumentWriter(schema: schema)
      while true {
        let lower = next.wrappingAdd(Self.chunk, ordering: .relaxed).oldValue
        guard lower < keys.count else { return writer }
        for index in lower..<min(keys.count, lower + Self.chunk) {
          writer.begin(UInt32(index), key: keys[index])
          if produce(index, writer) { writer.end() } else { writer.abandon() }
        }
        if writer.table.memory > budget {
          try write([writer], id: id(), threads: 1, state)
          writer = DocumentWriter(schema: schema)
        }
      }
    }
    try write(rest, id: id(), threads: threads, state)
    return state.withLock { ($0.segments, $0.averageLength ?? 1) }
  }

  /// The segments so far.
  private struct State {
    var segments: [MappedFile] = []
    var averageLength: Double?
  }

  /// Writes the writers' documents as one segment, if there are any.
  private func write(
    _ writers: [DocumentWriter], id: UInt64, threads: Int, _ state: borrowing Mutex<State>
  ) throws(IndexError) {
    let writers = writers.filter { $0.numbers != nil }
    let (first, records, numbers) = arrange(writers)
    guard !records.isEmpty else { return }
    let total = records.reduce(0) { $0 + LengthByte.kept(of: $1.length) }
    let averageLength = state.withLock { state in
      let used = state.averageLength ?? max(1, Double(total) / Double(records.count))
      state.averageLength = used
      return used
    }
    let source = try BuilderTerms(
      writers.map { $0.table }, firstDocument: first, numbers: numbers, schema: schema)
    let file = try writer(id: id, averageLength: averageLength, threads: threads).write(
      RecordedDocuments(records: records), source)
    state.withLock { $0.segments.append(file) }
  }

  func writer(id: UInt64, averageLength: Double, threads: Int) -> SegmentWriter {
    SegmentWriter(
      fingerprint: schema.fingerprint, id: id, columnCount: schema.columnCount,
      averageLength: averageLength, threads: threads,
      spill: SpillPlace(directory: directory, bound: min(8 << 20, memoryBudget / 16)))
  }

  /// The documents in order, and the numbers that the tables' numbers become, from the first on.
  private func arrange(
    _ writers: [DocumentWriter]
  ) -> (first: UInt32, records: [DocumentRecord], numbers: [UInt32]) {
    let ranges = writers.compactMap { $0.numbers }
    guard let first = ranges.map({ $0.lowerBound }).min(),
      let last = ranges.map({ $0.upperBound }).max()
    else { return (0, [], []) }
    var places: [(writer: UInt32, index: UInt32)?] = Array(
      repeating: nil, count: Int(last - first) + 1)
    for (writerIndex, writer) in writers.enumerated() {
      for (index, entry) in writer.records.enumerated() {
        places[Int(entry.document - first)] = (UInt32(writerIndex), UInt32(index))
      }
    }
    var records: [DocumentRecord] = []
    records.reserveCapacity(writers.reduce(0) { $0 + $1.records.count })
    var numbers: [UInt32] = Array(repeating: .max, count: places.count)
    for (number, place) in places.enumerated() {
      guard let place else { continue }
      numbers[number] = UInt32(records.count)
      records.append(writers[Int(place.writer)].records[Int(place.index)].record)
    }
    return (first, records, numbers)
  }
}
