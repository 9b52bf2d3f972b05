import Files
import Indexing
import Notes
import Search
import Sync
import TestSupport
import Testing
import Vaults

/// The words of a sync on the links that it left without their notes.
struct LinksOfDevicesTests {
  @Test(arguments: Fuzz.seeds(8))
  func `a link that a merge leaves without its note is named, and mended if the note moved`(
    seed: UInt64
  ) throws {
    var devices = try LinkedDevices(seed: seed)
    try devices.play("seed \(seed)")
  }

  @Test(arguments: Fuzz.seeds(8))
  func `a link that means another note after a merge than where it was written is named`(
    seed: UInt64
  ) throws {
    var devices = try LinkedDevices(seed: seed)
    try devices.playTakenNames("seed \(seed)")
  }

  @Test(arguments: [Resolution.note, .copy, .both], [false, true])
  func `a link to a note whose new name is in conflict is mended after the decision, to that note`(
    resolution: Resolution, isEdited: Bool
  ) throws {
    var sides: Set<Bool> = []
    // Which of the two becomes the copy hangs on the times of the commits.
    for number in 0..<5 {
      var devices = try LinkedDevices(seed: UInt64(number))
      sides.insert(try devices.playContestedName(resolution, number, isEdited))
      if sides.count == 2 { break }
    }
  }
}

/// Two devices that rename, edit, link and delete the same notes.
private struct LinkedDevices {
  private static let names = ["Oak", "Ash", "Elm", "Yew", "Fir"]

  /// A link of a note, and the note that it means; nil if it means none.
  private struct Meaning: Hashable {
    let target: String
    let note: NotePath
    let isFound: Bool
  }

  private let world: World
  private var random: SeededRandom
  /// The deeds of each device, for people.
  private var steps: [String] = []

  init(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var files: [String: String] = [:]
    for name in Self.names {
      let others = (0..<3).map { _ in "[[\(random.pick(Self.names))]]" }
      let folder = random.once(in: 3) ? "Trees/" : ""
      files[folder + name + ".md"] =
        "# About \(name)\n\nfirst\n\n" + others.joined(separator: "\n\nand ") + "\n\nlast\n"
    }
    self.random = random
    world = try World(files)
  }

  private func search(_ device: String) throws -> VaultSearch {
    let vault = try world.vault(device)
    return VaultSearch(
      vault, try vault.index(), today: CivilDate(daysSinceEpoch: 20_778), zone: .utc)
  }

  /// The links of all notes but conflict copies.
  private func links(_ device: String) throws -> Set<Meaning> {
    let search = try search(device)
    var found: Set<Meaning> = []
    for path in search.notes where !path.isConflictCopy {
      let note = try search.note(at: path)
      for (link, placed) in zip(note.links, try search.links(of: path)) {
        found.insert(
          Meaning(
            target: note.target(of: link), note: path, isFound: placed.target != .missing))
      }
    }
    return found
  }

  /// Does one thing on a device.
  private mutating func step(_ device: String, _ number: Int) throws {
    let notes = try search(device).notes.filter { !$0.isConflictCopy }
    if notes.isEmpty { return }
    let path = random.pick(notes)
    let text = world.text("\(device)/\(path.text)") ?? ""
    let other = random.pick(notes)
    let stem = String(decoding: other.stem, as: UTF8.self)
    switch random.below(6) {
    case 0, 1:
      let new = (random.once(in: 2) ? "Trees/" : "") + "\(device.uppercased())\(number).md"
      steps.append("\(device): mv \(path) \(new)")
      let to = try #require(NotePath(new))
      _ = try world.vault(device).move(MoveRequest(from: path, to: to, isFolder: false))
    case 2:
      steps.append("\(device): link \(other) in \(path)")
      world.write(text + "\nSee [[\(stem)]] \(device)\(number)\n", to: "\(device)/\(path.text)")
    case 3:
      steps.append("\(device): new note with a link to \(other)")
      world.write("New [[\(stem)]].\n", to: "\(device)/New \(device)\(number).md")
    case 4:
      steps.append("\(device): edit \(path)")
      world.write(
        text.replacing("first", with: "first \(device)\(number)"), to: "\(device)/\(path.text)")
    default:
      steps.append("\(device): rm \(path)")
      world.remove("\(device)/\(path.text)")
    }
    _ = try world.vault(device).commit(confirm: { _ in true })
  }

  /// Has both do some things, syncs them, and looks at the links.
  mutating func play(_ place: String) throws {
    for number in 0..<3 {
      for device in ["a", "b"] where number == 0 || random.once(in: 2) {
        try step(device, number)
      }
    }
    let place = "\(place): \(steps)"
    let before = [try links("a"), try links("b")]
    var request = SyncRequest()
    request.confirm = { _ in true }
    _ = try world.vault("a").sync(request)
    let sync = try world.vault("b").sync(request)
    try #require(sync.report.isInStep, "\(place)")
    let lost = try search("b").lostLinks(by: sync)
    let now = try links("b").filter { !$0.isFound }
    for link in now {
      // On one device the link led somewhere, and the other one did not break it knowingly.
      let wasFound = before.contains { side in
        side.contains { $0.target == link.target && $0.note == link.note && $0.isFound }
      }
      let wasBroken = before.contains { side in
        side.contains { $0.target == link.target && !$0.isFound }
      }
      guard wasFound, !wasBroken else { continue }
      #expect(
        lost.contains { $0.note == link.note && $0.target == link.target },
        "\(place): \(link), named: \(lost)")
    }
    for link in lost {
      #expect(
        now.contains { $0.note == link.note && $0.target == link.target }, "\(place): \(link)")
    }
    let report = try search("b").checked()
    let vault = try world.vault("b")
    _ = try vault.mend(report, as: vault.plannedMending(of: report))
    let left = try links("b").filter { !$0.isFound }
    for link in lost where link.movedTo != nil {
      #expect(
        !left.contains { $0.note == link.note && $0.target == link.target }, "\(place): \(link)")
    }
  }
  // MARK: A name for two notes

  /// One device renames a note, another gives a note of its own that name and links to the former one.
  ///
  /// - Returns: true if the note that was renamed is the copy.
  mutating func playContestedName(
    _ resolution: Resolution, _ number: Int, _ isEdited: Bool
  ) throws -> Bool {
    let oak = try #require(try search("a").notes.first { $0.stem.elementsEqual("Oak".utf8) })
    let new = try #require(NotePath("Omega.md"))
    world.write("# Links\n\n[[Oak]]\n\n[[Omega]]\n\n[[Oak#About Oak]]\n", to: "b/Links.md")
    world.write("# Omega, a watch\n\nNumber \(number).\n", to: "b/Omega.md")
    if isEdited {
      let text = try #require(world.text("b/\(oak.text)"))
      world.write(text.replacing("last", with: "the last"), to: "b/\(oak.text)")
    }
    _ = try world.vault("a").move(MoveRequest(from: oak, to: new, isFolder: false))
    var request = SyncRequest()
    request.confirm = { _ in true }
    _ = try world.vault("a").sync(request)
    let sync = try world.vault("b").sync(request)
    func holds(_ path: NotePath?) -> Bool {
      path.flatMap { world.text("b/\($0.text)") }?.contains("# About Oak") == true
    }
    let lost = try search("b").lostLinks(by: sync).filter { $0.target == "Oak" }
    #expect(lost.map(\.contested?.name) == [new] && lost.allSatisfy { $0.movedTo == nil })
    let holder = lost.first?.contested?.holder
    #expect(holds(holder))
    let vault = try world.vault("b")
    #expect(try vault.plannedMending(of: search("b").checked()).rewrites.isEmpty)

    let conflict = try #require(try vault.conflictsToResolve().found.first)
    _ = try vault.resolve([(conflict, conflict.texts.outcome(for: resolution))])
    let isKept = holds(new)
    #expect(isKept == (resolution == .both || (resolution == .note) == (holder == new)))
    let report = try search("b").checked()
    let plan = try vault.plannedMending(of: report)
    #expect(plan.linkCount == (isKept ? 2 : 0))
    if isKept { _ = try vault.mend(report, as: plan) }
    #expect(
      world.text("b/Links.md")
        == (isKept
          ? "# Links\n\n[[Omega]]\n\n[[Omega]]\n\n[[Omega#About Oak]]\n"
          : "# Links\n\n[[Oak]]\n\n[[Omega]]\n\n[[Oak#About Oak]]\n"))
    return holder != new
  }

  // MARK: Names that both give

  /// The notes that links mean on a device, by the linking note and the target; notes by the heading that they keep.
  private func meanings(_ device: String) throws -> [[String]: (
    path: NotePath, file: NotePath, goal: String
  )] {
    let search = try search(device)
    func heading(_ path: NotePath) throws -> String? {
      let lines = String(decoding: try search.note(at: path).source, as: UTF8.self).split(
        separator: "\n")
      return lines.first { $0.hasPrefix("# About") }.map(String.init)
    }
    var found: [[String]: (path: NotePath, file: NotePath, goal: String)] = [:]
    for path in search.notes where !path.isConflictCopy {
      guard let own = try heading(path) else { continue }
      let note = try search.note(at: path)
      for (link, placed) in zip(note.links, try search.links(of: path)) {
        guard case .file(let file, _) = placed.target, let goal = try heading(file) else {
          continue
        }
        found[[own, note.target(of: link)]] = (path, file, goal)
      }
    }
    return found
  }

  /// Has both move notes to few names in some folders, syncs them, and looks at which links mean another note.
  mutating func playTakenNames(_ place: String) throws {
    for number in 0..<4 {
      for device in ["a", "b"] where number == 0 || random.once(in: 2) {
        let path = random.pick(try search(device).notes.filter { !$0.isConflictCopy })
        let to = random.pick(["", "Trees/", "Woods/"]) + random.pick(["Plan", "Goal"]) + ".md"
        guard let to = NotePath(to), world.text("\(device)/\(to.text)") == nil else { continue }
        steps.append("\(device): mv \(path) \(to)")
        _ = try world.vault(device).move(MoveRequest(from: path, to: to, isFolder: false))
        _ = try world.vault(device).commit(confirm: { _ in true })
      }
    }
    let place = "\(place): \(steps)"
    let before = [try meanings("a"), try meanings("b")]
    var request = SyncRequest()
    request.confirm = { _ in true }
    _ = try world.vault("a").sync(request)
    let sync = try world.vault("b").sync(request)
    try #require(sync.report.isInStep, "\(place)")
    let taken = try search("b").takenLinks(by: sync)
    let copies = try search("b").notes.filter(\.isConflictCopy)
    for (link, now) in try meanings("b") {
      // Two notes that came to one path are a conflict; links to the copy follow when it is decided.
      if copies.contains(where: { $0.isOwnCopy(of: now.file) }) { continue }
      let goals = Set(before.compactMap { $0[link]?.goal })
      let isNamed = taken.contains { $0.note == now.path && $0.target == link[1] }
      guard goals.count == 1 else { continue }
      #expect(isNamed == !goals.contains(now.goal), "\(place): \(link) \(goals) \(now), \(taken)")
    }
  }
}
