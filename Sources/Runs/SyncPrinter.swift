import Arguments
import Exchange
import History
import Layout
import Merge
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// Prints what a sync did, or would do: for a person, or as JSON.
package struct SyncPrinter {
  let sync: VaultSync
  let session: CommandSession

  package init(sync: VaultSync, session: CommandSession) {
    self.sync = sync
    self.session = session
  }

  /// Prints the incoming and outgoing changes, for a person.
  package func show() throws {
    let (report, scope) = (sync.report, sync.scope)
    let name = sync.place?.remote ?? ""
    let isPlan = report.outcome == .planned
    let snapshot = report.snapshots.flatMap(\.changes)
    if sync.place == nil || isPlan || report.isDryRun {
      try session.write(report.isDryRun ? "Would commit:" : "Committed:", snapshot, in: scope)
    }
    // Copies that this sync made are named below, with their notes.
    let copies = Set(report.keptTwice.map(\.copy))
    let unwritten = Set(report.unwritten.map(\.path))
    try session.write(
      isPlan ? "Would come from \(name):" : "From \(name):",
      report.came.filter { !copies.contains($0.path) && !unwritten.contains($0.path) }, in: scope)
    let hasGone = report.outcome == .inStep
    try session.write(
      isPlan ? "Would go to \(name):" : hasGone ? "To \(name):" : "Still to go to \(name):",
      report.went.filter { !copies.contains($0.path) }, in: scope)
    try session.write("Merged:", paths: report.merged, in: scope)
    try write(
      "Conflicts, both versions kept:",
      report.keptTwice.map {
        (session.shown($0.path, in: scope), String(decoding: $0.copy.name, as: UTF8.self))
      })
    try write(
      "Moved to two names, both are kept:",
      report.movedTwice.map {
        (session.shown($0.path, in: scope), session.shown($0.other, in: scope))
      })
    try session.write(
      "Kept, because one device edited what another deleted:",
      paths: report.editsOverDeletions,
      in: scope)
    if !isPlan { try tellKept() }
    try session.write(
      "Merged with what came and waited:", paths: report.recovery.written?.edited ?? [], in: scope)
    try session.write(
      "Edited while it was synced, and merged:", paths: report.editedMeanwhile, in: scope)
    try session.output.flush()
    if var snapshot = report.snapshots.last {
      snapshot.heldBack = report.heldBack
      snapshot.staged = report.staged
      snapshot.stagedFirst = report.stagedFirst
      snapshot.stagedLeftOut = report.stagedLeftOut
      snapshot.stagedKept = report.snapshots.compactMap(\.stagedKept).last
      snapshot.stagedCommit = report.snapshots.compactMap(\.stagedCommit).last
      snapshot.commit = report.snapshots.compactMap(\.commit).last
      session.tell(
        snapshot, including: "sync", unwritten: report.unwritten, unfit: report.unfit, in: scope)
    }
    session.tell(
      takenByGit: report.takenByGit, sentTo: name, isSent: report.outcome == .inStep, in: scope)
    session.tell(report.recovery) { session.shown($0, in: scope) }
    session.tell(unwritten: report.unwritten, besides: report.snapshots.last, in: scope)
    for path in report.ownFilesKept {
      session.messages.warning(
        "another device deleted or shortened \(session.shown(path, in: scope)); it is kept, and comes back there"
      )
    }
    session.tell(setAside: report.setAside, in: scope)
    session.tell(stillIgnored: report.stillIgnored, in: scope)
    try session.tellTracked(ignoredBy: snapshot, in: scope)
    session.tell(rescued: report.snapshots.flatMap(\.rescued)) { session.shown($0, in: scope) }
    if let tip = report.replacedTip {
      session.messages.warning(
        "\(name) was overwritten by a forced push; its former version (\(tip.hex.prefix(8))) is merged and kept"
      )
    }
    tellBranchGone(of: name, isPlan: isPlan)
    if let old = report.renamedBranch, let new = report.remoteBranch {
      session.messages.note(
        isPlan
          ? "\(name) has the branch \(shown(new)) and no \(shown(old)); this vault would follow \(shown(new))"
          : "\(name) has the branch \(shown(new)) and no \(shown(old)); this vault follows \(shown(new)) from now on"
      )
    }
  }

  /// Says what to do with files that one device edited and another deleted.
  private func tellKept() throws {
    let (kept, scope) = (sync.report.editsOverDeletions, sync.scope)
    try session.output.flush()
    for path in kept {
      guard let place = sync.perhapsMoved[path] else { continue }
      let (old, new) = (session.shown(path, in: scope), session.shown(place, in: scope))
      session.messages.note(
        "\(new) has many lines of \(old), which was perhaps moved or joined there, and edited: put into \(new) what only "
          + "\(old) has, before you delete \(old)")
    }
    let deleted = kept.filter { sync.perhapsMoved[$0] == nil }
    guard let path = deleted.first else { return }
    let others = deleted.count > 1 ? " and so on" : ""
    session.messages.note(
      "`rm \(session.typed(path, in: scope))`\(others), then `zib sync`, deletes it after all, with what was edited in it"
    )
  }

  /// Pairs of files under a heading, if there are any.
  private func write(_ heading: String, _ pairs: [(String, String)]) throws {
    if pairs.isEmpty || session.messages.level == .quiet { return }
    try session.output.writeLine(StyledText(heading, .heading))
    for (first, second) in pairs {
      var line = StyledText("  " + first, .path)
      line.append(" and ", .faint)
      line.append(second, .path)
      try session.output.writeLine(line)
    }
  }

  /// Says that the branch was gone from the remote, and which other branches of it are perhaps the same one.
  private func tellBranchGone(of name: String, isPlan: Bool) {
    let report = sync.report
    guard report.wasBranchGone, report.renamedBranch == nil, isPlan || report.outcome == .inStep,
      let branch = report.remoteBranch.map(shown)
    else { return }
    session.messages.note(
      isPlan
        ? "somebody deleted or renamed the branch \(branch) of \(name); a sync would make it again"
        : "somebody had deleted or renamed the branch \(branch) of \(name); this sync made it again"
    )
    guard let other = report.perhapsRenamed.first else { return }
    let names = report.perhapsRenamed.map(shown).joined(separator: ", ")
    session.messages.note(
      "all that \(branch) had is also in \(names); if it has another name now, "
        + "`git branch --set-upstream-to=\(shellQuoted("\(name)/\(other.shortBranch)"))` lets this vault follow "
        + "that one, and the next `zib sync` goes on there")
  }

  private func shown(_ branch: String) -> String {
    SafeText.escaped(Array(branch.shortBranch.utf8))
  }

  /// Names branches of the remote whose notes are not here, each with the command that merges them.
  private func tell(_ others: [OtherBranch], of name: String, _ command: String) {
    for other in others {
      let notes = Amount.count(other.notes, "note that is not", "notes that are not")
      let join = other.isRelated ? "" : " --join"
      // A name with characters that no terminal shows cannot be pasted.
      let canBePasted = shown(other.name) == other.name.shortBranch
      session.messages.warning(
        "the branch \(shown(other.name)) of \(name) has \(notes) here"
          + (canBePasted
            ? "; if it is the same vault, "
              + "`\(command) --branch \(shellQuoted(other.name.shortBranch))\(join)` merges them"
            : ", and its name has characters that are not shown"))
    }
  }

  /// Reports the outcome.
  ///
  /// - Parameter command: the sync as it was typed, for hints.
  package func end(_ command: String) -> ExitCode {
    let report = sync.report
    let name = sync.place?.remote ?? "the remote"
    var exceptions: [TreePath] = []
    switch report.outcome {
    case .noRemote:
      session.messages.note(report.wordsWithoutRemote + ".")
      session.messages.note("Add one with `zib remote add URL`.")
    case .notFetched(let error), .notPushed(let error):
      let words = ErrorWords(error, of: name, isDryRun: report.isDryRun)
      session.messages.error(words.message, hint: words.hint)
      return words.code
    case .raced:
      let words = ErrorWords(TransportError.raced, of: name)
      session.messages.error(words.message, hint: words.hint)
      return words.code
    case .inStep:
      let isEmpty =
        report.came.isEmpty && report.went.isEmpty && report.staged.isEmpty
        && report.takenByGit.isEmpty && report.snapshots.allSatisfy { $0.stagedCommit == nil }
      let place =
        report.otherBranches.isEmpty
        ? name : "the branch \(report.remoteBranch.map(shown) ?? "") of \(name)"
      exceptions = report.exceptions
      if report.isBehindPush {
        session.messages.warning(
          "sent to \(SafeText.escaped(sync.pushAddress ?? "")), where `remote.\(name).pushurl` leads; the address that "
            + "\(name) is fetched from does not have it, nor do devices that sync with that one")
      } else {
        session.messages.note(
          "in step with \(place)"
            + (isEmpty && exceptions.isEmpty
              ? "; nothing was new" : session.words(exceptions: exceptions, in: sync.scope)))
      }
      tell(report.otherBranches, of: name, command)
    case .planned:
      if report.needsRecovery {
        session.messages.note("a sync was stopped; `zib sync` finishes it first")
      } else if report.came.isEmpty, report.went.isEmpty,
        report.snapshots.allSatisfy(\.changes.isEmpty), report.staged.isEmpty,
        report.takenByGit.isEmpty, report.stagedFirst.isEmpty
      {
        exceptions = report.exceptions
        let place =
          report.otherBranches.isEmpty
          ? name : "the branch \(report.remoteBranch.map(shown) ?? "") of \(name)"
        session.messages.note(
          "in step with \(place)"
            + (exceptions.isEmpty
              ? "; nothing is new" : session.words(exceptions: exceptions, in: sync.scope)))
      }
      tell(report.otherBranches, of: name, command)
    }
    session.tell(chosenSubmodules: report.submodulesChosen, in: sync.scope)
    session.tell(movedSubmodules: sync.movedSubmodules, in: sync.scope)
    session.tell(submodulesHoldingFiles: sync.submodulesHoldingFiles, in: sync.scope)
    session.tell(conflictsOutside: sync.conflictsOutside, in: sync.scope)
    session.tell(conflicts: sync.conflicts)
    if !exceptions.isEmpty { return .failed }
    return sync.conflicts.isEmpty ? .done : .leftToDecide
  }

  /// Prints the report as JSON; see <doc:JSON>.
  package func printJSON() throws {
    let (report, scope) = (sync.report, sync.scope)
    let remote = sync.place?.remote ?? "the remote"
    let lost = try session.lostLinks(sync)
    let taken = try session.takenLinks(sync)
    try session.output.writeJSON {
      $0.field("outcome", report.outcomeName)
      $0.field("error", report.transportError.map { ErrorWords($0, of: remote).message })
      $0.field("remote", sync.place?.remote)
      $0.field("branch", sync.place?.branch.shortBranch)
      $0.field("commit", report.head?.hex)
      $0.field("snapshot", report.snapshots.flatMap(\.changes), in: scope)
      $0.field("came", report.came, in: scope)
      $0.field("went", report.went, in: scope)
      $0.field("merged", paths: report.merged, in: scope)
      $0.array("newConflicts") { json in
        for (path, copy) in report.keptTwice {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("copy", utf8: JSONWriter.path(copy, in: scope))
          }
        }
      }
      $0.array("movedTwice") { json in
        for (path, other) in report.movedTwice {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("other", utf8: JSONWriter.path(other, in: scope))
          }
        }
      }
      $0.field("editsKept", paths: report.editsOverDeletions, in: scope)
      $0.field("editedMeanwhile", paths: report.editedMeanwhile, in: scope)
      $0.field("waited", paths: report.waited, in: scope)
      $0.field("deletions", deletions: report.unconfirmed)
      $0.field("ownFilesKept", paths: report.ownFilesKept, in: scope)
      $0.lostLinks(lost, session)
      $0.array("takenLinks") { json in
        for link in taken {
          json.object {
            $0.field("path", utf8: session.shownPathBytes(link.note))
            $0.field("target", link.target)
            $0.field("meant", utf8: session.shownPathBytes(link.meant))
            $0.field("means", utf8: session.shownPathBytes(link.means))
          }
        }
      }
      $0.field("setAside", paths: report.setAside, in: scope)
      $0.field("stillIgnored", paths: report.stillIgnored, in: scope)
      $0.field("unwritten", unwritten: report.unwritten, in: scope)
      $0.array("otherBranches") { json in
        for other in report.otherBranches {
          json.object {
            $0.field("branch", other.name.shortBranch)
            $0.field("notes", other.notes)
            $0.field("related", other.isRelated)
          }
        }
      }
      $0.field("renamedBranch", report.renamedBranch?.shortBranch)
      $0.field("refused", report.refused, in: scope)
      $0.field("heldBack", report.heldBack, in: scope)
      $0.field("takenByGit", report.staged + report.takenByGit.map(\.file), in: scope)
      $0.field("stagedFirst", paths: report.stagedFirst.map(\.path), in: scope)
      $0.field("stagedLeftOut", report.stagedLeftOut, in: scope)
      $0.field("conflicts", paths: sync.conflicts, in: scope)
      $0.field("conflictsOutside", paths: sync.conflictsOutside, in: scope)
      $0.array("submodules") { json in
        for (path, other) in report.submodulesChosen {
          json.object {
            $0.field("path", utf8: JSONWriter.path(path, in: scope))
            $0.field("other", other.hex)
          }
        }
      }
      $0.field("movedSubmodules", paths: sync.movedSubmodules, in: scope)
    }
  }
}

extension SyncReport {
  /// Notes that both sides changed and that have all edits of both.
  fileprivate var merged: [TreePath] {
    decisions.compactMap { if case .merged = $0.kind { $0.path } else { nil } }
  }
}
