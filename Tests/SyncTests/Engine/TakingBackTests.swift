import History
import Sync
import TestSupport
import Testing

/// An update that finds the disk full is taken back, and leaves no journal that keeps other commands out.
struct TakingBackTests {
  private struct State: Equatable {
    let texts: [String: String]
    let staged: [TreePath: FileVersion]
    let head: ObjectID?

    init(_ device: MemoryDevice) {
      texts = device.texts
      staged = Dictionary(
        uniqueKeysWithValues: device.repository.presentlyStaged.map { ($0.path, $0.version) })
      head = device.head
    }
  }

  /// The other device changed, made, moved and deleted notes.
  private static func changed() throws -> TestDevices {
    let devices = try TestDevices([
      "Both.md": "one\n\ntwo\n\nthree\n", "Gone.md": "gone\n", "Moved.md": "moved far away\n",
      "Case.md": "case\n", "File": "becomes a folder\n", "Kept.md": "kept\n",
    ])
    let (ada, ben) = (devices.ada, devices.ben)
    ada.write("Both.md", "one of Ada\n\ntwo\n\nthree\n")
    ada.remove("Gone.md")
    ada.files.move(TreePath("Moved.md"), to: TreePath("Away/Moved.md"))
    ada.remove("File")
    ada.write("File/Inside.md", "inside\n")
    ada.write("New.md", "new of Ada\n")
    ada.write("Newer.md", "newer of Ada\n")
    try ada.sync()
    ben.write("Both.md", "one\n\ntwo\n\nthree of Ben\n")
    ben.write("Own.md", "own of Ben\n")
    ben.faults.start()
    return devices
  }

  @Test func `P13 a sync for which there is no room leaves the folder as it was`() throws {
    var takenBack: [String: Int] = [:]
    let steps = try Self.changed().ben
    try steps.sync()
    for step in 0..<steps.faults.steps {
      let devices = try Self.changed()
      let ben = devices.ben
      ben.settle()
      // Ben's edits are committed, so that the folder is as the staging index has it.
      _ = try ben.session.snapshot()
      ben.faults.start()
      let before = State(ben)
      ben.faults.arm(.error(code: InjectedError.noSpace), at: step)
      do {
        try ben.sync()
      } catch is UpdateTakenBack {
        let call = ben.faults.struckAt?.call ?? ""
        takenBack[call, default: 0] += 1
        let place = "step \(step) (\(call))"
        #expect(State(ben) == before, "\(place)")
        #expect(ben.isClean && ben.hiddenFiles.isEmpty, "\(place)")
        #expect(try !ben.session.needsRecovery(), "\(place)")
      } catch {}
    }
    for call in [
      "prepare", "exchange", "place", "displace", "set staged", "set journal", "set reference",
    ] {
      #expect(takenBack[call] != nil, "\(call): \(takenBack)")
    }
  }

  @Test func `a note that is edited while the update is taken back keeps its edit`() throws {
    let devices = try StopAnywhereTests.diverged()
    let ben = devices.ben
    ben.settle()
    var steps: [String] = []
    let rehearsal = try StopAnywhereTests.diverged().ben
    rehearsal.faults.trace = { steps.append($0.call) }
    try rehearsal.sync()
    let step = try #require(steps.lastIndex(of: "displace"))
    ben.faults.arm(.error(code: InjectedError.noSpace), at: step)
    ben.faults.interloper = { now in
      if now.number == step { ben.write("Both.md", "one of Ada\n\ntwo, edited\n\nthree of Ben\n") }
    }
    #expect(throws: InjectedError.self) { try ben.sync() }
    ben.faults.interloper = nil
    #expect(try ben.session.needsRecovery())
    let texts = try StopAnywhereTests.finished(devices)
    #expect(texts["Both.md"] == "one of Ada\n\ntwo, edited\n\nthree of Ben\n")
  }
}
