import History
import Sync
import Testing

/// P24: many deletions that plain git committed are asked about before they are sent.
struct CommittedDeletionsTests {
  /// Two devices with eight notes, of which plain git committed on Ada's that some are gone.
  private func devices(without gone: Int) throws -> TestDevices {
    var notes: [String: String] = [:]
    for number in 0..<8 { notes["\(number).md"] = "note \(number)\n" }
    let devices = try TestDevices(notes)
    for number in 0..<gone { devices.ada.remove("\(number).md") }
    devices.ada.commitAll()
    return devices
  }

  private func refused(_ count: Int, _ commits: [ObjectID], _ body: () throws -> Void) {
    #expect {
      try body()
    } throws: {
      guard case .deletionsNotConfirmed(let many) = $0 as? SyncRefusal else { return false }
      return many.source == .commits(commits) && many.paths.count == count && many.total == 8
    }
  }

  @Test func `P24 many deletions that plain git committed are not sent unasked`() throws {
    let devices = try devices(without: 6)
    let sent = devices.remote.branches["refs/heads/main"]
    let commit = try #require(devices.ada.head)
    refused(6, [commit]) { try devices.ada.sync() }
    #expect(devices.remote.branches["refs/heads/main"] == sent)
    let plan = try devices.ada.sync { $0.isDryRun = true }
    #expect(plan.unconfirmed.map(\.source) == [.commits([commit])])
    try devices.ada.sync { $0.confirm = { _ in true } }
    #expect(devices.remote.branches["refs/heads/main"] == commit)
  }

  @Test func `P24 so it is where something came as well`() throws {
    let devices = try devices(without: 6)
    let commit = try #require(devices.ada.head)
    devices.ben.write("Ben.md", "from Ben\n")
    try devices.ben.sync()
    #expect {
      try devices.ada.sync()
    } throws: {
      guard case .deletionsNotConfirmed(let many) = $0 as? SyncRefusal else { return false }
      return many.source == .commits([commit])
    }
    #expect(devices.ada.text("Ben.md") == nil)
    #expect(try devices.ada.sync { $0.confirm = { _ in true } }.outcome == .inStep)
    #expect(devices.ada.texts.count == 3)
  }

  @Test func `P24 what was allowed once is sent without a second question`() throws {
    let devices = try devices(without: 6)
    devices.ada.transport.isOffline = true
    guard case .notFetched = try devices.ada.sync({ $0.confirm = { _ in true } }).outcome else {
      Issue.record("it was offline")
      return
    }
    devices.ada.transport.isOffline = false
    #expect(try devices.ada.sync().outcome == .inStep)
  }

  @Test func `P24 deletions that a snapshot asked about are not asked about again`() throws {
    let devices = try TestDevices(
      Dictionary(uniqueKeysWithValues: (0..<8).map { ("\($0).md", "note \($0)\n") }))
    for number in 0..<6 { devices.ada.remove("\(number).md") }
    try devices.ada.sync {
      $0.remote = nil
      $0.confirm = { _ in true }
    }
    #expect(try devices.ada.sync().outcome == .inStep)
  }

  @Test func `P24 a few deletions, and files that are back or moved, are no question`() throws {
    #expect(try devices(without: 4).ada.sync().outcome == .inStep)
    let back = try devices(without: 6)
    for number in 0..<6 { back.ada.write("\(number).md", "again \(number)\n") }
    back.ada.commitAll()
    #expect(try back.ada.sync().outcome == .inStep)
    let moved = try devices(without: 0)
    for number in 0..<6 {
      moved.ada.remove("\(number).md")
      moved.ada.write("Old/\(number).md", "note \(number)\n")
    }
    moved.ada.commitAll()
    #expect(try moved.ada.sync().outcome == .inStep)
  }

  @Test func `P24 several commits count together, also where a file was moved before`() throws {
    let devices = try devices(without: 3)
    let first = try #require(devices.ada.head)
    for number in 3..<6 {
      devices.ada.remove("\(number).md")
      devices.ada.write("Old/\(number).md", "note \(number)\n")
    }
    devices.ada.commitAll()
    for number in 3..<6 { devices.ada.remove("Old/\(number).md") }
    devices.ada.commitAll()
    let last = try #require(devices.ada.head)
    refused(6, [last, first]) { try devices.ada.sync() }
  }
}
