import OperatingSystem
import Search
import TestSupport
import Testing

/// Every way to spoil the files of an index: the answers stay right, or the damage is noticed.
struct DamageTests {
  /// Some generations of an index with several segments and deleted documents, and its answers.
  private struct Scene {
    let folder: IndexFolder
    let contents: [String: [UInt8]]
    let answers: [String]
    var noticed = 0
    var harmless = 0

    init(documents count: Int, longest: Int = 30) throws {
      folder = try IndexFolder()
      var all = DamageSample.documents(count, seed: 5, longest: longest)
      try folder.put(all)
      var random = SeededRandom(seed: 6)
      for number in 0..<3 {
        let changed = ["folder/note \(number)": DamageSample.document(&random)]
        all.merge(changed) { $1 }
        all["folder/note \(number + 3)"] = nil
        try folder.put(changed, remove: ["folder/note \(number + 3)"])
      }
      contents = folder.contents
      answers = try folder.answers()
      #expect(try answers == DamageSample.answers(DamageSample.fresh(all)))
    }

    /// Opens the index with `bytes` in place of `name`, and asks it everything.
    mutating func check(_ name: String, _ bytes: [UInt8], _ what: @autoclosure () -> String) {
      folder.write(bytes, to: name)
      do {
        let found = try folder.answers()
        harmless += 1
        if found != answers { Issue.record("a wrong answer: \(name), \(what())") }
      } catch {
        noticed += 1
      }
    }

    mutating func putBack(_ name: String) {
      folder.write(contents[name] ?? [], to: name)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `no byte can be flipped unnoticed`() throws {
    var scene = try Scene(documents: 12)
    var random = SeededRandom(seed: 7)
    for (name, original) in scene.contents {
      var bytes = original
      for offset in bytes.indices {
        let kept = bytes[offset]
        bytes[offset] ^= 1 << UInt8(random.next() % 8)
        scene.check(name, bytes, "bit flipped in byte \(offset)")
        bytes[offset] = kept
      }
      scene.putBack(name)
    }
    #expect(scene.harmless == 0)
    #expect(try scene.folder.answers() == scene.answers)
  }

  @Test(.timeLimit(.minutes(20)))
  func `no file can be cut off or go on unnoticed`() throws {
    var scene = try Scene(documents: 12)
    for (name, original) in scene.contents {
      for length in 0..<original.count where length % 8 < 3 {
        scene.check(name, Array(original.prefix(length)), "cut off after \(length)")
      }
      for more in [1, 8, 16, 4096, 8192] {
        scene.check(name, original + Array(repeating: 0, count: more), "\(more) zeros more")
        scene.check(name, original + original.prefix(more), "\(more) bytes more")
      }
      scene.putBack(name)
    }
    #expect(scene.harmless == 0)
    for name in scene.contents.keys {
      scene.folder.remove(name)
      #expect(throws: IndexError.self) { try scene.folder.answers() }
      scene.putBack(name)
    }
  }

  /// A larger index, in which a search reads but a few of the pages.
  @Test(.timeLimit(.minutes(20)))
  func `whatever happens to a range of bytes is noticed or harmless`() throws {
    var scene = try Scene(documents: 260, longest: 2000)
    var random = SeededRandom(seed: 8)
    let names = scene.contents.keys.sorted()
    for round in 0..<(120 * DamageSample.rounds) {
      let name = names[Int(random.next() % UInt64(names.count))]
      var bytes = scene.contents[name] ?? []
      let start = Int(random.next() % UInt64(bytes.count))
      let length = 1 + Int(random.next() >> (52 + random.next() % 12))
      let range = start..<min(bytes.count, start + length)
      let kind = random.next() % 5
      switch kind {
      case 0: for index in range { bytes[index] = 0 }
      case 1: for index in range { bytes[index] = 0xFF }
      case 2: for index in range { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
      case 3: bytes.removeSubrange(range)
      default:
        let other = Int(random.next() % UInt64(bytes.count - range.count + 1))
        bytes.replaceSubrange(range, with: Array(bytes[other..<(other + range.count)]))
      }
      if bytes == scene.contents[name] { continue }
      scene.check(name, bytes, "round \(round), kind \(kind), bytes \(range)")
      if round % 20 == 0 { try rebuild(scene) }
      scene.folder.restore(scene.contents)
    }
    #expect(scene.noticed > 0)
  }

  /// The answer of a caller to a damaged index.
  private func rebuild(_ scene: Scene) throws {
    let folder = scene.folder
    var index = try DamageSample.fresh(DamageSample.documents(5, seed: 1))
    index = try DamageSample.updating(
      folder.store.replacement(), put: DamageSample.documents(5, seed: 1))
    if try folder.store.commit(&index) {
      #expect(try folder.answers() == DamageSample.answers(index))
    }
  }

  @Test func `files of other generations are told apart`() throws {
    let folder = try IndexFolder()
    var all = DamageSample.documents(20, seed: 1)
    var generations: [[String: [UInt8]]] = []
    var answers: [[String]] = []
    for number in 0..<6 {
      if number > 0 {
        let changed = ["folder/note 1": DamageSample.Document(words: ["w\(number)"], time: 1)]
        all.merge(changed) { $1 }
        try folder.put(changed)
      } else {
        try folder.put(all)
      }
      generations.append(folder.contents)
      answers.append(try folder.answers())
    }
    // Any manifest with any other generation's segments, under their own names and under each
    // other's.
    for (number, manifest) in generations.enumerated() {
      for segments in generations {
        var mixture = segments
        mixture["manifest"] = manifest["manifest"]
        folder.restore(mixture)
        do { #expect(try folder.answers() == answers[number]) } catch {}
        let names = mixture.keys.filter { $0 != "manifest" }.sorted()
        var swapped = mixture
        for (name, other) in zip(names, names.dropFirst() + names.prefix(1)) {
          swapped[name] = mixture[other]
        }
        folder.restore(swapped)
        do { #expect(try folder.answers() == answers[number]) } catch {}
      }
    }
  }

  @Test func `a reader finds a whole index while another writes`() throws {
    let folder = try IndexFolder()
    let count = 12
    var states: [[String]] = []
    var all = DamageSample.documents(30, seed: 1)
    for number in 0..<count {
      all["folder/note 1"] = DamageSample.Document(words: ["w\(number)"], time: 1)
      states.append(try DamageSample.answers(DamageSample.fresh(all)))
    }
    try folder.put(all)
    let store = folder.store
    let expected = Set(states)
    concurrently(3) { thread in
      if thread == 0 {
        for number in 0..<count {
          do throws(IndexError) {
            let document = DamageSample.Document(words: ["w\(number)"], time: 1)
            var index = try DamageSample.updating(store.open(), put: ["folder/note 1": document])
            try store.commit(&index)
          } catch {
            Issue.record("the writer: \(error)")
          }
        }
      } else {
        for _ in 0..<(3 * count) {
          do throws(IndexError) {
            let found = try DamageSample.answers(store.open())
            if !expected.contains(found) { Issue.record("a state that never was") }
          } catch {
            Issue.record("a reader: \(error)")
          }
        }
      }
    }
  }
}
