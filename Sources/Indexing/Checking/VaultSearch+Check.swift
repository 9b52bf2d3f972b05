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
    return findings
  }

  /// The names of files between the quotation marks of files that are no notes and show others: a canvas of Obsidian is
  /// JSON.
  private func namesOnBoards() -> Set<String> {
    var names: Set<String> = []
    index.table.forEachAttachment { path in
      guard FileEnding.boards.contains(FileEnding.of(path)),
        let bytes = try? vault.folder.read(path, limit: 8 << 20).bytes
      else { return }
      for text in bytes.split(separator: UInt8(ascii: "\""))
      where text.count < 1000 && text.contains(UInt8(ascii: ".")) {
        names.insert(NoteFacts.name(String(decoding: text, as: UTF8.self)))
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
    var targets: Set<String> = []
    for link in note.links where !link.isExternal {
      let target = note.target(of: link)
      targets.insert(target)
      // The file of its name in another folder, if there is one.
      let name = target.split(separator: "/").last.map(String.init)
      if let name { targets.insert(name) }
    }
    let survey = LinkSurvey(try linkLookup.resolver(for: targets))
    let kinds = try ValueKinds(index.index, of: ValueKinds.keys(of: note))
    return VaultCheck(self, survey, kinds, ofNote: path).findings(inNoteAt: path)
  }
}

/// One check of a vault.
private struct VaultCheck {
  private let search: VaultSearch
  private let survey: LinkSurvey
  private let kinds: ValueKinds
  private let kept: KeptFacts
  private let templates: TemplateFolder
  private let suspects: Suspects

  /// The notes that are read even if their text is known.
  private struct Suspects: Sendable {
    var links: Set<NotePath> = []
    var values: Set<NotePath> = []

    func contains(_ path: NotePath) -> Bool { links.contains(path) || values.contains(path) }
  }

  /// The facts and findings of one note.
  private struct Reading: Sendable {
    var facts: NoteFacts?
    var findings: [CheckFinding] = []
    var anchored: [BrokenLinkSearch.Anchored] = []
  }

  /// - Parameter path: the only note that is to be checked.
  init(_ search: VaultSearch, _ survey: LinkSurvey, _ kinds: ValueKinds, ofNote path: NotePath) {
    self.search = search
    self.survey = survey
    self.kinds = kinds
    kept = KeptFacts()
    templates = search.indexing.settings.templates
    suspects = Suspects(links: [path], values: [path])
  }

  /// The findings in one note, by place.
  func findings(inNoteAt path: NotePath) -> [CheckFinding] {
    let reading = read(path)
    let findings =
      reading.findings + broken.lacking(reading.anchored).map(Self.finding)
      + (reading.facts.map { Self.findings($0, path) } ?? [])
    return findings.sorted(by: Self.isBefore)
  }

  init(_ search: VaultSearch) throws(IndexError) {
    self.search = search
    let index = search.index.index
    survey = try LinkSurvey(index, search.index.table)
    kinds = try ValueKinds(index)
    kept = KeptFacts(
      search.vault, settings: search.indexing.settings.fingerprint, search.index)
    templates = search.indexing.settings.templates
    var suspects = Suspects()
    for id in survey.suspects {
      if let path = NotePath(bytes: try index.key(of: id)) { suspects.links.insert(path) }
    }
    for id in kinds.notes {
      if let path = NotePath(bytes: try index.key(of: id)) { suspects.values.insert(path) }
    }
    self.suspects = suspects
  }

  func run(
    _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) throws(IndexError) -> [CheckFinding] {
    let table = search.index.table
    let names = NameCheck(table, search.indexing.journal)
    var paths: [NotePath] = []
    table.forEachNote { _, path in
      if kept.facts[path] == nil || suspects.contains(path) { paths.append(path) }
    }
    let readings = read(paths, progress)
    var facts = kept.facts
    var findings = names.findings + numberedCopies(names)
    var anchored: [BrokenLinkSearch.Anchored] = []
    for (path, reading) in zip(paths, readings) {
      if let new = reading.facts { facts[path] = new }
      findings += reading.findings
      anchored += reading.anchored
    }
    findings += broken.lacking(anchored).map(Self.finding)
    for (path, facts) in facts { findings += Self.findings(facts, path) }
    findings += unusedAttachments(facts)
    if readings.contains(where: { $0.facts != nil }) { kept.keep(facts, search.index) }
    return findings.sorted(by: Self.isBefore)
  }

  private static func isBefore(_ left: CheckFinding, _ right: CheckFinding) -> Bool {
    if left.path != right.path { return left.path.lexicographicallyPrecedes(right.path) }
    let start = TextPosition(line: 0, column: 0)
    let places = (left.position ?? start, right.position ?? start)
    return places.0 == places.1 ? left.rule.rawValue < right.rule.rawValue : places.0 < places.1
  }

  // MARK: Notes

  private var broken: BrokenLinkSearch { BrokenLinkSearch(search, survey.resolver) }

  private func read(
    _ paths: [NotePath], _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) -> [Reading] {
    let readings = Mutex([Reading](repeating: Reading(), count: paths.count))
    let done = Atomic(0)
    BrokenLinkSearch.each(of: Array(paths.indices)) { place in
      let reading = read(paths[place])
      readings.withLock { $0[place] = reading }
      progress(done.wrappingAdd(1, ordering: .relaxed).newValue, paths.count)
    }
    return readings.withLock { $0 }
  }

  private func read(_ path: NotePath) -> Reading {
    var reading = Reading()
    // A note that cannot be read is told when the index is brought in step.
    guard let note = try? search.note(at: path) else { return reading }
    let isTemplate = templates.contains(path)
    if kept.facts[path] == nil {
      reading.facts = NoteFacts(
        note, isDay: search.indexing.journal.day(of: path) != nil, isTemplate: isTemplate)
    }
    if suspects.values.contains(path), !isTemplate {
      reading.findings += kinds.findings(in: note, at: path)
    }
    if suspects.links.contains(path) {
      let (missing, lacking, anchored) = broken.links(in: note, at: path)
      for link in missing {
        reading.findings.append(
          CheckFinding(
            .link(link.broken.link.text, flaw(link, path)), at: path.bytes,
            link.broken.link.position))
      }
      reading.findings += lacking.map(Self.finding) + survey.findings(in: note, at: path)
      reading.anchored = anchored
    }
    return reading
  }

  /// The flaw of a link that leads to no file.
  private func flaw(
    _ link: BrokenLinkSearch.Missing, _ path: NotePath
  ) -> CheckFinding.LinkFlaw {
    let (target, text) = (link.target, link.broken.link.text)
    if let elsewhere = survey.elsewhere(target, from: path) {
      return .missing(target, elsewhere: elsewhere)
    }
    let isWiki = text.hasPrefix("[[")
    if !isWiki || target.hasSuffix("/") || target.hasPrefix(".") {
      for place in [LinkPlace(target, from: path), LinkPlace("/" + target, from: path)] {
        switch place {
        case .outside: return .outside(target)
        case .inside(let place):
          let status = FileStatus.at(search.vault.root.appending(place))
          if status?.kind == .folder { return .folder(target, place) }
        case .root: return .missing(target, elsewhere: nil)
        }
      }
    }
    let isNamed = isWiki && link.broken.link.anchor == nil && !target.hasPrefix(".")
    // A name with the ending of another kind of file is no note's.
    let ending = target.utf8.lastIndex(of: UInt8(ascii: ".")).map {
      target[target.index(after: $0)...].lowercased()
    }
    let isOther =
      ending.map { FileEnding.shown.contains($0) || FileEnding.boards.contains($0) } ?? false
    return isNamed && !isOther ? .unwritten(target) : .missing(target, elsewhere: nil)
  }

  /// The place to which a target leads as a path from the folder of a note, or with a slash before it from the root.
  private enum LinkPlace {
    case outside, root
    case inside(NotePath)

    init(_ target: String, from note: NotePath) {
      var parts = target.hasPrefix("/") ? [] : note.components.dropLast().map { Array($0) }
      for part in target.utf8.split(separator: 0x2F) {
        if part.elementsEqual(".".utf8) { continue }
        if part.elementsEqual("..".utf8) {
          guard parts.popLast() != nil else {
            self = .outside
            return
          }
          continue
        }
        parts.append(Array(part))
      }
      self = NotePath(bytes: Array(parts.joined(separator: [0x2F]))).map { .inside($0) } ?? .root
    }
  }

  private static func finding(_ broken: BrokenLink) -> CheckFinding {
    var place = broken.path
    if case .file(let path, _) = broken.link.target { place = path }
    return CheckFinding(
      .link(broken.link.text, .lacksAnchor(broken.link.anchor ?? "", in: place)),
      at: broken.path.bytes, broken.link.position)
  }

  private static func findings(_ facts: NoteFacts, _ path: NotePath) -> [CheckFinding] {
    var findings = facts.flaws.map { CheckFinding(.note($0.kind), at: path.bytes, $0.position) }
    if facts.isEmpty { findings.append(CheckFinding(.empty, at: path.bytes)) }
    return findings
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

  private func unusedAttachments(_ facts: [NotePath: NoteFacts]) -> [CheckFinding] {
    let table = search.index.table
    var number = table.noteCount
    var unused: [NotePath] = []
    table.forEachAttachment { path in
      if FileEnding.shown.contains(FileEnding.of(path)), !survey.linked.contains(number) {
        unused.append(path)
      }
      number += 1
    }
    if unused.isEmpty { return [] }
    var mentions: Set<String> = []
    for facts in facts.values { mentions.formUnion(facts.mentions) }
    return unused.filter {
      !mentions.contains(CaseFolding.fold(String(decoding: $0.name, as: UTF8.self)))
    }.map { CheckFinding(.unusedAttachment, at: $0.bytes) }
  }
}

/// Endings of files other than notes.
private enum FileEnding {
  /// Those of files that notes show.
  static let shown: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "tif", "tiff", "heic", "mp3", "wav",
    "m4a", "ogg", "opus", "flac", "mp4", "mov", "m4v", "webm", "mkv", "pdf",
  ]

  /// Those of files that are no notes and show others.
  static let boards: Set<String> = ["canvas", "base", "html"]

  /// The ending of a file without its dot, in small letters; empty if it has none.
  static func of(_ path: NotePath) -> String {
    path.name.lastIndex(of: UInt8(ascii: ".")).map {
      String(decoding: path.name[($0 + 1)...], as: UTF8.self).lowercased()
    } ?? ""
  }
}
