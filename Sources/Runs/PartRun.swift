import Arguments
import Exchange
import Files
import History
import Indexing
import Layout
import Merge
import Notes
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// Splits or joins notes, for `zib split` and `zib join`, and says so.
package struct PartRun {
  private let session: CommandSession
  private let isJSON: Bool

  package init(_ session: CommandSession, isJSON: Bool) {
    self.session = session
    self.isJSON = isJSON
  }

  /// - Parameters:
  ///   - outcome: the word for what was done.
  ///   - last: what only this command tells.
  package static func jsonSection(_ outcome: String, _ last: String) -> Section {
    Section(
      "JSON",
      """
      `--json` prints one object: `version`, `outcome` (`\(outcome)` or `planned`), `from`, `to`, `title` (the \
      heading), `rewritten`, \(last) and `commit`.
      """)
  }

  /// Tells what a plan would change.
  package func show(_ plan: PartPlan) throws -> ExitCode {
    if isJSON {
      try printJSON("planned", plan, commit: nil)
    } else {
      for rewrite in plan.rewrites {
        try session.output.write(
          LineDifference(from: rewrite.old, to: rewrite.new), of: session.shown(rewrite.path))
      }
    }
    session.messages.note("would " + (plan.isNew ? "split " : "join ") + words(plan, "rewrite"))
    tell(plan)
    return .done
  }

  /// Changes the notes, and tells what was done.
  package func change(_ body: (ChangeProgress) throws -> PartReport) throws -> ExitCode {
    let report = try session.changing(body)
    session.tell(before: report.change, in: report.scope)
    let plan = report.plan
    if isJSON {
      try printJSON(
        plan.isNew ? "split" : "joined", plan, commit: report.change.update.commit)
    }
    session.messages.note((plan.isNew ? "split " : "joined ") + words(plan, "rewrote"))
    for rewrite in plan.rewrites {
      session.messages.detail("changed \(session.shown(rewrite.path))")
    }
    session.tell(after: report.change, in: report.scope)
    session.touch(plan.to)
    tell(plan)
    return try session.tellWaiting(plan.rewrites.map(\.path), plan.isNew ? "split" : "joined")
  }

  private func words(_ plan: PartPlan, _ verb: String) -> String {
    let (from, to) = (session.shown(plan.from), session.shown(plan.to))
    let title = SafeText.escaped(plan.title)
    let what =
      plan.isNew
      ? "\(title) off \(from) as \(to)"
      : plan.isSame
        ? "\(from) to \(to), which has the same text and keeps it once"
        : "\(from) to \(to) below the heading \(title)"
    let notes = plan.rewrites.count { $0.links > 0 }
    if notes == 0 { return what }
    return what + ", and \(verb) \(Amount.count(plan.linkCount, "link")) in "
      + Amount.count(notes, "note")
  }

  private func tell(_ plan: PartPlan) {
    session.tell(plan.awakened)
    if !plan.isNew, !plan.isSame, plan.linkCount > 0,
      (try? session.searchedVault())?.noteOptions.links.hasHeadings == false
    {
      session.messages.note(
        "links to it lead to the page \(session.shown(plan.to)), because Logseq has no links to headings"
      )
    }
    if plan.left.isEmpty { return }
    let keys = plan.left.map { "`\(SafeText.escaped($0))`" }.joined(separator: ", ")
    session.messages.note(
      "\(keys) of \(session.shown(plan.from)) \(plan.left.count == 1 ? "stands" : "stand") \(plan.isSame ? "at its end" : "below the heading"), "
        + "because \(session.shown(plan.to)) has its own, or may not have those of another note")
  }

  private func printJSON(_ outcome: String, _ plan: PartPlan, commit: ObjectID?) throws {
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      $0.field("from", utf8: session.shownPathBytes(plan.from))
      $0.field("to", utf8: session.shownPathBytes(plan.to))
      $0.field("title", plan.isSame ? nil : plan.title)
      $0.rewritten(plan.rewrites, session)
      if plan.isNew {
        $0.nowFound(plan.awakened, session)
      } else {
        $0.field("left", plan.left)
      }
      $0.field("commit", commit?.hex)
    }
  }
}
