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

/// Gives a heading, a block id or a hashtag another name, for `zib mv`, and says so.
package struct RenameRun {
  private let request: RenameRequest
  private let changesText: Bool
  private let session: CommandSession

  package init(_ request: RenameRequest, changesText: Bool, _ session: CommandSession) {
    self.request = request
    self.changesText = changesText
    self.session = session
  }

  /// Renames, and tells what was changed.
  package func rename(isJSON: Bool) throws -> ExitCode {
    let report = try session.changing {
      try session.vault().rename(
        request, changesText: changesText, confirm: { session.confirm($0) },
        waiting: session.tellWaiting, progress: $0)
    }
    session.tell(before: report.change, in: report.scope)
    if isJSON { try printJSON("renamed", report.plan, commit: report.change.update.commit) }
    let plan = report.plan
    session.messages.note("renamed \(words(for: plan, "rewrote"))")
    for rewrite in plan.rewrites {
      session.messages.detail("changed \(session.shown(rewrite.newPath))")
    }
    session.tell(after: report.change, in: report.scope)
    tell(plan, isDone: true)
    return try session.tellWaiting(plan.rewrites.map(\.newPath), "renamed")
  }

  /// Tells what a renaming would change.
  package func plan(isJSON: Bool) throws -> ExitCode {
    let plan = try session.vault().plannedRename(request, changesText: changesText)
    if isJSON {
      try printJSON("planned", plan, commit: nil)
    } else {
      for rewrite in plan.rewrites {
        try session.output.write(
          LineDifference(from: rewrite.old, to: rewrite.new), of: session.shown(rewrite.path))
      }
    }
    session.messages.note("would rename \(words(for: plan, "rewrite"))")
    tell(plan, isDone: false)
    return .done
  }

  /// The names, and the number of links and notes that change.
  private func words(for plan: RenamePlan, _ verb: String) -> String {
    let notes = plan.rewrites.count { $0.links > 0 }
    let links =
      notes == 0
      ? ""
      : ", and \(verb) \(Amount.count(plan.linkCount, "link")) in \(Amount.count(notes, "note"))"
    switch request {
    case .anchor(let path, let anchor, _):
      let what = anchor.hasPrefix("^") ? "the block" : "the heading"
      return "\(what) \(from) of \(session.shown(path)) to \(to)" + links
    case .alias(let path, _, _):
      return "the alias \(from) of \(session.shown(path)) to \(to)" + links
    case .hashtag:
      return "\(from) to \(to) in \(Amount.count(plan.rewrites.count, "note"))" + links
    }
  }

  private var from: String {
    switch request {
    case .anchor(_, let anchor, _): anchor
    case .alias(_, let alias, _): SafeText.escaped(alias)
    case .hashtag(let old, _): "#" + old.name
    }
  }

  private var to: String {
    switch request {
    case .anchor(_, let anchor, let name): (anchor.hasPrefix("^") ? "^" : "") + name
    case .alias(_, _, let name): SafeText.escaped(name)
    case .hashtag(_, let new): "#" + new.name
    }
  }

  /// Says what a person may want to know of the new name.
  private func tell(_ plan: RenamePlan, isDone: Bool) {
    session.tell(plan.awakened)
    session.tell(left: plan.foreign)
    if plan.merged > 0 {
      let notes = Amount.count(plan.merged, "note")
      session.messages.note(
        isDone
          ? "\(to) was on \(notes) already, and the two are one now"
          : "\(to) is on \(notes) already, and the two would be one")
    }
    guard case .anchor(let path, _, _) = request, let title = plan.title,
      !title.utf8.elementsEqual(path.stem)
    else { return }
    let shown = session.shown(path)
    let isName = !title.contains("/") && PortableName.flaw(of: Array((title + ".md").utf8)) == nil
    session.messages.note(
      "it is the note's title, and its file keeps the name \(shown)"
        + (isName ? "; `zib mv \(typedPath(shown)) \(typedPath(title))` renames that too" : ""))
  }

  private func printJSON(_ outcome: String, _ plan: RenamePlan, commit: ObjectID?) throws {
    try session.output.writeJSON {
      $0.field("outcome", outcome)
      switch request {
      case .anchor(let path, let anchor, _):
        $0.field("kind", anchor.hasPrefix("^") ? "block" : "heading")
        $0.field("path", utf8: session.shownPathBytes(path))
      case .alias(let path, _, _):
        $0.field("kind", "alias")
        $0.field("path", utf8: session.shownPathBytes(path))
      case .hashtag:
        $0.field("kind", "hashtag")
        $0.field("path", nil as String?)
      }
      $0.field("from", from)
      $0.field("to", to)
      $0.rewritten(plan.rewrites, session)
      $0.nowFound(plan.awakened, session)
      $0.left(plan.foreign, session)
      $0.field("title", plan.title)
      $0.field("merged", plan.merged)
      $0.field("commit", commit?.hex)
    }
  }
}

extension RenamePlan {
  /// The notes in another repository.
  fileprivate var foreign: [MovePlan.Left] {
    left.map { MovePlan.Left(path: $0, reason: .otherRepository) }
  }
}

extension RenameRequest {
  /// True of what the text of a link may say.
  package var isSaidByLinks: Bool {
    switch self {
    case .anchor(_, let anchor, _): !anchor.hasPrefix("^")
    case .alias: true
    case .hashtag: false
    }
  }
}

// MARK: What is asked for

extension CommandSession {
  /// The renaming of a hashtag that two words of a command line ask for; nil if the first is none.
  ///
  /// - Throws: `UsageError`; `Failure` if no note has the hashtag.
  package func hashtagRequest(_ old: String, _ new: String) throws -> RenameRequest? {
    guard old.hasPrefix("#") else { return nil }
    let (from, to) = (Hashtag(typed: old), Hashtag(typed: new))
    guard !from.name.isEmpty else {
      throw UsageError(message: "`\(old)` is no hashtag and no path")
    }
    try to.requireWritable(vault().noteOptions)
    let (paths, all) = try search { search in
      (try search.notes(tagged: from), try search.hashtags(of: search.query("")))
    }
    if paths.isEmpty {
      let near = suggestion(for: from.name, among: all.map(\.hashtag.name))
      throw Failure(
        "no note has #\(from.name)", hint: near.map { "did you mean #\($0)?" },
        code: .nothingFound)
    }
    return .hashtag(from, to: to)
  }

  /// The new name of an alias that two words of a command line ask for, `NOTE|ALIAS`; nil if the first names none.
  ///
  /// - Throws: ``NoteNotFound``, `UsageError`.
  package func aliasRequest(_ old: String, _ new: String) throws -> RenameRequest? {
    guard let bar = old.firstIndex(of: "|") else { return nil }
    // A file may have the sign in its name.
    for folder in [currentFolder, try vault().root] {
      for name in [old, old + ".md"] where FileStatus.at(folder.appending(name)) != nil {
        return nil
      }
    }
    // The sign may be in the text of a heading.
    let whole = String(old[..<bar].trimmingWhitespace)
    if whole.contains("#"), (try? exactNotePath(whole)) == nil { return nil }
    let words = [old[old.index(after: bar)...], new[...]].map(\.trimmingWhitespace)
    if words.contains("") { throw UsageError(message: "an alias has at least one letter") }
    return .alias(
      try notePath(whole), String(words[0]), to: String(words[1]))
  }

  /// The renaming of a heading or block that two words of a command line ask for; nil if the first names none.
  ///
  /// - Throws: ``NoteNotFound``, `UsageError`; `Failure` if the note has no such heading or block.
  package func anchorRequest(_ old: String, _ new: String) throws -> RenameRequest? {
    let (path, anchor) = try place(old)
    guard let anchor else { return nil }
    let note = Note(parsing: try vault().folder.read(path).bytes, options: try vault().noteOptions)
    if note.place(named: anchor) == nil { _ = try note.requiredSection(anchor, at: path) }
    let name = new.trimmingWhitespace
    if anchor.hasPrefix("^") {
      return .anchor(path, anchor, to: String(name.hasPrefix("^") ? name.dropFirst() : name))
    }
    if name.hasPrefix("^") {
      throw UsageError(message: "`\(anchor)` is a heading, and `\(name)` a block id")
    }
    if name.hasPrefix("#") {
      throw UsageError(
        message: "`\(name)` begins with the mark of a heading",
        hint: "give the new text alone, as in `zib mv 'Note#Old heading' 'New heading'`")
    }
    if let sign = name.firstIndex(of: "#"), (try? exactNotePath(String(name[..<sign]))) != nil {
      throw UsageError(
        message: "`\(name)` is a place in a note, and a heading stays in its own",
        hint: "give the new text alone, as in `zib mv 'Note#Old heading' 'New heading'`")
    }
    return .anchor(path, anchor, to: String(name))
  }
}

extension Hashtag {
  /// Refuses what cannot be written as a hashtag.
  ///
  /// - Throws: `UsageError`.
  package func requireWritable(_ options: NoteOptions) throws {
    guard Hashtag.written(name, options) != nil else {
      throw UsageError(
        message: "`\(name)` cannot be a hashtag",
        hint: options.bracketedHashtags
          ? "`#[[two words]]` has no `#`, `|`, `^` or bracket in its words"
          : "letters, digits, `_`, `-` and `/`, not digits alone")
    }
  }
}
