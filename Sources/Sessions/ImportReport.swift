import Exchange
import Files
import Imports
import PastNotes
import Rendering
import Sync
import Terminals
import Vaults
import Wording

/// The report on an import.
package struct ImportReport {
  private let plan: ImportPlan
  private let read: ImportedFiles
  /// The outcome, or nil if the import was only planned.
  package var outcome: ImportPlan.Outcome?
  /// The files that earlier attempts wrote, before another program interfered.
  private var before: (done: [ImportPlan.Change], files: [NotePath]) = ([], [])

  /// The report on an import that is planned.
  package init(plan: ImportPlan, read: ImportedFiles) {
    self.plan = plan
    self.read = read
  }

  /// This report as the continuation of an earlier one.
  package func following(_ earlier: ImportReport) -> ImportReport {
    var report = self
    report.before.done = earlier.before.done + (earlier.outcome?.done ?? [])
    report.before.files = earlier.before.files + (earlier.outcome?.files ?? [])
    return report
  }

  /// The notes that were written.
  private var done: [ImportPlan.Change] { before.done + (outcome?.done ?? []) }

  /// The files beside them that were.
  private var files: [NotePath] { before.files + (outcome?.files ?? []) }

  /// The number of items that existed already, without those that this import wrote.
  private var known: Int { max(0, plan.known - before.done.reduce(0) { $0 + max($1.items, 1) }) }

  /// The number of items in the files.
  package var items: Int { read.items }

  /// Remarks on losses and changes; with the file, if there are several.
  private var remarks: [(file: String?, remark: Remark)] {
    read.remarks + plan.remarks.map { (nil, $0) }
  }

  /// The items that were not imported, with the reasons.
  package var failed: [ImportPlan.Refusal] { plan.refusals + (outcome?.refusals ?? []) }

  /// True if a part of the files could not be read.
  package var hasUnreadable: Bool { remarks.contains { $0.remark.kind == .unreadable } }

  // MARK: For people

  /// Prints what came, and tells what did not.
  package func show(isDryRun: Bool, _ session: CommandSession) throws {
    let changes = isDryRun ? plan.changes : done
    let files = isDryRun ? plan.files.map(\.path) : self.files
    if isDryRun {
      for path in files {
        try session.output.write(untrusted: "new \(session.shownPath(path))")
        try session.output.writeLine()
      }
      for change in changes {
        let path = session.shownPath(change.path)
        if change.old == nil {
          try session.output.write(untrusted: "new \(path)")
          try session.output.writeLine()
        } else {
          try session.output.write(change.difference, of: path)
        }
      }
    }
    try session.output.writeLine(summary(changes, files.count, isDryRun: isDryRun))
    for difference in plan.differences {
      let path = session.shownPath(difference.path)
      // Texts of many lines are not shown.
      let line =
        difference.isOnlyThere
        ? "  kept the \(difference.key) of \(path): “\(Self.short(difference.here))”; the file has “\(Self.short(difference.there))”, which may be older"
        : difference.here.isEmpty || difference.here.contains(where: \.isNewline)
          ? "  kept your \(path) (\(difference.key)); the imported one differs"
          : "  kept your \(difference.key) of \(path): “\(Self.short(difference.here))”; the imported one is “\(Self.short(difference.there))”"
      try session.output.write(untrusted: line)
      try session.output.writeLine()
    }
    try showRemarks(session)
    try session.output.flush()
    session.tell(plan.links, besides: "what is imported", isDryRun: isDryRun)
    if let (snapshot, scope) = outcome?.snapshot { session.tell(snapshot, in: scope) }
    if outcome?.canBeUndone == true { session.messages.note("`zib undo` takes it back") }
    if !isDryRun, read.isRemembered, !changes.isEmpty, try !session.vault().isVault {
      session.messages.note(
        "this folder is no vault, so the next import will report the same differences again; `zib init` makes it one"
      )
    }
    if read.canUpdate, !plan.differences.isEmpty {
      let isOfBoth = plan.differences.allSatisfy { !$0.isOnlyThere }
      session.messages.note(
        "`--update` takes what the file says" + (isOfBoth ? " where both changed" : ""))
    }
    for path in files { session.messages.detail("new: \(session.shown(path))") }
    for change in changes {
      session.messages.detail(
        "\(change.old == nil ? "new" : "changed"): \(session.shown(change.path))")
    }
    for (file, remark) in remarks { session.messages.detail(Self.words(remark, file)) }
    for refusal in failed {
      let words = ErrorWords(refusal.reason)
      let place = refusal.path.map { session.shown($0) } ?? refusal.item
      session.messages.error("\(place): \(words.message)", hint: words.hint)
    }
  }

  /// `358 books: 358 new notes`
  private func summary(_ changes: [ImportPlan.Change], _ files: Int, isDryRun: Bool) -> String {
    let made = changes.count { $0.old == nil } - plan.copies
    var parts: [String] = []
    let would = isDryRun ? "would be " : ""
    if made > 0 { parts.append(Amount.count(made, "note") + " \(would)made") }
    let settings = changes.count { $0.path.isOwn }
    let added = changes.count { $0.old != nil && !$0.isForLinks } - settings
    if added > 0 { parts.append(Amount.count(added, "note") + " \(would)added to") }
    if settings > 0 { parts.append("settings \(would)taken over") }
    if plan.copies > 0 {
      parts.append(Amount.count(plan.copies, "conflict copy", "conflict copies"))
    }
    if let commits = outcome?.commits { parts.append(Amount.count(commits, "commit")) }
    if plan.reviews > 0 { parts.append(Amount.count(plan.reviews, "review")) }
    if files > 0 { parts.append(Amount.count(files, "file") + " \(would)added") }
    if known > 0 { parts.append("\(Amount.count(known)) there already") }
    if plan.leftOut > 0 { parts.append("\(Amount.count(plan.leftOut)) taken out by you before") }
    if !failed.isEmpty { parts.append("\(Amount.count(failed.count)) failed") }
    return Amount.count(items, read.noun.one, read.noun.several) + ": "
      + (parts.isEmpty ? "nothing to import" : parts.joined(separator: ", "))
  }

  /// Each kind of remark once, with its count.
  private func showRemarks(_ session: CommandSession) throws {
    for kind in Remark.Kind.allCases {
      let counts = counts(of: kind)
      if counts.isEmpty { continue }
      try session.output.writeLine(Self.heading(kind))
      for (subject, count) in counts {
        var line = "  \(subject)" + (count > 1 ? " (\(Amount.count(count)))" : "")
        if kind == .unreadable { line += names(of: subject) }
        try session.output.write(untrusted: line)
        try session.output.writeLine()
      }
    }
  }

  /// `: one, two, …`, of items that are lost whole; empty if they have no names.
  private func names(of subject: String) -> String {
    let names = remarks.map(\.remark).filter {
      $0.kind == .unreadable && $0.subject == subject && !$0.item.isEmpty
    }.map { Self.short($0.item) }
    if names.isEmpty { return "" }
    return ": " + names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
  }

  /// In the order in which they occur.
  private func counts(of kind: Remark.Kind) -> [(subject: String, count: Int)] {
    var counts: [(subject: String, count: Int)] = []
    var places: [String: Int] = [:]
    for (_, remark) in remarks where remark.kind == kind {
      if let place = places[remark.subject] {
        counts[place].count += 1
      } else {
        places[remark.subject] = counts.count
        counts.append((remark.subject, 1))
      }
    }
    return counts
  }

  private static func heading(_ kind: Remark.Kind) -> String {
    switch kind {
    case .notCarried: "Not carried over:"
    case .changed: "Changed:"
    case .notUnderstood: "Not understood, and left out:"
    case .unreadable: "Not readable:"
    case .newer: "Written by a newer zib, and read as far as it is understood:"
    }
  }

  private static func words(_ remark: Remark, _ file: String?) -> String {
    var words = [file, remark.line.map { "line \($0)" }].compactMap { $0 }.joined(separator: ", ")
    for part in [remark.item, remark.subject, remark.value] where !part.isEmpty {
      words += (words.isEmpty ? "" : ": ") + short(part)
    }
    return words
  }

  private static func short(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").truncated(toWidth: 60)
  }

  // MARK: For programs

  /// Prints the report as JSON.
  package func printJSON(isDryRun: Bool, _ session: CommandSession) throws {
    let changes = isDryRun ? plan.changes : done
    try session.output.writeJSON {
      $0.field("format", read.format.name)
      $0.field("dryRun", isDryRun)
      $0.field("items", items)
      $0.field("made", changes.filter { $0.old == nil }.map(\.path.text))
      $0.field("changed", changes.filter { $0.old != nil }.map(\.path.text))
      if !plan.past.isEmpty {
        $0.field("moments", plan.past.count)
        $0.field("commits", outcome?.commits)
        $0.field("copies", plan.copies)
        $0.field("reviews", plan.reviews)
      }
      if !plan.files.isEmpty {
        $0.field("files", (isDryRun ? plan.files.map(\.path) : self.files).map(\.text))
      }
      $0.field("known", known)
      $0.field("leftOut", plan.leftOut)
      $0.array("differences") {
        for difference in plan.differences {
          $0.object {
            $0.field("path", difference.path.text)
            $0.field("key", difference.key)
            $0.field("here", difference.here)
            $0.field("there", difference.there)
          }
        }
      }
      $0.array("remarks") {
        for kind in Remark.Kind.allCases {
          for (subject, count) in counts(of: kind) {
            $0.object {
              $0.field("kind", kind.rawValue)
              $0.field("subject", subject)
              $0.field("count", count)
            }
          }
        }
      }
      $0.array("failed") {
        for refusal in failed {
          $0.object {
            $0.field("item", refusal.item)
            $0.field("path", refusal.path?.text)
            $0.field("reason", ErrorWords(refusal.reason).message)
          }
        }
      }
    }
  }
}
