import Files
import Notes
import Search
import Synchronization

/// The flawed links of all notes, kept in the cache note by note.
///
/// After a change only these are judged again: the links of changed notes, those with the last name of a file, title or
/// alias that came or went, and those to headings and blocks of changed notes. The files of a row (``LinkRow``) are the
/// targets of its links to places of other notes, in their order; `FlawedLinks` has the grammar of the rest.
struct LinkFindings {
  /// The flawed links of each note that has some, by the note's number.
  private(set) var flaws: [Int: FlawedLinks] = [:]
  private let vault: VaultNotes

  /// Called with the number of each note that is read, and the note, from any thread.
  typealias Visit = @Sendable (Int, Note) -> Void

  /// Change it whenever links are judged in another way.
  static let revision: UInt64 = 4

  /// - Throws: `IndexError.damaged`
  init(_ vault: VaultNotes, visiting visit: @escaping Visit = { _, _ in }) throws(IndexError) {
    self.vault = vault
    let cache = vault.cache(
      "link-findings", revision: Self.revision << 32 | LinkCounts.revision)
    if var rows = try LinkRows(cache, vault) {
      try update(&rows, cache, visit)
    } else {
      try find(cache, visit)
    }
  }

  /// The links that lead nowhere, by path and place.
  var broken: [BrokenLink] {
    let notes = flaws.compactMap { number, flaws in
      vault.table.path(ofNote: number).map { (path: $0, flaws: flaws) }
    }
    return notes.sorted { $0.path < $1.path }.flatMap { path, flaws in
      flaws.allBroken.sorted { $0.position < $1.position }.map { BrokenLink(path: path, link: $0) }
    }
  }

  /// The findings on links, in any order.
  var findings: [CheckFinding] {
    flaws.flatMap { number, flaws in
      vault.table.path(ofNote: number).map { flaws.allFindings(at: $0) } ?? []
    }
  }

  /// Judges all links; a note is read only if the index does not tell that its links are sound.
  private mutating func find(_ cache: StateCache, _ visit: Visit) throws(IndexError) {
    let survey = try LinkSurvey(vault)
    let files = vault.files
    var names = try LinkGraph.names(
      vault.index, survey.files, survey.resolver.paths, count: files.noteCount)
    let judge = LinkJudge(vault, survey)
    let vault = vault
    let found = Mutex<[Int: FlawedLinks]>([:])
    let lost = Mutex<[Int]>([])
    VaultNotes.each(of: survey.suspects.compactMap { survey.files[$0] }) { number in
      let path = files.paths[number]
      guard let note = try? vault.note(at: path) else {
        lost.withLock { $0.append(number) }
        return
      }
      visit(number, note)
      let flaws = judge.flaws(in: note, at: path)
      found.withLock { $0[number] = flaws }
    }
    flaws = found.withLock { $0 }
    judgePlaces(of: Set(flaws.keys), [:])
    var rows = [ArraySlice<UInt8>?](repeating: nil, count: files.noteCount)
    for number in survey.files.values {
      rows[number] = row(number, names: names[number], files)
      names[number] = []
    }
    for number in lost.withLock({ $0 }) { rows[number] = nil }
    flaws = flaws.filter { $0.value != FlawedLinks() }
    NoteRows.keep(rows, in: cache, vault.index, vault.table)
  }

  /// Judges the links that may have become others.
  private mutating func update(
    _ rows: inout LinkRows, _ cache: StateCache, _ visit: Visit
  ) throws(IndexError) {
    var kept = rows.rows.map { Optional($0) }
    let changed = Set(rows.changed)
    var stale: Set<Int> = []
    /// Notes with a link to a place of a changed one.
    var led: Set<Int> = []
    for (number, bytes) in rows.rows.enumerated() where !rows.stale.contains(number) {
      let row = LinkRow(bytes)
      if row.rest.isEmpty { continue }
      guard let path = vault.table.path(ofNote: number),
        let flaws = FlawedLinks(payload: row.rest, at: path),
        flaws.anchored.count == row.files.count,
        !flaws.names.contains(where: rows.otherNames.contains),
        flaws.folders.allSatisfy({ LinkJudge.isFolder($0.path, in: vault) == $0.isThere })
      else {
        stale.insert(number)
        continue
      }
      self.flaws[number] = flaws
      if row.files.contains(where: changed.contains) { led.insert(number) }
    }
    rows.add(stale: stale, vault)
    guard let files = rows.files else { return }
    let notes = rows.notes
    let judge = LinkJudge(
      vault,
      LinkSurvey(
        try vault.linkLookup.resolver(
          forFindingsIn: notes.map { (path: files.paths[$0], note: $1) })))
    for (number, note) in notes {
      visit(number, note)
      flaws[number] = judge.flaws(in: note, at: files.paths[number])
    }
    judgePlaces(
      of: rows.stale.union(led), notes.reduce(into: [:]) { $0[files.paths[$1.key]] = $1.value })
    for number in rows.stale {
      kept[number] = notes[number].map {
        row(number, names: LinkRow.names(of: $0, at: files.paths[number]), files)
      }
    }
    for number in led {
      if let bytes = kept[number] {
        kept[number] = row(number, names: LinkRow.names(in: bytes), files)
      }
    }
    flaws = flaws.filter { $0.value != FlawedLinks() }
    if !rows.isKept(for: vault.table) {
      NoteRows.keep(kept, in: cache, vault.index, vault.table)
    }
  }

  /// Finds which links of some notes lack their places in others.
  ///
  /// - Parameter known: notes that are read already.
  private mutating func judgePlaces(of numbers: Set<Int>, _ known: [NotePath: Note]) {
    var wanted: [NotePath: Set<String>] = [:]
    for number in numbers {
      for link in flaws[number]?.anchored ?? [] {
        if let target = FlawedLinks.target(of: link), let anchor = link.anchor {
          wanted[target, default: []].insert(anchor)
        }
      }
    }
    let missing = Mutex<[NotePath: Set<String>]>([:])
    let vault = vault
    VaultNotes.each(of: Array(wanted)) { target, anchors in
      guard let note = known[target] ?? (try? vault.note(at: target)) else { return }
      let places = LinkPlaces(note)
      let lacking = anchors.filter { !places.has($0) }
      if !lacking.isEmpty { missing.withLock { $0[target] = lacking } }
    }
    let lacking = missing.withLock { $0 }
    for number in numbers {
      guard var anchored = flaws[number]?.anchored else { continue }
      for place in anchored.indices {
        let link = anchored[place]
        let anchors = FlawedLinks.target(of: link).flatMap { lacking[$0] }
        anchored[place].lacksAnchor = link.anchor.map { anchors?.contains($0) ?? false } ?? false
      }
      flaws[number]?.anchored = anchored
    }
  }

  private func row(_ number: Int, names: [String], _ files: VaultFiles) -> ArraySlice<UInt8> {
    var row = LinkRow(names: names)
    guard let flaws = flaws[number] else { return row.bytes }
    row.files = flaws.anchored.compactMap { link in
      FlawedLinks.target(of: link).flatMap { files.number($0.bytes) }
    }
    row.rest = flaws.payload[...]
    return row.bytes
  }
}
