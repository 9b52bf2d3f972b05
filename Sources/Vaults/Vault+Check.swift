import Files
import Git
import History
import Indexing
import Layout
import Notes
import Search
import Sync

/// The result of a check.
package struct CheckReport: Sendable {
  /// The findings that count, by path and place.
  package var findings: [CheckFinding] = []
  /// The number of those that the setting `check.ignore` leaves out.
  package var ignored = 0
  /// The files that another program moved, by their former paths.
  package var moves = HandMoves()
  /// The headings and blocks that have left their notes.
  package var sections = MovedSections()
  /// The reason why the history could not be read, so that no move is known and a file that is gone counts as one that
  /// was never there; nil if it could.
  package var historyFailure: (any Error)?
  /// The rules that were not asked for, and have found something.
  package var otherRules: Set<CheckRule> = []

  package init(findings: [CheckFinding] = []) { self.findings = findings }
}

extension VaultSearch {
  /// Checks the notes of the vault, and the names of its files; changes nothing.
  ///
  /// The vault's own conflict copies are left out: they are open questions, which `zib resolve` asks.
  /// - Parameter progress: called with the number of notes done and of all, from any thread.
  /// - Throws: `IndexError`
  package func checked(
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(IndexError) -> CheckReport {
    var report = CheckReport(findings: try check(progress: progress))
    report.findings.removeAll { finding in
      NotePath(bytes: finding.path).map { ConflictName.isOwnCopy($0.name) } ?? false
    }
    let cards = CanvasCards(self)
    report.findings =
      (report.findings + cards.unreadFindings + (try cards.findingsInside(self)))
      .sorted(by: CheckFinding.isBefore)
    let missing = report.findings.compactMap(\.missingTarget) + cards.lost.map(\.file.text)
    if !missing.isEmpty {
      do {
        report.moves = try HandMoves(self, namedBy: missing)
      } catch {
        report.historyFailure = error
      }
      tellMoves(&report)
      report.findings = (report.findings + cards.findings(report.moves))
        .sorted(by: CheckFinding.isBefore)
    }
    let lost = Set(report.findings.compactMap(\.lostSection))
    if !lost.isEmpty, report.historyFailure == nil {
      do {
        report.sections = try MovedSections(self, naming: lost)
      } catch {
        report.historyFailure = error
      }
      tellSections(&report)
    }
    tellCopies(&report)
    if report.historyFailure == nil {
      do {
        report.findings = (report.findings + (try swappedNotes())).sorted(by: CheckFinding.isBefore)
      } catch {
        report.historyFailure = error
      }
    }
    let ignoring = CheckIgnoring(vault.configuration.list("check.ignore"))
    let all = report.findings.count
    report.findings.removeAll { ignoring.leavesOut($0) }
    report.ignored = all - report.findings.count
    return report
  }

  /// Checks one note as ``checked(progress:)`` does, for what has a place in it; changes nothing.
  ///
  /// The history is asked for moved files only where a link leads to none.
  /// - Parameter moves: finds the files that another program moved; nil to tell of none.
  /// - Throws: `IndexError`, `WriteError` if the note cannot be read.
  package func checked(
    noteAt path: NotePath, moves: (([String]) -> HandMoves)? = nil
  ) throws -> CheckReport {
    if ConflictName.isOwnCopy(path.name) { return CheckReport() }
    var report = CheckReport(findings: try check(noteAt: path))
    let missing = report.findings.compactMap(\.missingTarget)
    if !missing.isEmpty, let moves {
      report.moves = moves(missing)
      tellMoves(&report)
    }
    tellCopies(&report)
    let ignoring = CheckIgnoring(vault.configuration.list("check.ignore"))
    let all = report.findings.count
    report.findings.removeAll { ignoring.leavesOut($0) }
    report.ignored = all - report.findings.count
    return report
  }

  /// Has the links to moved files say so.
  private func tellMoves(_ report: inout CheckReport) {
    let rounds = report.moves.rounds(over: files, vault.noteOptions.links)
    report.findings = report.findings.map { finding in
      guard case .link(let text, _) = finding.kind, let target = finding.missingTarget,
        let path = NotePath(bytes: finding.path)
      else { return finding }
      for round in rounds {
        if let file = round.file(target, from: path) {
          let flaw: CheckFinding.LinkFlaw =
            report.moves.contested[file].map { .movedInConflict(to: $0, holder: file) }
            ?? .moved(to: file)
          return CheckFinding(.link(text, flaw), at: finding.path, finding.position)
        }
      }
      // A note that was deleted is not one to be written.
      if case .link(_, .unwritten) = finding.kind, report.moves.hasGone(target) {
        return CheckFinding(
          .link(text, .missing(target, elsewhere: nil)), at: finding.path, finding.position)
      }
      return finding
    }
  }

  /// Has the links to headings and blocks in other notes say so.
  private func tellSections(_ report: inout CheckReport) {
    report.findings = report.findings.map { finding in
      guard case .link(let text, _) = finding.kind, let name = finding.lostSection,
        let place = report.sections.note(having: name.anchor, of: name.note)
      else { return finding }
      return CheckFinding(
        .link(text, .movedAnchor(name.anchor, in: name.note, to: place)), at: finding.path,
        finding.position)
    }
  }

  /// Has the links to headings and blocks that a conflict copy has say so, and those by the title or alias of a note that
  /// has one.
  private func tellCopies(_ report: inout CheckReport) {
    let isAsked = report.findings.contains { finding in
      if case .link(_, .byAlias) = finding.kind { return true }
      return finding.lostSection != nil
    }
    let copies = isAsked ? conflictCopies() : [:]
    if copies.isEmpty { return }
    report.findings = report.findings.map { finding in
      guard case .link(let text, let flaw) = finding.kind else { return finding }
      let new: CheckFinding.LinkFlaw
      if case .byAlias(let file, _) = flaw, copies[file] != nil {
        new = .byAliasInConflict(file)
      } else if let name = finding.lostSection,
        let copy = copy(having: name.anchor, among: copies[name.note] ?? [])
      {
        new = .anchorInConflict(name.anchor, in: name.note, copy: copy)
      } else {
        return finding
      }
      return CheckFinding(.link(text, new), at: finding.path, finding.position)
    }
  }

  /// The first of some notes that has a heading or block.
  func copy(having anchor: String, among copies: [NotePath]) -> NotePath? {
    copies.first { (try? note(at: $0))?.hasPlace(anchored: anchor) == true }
  }

  /// All files of the vault: notes, then others.
  var files: [NotePath] {
    var files = notes
    index.table.forEachAttachment { files.append($0) }
    return files
  }
}

extension CheckFinding {
  /// The target of a link whose file is not there.
  fileprivate var missingTarget: String? {
    switch kind {
    case .link(_, .missing(let target, _)), .link(_, .unwritten(let target)),
      .link(_, .folder(let target, _)), .link(_, .outside(let target)):
      target
    default: nil
    }
  }
}

extension CheckFinding {
  /// The heading or block that a link names and its note does not have.
  var lostSection: MovedSections.Name? {
    guard case .link(_, .lacksAnchor(let anchor, let path)) = kind else { return nil }
    return MovedSections.Name(note: path, anchor: anchor)
  }
}

/// The findings that a vault's people do not want to see: the setting `check.ignore`.
///
///     item    := rule | rule ":" pattern | pattern
///     pattern := a line of .gitignore, from the vault's root
package struct CheckIgnoring: Sendable {
  private let items: [(rule: CheckRule?, pattern: IgnorePattern?)]
  /// Items that name no rule and may have been meant to: a pattern after another word, or a word alone.
  package let unknown: [String]

  /// - Parameter texts: the items of the setting.
  package init(_ texts: [String]) {
    var items: [(rule: CheckRule?, pattern: IgnorePattern?)] = []
    var unknown: [String] = []
    for text in texts {
      if let rule = CheckRule(rawValue: text) {
        items.append((rule, nil))
        continue
      }
      if let colon = text.firstIndex(of: ":") {
        if let rule = CheckRule(rawValue: String(text[..<colon])) {
          let pattern = IgnorePattern(line: text[text.index(after: colon)...].utf8)
          items.append((rule, pattern))
          continue
        }
        unknown.append(text)
        continue
      }
      if !text.contains(where: { "/*?.[".contains($0) }) { unknown.append(text) }
      if let pattern = IgnorePattern(line: text.utf8) { items.append((nil, pattern)) }
    }
    self.items = items
    self.unknown = unknown
  }

  /// True if a finding is not to be told.
  package func leavesOut(_ finding: CheckFinding) -> Bool {
    items.contains { item in
      if let rule = item.rule, rule != finding.rule { return false }
      return item.pattern.map { Self.matches($0, finding.path) } ?? true
    }
  }

  /// True if a pattern speaks of a path or of a folder around it.
  private static func matches(_ pattern: IgnorePattern, _ path: [UInt8]) -> Bool {
    if pattern.matches(path[...], isFolder: false) { return true }
    return path.indices.contains { index in
      path[index] == 0x2F && pattern.matches(path[..<index], isFolder: true)
    }
  }
}
