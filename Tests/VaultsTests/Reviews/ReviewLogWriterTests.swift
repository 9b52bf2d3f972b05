import Files
import OperatingSystem
import ReviewStore
import Reviews
import TestSupport
import Testing
import VaultSandbox
import Vaults

/// A device's log as it grows, is stopped, and is known again.
@Suite struct ReviewLogWriterTests {
  private let card = CardID(bits: 7)
  private let noon = ReviewWorld.noon

  @discardableResult
  private func answer(_ writer: ReviewLogWriter, at time: Int64) throws -> ReviewEvent {
    try writer.append([.review(card, .good, milliseconds: 900)], at: time, zoneMinutes: 60)[0]
  }

  @Test func `a device writes one log a year under its own name`() throws {
    let world = try ReviewWorld()
    let writer = try world.writer()
    try answer(writer, at: noon)
    try answer(world.writer(), at: noon + ReviewWorld.minute)
    try answer(writer, at: noon + 60 * ReviewWorld.day)
    let devices = world.devices()
    try #require(devices.count == 1)
    #expect(devices[0].hasPrefix("desk-example-"))
    #expect(
      world.vault.folder.names(in: "vault/.zib/reviews/" + devices[0]) == ["2026.log", "2027.log"])
    #expect(world.lines().count == 3)
    #expect(world.vault.folder.names(in: "home/.local/state/zib/devices").count == 2)
  }

  @Test func `an event is never before the one that went before it`() throws {
    let world = try ReviewWorld()
    let writer = try world.writer()
    let first = try answer(writer, at: noon)
    #expect(try answer(writer, at: noon).time == first.time + 1)
    #expect(try answer(world.writer(), at: noon - 3_600_000).time == first.time + 2)
    // A clock that was a year ahead does not keep what follows there.
    try answer(writer, at: noon + 370 * ReviewWorld.day)
    #expect(try answer(writer, at: noon + ReviewWorld.day).time == noon + ReviewWorld.day)
  }

  @Test func `several things that happened at once are one write, in their order`() throws {
    let world = try ReviewWorld()
    let events = try world.writer().append(
      [.bury(card), .suspend(card, true), .reset(card)], at: noon, zoneMinutes: 0)
    #expect(events == events.sorted())
    #expect(Set(events.map(\.id)).count == 3)
    #expect(world.lines().count == 3)
  }

  @Test func `a copied vault gets a log of its own`() throws {
    let world = try ReviewWorld()
    try answer(world.writer(), at: noon)
    Shell(folder: world.vault.folder.path.text)("cp -R vault copy")
    try answer(world.writer(at: "copy"), at: noon + 1)
    #expect(world.devices(at: "copy").count == 2)
    try answer(world.writer(), at: noon + 2)
    #expect(world.devices().count == 1)
    // The folder is taken to another machine, with the home or without it.
    try answer(world.writer(machine: "another"), at: noon + 3)
    #expect(world.devices().count == 2)
  }

  @Test func `a newer zib's record and log stay as they are`() throws {
    let world = try ReviewWorld()
    try answer(world.writer(), at: noon)
    let devices = "home/.local/state/zib/devices/"
    let name = try #require(
      world.vault.folder.names(in: devices).first { !$0.hasSuffix(".lock") })
    let first = try #require(world.devices().first)
    let newer = try #require(world.vault.folder.read(devices + name))
      .replacing("zib device 1\n", with: "zib device 2\n")
    world.vault.folder.write(newer, to: devices + name)
    try answer(world.writer(), at: noon + 1)
    try answer(world.writer(), at: noon + 2)
    #expect(world.vault.folder.read(devices + name) == newer)
    #expect(world.devices().count == 2)
    #expect(world.lines().count == 3)
    let own = try #require(world.devices().first { $0 != first })
    #expect(
      world.vault.folder.read(devices + name + "-1")?.contains("name \(own)\n") == true)
  }

  @Test func `a log that was brought back to an older state is left as it is`() throws {
    let world = try ReviewWorld()
    try answer(world.writer(), at: noon)
    let shell = Shell(folder: world.vault.folder.path.text)
    shell("cp -R vault/.zib/reviews kept")
    try answer(world.writer(), at: noon + 1)
    try answer(world.writer(), at: noon + 2)
    shell("rm -r vault/.zib/reviews && cp -R kept vault/.zib/reviews")
    try answer(world.writer(), at: noon + 3)
    #expect(world.devices().count == 2)
    #expect(world.lines().count == 2)
    // Gone as a whole it is begun anew as well.
    shell("rm -r vault/.zib/reviews")
    try answer(world.writer(), at: noon + 4)
    #expect(world.lines().count == 1)
  }

  @Test func `another's line in the log makes a new device`() throws {
    let world = try ReviewWorld()
    try answer(world.writer(), at: noon)
    let device = world.devices()[0]
    Shell(folder: world.vault.folder.path.text)(
      "head -1 vault/.zib/reviews/\(device)/2026.log > line && "
        + "cat line >> vault/.zib/reviews/\(device)/2026.log")
    try answer(world.writer(), at: noon + 1)
    #expect(world.devices().count == 2)
  }

  @Test func `a line that a stopped write has left half is set apart`() throws {
    for length in [1, 20, 40] {
      let world = try ReviewWorld()
      try answer(world.writer(), at: noon)
      try answer(world.writer(), at: noon + 1)
      let file = "vault/.zib/reviews/\(world.devices()[0])/2026.log"
      let whole = try #require(world.vault.folder.readBytes(file))
      // As if the process had been killed while it wrote the second line.
      world.vault.folder.setSize(whole.count - length, of: file)
      try answer(world.writer(), at: noon + 2)
      #expect(world.devices().count == 1, "cut by \(length)")
      let log = ReviewLog(try #require(world.vault.folder.readBytes(file)))
      #expect(log.events.map(\.time) == [noon, noon + 2], "cut by \(length)")
      #expect(!log.isTorn)
    }
  }

  @Test(arguments: ReviewLogWriter.Step.allCases)
  func `a write that fails says so and leaves nothing`(step: ReviewLogWriter.Step) throws {
    let world = try ReviewWorld()
    if step != .synchroniseFolder { try answer(world.writer(), at: noon) }
    let before = world.lines()
    let stopped = try world.writer { $0 == step ? ENOSPC : nil }
    do {
      try answer(stopped, at: noon + 1)
      Issue.record("no error")
    } catch let error as WriteError {
      guard case .system(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(reason.isFull)
    }
    // A new log's name may be on the disk or not; its line is there.
    #expect(world.lines().count == before.count + (step == .synchroniseFolder ? 1 : 0))
    try answer(world.writer(), at: noon + 2)
    #expect(world.devices().count == 1)
    #expect(world.lines().count == before.count + (step == .synchroniseFolder ? 2 : 1))
  }

  @Test(.enabled(if: !isRoot, "the superuser may do everything"))
  func `a folder that may not be written is told`() throws {
    let world = try ReviewWorld()
    world.vault.folder.setMode(0o500, of: "vault/.zib")
    defer { world.vault.folder.setMode(0o700, of: "vault/.zib") }
    #expect(throws: WriteError.self) { try answer(world.writer(), at: noon) }
  }

  @Test(.enabled(if: Shell.hasGit, "there is no git program"))
  func `logs are tracked though git ignores others`() throws {
    let world = try ReviewWorld()
    world.vault.write("*.log\n", to: ".gitignore")
    try answer(world.writer(), at: noon)
    let git = Shell(folder: world.vault.path(""))
    let tracked = git.text("git init -q && git add -A && git ls-files .zib/reviews")
    #expect(tracked.contains("2026.log"))
    #expect(tracked.contains(".gitattributes"))
  }

  @Test func `nothing is written through a link`() throws {
    let world = try ReviewWorld()
    world.vault.folder.makeFolder("elsewhere")
    world.vault.folder.link("vault/.zib/reviews", to: world.vault.folder("elsewhere"))
    #expect(throws: WriteError.self) { try answer(world.writer(), at: noon) }
    #expect(world.vault.folder.names(in: "elsewhere").isEmpty)
  }

  @Test func `several at once lose nothing`() async throws {
    let world = try ReviewWorld()
    let count = 40
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let writer = try world.writer()
          for number in 0..<count {
            _ = try writer.append(
              [.bury(CardID(bits: UInt64(worker * count + number)))], at: ReviewWorld.noon,
              zoneMinutes: 0)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(world.devices().count == 1)
    let events = world.devices().flatMap { device in
      ReviewLog.events(
        in: world.vault.folder.readBytes("vault/.zib/reviews/\(device)/2026.log") ?? [])
    }
    #expect(events.count == 4 * count)
    #expect(Set(events.map(\.id)).count == 4 * count)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time < $1.time })
  }
}
