import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Views
import Wording

/// `zib doctor`: the problems of a vault, and how `zib` sees it.
enum Doctor {
  static let json = Flag("json", help: "Print what was found as JSON.")

  static let command = Command(
    "doctor", group: "Settings", summary: "Check a vault for problems",
    discussion: """
      Says how `zib` sees the vault, and lists what is wrong with it: settings that were not \
      understood, notes and folders that cannot be read, symbolic links and folders that were not \
      followed, logs of reviews that are damaged or missing, reviews that are dated later than \
      tomorrow, a `.zib/reviews` that is a link or a file, a `.zib` that is gone and that the history has, a repository of another user, or one \
      that could not be examined, \
      a damaged record of files that wait to be written, objects of git that are missing or damaged, notes of the history that an ignore rule \
      hides. Of git's store the files of the last commit are read, and looked for \
      where they are large, and the commits before it are looked for; `git fsck` reads \
      everything. Nothing is changed.

      What is wrong in the notes, and with their names, is what `zib check` tells; only the number \
      of its findings is told here, and it does not change the exit status. Neither does it change \
      where notes are there that git ignores, so that no list, search or commit has them, where \
      most notes are in another language than the setting `language` says, so that words are \
      found in fewer of their forms, nor where single notes are and do not say so in their \
      front matter: `lang: fr`, or `lang: français`.

      Each finding is a line of `path:line:column: what it is`, which editors can jump through.
      """,
    arguments: [json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `vault` (`path`, `kind`, `notes`, `programs`: settings
        and hooks of the repository that run programs) and `findings`: for each
        `kind`, `path`, `line`, `column` and `message`; line and column are null where they mean
        nothing. `noteFindings` is how many findings `zib check` has; null where that could
        not be counted. `language` is the language that most notes are in, where the vault is set
        to another; else null. `ignoredNotes` are the notes (paths) that git ignores, and that no list,
        search or commit has. `unnamedLanguages` are the other languages of notes that do not name
        theirs, each with its `language` and `notes` (paths).
        """)
    ],
    examples: [
      "zib doctor": "Examine the vault around the current folder.",
      "zib doctor --json": "The same for a program.",
    ],
    exitStatuses: [
      0: "No problems were found.", 3: "The vault cannot be read.", 5: "There are problems.",
    ],
    seeAlso: ["zib-check(1)", "zib-config(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      session.tellsSettings = false
      let vault = try session.vault()
      let bar = ProgressBar(
        "Reading notes", terminal: session.terminal, quiet: session.messages.level == .quiet)
      defer { bar.finish() }
      // The cause of a missing index is among the findings.
      let index = try? vault.index { bar.update($0, of: $1) }
      let examination = try vault.examine(index, now: session.now)
      let notes = index.flatMap { index in
        try? session.checked(vault, index) { bar.update($0, of: $1) }.findings.count
      }
      bar.finish()
      let findings =
        vault.configuration.problems.map { DoctorFinding($0) } + keysNotFollowed(in: vault)
        + examination.findings.map {
          DoctorFinding($0, in: session.zone) { session.shownPath($0) }
        }
      let languages = Languages(of: vault, session)
      if arguments[json] {
        try printJSON(vault, examination, findings, notes, languages, session)
      } else {
        try printText(vault, examination, findings, notes, languages, session)
      }
      return findings.isEmpty ? .done : .findings
    }
  }

  /// The keys of the finder that it does not follow.
  private static func keysNotFollowed(in vault: Vault) -> [DoctorFinding] {
    FinderKeys(vault.configuration.list("screen.keys")).problems.map { problem in
      DoctorFinding(
        setting: "screen.keys", in: Configuration.personFile(vault.environment),
        "`\(problem.setting)`: \(problem.message)")
    }
  }

  private static func printText(
    _ vault: Vault, _ examination: Vault.Examination, _ findings: [DoctorFinding], _ notes: Int?,
    _ languages: Languages, _ session: CommandSession
  ) throws {
    var facts = TextColumns([.left, .left])
    func add(_ key: String, _ value: String) {
      facts.add([StyledText(key, .faint), StyledText(value)])
    }
    add("vault", "\(vault.root) (\(vault.location.kind.words))")
    add("notes", "\(examination.notes)")
    add(
      "index", vault.location.cache(session.environment).folder?.description ?? "made each time")
    add("editor", (try? session.editor().command) ?? "none")
    if !examination.programs.isEmpty {
      add(
        "programs",
        examination.programs.joined(separator: ", ") + " (set in this repository; git runs them)")
    }
    for line in facts.lines() { try session.output.writeLine(line) }
    try session.output.writeLine()
    for finding in findings {
      var line = StyledText(finding.path, .path)
      if let number = finding.line { line.append(":\(number)", .position) }
      if let column = finding.column { line.append(":\(column)", .position) }
      try session.output.writeLine(line + StyledText(": \(finding.message)"))
    }
    var end =
      findings.isEmpty
      ? StyledText("No problems found", .added)
      : StyledText(Amount.count(findings.count, "problem"), .warning)
    end.append(".")
    try session.output.writeLine(end)
    if let notes, notes > 0 {
      try session.output.writeLine(
        "`zib check` has \(Amount.count(notes, "finding")) in the notes.")
    }
    if let first = examination.ignored.first {
      let count = examination.ignored.count
      try session.output.writeLine(
        Amount.count(count, "note") + (count == 1 ? " is" : " are")
          + " ignored by git's rules, so that no list, search or commit has "
          + (count == 1 ? "it: " : "them, such as ") + "\(session.shown(first)); "
          + "`zib status --ignored` lists all that is ignored.")
    }
    if let language = languages.ofMost {
      try session.output.writeLine(
        "Most notes seem to be in another language than the vault is set to; "
          + "`zib config language \(language)` has search know the forms of their words.")
    }
    if let line = languages.unnamedLine(session) { try session.output.writeLine(line) }
  }

  private static func printJSON(
    _ vault: Vault, _ examination: Vault.Examination, _ findings: [DoctorFinding], _ notes: Int?,
    _ languages: Languages, _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.object("vault") {
        $0.field("path", utf8: vault.root.bytes)
        $0.field("kind", vault.location.kind.rawValue)
        $0.field("notes", examination.notes)
        $0.field("programs", examination.programs)
      }
      $0.array("findings") {
        for finding in findings {
          $0.object {
            $0.field("kind", finding.word.rawValue)
            $0.field("path", finding.path)
            $0.field("line", finding.line)
            $0.field("column", finding.column)
            $0.field("message", finding.message)
          }
        }
      }
      $0.field("noteFindings", notes)
      $0.field("ignoredNotes", examination.ignored.map { session.shownPath($0) })
      $0.field("language", languages.ofMost)
      $0.array("unnamedLanguages") {
        for (language, notes) in languages.unnamed {
          $0.object {
            $0.field("language", language)
            $0.field("notes", notes.map { session.shownPath($0) })
          }
        }
      }
    }
  }
}

extension Doctor {
  /// The languages of notes that search does not know of.
  private struct Languages {
    /// The language of most notes, where the vault is set to another.
    let ofMost: String?
    /// The notes in others that do not say so; without those in the language of most.
    let unnamed: [(language: String, notes: [NotePath])]

    init(of vault: Vault, _ session: CommandSession) {
      let ofMost = (try? session.otherLanguage(in: vault)) ?? nil
      self.ofMost = ofMost
      unnamed = ((try? session.unnamedLanguages(in: vault)) ?? []).filter { $0.language != ofMost }
    }

    /// One line for all, with the first of them.
    func unnamedLine(_ session: CommandSession) -> String? {
      guard let first = unnamed.max(by: { $0.notes.count < $1.notes.count }) else { return nil }
      let count = unnamed.reduce(0) { $0 + $1.notes.count }
      let languages = unnamed.map { "\($0.language) \(Amount.count($0.notes.count))" }
      return Amount.count(count, "note") + (count == 1 ? " seems" : " seem")
        + " to be in another language than the vault (\(languages.joined(separator: ", "))), such as "
        + "\(session.shown(first.notes[0])); `lang: \(first.language)` in the front matter has search "
        + "know the forms of its words."
    }
  }
}

extension VaultLocation.Kind {
  /// The kind in words.
  var words: String {
    switch self {
    case .zib: "a zib vault"
    case .obsidian: "an Obsidian vault; nothing is written into it"
    case .zk: "a zk notebook; nothing is written into it"
    case .logseq: "a Logseq graph; nothing is written into it"
    case .foam: "a Foam workspace; nothing is written into it"
    case .dendron: "a Dendron workspace; nothing is written into it"
    case .markdown: "a folder of Markdown; nothing is written into it"
    }
  }
}
