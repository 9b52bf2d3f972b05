import Arguments
import Indexing
import Notes
import Rendering
import Runs
import Sessions
import Terminals
import Vaults
import Wording

/// `zib tag`: hashtags changed in all notes at once.
enum Tag {
  static let old = Positional(
    "OLD", .string(completing: .values(of: "tags")), help: "The hashtag to rename.")
  static let new = Positional("NEW", .string, help: "Its new name.")
  static let names = Positional(
    "TAG", each: .string(completing: .values(of: "tags")), atLeast: 2,
    help: "The hashtags to merge; the last is the one that stays.")
  static let dryRun = Flag("dry-run", short: "n", help: "Show what would change; write nothing.")
  static let force = Flag("force", short: "f", help: "Do not ask before many notes are changed.")

  static let command = Command(
    "tag", group: "Read and write", summary: "Rename and merge hashtags",
    discussion: "Alone, the same as `zib tags`.",
    examples: ["zib tag": "All hashtags."],
    exitStatuses: [0: "There are hashtags.", 1: "There are none."],
    seeAlso: ["zib-tags(1)"], subcommands: [rename, merge]
  ) { arguments in try Tags.command.run?(arguments) ?? 0 }

  private static let rename = Command(
    "rename", summary: "Rename a hashtag in all notes",
    discussion: """
      Changes the hashtag in texts and in front matter, with all below it: `#books/2021` becomes
      `#reading/2021`. Nothing else in the notes changes, not by a byte. A `#` before a name may be
      left out, which spares quoting it for the shell. Where a vault has Logseq's hashtags of several words
      (`tags.multiword`), the new name may be one: `#[[two words]]`, or `'two words'`.

      A hashtag is not renamed to one that is there already: `zib tag merge` makes one of two.
      """,
    arguments: [old, new, dryRun, force],
    examples: [
      "zib tag rename books reading --dry-run": "See the lines that would change.",
      "zib tag rename inbox status/inbox": "Put a hashtag below another.",
      "zib tag rename Humor humour": "Change how it is spelled.",
    ],
    exitStatuses: [
      0: "Done.", 1: "No note has the hashtag.", 3: "Some notes could not be changed.",
    ],
    seeAlso: ["zib-tags(1)", "zib-tag-merge(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let (from, to) = (Hashtag(typed: arguments[old]), Hashtag(typed: arguments[new]))
      try to.requireWritable(session.vault().noteOptions)
      let (paths, others) = try session.search { search in
        (try search.notes(tagged: from), try search.notes(tagged: to))
      }
      guard !paths.isEmpty else { return try missing(from, session) }
      // Below the old name there is no hashtag to merge with: all of those move on.
      if !others.isEmpty, !to.isWithin(from) {
        throw Failure(
          "\(Amount.count(others.count, "note has", "notes have")) #\(to.name) already",
          hint: "`zib tag merge \(from.name) \(to.name)` makes one of the two")
      }
      let plan = try session.vault().planRename(of: from, to: to, in: paths)
      return try session.apply(
        plan, asking: "rename #\(from.name) to #\(to.name)", isDryRun: arguments[dryRun],
        isForced: arguments[force])
    }
  }

  private static let merge = Command(
    "merge", summary: "Make one hashtag of several",
    discussion: """
      Changes every hashtag but the last into the last, in texts and front matter, with all below
      it; in a list of front matter that then has it twice, one goes. Nothing else in the notes
      changes. What was one and what the other cannot be told afterwards, so look with `--dry-run`
      first.
      """,
    arguments: [names, dryRun, force],
    examples: [
      "zib tag merge novel novels fiction": "`#novel` and `#novels` become `#fiction`."
    ],
    exitStatuses: [
      0: "Done.", 1: "No note has the hashtags.", 3: "Some notes could not be changed.",
    ],
    seeAlso: ["zib-tags(1)", "zib-tag-rename(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let all = arguments[names].map { Hashtag(typed: $0) }
      let into = all[all.count - 1]  // at least two are given
      let olds = all.dropLast().filter { $0 != into }
      try into.requireWritable(session.vault().noteOptions)
      if let above = olds.first(where: { into.isWithin($0) }) {
        throw UsageError(
          message: "#\(into.name) lies below #\(above.name)",
          hint: "merge into a hashtag that does not, or use `zib tag rename`")
      }
      let found = try session.search { search in
        try olds.map { try search.notes(tagged: $0) }
      }
      for (tag, paths) in zip(olds, found) where paths.isEmpty { _ = try missing(tag, session) }
      let paths = Set(found.joined()).sorted()
      guard !paths.isEmpty else { return .nothingFound }
      let plan = try session.vault().planMerge(of: olds, into: into, in: paths)
      let names = olds.map { "#\($0.name)" }.joined(separator: ", ")
      return try session.apply(
        plan, asking: "merge \(names) into #\(into.name)", isDryRun: arguments[dryRun],
        isForced: arguments[force])
    }
  }

  private static func missing(_ hashtag: Hashtag, _ session: CommandSession) throws -> ExitCode {
    let others = try session.search { search in
      try search.hashtags(of: search.query("")).map(\.hashtag.name)
    }
    let near = suggestion(for: hashtag.name, among: others)
    session.messages.note(
      "no note has #\(hashtag.name)" + (near.map { "; did you mean #\($0)?" } ?? ""))
    return .nothingFound
  }
}
