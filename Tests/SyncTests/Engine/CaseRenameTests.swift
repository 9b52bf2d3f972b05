import History
import Merge
import Sync
import TestSupport
import Testing

/// P25: a name that changes in case alone goes over in steps that all show the note.
struct CaseRenameTests {
  static let old = TreePath("Beans.md")
  static let new = TreePath("beans.md")

  struct Case: CustomTestStringConvertible {
    let naming: MemoryFiles.Naming
    /// The text that Ben wrote under the new name.
    let text: String

    var testDescription: String { "\(naming), \(text == Self.before ? "as it was" : "edited")" }

    /// Its id shows the merge that it is the same note under both names.
    static let before = "---\nid: 7\n---\none\n\ntwo\n\nthree\n"
    static let all: [Case] = [MemoryFiles.Naming.exact, .insensitive].flatMap { naming in
      [before, before.replacing("three", with: "three of Ben")].map {
        Case(naming: naming, text: $0)
      }
    }
  }

  /// Ben has given the note its new name, and Ada has not synced yet.
  private func devices(_ given: Case) throws -> TestDevices {
    let world = TestDevices(naming: given.naming)
    world.ada.write("Beans.md", Case.before)
    try world.ada.sync()
    try world.ben.sync()
    world.ben.files.move(Self.old, to: Self.new)
    if given.text != Case.before { world.ben.write("beans.md", given.text) }
    try world.ben.sync()
    world.ada.settle()
    world.ada.faults.start()
    return world
  }

  private func finish(_ world: TestDevices) throws {
    for device in [world.ada, world.ben, world.ada] { try device.sync() }
    #expect(world.ada.isClean && world.ben.isClean)
    #expect(world.ada.hiddenFiles.isEmpty)
    #expect(world.ada.texts == world.ben.texts)
  }

  @Test(arguments: Case.all)
  func `stopped at any call, the folder shows the note under one of its names`(
    given: Case
  ) throws {
    for isJournalLost in [true, false] {
      var step = 0
      while true {
        let world = try devices(given)
        let ada = world.ada
        ada.faults.arm(step.isMultiple(of: 2) ? .kill : .powerCut, at: step / 2)
        do { try ada.sync() } catch is ProcessStopped {}
        guard ada.faults.stopped != nil else { break }
        var random = SeededRandom(seed: UInt64(step))
        ada.restart(&random)
        #expect(ada.texts.count == 1, "step \(step): \(ada.texts)")
        #expect(ada.texts.values.allSatisfy { [Case.before, given.text].contains($0) })
        if isJournalLost { ada.workTree.replaceJournal(with: nil) }
        ada.commitAll()
        try finish(world)
        #expect(Array(ada.texts.values) == [given.text], "step \(step): \(ada.texts)")
        step += 1
      }
      #expect(step > 40)
    }
  }

  @Test(arguments: Case.all)
  func `what is written meanwhile under either name is an edit of the note`(given: Case) throws {
    for isKilled in [false, true] {
      var step = 0
      while true {
        let world = try devices(given)
        let (ada, files) = (world.ada, world.ada.files)
        ada.faults.interloper = { now in
          guard now.number == step,
            let path = [Self.old, Self.new].first(where: {
              files.storedPath($0) == $0
            })
          else { return }
          let text = String(decoding: files.bytes(at: path) ?? [], as: UTF8.self)
          let edited = text.replacing("one\n", with: "one of Ada\n")
          files.replace(path, with: Array(edited.utf8))
        }
        if isKilled { ada.faults.arm(.kill, at: step + 1) }
        do { try ada.sync() } catch is ProcessStopped {}
        ada.faults.interloper = nil
        guard ada.faults.steps > step else { break }
        var random = SeededRandom(seed: UInt64(step))
        ada.restart(&random)
        try finish(world)
        let merged = given.text.replacing("one\n", with: "one of Ada\n")
        #expect(ada.texts.values.contains(merged), "step \(step): \(ada.texts)")
        #expect(ada.texts.count == 1, "step \(step): \(ada.texts)")
        step += 1
      }
      #expect(step > 20)
    }
  }
}
