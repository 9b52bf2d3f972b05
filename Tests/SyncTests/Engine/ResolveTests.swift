import History
import Merge
import Sync
import Testing

struct ResolveTests {
  let note = "# Walden\n\nIt cost $28.12.\n\nEnd.\n"

  /// Ada and Ben have changed the same line, and both have the note and the copy; Ben's is the later edit.
  private func conflicted(_ notes: [String: String] = [:]) throws -> TestDevices {
    let devices = try TestDevices(["Walden.md": note, "Other.md": "x\n"].merging(notes) { $1 })
    devices.ada.write("Walden.md", note.replacing("28.12", with: "28.13"))
    try devices.ada.sync()
    devices.ben.write("Walden.md", note.replacing("28.12", with: "28.14"))
    try devices.ben.sync()
    try devices.ada.sync()
    return devices
  }

  /// The only conflict, as a device has it now.
  private func conflict(on device: MemoryDevice) throws -> Conflict {
    let copies = device.notes.keys.compactMap { ConflictCopy($0) }
    let copy = try #require(copies.first)
    #expect(copies.count == 1)
    return try device.repository.conflict(
      copy, note: device.notes[copy.original], text: device.notes[copy.path] ?? [],
      from: device.head)
  }

  @discardableResult
  private func resolve(
    _ resolution: Resolution, on device: MemoryDevice
  ) throws -> ResolveReport {
    let conflict = try conflict(on: device)
    return try device.session.resolve([
      ConflictDecision(conflict, text: try conflict.text(for: resolution))
    ])
  }

  @Test(
    arguments: [
      (.text(Array("a file\n".utf8)), "a file\n"), (.bothFiles, "a file\n"), (.deleted, nil),
    ] as [(ConflictOutcome, String?)])
  func `a file in whose place another device has a folder gets a name of its own`(
    outcome: ConflictOutcome, text: String?
  ) throws {
    let devices = try TestDevices(["Other.md": "x\n"])
    devices.ada.write("F", "a file\n")
    try devices.ada.sync()
    devices.ben.write("F/x.md", "in the folder\n")
    try devices.ben.sync()
    try devices.ada.sync()
    let conflict = try conflict(on: devices.ada)
    #expect(conflict.path == TreePath("F"))
    #expect(conflict.hasFolderInPlace && conflict.deletion == nil)
    #expect(throws: ResolutionRefusal.folderInPlace) { try conflict.text(for: .newest) }
    _ = try devices.ada.session.resolve([ConflictDecision(conflict, outcome)])
    var expected = ["Other.md": "x\n", "F/x.md": "in the folder\n"]
    expected["F (2)"] = text
    #expect(devices.ada.texts == expected)
    #expect(devices.ada.isClean)
    try devices.ada.sync()
    try devices.ben.sync()
    #expect(devices.ben.texts == expected)
  }

  @Test func `a second file of the longest name has one that is as short`() throws {
    let name = String(repeating: "ä", count: 126) + "a"
    let devices = try TestDevices(["Other.md": "x\n"])
    devices.ada.write(name, "a file\n")
    try devices.ada.sync()
    devices.ben.write(name + "/x.md", "in the folder\n")
    try devices.ben.sync()
    try devices.ada.sync()
    // The name of the copy was cut, and so does not say the whole of the first one.
    let copy = try #require(devices.ada.notes.keys.compactMap { ConflictCopy($0) }.first)
      .belonging(to: TreePath(name))
    let conflict = try devices.ada.repository.conflict(
      copy, note: nil, text: devices.ada.notes[copy.path] ?? [], from: devices.ada.head)
    _ = try devices.ada.session.resolve([ConflictDecision(conflict, .bothFiles)])
    let second = String(repeating: "ä", count: 125) + " (2)"
    #expect(
      devices.ada.texts == [
        "Other.md": "x\n", name + "/x.md": "in the folder\n", second: "a file\n",
      ])
  }

  @Test func `the ancestor, the sides and their devices are found in a real history`() throws {
    let devices = try conflicted()
    let conflict = try conflict(on: devices.ada)
    #expect(conflict.ancestor == Array(note.utf8))
    #expect(conflict.noteVersion?.change?.device == "Ben")
    #expect(conflict.copyVersion.change?.device == "Ada")
    #expect(conflict.size.places == 1 && conflict.size.words == 3)
  }

  @Test(arguments: [
    (Resolution.note, "28.14."), (.copy, "28.13."), (.newest, "28.14."),
    (.both, "28.14.\nIt cost $28.13."),
  ])
  func `P9 a resolution is one commit and holds on every device`(
    resolution: Resolution, text: String
  ) throws {
    let devices = try conflicted()
    let before = devices.ada.head
    let report = try resolve(resolution, on: devices.ada)
    let expected = [
      "Walden.md": note.replacing("28.12.", with: text), "Other.md": "x\n",
    ]
    #expect(devices.ada.texts == expected)
    #expect(devices.ada.isClean && devices.ada.hiddenFiles.isEmpty)
    #expect(devices.pool.parents(of: report.update.commit) == before.map { [$0] })
    #expect(devices.pool.message(of: devices.ada.head)?.hasPrefix("Resolve Walden\n") == true)
    try devices.ada.sync()
    try devices.ben.sync()
    #expect(devices.ben.texts == expected)
    #expect(devices.ben.isClean)
    #expect(devices.ben.head == devices.ada.head)
  }

  @Test func `P9 an edit of the copy made meanwhile on another device reopens the conflict`() throws
  {
    let devices = try conflicted()
    let copy = try conflict(on: devices.ben).copy.path.text
    try resolve(.note, on: devices.ada)
    devices.ben.write(copy, note.replacing("28.12", with: "28.13, he says"))
    try devices.ada.sync()
    try devices.ben.sync()
    try devices.ada.sync()
    for device in [devices.ada, devices.ben] {
      #expect(device.text(copy)?.contains("he says") == true)
      #expect(device.text("Walden.md")?.contains("28.14") == true)
    }
    #expect(devices.ada.head == devices.ben.head)
    let reopened = try conflict(on: devices.ada)
    #expect(reopened.ancestor == Array(note.utf8))
    #expect(reopened.copyVersion.change?.device == "Ben")
  }

  @Test func `P9 two devices that resolve in two ways keep both resolutions`() throws {
    let devices = try conflicted()
    try resolve(.text(Array(note.replacing("28.12", with: "28.20").utf8)), on: devices.ada)
    try resolve(.text(Array(note.replacing("28.12", with: "28.30").utf8)), on: devices.ben)
    try devices.ada.sync()
    try devices.ben.sync()
    try devices.ada.sync()
    #expect(devices.ada.texts == devices.ben.texts)
    let all = devices.ada.texts.values.joined()
    #expect(all.contains("28.20") && all.contains("28.30"))
  }

  @Test func `P5 P9 the same resolution on two devices needs no further merge`() throws {
    let devices = try conflicted()
    try resolve(.both, on: devices.ada)
    try resolve(.both, on: devices.ben)
    try devices.ada.sync()
    try devices.ben.sync()
    try devices.ada.sync()
    #expect(devices.ada.texts == devices.ben.texts)
    #expect(devices.ada.texts.count == 2)
  }

  @Test func `P9 a resolution by hand holds as well`() throws {
    let devices = try conflicted()
    let copy = try conflict(on: devices.ada).copy.path.text
    devices.ada.write("Walden.md", note.replacing("28.12", with: "28.15"))
    devices.ada.remove(copy)
    try devices.ada.sync()
    try devices.ben.sync()
    #expect(devices.ben.texts["Walden.md"] == note.replacing("28.12", with: "28.15"))
    #expect(devices.ben.texts.count == 2)
  }

  @Test(arguments: [true, false])
  func `a note or copy that was changed since it was read is not written over`(isNote: Bool) throws
  {
    let devices = try conflicted()
    let conflict = try conflict(on: devices.ada)
    let path = isNote ? conflict.path : conflict.copy.path
    devices.ada.write(path.text, "changed\n")
    let texts = devices.ada.texts
    #expect(throws: ConflictChanged(path)) {
      try devices.ada.session.resolve([ConflictDecision(conflict, text: Array("mine\n".utf8))])
    }
    #expect(devices.ada.texts == texts)
    #expect(devices.ada.isClean, "what was changed is in a snapshot")
  }

  @Test func `what stood in the folder and was not committed is in history before`() throws {
    let devices = try conflicted()
    devices.ada.write("Walden.md", note.replacing("28.12", with: "28.16"))
    devices.ada.write("New.md", "new\n")
    try resolve(.copy, on: devices.ada)
    #expect(devices.ada.text("Walden.md")?.contains("28.13") == true)
    let before = devices.pool.parents(of: devices.ada.head)?.first
    let files = devices.pool.files(of: before)
    let kept = files[TreePath("Walden.md")].flatMap { devices.pool.blob($0.id) } ?? []
    #expect(String(decoding: kept, as: UTF8.self).contains("28.16"))
    #expect(devices.ada.text("New.md") == "new\n")
  }

  @Test func `P10 conflict markers of git's are not written into a note that had none`() throws {
    let devices = try conflicted()
    let texts = devices.ada.texts
    for marker in ["<<<<<<< HEAD", "||||||| 1a2b3c4", ">>>>>>> phone"] {
      #expect(throws: ResolutionRefusal.markersLeft) {
        try resolve(.text(Array("a\n\(marker)\n".utf8)), on: devices.ada)
      }
    }
    #expect(devices.ada.texts == texts)
    // A line of a person's, which underlines a heading.
    try resolve(.text(Array("Walden\n=======\n".utf8)), on: devices.ada)
    #expect(devices.ada.text("Walden.md") == "Walden\n=======\n")
  }

  @Test func `an undo brings the copy back`() throws {
    let devices = try conflicted()
    let texts = devices.ada.texts
    try resolve(.note, on: devices.ada)
    _ = try devices.ada.session.undo()
    #expect(devices.ada.texts == texts)
  }

  @Test func `a conflict that an undo brought back has its original and its dates`() throws {
    let devices = try conflicted()
    let before = try conflict(on: devices.ada)
    try resolve(.copy, on: devices.ada)
    _ = try devices.ada.session.undo()
    let after = try conflict(on: devices.ada)
    #expect(after.ancestor == before.ancestor && after.merge == before.merge)
    #expect(after.noteVersion == before.noteVersion && after.copyVersion == before.copyVersion)
  }

  @Test func `a note that is gone comes back as its copy, or stays gone`() throws {
    for isKept in [true, false] {
      let devices = try conflicted()
      let text = devices.ada.text(try conflict(on: devices.ada).copy.path.text)
      devices.ada.remove("Walden.md")
      try resolve(isKept ? .copy : .note, on: devices.ada)
      #expect(devices.ada.text("Walden.md") == (isKept ? text : nil))
      #expect(devices.ada.texts.count == (isKept ? 2 : 1))
    }
  }

  @Test func `P9 both of two files that are no text are kept, the same on two devices`() throws {
    let devices = try TestDevices(["pic.png": "\u{0}0", "PIC (2).png": "x"])
    devices.ada.write("pic.png", "\u{0}1")
    try devices.ada.sync()
    devices.ben.write("pic.png", "\u{0}2")
    try devices.ben.sync()
    try devices.ada.sync()
    for device in [devices.ada, devices.ben] {
      let conflict = try conflict(on: device)
      let report = try device.session.resolve([
        ConflictDecision(conflict, try conflict.outcome(for: .both))
      ])
      #expect(report.newFiles[conflict.copy.path]?.text == "pic (3).png")
    }
    try devices.ada.sync()
    try devices.ben.sync()
    try devices.ada.sync()
    let expected = ["pic.png": "\u{0}2", "pic (3).png": "\u{0}1", "PIC (2).png": "x"]
    #expect(devices.ada.texts == expected && devices.ben.texts == expected)
    #expect(devices.ada.isClean && devices.ben.isClean)
  }

  @Test func `a resolution of a note that was renamed is written under its new name`() throws {
    let devices = try conflicted()
    let text = try #require(devices.ada.text("Walden.md"))
    devices.ada.remove("Walden.md")
    devices.ada.write("New.md", text)
    _ = try devices.ada.session.snapshot()
    let copy = try #require(devices.ada.notes.keys.compactMap { ConflictCopy($0) }.first)
    let conflict = try devices.ada.repository.conflict(
      copy.following(TreePath("New.md")), note: Array(text.utf8),
      text: devices.ada.notes[copy.path] ?? [], from: devices.ada.head)
    _ = try devices.ada.session.resolve([
      ConflictDecision(conflict, try conflict.outcome(for: .copy))
    ])
    #expect(devices.ada.texts["New.md"] == note.replacing("28.12", with: "28.13"))
    #expect(devices.ada.texts.keys.sorted() == ["New.md", "Other.md"])
  }

  @Test func `several conflicts are resolved in one commit, two copies of one note one by one`()
    throws
  {
    let devices = try TestDevices(["A.md": "a\n", "B.md": "b\n"])
    for device in [devices.ada, devices.ben] {
      device.write("A.md", "a of \(device.name)\n")
      device.write("B.md", "b of \(device.name)\n")
    }
    try devices.ada.sync()
    try devices.ben.sync()
    let conflicts = try devices.ben.notes.keys.compactMap { ConflictCopy($0) }.sorted().map {
      copy in
      try devices.ben.repository.conflict(
        copy, note: devices.ben.notes[copy.original], text: devices.ben.notes[copy.path] ?? [],
        from: devices.ben.head)
    }
    let decisions = try conflicts.map { ConflictDecision($0, text: try $0.text(for: .both)) }
    #expect(throws: ConflictChanged(TreePath("A.md"))) {
      try devices.ben.session.resolve([decisions[0], decisions[0]])
    }
    let head = devices.ben.head
    _ = try devices.ben.session.resolve(decisions)
    #expect(devices.pool.parents(of: devices.ben.head) == head.map { [$0] })
    #expect(
      devices.pool.message(of: devices.ben.head)?.hasPrefix("Resolve A and 1 more\n") == true)
    #expect(devices.ben.texts.keys.sorted() == ["A.md", "B.md"])
  }
}
