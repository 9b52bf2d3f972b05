import Search
import TestSupport
import Testing

/// Segments that were merged, against an index that never had more than one.
struct MergeTests {
  @Test(arguments: 1...UInt64(4 * DamageSample.rounds))
  func `any history ends in the same answers as a fresh build`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folder = try TestFolder()
    var all = DamageSample.documents(
      Int(random.next() % 200), seed: seed, longest: seed % 2 == 0 ? 1500 : 30)
    // So small a budget that every sixteen documents are a segment.
    var index = try DamageSample.updating(
      Index(schema: DamageSample.schema), put: all, memoryBudget: 1, directory: folder.path)
    for step in 0..<40 {
      var put: [String: DamageSample.Document] = [:]
      var removed: Set<String> = []
      for _ in 0..<Int(random.next() % 5) {
        put["folder/note \(random.next() % 250)"] = DamageSample.document(&random)
      }
      for _ in 0..<Int(random.next() % 4) {
        let key = "folder/note \(random.next() % 250)"
        if put[key] == nil { removed.insert(key) }
      }
      if step % 13 == 12 { removed.formUnion(all.keys.filter { _ in random.next() % 3 == 0 }) }
      removed.subtract(put.keys)
      all.merge(put) { $1 }
      for key in removed { all[key] = nil }
      index = try DamageSample.updating(
        index, put: put, remove: removed.sorted(), memoryBudget: step % 2 == 0 ? 1 : 64 << 20,
        directory: step % 3 == 0 ? nil : folder.path)
      #expect(index.segmentCount < 40)
      guard step % 5 == 4 else { continue }
      let fresh = try DamageSample.fresh(all)
      #expect(
        try DamageSample.answers(index) == DamageSample.answers(fresh), "seed \(seed) step \(step)")
    }
  }

  @Test func `segments merged into one score as if they had never been apart`() throws {
    // Lengths below 32 words are kept exactly, so the average is the same as well.
    var all = DamageSample.documents(300, seed: 3, longest: 12)
    var index = try DamageSample.updating(
      Index(schema: DamageSample.schema), put: all, memoryBudget: 1)
    // With so many gone, everything is merged.
    let removed = all.keys.sorted().enumerated().filter { $0.offset % 2 == 0 }.map { $0.element }
    for key in removed { all[key] = nil }
    index = try DamageSample.updating(index, put: [:], remove: removed)
    #expect(index.segmentCount == 1)
    let folder = try IndexFolder()
    try folder.store.commit(&index)
    #expect(
      try DamageSample.answers(folder.store.open(), scored: true)
        == DamageSample.answers(DamageSample.fresh(all), scored: true))
  }

  @Test func `far beyond the memory budget there are several segments and the same answers`() throws
  {
    // The first sixteen are of about average length, so that nothing is merged for their sake.
    let all = DamageSample.documents(60, seed: 6, longest: 800)
    let index = try DamageSample.updating(
      Index(schema: DamageSample.schema), put: all, memoryBudget: 1 << 10)
    #expect(index.segmentCount > 1)
    #expect(try DamageSample.answers(index) == DamageSample.answers(DamageSample.fresh(all)))
    #expect(index.documentCount == 60)
  }

  @Test(arguments: [1, 1 << 16])
  func `what does not fit memory lies in files that are gone with the process`(budget: Int) throws {
    let folder = try TemporaryFolder()
    let all = DamageSample.documents(400, seed: 9, longest: 60)
    let index = try DamageSample.updating(
      Index(schema: DamageSample.schema), put: all, memoryBudget: budget, directory: folder("."))
    #expect(folder.names() == [])
    #expect(try DamageSample.answers(index) == DamageSample.answers(DamageSample.fresh(all)))
  }

  @Test func `where no file can be made the index is built in memory`() throws {
    let all = DamageSample.documents(100, seed: 10, longest: 60)
    let index = try DamageSample.updating(
      Index(schema: DamageSample.schema), put: all, memoryBudget: 1, directory: "/nowhere/at/all")
    #expect(try DamageSample.answers(index) == DamageSample.answers(DamageSample.fresh(all)))
  }
}
