import History
import Sync
import TestSupport
import Testing

/// P13: a sync that is stopped at any call, and goes on at the next, ends as one that was not.
struct StopAnywhereTests {
  /// Both devices changed the same vault in every way that a merge can take.
  static func diverged() throws -> TestDevices {
    let devices = try TestDevices([
      "Both.md": "one\n\ntwo\n\nthree\n", "Clash.md": "clash\n", "Gone.md": "gone\n",
      "Moved.md": "moved far away\n", "File": "becomes a folder\n", "Folder/In.md": "in\n",
      "Deep/Er/Note.md": "deep\n", "Kept.md": "kept\n",
    ])
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("Both.md", "one of Ada\n\ntwo\n\nthree\n")
    ada.write("Clash.md", "clash of Ada\n")
    ada.remove("Gone.md")
    ada.files.move(TreePath("Moved.md"), to: TreePath("Away/Moved.md"))
    ada.remove("File")
    ada.write("File/Inside.md", "inside\n")
    ada.remove("Folder/In.md")
    ada.write("Folder", "a file now\n")
    ada.remove("Deep/Er/Note.md")
    ada.write("Twin.md", "the same\n")
    ada.write("New.md", "new of Ada\n")
    try ada.sync()
    ben.write("Both.md", "one\n\ntwo\n\nthree of Ben\n")
    ben.write("Clash.md", "clash of Ben\n")
    ben.write("Twin.md", "the same\n")
    ben.write("Own.md", "own of Ben\n")
    ben.faults.start()
    return devices
  }

  static func finished(_ devices: TestDevices) throws -> [String: String] {
    try devices.ben.sync()
    try devices.ada.sync()
    try devices.ben.sync()
    for device in [devices.ada, devices.ben] {
      #expect(device.isClean)
      #expect(device.hiddenFiles.isEmpty)
      #expect(device.workTree.presentJournal == nil)
    }
    #expect(devices.ada.texts == devices.ben.texts)
    return devices.ben.texts
  }

  static func stepCount() throws -> Int {
    let devices = try diverged()
    try devices.ben.sync()
    return devices.ben.faults.steps
  }

  @Test func `an undisturbed sync takes everything`() throws {
    let texts = try Self.finished(try Self.diverged())
    #expect(texts["Both.md"] == "one of Ada\n\ntwo\n\nthree of Ben\n")
    #expect(texts["Folder"] == "a file now\n")
    #expect(texts["File/Inside.md"] == "inside\n")
    #expect(texts["Away/Moved.md"] == "moved far away\n")
    #expect(texts["Gone.md"] == nil && texts["Moved.md"] == nil && texts["File"] == nil)
    #expect(texts.values.contains("clash of Ada\n") && texts.values.contains("clash of Ben\n"))
  }

  @Test(arguments: [
    FaultPlan.Fault.kill, .powerCut, .error(code: InjectedError.noSpace),
  ])
  func `P13 stopped at any call, the next sync completes`(fault: FaultPlan.Fault) throws {
    let expected = try Self.finished(try Self.diverged())
    let count = try Self.stepCount()
    #expect(count > 100)
    let seeds = fault == .powerCut ? Fuzz.seeds(1) : 0..<1
    for step in 0..<count {
      for seed in seeds {
        let devices = try Self.diverged()
        let ben = devices.ben
        // Text that was typed long ago is on the disk.
        ben.settle()
        ben.faults.arm(fault, at: step)
        _ = try? ben.sync()
        guard ben.faults.hasStruck else { continue }
        let place = "step \(step) (\(ben.faults.struckAt?.call ?? "")), seed \(seed)"
        var random = SeededRandom(seed: seed &* 7919 &+ UInt64(step))
        if fault != .error(code: InjectedError.noSpace) { ben.restart(&random) }
        let texts = try Self.finished(devices)
        #expect(texts == expected, "\(place)")
      }
    }
  }

  @Test func `P13 stopped again and again while it recovers, it completes`() throws {
    let expected = try Self.finished(try Self.diverged())
    for seed in Fuzz.seeds(30) {
      var random = SeededRandom(seed: seed)
      let devices = try Self.diverged()
      let ben = devices.ben
      ben.settle()
      for _ in 0..<6 {
        ben.faults.start()
        ben.faults.arm(random.once(in: 2) ? .kill : .powerCut, at: random.below(200))
        _ = try? ben.sync()
        ben.restart(&random)
      }
      #expect(try Self.finished(devices) == expected, "seed \(seed)")
    }
  }
}
