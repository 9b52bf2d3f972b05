import Files
import Layout
import Notes
import OperatingSystem
import Search
import Settings
import Synchronization

extension VaultSearch {
  /// Everything about the vault's notes, and the names of its files, that a person may want to mend; by path and place.
  ///
  /// Links that were broken by a move are among the broken ones. A note is read only where it changed since the last
  /// check, or where one of its links, or a value, is perhaps worth a finding.
  /// - Parameter progress: called with the number of notes done and of all, from any thread.
  /// - Throws: `IndexError`
  package func check(
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(IndexError) -> [CheckFinding] {
    let kept = KeptFindings(self)
    var findings: [CheckFinding]
    if let known = kept.findings() {
      findings = known
    } else {
      findings = try VaultCheck(self).run(progress)
      kept.keep(findings)
    }
    // A name matters only where links of Obsidian's form are written.
    if vault.location.kind == .markdown || !vault.noteOptions.links.hasText {
      findings.removeAll { $0.rule == .unlinkableName }
    }
    // What is kept was in the future when the note was looked at.
    let today = predicates.today
    findings.removeAll { finding in
      guard case .note(.futureReading(_, let value)) = finding.kind else { return false }
      return PartialDate(written: value).map { $0.firstDay <= today } ?? false
    }
    // The index knows nothing of the contents of a board.
    if findings.contains(where: { $0.kind == .unusedAttachment }) {
      let shown = namesOnBoards()
      findings.removeAll { finding in
        guard finding.kind == .unusedAttachment, let path = NotePath(bytes: finding.path) else {
          return false
        }
        return shown.contains(CaseFolding.fold(String(decoding: path.name, as: UTF8.self)))
      }
    }
    let doubled = try doubledTimes()
    return doubled.isEmpty ? findings : (findings + doubled).sorted(by: CheckFinding.isBefore)
  }

  /// The entries of the journal whose time the clocks at home show twice.
  ///
  /// Only the notes of days on which clocks are put back are read.
  private func doubledTimes() throws(IndexError) -> [CheckFinding] {
    let home = vault.journalZone(system: zone)
    var isLong: [CivilDate: Bool] = [:]
    let sets = try index.notes.documents(column: VaultSchema.Column.day.rawValue) { value in
      guard let day = IndexedMoment(indexed: value)?.day(in: home) else { return false }
      if let known = isLong[day] { return known }
      let offsets = [day, day.adding(days: 1)].map {
        home.secondsEast(CivilDateTime($0, .midnight).milliseconds(in: home))
      }
      isLong[day] = offsets[1] < offsets[0]
      return offsets[1] < offsets[0]
    }
    var findings: [CheckFinding] = []
    for (segment, set) in sets.enumerated() where !set.isEmpty {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.notes.key(of: DocumentID(segment: segment, document: document))
        // Gone since the look at the folder: it has no entries.
        guard let path = NotePath(bytes: key), let note = try? note(at: path) else { return }
        findings += doubledTimes(in: note, at: path)
      }
    }
    return findings
  }

  private func doubledTimes(in note: Note, at path: NotePath) -> [CheckFinding] {
    guard let day = vault.journal.day(of: path) else { return [] }
    let home = vault.journalZone(system: zone)
    let entries = DatedEntry.entries(
      of: JournalDay(day: day, path: path), in: note.source, options: vault.noteOptions)
    return entries.compactMap { entry in
      entry.doubled(home: home).map { taken, other in
        CheckFinding(
          .doubledTime(entry.time, taken: taken, other: other), at: path.bytes,
          TextPosition(line: entry.line, column: 1))
      }
    }
  }

  /// The names of files between the quotation marks of files that are no notes and show others, and in links between them:
  /// a canvas of Obsidian is JSON, with Markdown in it.
  private func namesOnBoards() -> Set<String> {
    var names: Set<String> = []
    index.table.forEachAttachment { path in
      guard FileKind.isBoard(FileKind.ending(ofName: path.name)),
        let bytes = try? vault.folder.read(path, limit: 8 << 20).bytes
      else { return }
      func add(_ text: ArraySlice<UInt8>) {
        guard text.count < 1000, text.contains(UInt8(ascii: ".")) else { return }
        names.insert(NoteFacts.name(String(decoding: text, as: UTF8.self)))
      }
      for text in bytes.split(separator: UInt8(ascii: "\"")) {
        add(text)
        if !text.contains(UInt8(ascii: "[")) { continue }
        for part in text.split(whereSeparator: { "[]()|<>".utf8.contains($0) }) { add(part) }
      }
    }
    return names
  }

  /// Everything in one note that a person may want to mend, by place: those findings of ``check(progress:)`` that have a
  /// place in it, or say that it has no text.
  ///
  /// - Complexity: linear in the note, in the names of the vault's files and in the keys of its front matter.
  /// - Throws: `IndexError`, `WriteError` if the note cannot be read.
  package func check(noteAt path: NotePath) throws -> [CheckFinding] {
    let note = try note(at: path)
    let vault = vaultNotes
    let facts = VaultCheck.facts(of: note, at: path, vault, today: predicates.today)
    var findings = try linkFindings(in: [note], at: path).flatMap(\.self)
    findings += VaultCheck.findings(facts, path)
    findings += VaultCheck.missingCovers([(path, facts)], vault) + doubledTimes(in: note, at: path)
    if !indexing.settings.templates.contains(path) {
      let kinds = try ValueKinds(index.notes, of: ValueKinds.keys(of: note))
      findings += kinds.findings(in: note, at: path)
    }
    return findings.sorted(by: CheckFinding.isBefore)
  }

  /// The findings on the links of texts, such as those of a canvas, as if each was a note at a path.
  ///
  /// - Returns: for each text its findings, by place.
  /// - Throws: `IndexError`
  package func linkFindings(
    in notes: [Note], at path: NotePath
  ) throws(IndexError) -> [[CheckFinding]] {
    if notes.isEmpty { return [] }
    let resolver = try linkLookup.resolver(forFindingsIn: notes.map { (path: path, note: $0) })
    let judge = LinkJudge(vaultNotes, LinkSurvey(resolver))
    return notes.map { note in
      var flaws = judge.flaws(in: note, at: path)
      for place in flaws.anchored.indices {
        let link = flaws.anchored[place]
        guard let target = FlawedLinks.target(of: link), let anchor = link.anchor,
          let there = try? self.note(at: target)
        else { continue }
        flaws.anchored[place].lacksAnchor = !there.hasPlace(anchored: anchor)
      }
      return flaws.allFindings(at: path).sorted(by: CheckFinding.isBefore)
    }
  }
}

/// One check of a vault.
private struct VaultCheck {
  private let search: VaultSearch
  private let vault: VaultNotes
  private let files: VaultFiles
  private let kinds: ValueKinds
  private let templates: TemplateFolder

  init(_ search: VaultSearch) throws(IndexError) {
    self.search = search
    vault = search.vaultNotes
    files = vault.files
    kinds = try ValueKinds(vault.index)
    templates = vault.indexing.settings.templates
  }

  /// The facts of one note.
  private struct Reading: Sendable {
    var facts: NoteFacts?
    /// The findings on its values.
    var findings: [CheckFinding] = []
  }

  func run(
    _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) throws(IndexError) -> [CheckFinding] {
    var facts = KeptFacts(vault)
    var values: Set<Int> = []
    for id in kinds.notes {
      if let number = files.number(try vault.index.key(of: id)), number < files.noteCount {
        values.insert(number)
      }
    }
    let names = NameCheck.kept(vault)
    var findings = names.findings + numberedCopies(names)
    let wanted = values.union(facts.missing)
    let today = search.predicates.today
    let readings = Mutex<[Int: Reading]>([:])
    /// Takes from a note, which is read once, all that is wanted of it.
    let visit = { @Sendable [facts, values] (number: Int, note: Note) in
      guard wanted.contains(number) else { return }
      let path = files.paths[number]
      var reading = Reading()
      if !facts.has(number) {
        reading.facts = Self.facts(of: note, at: path, vault, today: today)
      }
      if values.contains(number), !templates.contains(path) {
        reading.findings = kinds.findings(in: note, at: path)
      }
      let done = readings.withLock {
        $0[number] = reading
        return $0.count
      }
      progress(done, wanted.count)
    }
    let links = try LinkFindings(vault, visiting: visit)
    let seen = readings.withLock { Set($0.keys) }
    VaultNotes.each(of: wanted.subtracting(seen).sorted()) { number in
      // A note that cannot be read is told when the index is brought in step.
      if let note = try? vault.note(at: files.paths[number]) { visit(number, note) }
    }
    for (number, reading) in readings.withLock({ $0 }) {
      if let new = reading.facts { facts.set(new, of: number) }
      findings += reading.findings
    }
    facts.keep()
    findings += links.findings
    var covered: [(path: NotePath, facts: NoteFacts)] = []
    facts.forEach { number, facts in
      findings += Self.findings(facts, files.paths[number])
      if !facts.covers.isEmpty { covered.append((files.paths[number], facts)) }
    }
    findings += Self.missingCovers(covered, vault)
    findings += try unusedAttachments(facts)
    return findings.sorted(by: CheckFinding.isBefore)
  }

  // MARK: Notes

  static func facts(
    of note: Note, at path: NotePath, _ vault: VaultNotes, today: CivilDate
  ) -> NoteFacts {
    NoteFacts(
      note, isDay: vault.indexing.journal.day(of: path) != nil,
      isTemplate: vault.indexing.settings.templates.contains(path), today: today)
  }

  static func findings(_ facts: NoteFacts, _ path: NotePath) -> [CheckFinding] {
    var findings = facts.flaws.map { CheckFinding(.note($0.kind), at: path.bytes, $0.position) }
    if facts.isEmpty { findings.append(CheckFinding(.empty, at: path.bytes)) }
    return findings
  }

  /// The covers that are no files of the vault, found as `zib share` finds them.
  static func missingCovers(
    _ notes: [(path: NotePath, facts: NoteFacts)], _ vault: VaultNotes
  ) -> [CheckFinding] {
    let covers = notes.flatMap { note in note.facts.covers.map { (note.path, $0) } }
    if covers.isEmpty { return [] }
    let resolver = LinkResolver(paths: vault.files.paths.map(\.text), vault.dialect)
    return covers.compactMap { path, cover in
      let found = [
        resolver.resolve(cover.value, from: path.text),
        resolver.resolve(destination: cover.value, from: path.text),
      ]
      let isMissing = found.allSatisfy { if case .unresolved = $0 { true } else { false } }
      return isMissing
        ? CheckFinding(
          .missingCover(key: cover.key, value: cover.value), at: path.bytes, cover.position) : nil
    }
  }

  // MARK: Files

  /// Copies such as `Plan (1).md` that begin with the same line as the note without the number.
  private func numberedCopies(_ names: NameCheck) -> [CheckFinding] {
    names.numbered.compactMap { copy, original in
      guard let first = firstLine(copy), first == firstLine(original) else { return nil }
      return CheckFinding(.numberedCopy(of: original), at: copy.bytes)
    }
  }

  private func firstLine(_ path: NotePath) -> [UInt8]? {
    guard let note = try? search.note(at: path) else { return nil }
    return note.source[note.bodyStart...].split { $0.isLineEnd }
      .first { !$0.allSatisfy(\.isBlank) }.map { Array($0) }
  }

  private func unusedAttachments(_ facts: KeptFacts) throws(IndexError) -> [CheckFinding] {
    let shown = files.paths.indices[files.noteCount...].filter {
      FileKind(ofName: files.paths[$0].name).isShownInside
    }
    if shown.isEmpty { return [] }
    let linked = try LinkGraph(vault).linked
    var unused: [String: [NotePath]] = [:]
    for number in shown where !linked.contains(number) {
      let path = files.paths[number]
      let name = CaseFolding.fold(String(decoding: path.name, as: UTF8.self))
      unused[name, default: []].append(path)
    }
    if unused.isEmpty { return [] }
    facts.forEach { _, facts in
      for name in facts.mentions { unused[name] = nil }
    }
    return unused.values.joined().map { CheckFinding(.unusedAttachment, at: $0.bytes) }
  }
}
