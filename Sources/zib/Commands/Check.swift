import Arguments
import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering
import Runs
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// `zib check`: what needs a person in the notes.
enum Check {
  static let scope = Positional(
    "QUERY", each: .string(completing: .values(of: "notes")),
    help: """
      Only what is in these notes: a note by its path, name or title, a folder, or a query as for \
      `zib search`; by default all.
      """)
  static let rule = Option(
    "rule", value: "ID", each: .oneOf(CheckRule.allCases.map(\.rawValue)),
    help: "Look at this rule alone; may be given several times.")
  static let listRules = Flag("list-rules", help: "Print the rules, and what each finds.")
  static let fix = Flag(
    "fix", help: "Mend what can be mended safely, after the difference was shown.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "With `--fix`: show what would change, and change nothing.")
  static let yes = Flag("yes", short: "y", help: "With `--fix`: do not ask.")
  static let json = Flag("json", help: "Print what was found as JSON.")
  static let sarif = Flag(
    "sarif", help: "Print what was found as SARIF 2.1.0, which code hosts and editors read.")

  static let command = Command(
    "check", group: "Find", summary: "Check the notes, and mend their links",
    discussion: """
      Lists what needs a person in the notes: links that lead nowhere or could mean several notes, \
      canvases that show a file, a heading or a block which is not there, have links in their texts that lead nowhere, or cannot \
      be opened, covers of books that are not there, marks of footnotes that nothing defines, front matter that cannot be read, blocks of code and comments that nothing ends, lists and pictures that an empty line parts from the answer \
      of a question, sources of quotes that are not read as such, names that \
      other systems cannot hold or links cannot reach, conflict copies of other programs, attachments that no note shows, \
      notes that another program gave each other's names. `zib doctor` is about the vault itself: its settings, its folders, its reviews.

      Each finding is a line of `path:line:column: severity: what it is [rule]`, which editors can \
      jump through. `--list-rules` prints the rules.

      `--fix` mends links, and nothing else: a link by a title or alias that one note has gets the \
      note's name and keeps its words, `[[Walden|the pond book]]`; a link to a file that is gone gets \
      the only other one of its name, unless that says nothing of what is in it, as README, index, image, \
      untitled or three letters do; a name in another Unicode form gets the file's. Where another \
      program renamed or moved a file, links to it follow, as with `zib mv`: the history shows where it \
      is, by the same bytes or the same `id` in the front matter; so do canvases. The difference is shown first, and on \
      a terminal you are asked. It is one step, which `zib undo` takes back.

      A link such as `[[Walden]]` to a note that was never there is of the rule `unwritten-note`: people plan notes \
      so. It is told, and for it alone the exit code is 0. Without a history every such link counts as planned.

      The setting `check.ignore` says what is not told: a rule, a rule in some files \
      (`broken-link:Archive/`), or files alone, in the language of .gitignore.
      """,
    arguments: [scope, rule, listRules, fix, dryRun, yes, json, sarif],
    exclusive: [[json, sarif, listRules], [fix, sarif], [fix, listRules]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `findings` and `ignored` (how many `check.ignore` leaves \
        out). A finding has `rule`, `severity` (`error`, `warning` or `note`), `path`, `line`, `column` \
        (null for a finding on a whole file), `message` and `fixable`. With `--fix` there is `fixed`: \
        `outcome` (`fixed`, `planned` or `nothing`), `rewritten` with `path` and `links`, `refused` and \
        `commit`; `findings` are then those that are left.
        """)
    ],
    examples: [
      "zib check": "All notes.",
      "zib check Projects/": "What is in a folder.",
      "zib check --rule broken-link tag:recipes": "One rule, in the notes of a query.",
      "zib check --fix --dry-run": "See what would be mended.",
      "zib check > list; vim -q list": "Go through the findings in an editor.",
      "zib check --sarif > notes.sarif": "For a code host.",
    ],
    exitStatuses: [
      0:
        "Nothing was found, or links to unwritten notes alone; with `--fix` nothing else is left.",
      1: "No note is in the places that were named.",
      3: "The vault cannot be read, or something could not be mended.", 5: "There are findings.",
    ],
    seeAlso: ["zib-doctor(1)", "zib-broken(1)", "zib-mv(1)", "zib-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if arguments[listRules] { return try printRules(session) }
      if arguments[dryRun] || arguments[yes], !arguments[fix] {
        throw UsageError(
          message: "`\(arguments[dryRun] ? "--dry-run" : "--yes")` goes with `--fix`")
      }
      let run = CheckRun(
        session, words: arguments[scope], rules: Set(arguments[rule].compactMap(CheckRule.init)))
      session.warnOfUnknownRules()
      if arguments[fix] {
        return try run.mend(
          isDryRun: arguments[dryRun], isForced: arguments[yes], isJSON: arguments[json])
      }
      let report = try run.report()
      if arguments[sarif] {
        try CheckSARIF(session, version: Zib.version).write(report.findings)
      } else if arguments[json] {
        try run.printJSON(report, nil)
      } else {
        try run.print(report)
      }
      return CheckRun.exit(report)
    }
  }

  private static func printRules(_ session: CommandSession) throws -> ExitCode {
    var columns = TextColumns([.left, .left, .left])
    for rule in CheckRule.allCases {
      columns.add([
        StyledText(rule.rawValue, .path), StyledText(rule.severity.rawValue, rule.severity.style),
        StyledText(rule.explanation),
      ])
    }
    for line in columns.lines() { try session.output.writeLine(line) }
    return .done
  }
}

extension CommandSession {
  /// Warns of items of `check.ignore` that name no rule.
  fileprivate func warnOfUnknownRules() {
    guard let vault = try? searchedVault() else { return }
    for item in CheckIgnoring(vault.configuration.list("check.ignore")).unknown {
      let name = String(item.prefix { $0 != ":" })
      let near = suggestion(for: name, among: CheckRule.allCases.map(\.rawValue))
      // A word with a hyphen may as well be the name of a folder.
      if near == nil, !item.contains(":") { continue }
      if !item.contains(":"), FileStatus.at(vault.root.appending(item)) != nil { continue }
      messages.warning(
        "check.ignore: `\(name)` is no rule" + (near.map { "; did you mean `\($0)`?" } ?? ""))
    }
  }
}
