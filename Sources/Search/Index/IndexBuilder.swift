import OperatingSystem
import Synchronization

/// Builds segments from documents that a client reads, on several threads.
package struct IndexBuilder: Sendable {
  package let schema: IndexSchema
  /// One or two.
  package let threads: Int
  /// Bytes of postings in memory, all threads together, at which a segment is written.
  package let memoryBudget: Int

  package init(schema: IndexSchema, threads: Int = processorCount(), memoryBudget: Int = 160 << 20)
  {
    self.schema = schema
    self.threads = max(1, min(2, threads))
    self.memoryBudget = memoryBudget
  }

  /// Documents that one thread takes at a time.
  private static let chunk = 16

  /// Builds segments of the documents with `keys`.
  ///
  /// - Parameters:
  ///   - keys: ascending, each once.
  ///   - averageLength: the length used for impacts; nil takes these documents' own.
  ///   - produce: called from several threads at once; puts document `index` into the writer, and
  ///     gives false if there is none after all.
  /// - Returns: the segments' files, in memory, and the average length used.
  func build(
    keys: [[UInt8]], averageLength: Double?, firstID: UInt64,
    _ produce: @Sendable (Int, DocumentWriter) -> Bool
  ) throws(IndexError) -> (segments: [MappedFile], averageLength: Double) {
    var segments: [MappedFile] = []
    var average = averageLength
    var start = 0
    while start < keys.count {
      let batch = fill(keys, from: start, produce)
      let (records, numbers) = arrange(batch.writers, start: start, end: batch.end)
      start = batch.end
      guard !records.isEmpty else { continue }
      let total = records.reduce(0) { $0 + LengthByte.kept(of: $1.length) }
      let used = average ?? max(1, Double(total) / Double(records.count))
      average = used
      let source = try BuilderTerms(
        batch.writers.map { $0.table }, numbers: numbers, schema: schema)
      let writer = SegmentWriter(
        fingerprint: schema.fingerprint, id: firstID &+ UInt64(segments.count),
        columnCount: schema.columnCount, averageLength: used, threads: threads)
      segments.append(try writer.write(records, source))
    }
    return (segments, average ?? 1)
  }

  /// Indexes documents from `start` on until none are left or memory is used up.
  private func fill(
    _ keys: [[UInt8]], from start: Int, _ produce: @Sendable (Int, DocumentWriter) -> Bool
  ) -> (writers: [DocumentWriter], end: Int) {
    let next = Atomic(start)
    let isFull = Atomic(false)
    let count = keys.count - start < 64 ? 1 : threads
    let budget = memoryBudget / count
    let slots = Mutex<[DocumentWriter?]>(Array(repeating: nil, count: count))
    concurrently(count) { thread in
      let writer = DocumentWriter(schema: schema)
      while !isFull.load(ordering: .relaxed) {
        let lower = next.wrappingAdd(Self.chunk, ordering: .relaxed).oldValue
        guard lower < keys.count else { break }
        for index in lower..<min(keys.count, lower + Self.chunk) {
          writer.begin(UInt32(index - start), key: keys[index])
          if produce(index, writer) { writer.end() } else { writer.abandon() }
        }
        if writer.table.memory > budget { isFull.store(true, ordering: .relaxed) }
      }
      let finished = Handover(writer)
      slots.withLock { $0[thread] = finished.writer }
    }
    let writers = slots.withLock { $0.compactMap { $0.map { Handover($0) } } }.map { $0.writer }
    return (writers, min(keys.count, next.load(ordering: .relaxed)))
  }

  /// Carries a writer from the thread that filled it, which has ended, to the one that waited.
  private struct Handover: @unchecked Sendable {
    let writer: DocumentWriter

    init(_ writer: DocumentWriter) { self.writer = writer }
  }

  /// The documents in order, and the numbers that the tables' numbers become.
  private func arrange(
    _ writers: [DocumentWriter], start: Int, end: Int
  ) -> (records: [DocumentRecord], numbers: [UInt32]) {
    var byNumber: [(writer: UInt32, index: UInt32)?] = Array(repeating: nil, count: end - start)
    for (writerIndex, writer) in writers.enumerated() {
      for (index, entry) in writer.records.enumerated() {
        byNumber[Int(entry.document)] = (UInt32(writerIndex), UInt32(index))
      }
    }
    var records: [DocumentRecord] = []
    records.reserveCapacity(byNumber.count)
    var numbers: [UInt32] = Array(repeating: .max, count: byNumber.count)
    for (number, place) in byNumber.enumerated() {
      guard let place else { continue }
      numbers[number] = UInt32(records.count)
      records.append(writers[Int(place.writer)].records[Int(place.index)].record)
    }
    return (records, numbers)
  }
}
