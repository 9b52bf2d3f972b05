import Arguments
import Exchange
import Files
import Git
import History
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib init`: makes a folder a vault.
enum Init {
  static let folder = Positional(
    "DIR", optional: .directory, help: "The folder; by default the current one.")
  static let git = Flag(
    "git", invertible: true, default: true,
    help: "Begin a git history where the folder is in none; `--no-git` leaves it without one.")
  static let gitignore = Flag(
    "gitignore", help: "Add the suggested lines to `.gitignore` without asking.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what the folder holds, and make nothing.")
  static let json = Flag("json", help: "Print what the folder holds as JSON; nothing is asked.")

  static let command = Command(
    "init", group: "Settings", summary: "Make a folder a vault",
    discussion: """
      Puts `.zib` into the folder: settings in which everything is said and little is set, two
      templates, and a place for the index that git ignores. No file that is there is changed, and
      notes need no change at all. Vaults of Obsidian, zk, Logseq, Foam and Dendron can be read
      without it; with it they have settings and an index of their own, and `zib commit`, `zib sync`
      and `zib watch` work on them. Where the settings do not say it, the other tool's still say
      where days and new notes lie.

      A folder that holds something is shown first: how many notes and other files a commit would
      take, which of them look like secrets or are very large and would be held back, and what had
      better be ignored. On a terminal you are asked whether these lines go into `.gitignore`;
      elsewhere `--gitignore` adds them.

      Where the folder lies in no git repository it becomes one. In a folder of a larger repository only
      that folder is the vault: it alone is shown and committed, while `zib sync` sends and merges the
      whole branch. Nothing is committed yet. Where `.zib` was lost and the history has it, it comes back
      from the last commit with it.
      """,
    arguments: [folder, git, gitignore, dryRun, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `root`, `dryRun`, `made`, `restored` (from the history) and
        `kept` (paths below `.zib`), `beganHistory`, `notes`, `attachments`, `others` and `ignored`
        (how many), `bytes`, `nestedRepositories` (paths), `heldBack` (each with `path`, `kind` as in
        `zib sync --json`, `reason`, and `tracked`: true where git has it already), `gitignore`
        (each with `pattern` and `files`, the number of files), `gitignoreWritten`, and
        `repository` (null, or `root`, `branch`, `tracked`, `outside` (how many files git tracks
        outside of the folder), `staged` and `programs`: settings and hooks of this repository that
        run programs).
        """)
    ],
    examples: [
      "zib init": "Make the current folder a vault.",
      "zib init --dry-run": "See what it would take.",
      "zib init ~/Commonplace": "Make a new one.",
      "zib init --no-git": "Keep notes without a history.",
    ],
    exitStatuses: [
      0: "Done, or the folder was a vault already.",
      3: "It cannot be written, or it is a clone in which no branch is checked out.",
    ],
    seeAlso: ["zib-config(1)", "zib-new(1)", "zib-commit(1)", "zib-sync(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if let address = arguments[folder], RemoteAddress.isMeant(by: address) {
        throw UsageError(
          message:
            "`\(RemoteAddress.hidingPasswords(in: address))` is the address of a remote and no folder",
          hint: "`zib clone` gets the vault that is there; `zib remote add` sends yours there")
      }
      let place =
        arguments[folder].map { name in
          name.hasPrefix("/") ? DiskPath(name) : session.currentFolder.appending(name)
        } ?? session.currentFolder
      let (survey, wasVault) = try survey(place, session)
      // A vault made there would be a second one, beside that of the remote.
      if !wasVault, let unborn = UnbornBranch(at: place) { throw unborn }
      let isShown = arguments[dryRun] || arguments[json] || arguments[gitignore]
      if !arguments[json], !wasVault || isShown {
        try SurveyText(survey, session).show()
        try session.output.flush()
      }
      var creation: VaultCreation?
      if !arguments[dryRun] {
        creation = try Vault.create(
          at: place, withHistory: arguments[git], zoneName: Zone.systemName(session.environment),
          environment: session.environment)
      }
      let lines = survey.suggestions.map(\.pattern)
      var isWritten = false
      if let root = creation?.location.root, !lines.isEmpty {
        isWritten =
          arguments[gitignore]
          || !arguments[json] && !wasVault && session.confirmIgnoring(lines.count)
        if isWritten { try Vault.ignore(lines, in: root) }
      }
      if arguments[json] {
        try printJSON(survey, creation, place, isWritten: isWritten, session)
      }
      if let creation { tell(creation, session) }
      if isWritten {
        session.messages.note("added \(Amount.count(lines.count, "line")) to .gitignore")
      } else if !lines.isEmpty, !arguments[json], !wasVault || isShown {
        session.messages.note("`zib init --gitignore` adds the suggested lines to .gitignore")
      }
      return .done
    }
  }

  /// The survey of the folder, and whether it is a vault already.
  private static func survey(
    _ place: DiskPath, _ session: CommandSession
  ) throws -> (survey: FolderSurvey, wasVault: Bool) {
    guard let root = DiskPath.real(place), FileStatus.at(root)?.kind == .folder else {
      return (FolderSurvey(), false)
    }
    let wasVault = FileStatus.at(root.appending(".zib/config.yml"))?.kind == .file
    return (try Vault.survey(root, environment: session.environment), wasVault)
  }

  private static func tell(_ creation: VaultCreation, _ session: CommandSession) {
    for path in creation.made { session.messages.detail("made \(path)") }
    for path in creation.restored { session.messages.detail("brought back \(path)") }
    if !creation.restored.isEmpty {
      session.messages.note(
        "brought back \(Amount.count(creation.restored.count, "file")) of .zib from the history"
      )
    }
    let root = creation.location.root
    let wasVault = creation.made.isEmpty && creation.restored.isEmpty
    session.messages.note(wasVault ? "\(root) is a vault already" : "\(root) is a vault now")
    if creation.beganHistory {
      session.messages.note(
        "no history yet: `zib commit` saves a first version, `zib sync` shares it")
    }
  }

  private static func printJSON(
    _ survey: FolderSurvey, _ creation: VaultCreation?, _ place: DiskPath, isWritten: Bool,
    _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.field("root", utf8: (creation?.location.root ?? DiskPath.real(place) ?? place).bytes)
      $0.field("dryRun", creation == nil)
      $0.field("made", creation?.made.map(\.text) ?? [])
      $0.field("restored", creation?.restored.map(\.text) ?? [])
      $0.field("kept", creation?.kept.map(\.text) ?? [])
      $0.field("beganHistory", creation?.beganHistory ?? false)
      $0.field("notes", survey.notes)
      $0.field("attachments", survey.attachments)
      $0.field("others", survey.others)
      $0.field("bytes", Int(survey.bytes))
      $0.field("ignored", survey.ignored)
      $0.array("nestedRepositories") { json in
        for path in survey.nestedRepositories { json.element(utf8: path.bytes) }
      }
      $0.array("heldBack") { json in
        for file in survey.held {
          json.object {
            $0.field("path", utf8: file.path.bytes)
            $0.field("kind", file.reason.word)
            $0.field("reason", file.reason.words)
            $0.field("tracked", file.isTracked)
            $0.field("staged", file.isStaged)
          }
        }
      }
      $0.array("gitignore") { json in
        for line in survey.suggestions {
          json.object {
            $0.field("pattern", line.pattern)
            $0.field("files", line.files)
          }
        }
      }
      $0.field("gitignoreWritten", isWritten)
      if let repository = survey.repository {
        $0.object("repository") {
          $0.field("root", utf8: repository.root.bytes)
          $0.field("branch", repository.branch)
          $0.field("tracked", repository.tracked)
          $0.field("outside", repository.outside)
          $0.field("staged", repository.staged)
          $0.field("programs", repository.programs)
        }
      } else {
        $0.field("repository", String?.none)
      }
    }
  }
}

extension CommandSession {
  /// Asks whether lines are added to `.gitignore`; false if no question can be asked.
  fileprivate func confirmIgnoring(_ count: Int) -> Bool {
    guard mayAsk else { return false }
    let answer = ask("add the suggested \(Amount.count(count, "line")) to .gitignore? [Y/n] ")
    return ["", "y", "yes"].contains(answer.lowercased())
  }
}

/// A survey in words.
private struct SurveyText {
  private let survey: FolderSurvey
  private let session: CommandSession
  /// Longer lists are cut, unless `-v` is given.
  private static let most = 20

  init(_ survey: FolderSurvey, _ session: CommandSession) {
    self.survey = survey
    self.session = session
  }

  func show() throws {
    if survey.isEmpty || session.messages.level == .quiet { return }
    let counts = [
      Amount.count(survey.notes, "note"), Amount.count(survey.attachments, "attachment"),
      Amount.count(survey.others, "other file"),
    ]
    try line(
      "Found \(counts.joined(separator: ", ")); \(Amount.bytes(Int(survey.bytes)))", .heading)
    if let repository = survey.repository { try show(repository) }
    if survey.ignored > 0 {
      try line(
        "  ignored already: \(Amount.count(survey.ignored, "file or folder", "files and folders"))")
    }
    if !survey.nestedRepositories.isEmpty {
      try list(
        "Left out, git repositories of their own:",
        survey.nestedRepositories.map { ($0.text, "") })
    }
    let (old, new) = (
      survey.held.filter { $0.isTracked && !$0.isStaged }, survey.held.filter { !$0.isTracked }
    )
    try list(
      "Held back from commits until you decide:", new.map { ($0.path.text, $0.reason.words) })
    try list(
      "Staged in git, so the next commit takes it; `git rm --cached -- FILE` keeps it out:",
      survey.held.filter(\.isStaged).map { ($0.path.text, $0.reason.words) })
    try list(
      "In git's history already, so not held back:", old.map { ($0.path.text, $0.reason.words) })
    try list(
      "Suggested for .gitignore:",
      survey.suggestions.map { ($0.pattern, $0.files > 1 ? Amount.count($0.files, "file") : "") })
  }

  private func show(_ repository: FolderSurvey.Repository) throws {
    let branch = repository.branch.map { "branch \($0)" } ?? "no branch"
    var text = "  in the git repository \(repository.root), \(branch)"
    text += repository.hasCommits ? "" : ", no commit yet"
    text += ": \(Amount.count(repository.tracked, "file")) tracked"
    if repository.staged > 0 {
      text += ", \(Amount.count(repository.staged)) staged, which the next commit takes"
    }
    if repository.outside > 0 { text += "; \(Amount.count(repository.outside)) outside" }
    try line(text)
    if repository.scope != .root {
      try line(
        "  the vault is its folder \(repository.scope.text)/: no commit of zib takes anything outside of it, "
          + "but `zib sync` sends and merges the whole branch")
    }
    if !repository.programs.isEmpty {
      try line(
        "  its settings run programs: \(repository.programs.joined(separator: ", "))", .warning)
    }
  }

  private func list(_ heading: String, _ lines: [(String, String)]) throws {
    if lines.isEmpty { return }
    try line(heading, .heading)
    let shown = session.messages.level == .verbose ? lines.count : Self.most
    for (name, remark) in lines.prefix(shown) {
      var text = StyledText("  " + name, .path)
      if !remark.isEmpty { text.append(": " + remark) }
      try session.output.writeLine(text)
    }
    if lines.count > shown {
      try line("  and \(Amount.count(lines.count - shown)) more", .faint)
    }
  }

  private func line(_ text: String, _ style: Style = .plain) throws {
    try session.output.writeLine(StyledText(text, style))
  }
}
