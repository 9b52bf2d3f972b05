import Arguments
import Exchange
import Files
import History
import Indexing
import Merge
import Notes
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// Makes links of mentions for `zib mentions --link`: asks about each, or takes all, and says what was done.
package struct MentionRun {
  private let path: NotePath
  private var mentions: [NoteMentions]
  /// The number of mentions in headings that are left.
  private var inHeadings = 0
  private let unread: Int
  private let session: CommandSession

  package init(_ path: NotePath, _ mentions: [NoteMentions], unread: Int, _ session: CommandSession)
  {
    self.path = path
    self.mentions = mentions
    self.unread = unread
    self.session = session
  }

  /// Asks which mentions become links, and links them.
  package func run(isDryRun: Bool, takesAll: Bool, withHeadings: Bool, isJSON: Bool) throws
    -> ExitCode
  {
    if !withHeadings, !mentions.isEmpty {
      var run = self
      run.leaveHeadings()
      return try run.run(isDryRun: isDryRun, takesAll: takesAll, withHeadings: true, isJSON: isJSON)
    }
    if mentions.isEmpty {
      if isJSON {
        try printJSON(
          isDryRun ? "planned" : "linked", MentionPlan(), nil)
      }
      if inHeadings == 0 { session.messages.note("no other note names it without a link") }
      tellHeadings()
      return .nothingFound
    }
    let all = request(mentions.map { ($0, $0.ranges) })
    if isDryRun { return try plan(all, isJSON: isJSON) }
    if takesAll { return try link(all, isJSON: isJSON) }
    guard session.mayAsk, !isJSON else {
      if !isJSON { _ = try plan(all, isJSON: false) }
      throw Failure(
        "nothing was changed, because nobody can be asked",
        hint: "`--yes` makes all of them links, and `--dry-run` shows them")
    }
    let chosen = try ask()
    if chosen.places.isEmpty {
      session.messages.note("nothing was changed")
      return .done
    }
    return try link(chosen, isJSON: false)
  }

  private mutating func leaveHeadings() {
    mentions = mentions.compactMap { one in
      let headings = one.note.headings.map(\.range)
      let kept = one.ranges.filter { range in !headings.contains { $0.contains(range) } }
      inHeadings += one.ranges.count - kept.count
      return kept.isEmpty ? nil : NoteMentions(path: one.path, note: one.note, ranges: kept)
    }
  }

  private func tellHeadings() {
    if inHeadings == 0 { return }
    session.messages.note(
      "\(Amount.count(inHeadings, "mention in a heading is", "mentions in headings are")) left, because a link "
        + "there changes the heading's address on GitHub and other sites; `--headings` takes "
        + (inHeadings == 1 ? "it" : "them"))
  }

  /// Says that there may be more mentions than the limit.
  package static func tell(unread: Int, _ session: CommandSession) {
    guard unread > 0 else { return }
    session.messages.note(
      "there may be more in \(Amount.count(unread, "note")); `--limit 0` reads all of them")
  }

  private func request(_ chosen: [(mentions: NoteMentions, ranges: [ByteRange])]) -> MentionRequest
  {
    MentionRequest(
      note: path,
      places: chosen.filter { !$0.ranges.isEmpty }.map {
        .init(path: $0.mentions.path, text: $0.mentions.note.source, ranges: $0.ranges)
      })
  }

  // MARK: Questions

  private static let answers = [
    Answer("y", "yes", "make it a link"),
    Answer("n", "no", "leave it as it is"),
    Answer("a", "all", "make this one and all that follow links"),
    Answer("q", "quit", "leave this one and all that follow as they are"),
  ]

  /// The mentions that the person wants as links.
  private func ask() throws -> MentionRequest {
    let writer = try MentionWriter(session.vault(), session.index(), to: path)
    let dialogue = session.dialogue(isPlain: false)
    var chosen: [(mentions: NoteMentions, ranges: [ByteRange])] = []
    var (takesRest, isOver) = (false, false)
    for one in mentions {
      var ranges: [ByteRange] = []
      for range in one.ranges where !isOver {
        if takesRest {
          ranges.append(range)
          continue
        }
        let (text, linked) = writer.linked(one.note, at: [range], in: one.path)
        if linked.isEmpty {
          tell(left: [(one.path, 1)])
          continue
        }
        func show() throws {
          try session.output.write(
            LineDifference(from: one.note.source, to: text), of: session.shown(one.path))
        }
        try show()
        switch try dialogue.ask(Self.answers, redraw: show)?.key {
        case "y": ranges.append(range)
        case "n": continue
        case "a":
          ranges.append(range)
          takesRest = true
        default: isOver = true
        }
      }
      chosen.append((one, ranges))
    }
    return request(chosen)
  }

  // MARK: What is done

  private func plan(_ request: MentionRequest, isJSON: Bool) throws -> ExitCode {
    let plan = try session.vault().plannedLinks(request)
    if isJSON {
      try printJSON("planned", plan, nil)
    } else {
      for rewrite in plan.rewrites {
        try session.output.write(
          LineDifference(from: rewrite.old, to: rewrite.new), of: session.shown(rewrite.path))
      }
    }
    session.messages.note("would link \(words(for: plan))")
    return tell(plan)
  }

  private func link(_ request: MentionRequest, isJSON: Bool) throws -> ExitCode {
    let report = try session.changing {
      try session.vault().link(
        request, confirm: { session.confirm($0) }, waiting: session.tellWaiting, progress: $0)
    }
    session.tell(before: report.change, in: report.scope)
    let plan = report.plan
    if isJSON { try printJSON("linked", plan, report.change.update.commit) }
    session.messages.note(
      plan.linked == 0 ? "nothing was changed" : "linked \(words(for: plan))")
    for rewrite in plan.rewrites {
      session.messages.detail("changed \(session.shown(rewrite.path))")
    }
    session.tell(after: report.change, in: report.scope)
    let exit = tell(plan)
    let waiting = try session.tellWaiting(plan.rewrites.map(\.path), "linked")
    return exit == .done ? waiting : exit
  }

  /// Tells what a plan leaves as it is.
  private func tell(_ plan: MentionPlan) -> ExitCode {
    tell(left: plan.left)
    tellHeadings()
    Self.tell(unread: unread, session)
    for (path, reason) in plan.refusals {
      let words = ErrorWords(reason)
      session.messages.error(
        "\(session.shown(path)) stays as it is: \(words.message)", hint: words.hint)
    }
    return plan.refusals.isEmpty ? .done : .failed
  }

  private func words(for plan: MentionPlan) -> String {
    "\(Amount.count(plan.linked, "mention")) of \(session.shown(path)) in "
      + Amount.count(plan.rewrites.count, "note")
  }

  private func tell(left: [(path: NotePath, count: Int)]) {
    for (path, count) in left {
      session.messages.note(
        "\(session.shown(path)) has \(Amount.count(count, "mention")) that cannot be a link where it is"
      )
    }
  }

  private func printJSON(_ outcome: String, _ plan: MentionPlan, _ commit: ObjectID?) throws {
    try session.output.writeJSON {
      $0.field("path", session.shownPath(path))
      $0.field("outcome", outcome)
      $0.field("linked", plan.linked)
      $0.rewritten(plan.rewrites, session)
      $0.array("left") { json in
        for (path, count) in plan.left {
          json.object {
            $0.field("path", session.shownPath(path))
            $0.field("mentions", count)
          }
        }
      }
      $0.field("headings", inHeadings)
      $0.field("refused", plan.refusals.map { session.shownPath($0.path) })
      $0.field("unread", unread)
      $0.field("commit", commit?.hex)
    }
  }
}
