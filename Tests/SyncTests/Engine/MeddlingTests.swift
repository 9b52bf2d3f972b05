import History
import Sync
import TestSupport
import Testing

/// P12: what a person writes while a sync runs survives, at any moment and in any way of writing.
struct MeddlingTests {
  enum Way: CaseIterable {
    /// A new file renamed over the old one, made of what stands there.
    case rename
    /// Into the file that is there.
    case inPlace
    /// Into a file that was opened before the sync began.
    case opened
    case stage
  }

  static let paths = ["Both.md", "Clash.md", "Gone.md", "New.md", "Own.md", "Kept.md", "Moved.md"]

  /// Writes a line more than stands there.
  static func type(
    _ line: String, into path: TreePath, _ way: Way, _ device: MemoryDevice,
    _ opened: MemoryFiles.Inode?
  ) {
    let bytes = device.files.bytes(at: path) ?? []
    switch way {
    case .rename: device.files.replace(path, with: bytes + Array(line.utf8))
    case .inPlace: device.files.overwrite(path, with: bytes + Array(line.utf8))
    case .opened:
      guard let opened, opened.names > 0 else {
        return device.files.replace(path, with: bytes + Array(line.utf8))
      }
      device.files.overwrite(opened, with: opened.bytes + Array(line.utf8))
    case .stage:
      device.files.replace(path, with: bytes + Array(line.utf8))
      let version = FileVersion(id: device.repository.pool.write(blob: bytes + Array(line.utf8)))
      device.repository.receive(historyOf: version.id)
      device.repository.stage([path: StagedEntry(path: path, version: version, stamp: nil)])
      device.files.replace(path, with: bytes)
    }
  }

  static func everyLine(_ texts: [String: String]) -> Set<Substring> {
    Set(texts.values.flatMap { $0.split(separator: "\n") })
  }

  @Test(arguments: Way.allCases)
  func `P12 a line typed at any call of a sync is there in the end`(way: Way) throws {
    let expected = Self.everyLine(try StopAnywhereTests.finished(try StopAnywhereTests.diverged()))
    let count = try StopAnywhereTests.stepCount()
    let stride = Fuzz.factor > 1 ? 1 : Self.paths.count
    for (place, name) in Self.paths.enumerated() {
      let path = TreePath(name)
      // Every call in turn, of all the paths together; all calls of each with more rounds.
      for step in Swift.stride(from: stride > 1 ? place : 0, to: count, by: stride) {
        let devices = try StopAnywhereTests.diverged()
        let ben = devices.ben
        let opened = ben.files.inode(at: path)
        var last: FaultPlan.Step?
        ben.faults.interloper = { call in
          guard call.number == step else { return }
          last = call
          Self.type("typed\n", into: path, way, ben, opened)
        }
        _ = try? ben.sync()
        ben.faults.interloper = nil
        // Who still holds a file open at the moment it goes writes into nothing, with every program.
        if way == .opened, ["write blob", "discard"].contains(last?.call) { continue }
        // Nor can two programs that write the staging index at the very same moment see each other.
        if way == .stage, last?.call == "set staged" { continue }
        let texts = try StopAnywhereTests.finished(devices)
        let lines = Self.everyLine(texts)
        let missing = expected.union(["typed"]).subtracting(lines)
        let isHistory =
          try way == .stage
          && Self.stands("typed", inHistoryOf: try #require(ben.head), devices.pool)
        #expect(
          missing.isEmpty || isHistory && missing == ["typed"],
          "\(name), step \(step) (\(last?.call ?? "")): \(missing) not in \(texts)")
      }
    }
  }

  /// True where some commit has a file with this line.
  static func stands(_ line: String, inHistoryOf head: ObjectID, _ pool: ObjectPool) -> Bool {
    pool.commits(leadingTo: head).contains { commit in
      pool.files(of: commit).values.contains { version in
        String(decoding: pool.blob(version.id) ?? [], as: UTF8.self).split(separator: "\n")
          .contains { $0 == line }
      }
    }
  }

  @Test func `P12 P13 typed and stopped at any calls, nothing is lost`() throws {
    let expected = Self.everyLine(try StopAnywhereTests.finished(try StopAnywhereTests.diverged()))
    for seed in Fuzz.seeds(60) {
      var random = SeededRandom(seed: seed)
      let devices = try StopAnywhereTests.diverged()
      let ben = devices.ben
      ben.settle()
      var typed: Set<Substring> = []
      for round in 0..<3 {
        let steps = Set((0..<3).map { _ in random.below(160) })
        let path = TreePath(random.pick(Self.paths))
        let way = random.pick([Way.rename, .inPlace, .opened])
        let opened = ben.files.inode(at: path)
        ben.faults.start()
        ben.faults.interloper = { call in
          guard steps.contains(call.number) else { return }
          let line = "typed \(round) \(call.number)"
          Self.type(line + "\n", into: path, way, ben, opened)
          typed.insert(line[...])
          // A person's own writes are on the disk, in this test.
          if let inode = ben.files.inode(at: path) { ben.files.flush(inode) }
          ben.files.flushNames(in: path.folder)
        }
        ben.faults.arm(.kill, at: random.below(200))
        _ = try? ben.sync()
        ben.faults.interloper = nil
        ben.restart(&random)
      }
      let texts = try StopAnywhereTests.finished(devices)
      let missing = expected.union(typed).subtracting(Self.everyLine(texts))
      #expect(missing.isEmpty, "seed \(seed): \(missing) not in \(texts)")
    }
  }
}
