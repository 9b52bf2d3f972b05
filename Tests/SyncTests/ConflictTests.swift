import History
import Merge
import Sync
import Testing

struct ConflictTests {
  private static let base = "# Walden\n\nThe house cost $28.12.\n\nBy the pond.\n\nEnd.\n"
  private static let laptop = "# Walden\n\nThe house cost $28.13.\n\nBy the pond.\n\nThe end.\n"
  private static let phone = "# Walden, 1854\n\nThe house cost $28.14.\n\nBy the pond.\n\nEnd.\n"
  /// The merged note: the phone's text where both changed it.
  private static let note = "# Walden, 1854\n\nThe house cost $28.14.\n\nBy the pond.\n\nThe end.\n"

  private let copy = ConflictCopy(TreePath("Walden.conflict-00000001.md"))!  // the name of a copy

  private func change(_ seconds: Int64) -> ConflictChange? {
    let history = ConflictHistory()
    return try? history.commit(["a": "b"], [], by: "laptop", at: seconds).change(in: history)
  }

  private func conflict(
    note: String? = ConflictTests.note, copyText: String = ConflictTests.laptop,
    base: String? = ConflictTests.base, noteTime: Int64 = 20, copyTime: Int64 = 10
  ) -> Conflict {
    Conflict(
      copy: copy,
      note: note.map { Conflict.Version(text: Array($0.utf8), change: change(noteTime)) },
      copyVersion: Conflict.Version(text: Array(copyText.utf8), change: change(copyTime)),
      ancestor: base.map { Array($0.utf8) })
  }

  private func text(_ resolution: Resolution, of conflict: Conflict) throws -> String? {
    try conflict.text(for: resolution).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `only what overlaps is left to decide`() {
    let conflict = conflict()
    #expect(conflict.merge.overlaps.map(\.left) == [Array("The house cost $28.14.\n".utf8)])
    #expect(conflict.merge.overlaps.map(\.right) == [Array("The house cost $28.13.\n".utf8)])
    #expect(conflict.merge.overlaps.map(\.base) == [Array("The house cost $28.12.\n".utf8)])
    #expect(conflict.size.places == 1)
    #expect(conflict.size.lines == 1)
    #expect(conflict.size.words == 4)
  }

  @Test func `the note stays as it is, and the copy's text keeps the note's other edits`() throws {
    let conflict = conflict()
    #expect(try text(.note, of: conflict) == Self.note)
    #expect(
      try text(.copy, of: conflict)
        == "# Walden, 1854\n\nThe house cost $28.13.\n\nBy the pond.\n\nThe end.\n")
    #expect(
      try text(.both, of: conflict)
        == "# Walden, 1854\n\nThe house cost $28.14.\nThe house cost $28.13.\n\nBy the pond.\n\nThe end.\n"
    )
    #expect(try text(.text(Array("mine".utf8)), of: conflict) == "mine")
  }

  @Test func `the newest is the one that was changed later`() throws {
    #expect(try text(.newest, of: conflict(noteTime: 20, copyTime: 10)) == Self.note)
    #expect(
      try text(.newest, of: conflict(noteTime: 20, copyTime: 30))
        == text(.copy, of: conflict()))
    let unknown = Conflict(
      copy: copy, note: Conflict.Version(text: [0x61]),
      copyVersion: Conflict.Version(text: [0x62]), ancestor: nil)
    #expect(throws: ResolutionRefusal.datesUnknown) { try unknown.text(for: .newest) }
  }

  @Test func `a copy that was edited elsewhere meanwhile brings that edit along`() throws {
    let edited = Self.laptop.replacing("By the pond.", with: "By the pond, in March.")
    let conflict = conflict(copyText: edited)
    #expect(conflict.size.places == 1)
    #expect(try text(.copy, of: conflict)?.contains("in March") == true)
    #expect(try text(.both, of: conflict)?.contains("in March") == true)
    #expect(try text(.note, of: conflict) == Self.note)
  }

  @Test func `a note that has gone back to the ancestor stays so where it is kept`() throws {
    let conflict = conflict(note: Self.base)
    #expect(conflict.merge.overlaps.isEmpty)
    #expect(try text(.note, of: conflict) == Self.base)
    #expect(try text(.copy, of: conflict) == Self.laptop)
  }

  @Test
  func `P9 a copy that is the ancestor was chosen on another device, and can be chosen again`()
    throws
  {
    let conflict = conflict(copyText: Self.base)
    #expect(conflict.size.places == 1)
    #expect(try text(.note, of: conflict) == Self.note)
    #expect(try text(.copy, of: conflict) == Self.base)
  }

  @Test func `without an ancestor every difference is an overlap`() throws {
    let conflict = conflict(base: nil)
    #expect(conflict.size.places == 2)
    #expect(try text(.note, of: conflict) == Self.note)
    #expect(try text(.copy, of: conflict) == Self.laptop)
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nb\nx\nc\n", "", "x\n"), ("a\n", "a\nb", "", "b"),
    ("a\na\n", "a\n", "a\n", ""),
    ("ab\n", "aab\n", "ab\n", "aab\n"), ("a", "b\na", "", "b\n"),
  ])
  func `without an ancestor one that contains the other is asked about as well`(
    note: String, copyText: String, left: String, right: String
  ) throws {
    let conflict = conflict(note: note, copyText: copyText, base: nil)
    #expect(conflict.merge.overlaps.map(\.left) == [Array(left.utf8)])
    #expect(conflict.merge.overlaps.map(\.right) == [Array(right.utf8)])
    #expect(try text(.note, of: conflict) == note)
    #expect(try text(.copy, of: conflict) == copyText)
  }

  @Test func `a deleted note comes back only where the copy was asked for`() throws {
    let conflict = conflict(note: nil)
    #expect(try text(.note, of: conflict) == nil)
    #expect(try conflict.outcome(for: .note) == .deleted)
    for resolution in [Resolution.copy, .both] {
      #expect(try text(resolution, of: conflict) == Self.laptop)
    }
    for resolution in [Resolution.newest, .merged] {
      #expect(throws: ResolutionRefusal.noteDeleted) { try conflict.outcome(for: resolution) }
    }
  }

  @Test func `bytes that are no text are one place, and are not put one after the other`() throws {
    let conflict = Conflict(
      copy: copy, note: Conflict.Version(text: [0xFF, 0x00, 1]),
      copyVersion: Conflict.Version(text: [0xFF, 0x00, 2]), ancestor: [0xFF, 0x00])
    #expect(conflict.size.places == 1 && conflict.size.lines == 0 && conflict.size.words == 0)
    #expect(try conflict.outcome(for: .both) == .bothFiles)
    #expect(throws: ResolutionRefusal.notText) { try conflict.text(for: .both) }
    #expect(try conflict.text(for: .copy) == [0xFF, 0x00, 2])
  }

  @Test(arguments: ["Board.conflict-00000001.canvas", "data.conflict-00000001.json"])
  func `of two texts that one file cannot hold both files are kept`(copy: String) throws {
    let conflict = Conflict(
      copy: ConflictCopy(TreePath(copy))!,  // the name of a copy
      note: Conflict.Version(text: Array("{\"a\": 1}\n".utf8)),
      copyVersion: Conflict.Version(text: Array("{\"a\": 2}\n".utf8)),
      ancestor: Array("{\"a\": 0}\n".utf8))
    #expect(try conflict.outcome(for: .both) == .bothFiles)
    #expect(try conflict.outcome(for: .copy) == .text(Array("{\"a\": 2}\n".utf8)))
  }

  @Test func `settings are merged by line and with no rule of notes`() throws {
    let conflict = Conflict(
      copy: ConflictCopy(TreePath(".zib/config.conflict-00000001.yml"))!,  // the name of a copy
      note: Conflict.Version(text: Array("a: 1\nb: 3\n".utf8)),
      copyVersion: Conflict.Version(text: Array("a: 2\nb: 2\n".utf8)),
      ancestor: Array("a: 1\nb: 2\n".utf8))
    #expect(!conflict.isNote && conflict.isText)
    #expect(conflict.path == TreePath(".zib/config.yml"))
    #expect(try conflict.text(for: .copy).map { String(decoding: $0, as: UTF8.self) } != nil)
  }

  @Test func `a place without a suggestion is not merged`() {
    #expect(throws: ResolutionRefusal.noSuggestion(places: 1, without: 1)) {
      try conflict().text(for: .merged)
    }
  }

  @Test func `history gives the ancestor, and the dates of the versions as they are now`() throws {
    let history = ConflictHistory()
    let base = try history.commit(["Walden.md": Self.base], [], by: "laptop", at: 10)
    let laptop = try history.commit(["Walden.md": Self.laptop], [base], by: "laptop", at: 20)
    let phone = try history.commit(["Walden.md": Self.phone], [base], by: "phone", at: 30)
    let merge = try history.commit(
      ["Walden.md": Self.note, copy.path.text: Self.laptop], [laptop, phone], by: nil, at: 30)
    let edited = try history.commit(
      ["Walden.md": Self.note + "x", copy.path.text: Self.laptop], [merge], by: "tablet", at: 40)
    let conflict = try history.repository.conflict(
      copy, note: Array((Self.note + "x").utf8), text: Array(Self.laptop.utf8), from: edited)
    #expect(conflict.ancestor == Array(Self.base.utf8))
    #expect(conflict.copyVersion.change?.commit == laptop)
    #expect(conflict.noteVersion?.change?.commit == edited)
    #expect(conflict.path == TreePath("Walden.md"))
    // Before the first snapshot nothing is known but the texts.
    let bare = try history.repository.conflict(copy, note: [0x61], text: [0x62], from: nil)
    #expect(bare.ancestor == nil && bare.copyVersion.change == nil)
  }
}

extension ObjectID {
  fileprivate func change(in history: ConflictHistory) throws -> ConflictChange? {
    try history.repository.lastChange(of: TreePath("a"), from: self)
  }
}
