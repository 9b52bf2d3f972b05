import Exchange
import Files
import History
import Indexing
import Layout
import Merge
import Notes
import Rendering
import Search
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// Checks the notes that words of a command line name, and tells or mends what is found, for `zib check`.
package struct CheckRun {
  private let session: CommandSession
  private let words: [String]
  private let rules: Set<CheckRule>

  /// - Parameter rules: those to look at; empty for all.
  package init(_ session: CommandSession, words: [String], rules: Set<CheckRule>) {
    self.session = session
    self.words = words
    self.rules = rules
  }

  /// The findings that are asked for.
  package func report() throws -> CheckReport {
    let bar = ProgressBar(
      "Checking notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
    defer { bar.finish() }
    let places = try self.places()
    let (query, report) = try session.search { search in
      let query = places.query.map { search.query($0) }
      var report = try search.checked { bar.update($0, of: $1) }
      var others: Set<CheckRule> = []
      let found = try query.map { try Set(search.results($0, order: .path).map(\.path.bytes)) }
      if let query, found?.isEmpty == true {
        throw Failure(
          "no note is found by `\(query.text)`, so nothing was checked",
          hint: "a folder or note is named by its path, as in `zib check Projects/`",
          code: .nothingFound)
      }
      report.findings.removeAll { finding in
        let isElsewhere =
          !places.contains(finding.path) && found?.contains(finding.path) != true
          && !(places.isEmpty && found == nil)
        if isElsewhere { return true }
        if rules.isEmpty || rules.contains(finding.rule) { return false }
        others.insert(finding.rule)
        return true
      }
      report.otherRules = others
      return (query, report)
    }
    if let query { session.tell(query) }
    if let failure = report.historyFailure {
      session.messages.warning(
        "the history cannot be read (\(session.words(for: failure).message)), so links to notes that were moved or "
          + "deleted are taken for links to notes that are still to be written")
    }
    return report
  }

  // MARK: What is asked for

  /// Notes and folders that are named, and the query of the other words.
  private struct Places {
    var notes: Set<[UInt8]> = []
    var folders: [[UInt8]] = []
    var query: String?

    var isEmpty: Bool { notes.isEmpty && folders.isEmpty }

    func contains(_ path: [UInt8]) -> Bool {
      notes.contains(path)
        || folders.contains { $0.isEmpty || path == $0 || path.starts(with: $0 + [0x2F]) }
    }
  }

  private func places() throws -> Places {
    var places = Places()
    var others: [String] = []
    for word in words {
      if let folder = try folder(word) {
        places.folders.append(folder)
      } else if let note = try session.existingNote(word) {
        places.notes.insert(note.bytes)
      } else {
        others.append(word)
      }
    }
    guard !others.isEmpty else { return places }
    // A single word that is the name of a note means that; a query may have any other.
    if others.count == 1, let note = try? session.exactNotePath(others[0]) {
      places.notes.insert(note.bytes)
    } else {
      places.query = Query.text(ofWords: others)
    }
    return places
  }

  /// The path of a folder from the vault's root, empty for the root.
  private func folder(_ word: String) throws -> [UInt8]? {
    let root = try session.searchedVault().root
    let here = word.hasPrefix("/") ? DiskPath(word) : session.currentFolder.appending(word)
    for place in [here, root.appending(word)] {
      guard FileStatus.at(place)?.kind == .folder, let real = DiskPath.real(place) else { continue }
      if real == root || DiskPath.real(root) == real { return [] }
      if let below = root.relative(real) { return Array(below) }
    }
    return nil
  }

  // MARK: What is told

  /// Prints the findings.
  package func print(_ report: CheckReport) throws {
    session.page()
    for finding in report.findings { try write(finding) }
    session.remember(
      listed: report.findings.compactMap { finding in
        NotePath(bytes: finding.path).map { ListedPlace($0, line: finding.position?.line) }
      })
    try session.output.flush()
    session.messages.note(summary(report))
  }

  private func write(_ finding: CheckFinding) throws {
    var line = StyledText(session.shownPath(of: finding), .path)
    if let position = finding.position {
      line.append(":\(position.line)", .position)
      line.append(":\(position.column)", .position)
    }
    line.append(": ")
    line.append("\(finding.rule.severity.rawValue): ", finding.rule.severity.style)
    line.append(session.output.inLine(message(finding)))
    line.append(" [\(finding.rule.rawValue)]", .faint)
    try session.output.writeLine(line)
  }

  private func message(_ finding: CheckFinding) -> String {
    CheckWords(finding) { session.shownPath($0) }.message
  }

  private func summary(_ report: CheckReport) -> String {
    let ignored =
      report.ignored == 0
      ? "" : "; the setting check.ignore leaves out \(report.ignored)"
    if report.findings.isEmpty, report.otherRules.isEmpty { return "nothing was found" + ignored }
    if report.findings.isEmpty {
      let names = report.otherRules.map(\.rawValue).sorted().map { "`\($0)`" }.joined(
        separator: ", ")
      return "nothing was found by what `--rule` names; there is more by \(names)" + ignored
    }
    let counts = Dictionary(grouping: report.findings, by: \.rule.severity).mapValues(\.count)
    let parts = [CheckRule.Severity.error, .warning, .note].compactMap { severity in
      counts[severity].map { count in
        // Two notes would be two notes of the vault.
        Amount.count(count, severity == .note ? "remark" : severity.rawValue)
      }
    }
    let fixable = report.findings.count(where: \.isFixable)
    return parts.joined(separator: ", ")
      + (fixable == 0 ? "" : "; `zib check --fix` can mend \(fixable)") + ignored
  }

  // MARK: Mending

  /// Mends what can be mended, and tells it.
  package func mend(isDryRun: Bool, isForced: Bool, isJSON: Bool) throws -> ExitCode {
    var found = try report()
    let plan = try plan(found, isDryRun: isDryRun)
    if !isJSON {
      for rewrite in plan.rewrites {
        try session.output.write(
          LineDifference(from: rewrite.old, to: rewrite.new), of: session.shown(rewrite.path))
      }
      try session.output.flush()
    }
    for (path, reason) in plan.refusals {
      let words = ErrorWords(reason)
      session.messages.error(
        "\(session.shown(path)) stays as it is: \(words.cause)", hint: words.hint)
    }
    var commit: ObjectID?
    var exit = ExitCode.done
    if isDryRun {
      if !plan.rewrites.isEmpty { session.messages.note("would mend \(amount(plan))") }
    } else if !plan.rewrites.isEmpty {
      guard try isWanted(plan, isForced) else { return Self.exit(found) }
      (commit, exit) = try mend(found, as: plan)
      found = try report()
    }
    if plan.rewrites.isEmpty { session.messages.note("there is nothing that can be mended") }
    if isJSON {
      let outcome = plan.rewrites.isEmpty ? "nothing" : isDryRun ? "planned" : "fixed"
      try printJSON(found, (outcome, plan, commit))
    } else if !isDryRun {
      session.messages.note(
        found.findings.isEmpty && found.otherRules.isEmpty && found.ignored == 0
          ? "nothing is left" : "left: \(summary(found))")
    }
    if exit != .done || !plan.refusals.isEmpty { return .failed }
    return Self.exit(found)
  }

  /// The exit code for findings: those that only say what may be written yet are none.
  package static func exit(_ report: CheckReport) -> ExitCode {
    report.findings.contains(where: \.isFlaw) ? .findings : .done
  }

  private func plan(_ found: CheckReport, isDryRun: Bool) throws -> MendPlan {
    guard found.findings.contains(where: \.isFixable) else { return MendPlan() }
    let vault = try isDryRun ? session.searchedVault() : session.vault()
    return try isDryRun && !vault.canMend
      ? vault.shownMending(of: found) : vault.plannedMending(of: found)
  }

  private func isWanted(_ plan: MendPlan, _ isForced: Bool) throws -> Bool {
    if isForced || !session.mayAsk { return true }
    let answer = session.ask("mend \(amount(plan))? [y/N] ")
    if ["y", "yes"].contains(answer.lowercased()) { return true }
    session.messages.note("nothing was changed")
    return false
  }

  private func amount(_ plan: MendPlan) -> String {
    let isOfNotes = plan.rewrites.allSatisfy(\.path.isMarkdown)
    return "\(Amount.count(plan.linkCount, "link")) in "
      + Amount.count(plan.rewrites.count, isOfNotes ? "note" : "file")
  }

  private func mend(
    _ found: CheckReport, as plan: MendPlan
  ) throws -> (commit: ObjectID?, exit: ExitCode) {
    let report: MendReport
    do {
      report = try session.changing {
        try session.vault().mend(
          found, as: plan, confirm: { session.confirm($0) }, waiting: session.tellWaiting,
          progress: $0)
      }
    } catch let error as PlanOutdated {
      throw Failure(
        "\(session.shown(error.path)) was edited during the operation; nothing was changed",
        hint: "`zib check --fix` shows the difference again")
    }
    session.tell(before: report.change, in: report.scope)
    session.messages.note("mended \(amount(report.plan))")
    for rewrite in report.plan.rewrites {
      session.messages.detail("changed \(session.shown(rewrite.path))")
    }
    session.tell(after: report.change, in: report.scope)
    let exit = try session.tellWaiting(report.plan.rewrites.map(\.newPath), "mended")
    return (report.change.update.commit, exit)
  }

  // MARK: JSON

  /// Prints the findings as JSON; see <doc:JSON>.
  package func printJSON(
    _ report: CheckReport, _ fixed: (outcome: String, plan: MendPlan, commit: ObjectID?)?
  ) throws {
    try session.output.writeJSON {
      try $0.array("findings") {
        for finding in report.findings {
          $0.object {
            $0.field("rule", finding.rule.rawValue)
            $0.field("severity", finding.rule.severity.rawValue)
            $0.field("path", session.shownPath(of: finding))
            $0.field("line", finding.position?.line)
            $0.field("column", finding.position?.column)
            $0.field("message", message(finding))
            $0.field("fixable", finding.isFixable)
          }
          try session.output.write(draining: &$0)
        }
      }
      $0.field("ignored", report.ignored)
      if let (outcome, plan, commit) = fixed {
        $0.object("fixed") {
          $0.field("outcome", outcome)
          $0.rewritten(plan.rewrites, session)
          $0.field("refused", plan.refusals.map { session.shownPath($0.path) })
          $0.field("commit", commit?.hex)
        }
      }
    }
  }
}

extension CommandSession {
  /// The path of a finding as it leads there from the current folder.
  package func shownPath(of finding: CheckFinding) -> String {
    NotePath(bytes: finding.path).map { shownPath($0) }
      ?? String(decoding: finding.path, as: UTF8.self)
  }
}

extension CheckRule.Severity {
  /// The style of its word.
  package var style: Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .faint
    }
  }
}
