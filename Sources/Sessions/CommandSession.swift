import Arguments
import Files
import History
import Notes
import PastNotes
import Sync
import Synchronization
import Terminals
import Vaults
import Wording

/// The context of a command: its output, and the global options.
///
/// Nothing is looked up before it is needed, so that a command pays only for what it uses.
package final class CommandSession {
  /// The variables that this process looks at.
  package let environment: Environment
  /// The terminal, if there is one, and what it can show.
  package let terminal: Terminal
  /// Standard output.
  package let output: OutputStream
  /// Standard error.
  package let messages: Messages
  private let arguments: ParsedArguments?
  /// Texts from an editor that are not yet written into the vault.
  var drafts: [ScratchFolder] = []

  private init(_ arguments: ParsedArguments?) {
    self.arguments = arguments
    var environment = Environment.ofProcess(
      Environment.names + Terminal.variables + ["PATH", "DISPLAY", "WAYLAND_DISPLAY"])
    environment.deed = arguments.map { Deed($0.path.joined(separator: " ")) }
    self.environment = environment
    terminal = Terminal(
      color: arguments?[GlobalOptions.color] ?? .auto, environment: environment)
    output = OutputStream(terminal: terminal)
    let level: Messages.Level =
      if arguments?[GlobalOptions.quiet] == true {
        .quiet
      } else if arguments?[GlobalOptions.verbose] == true {
        .verbose
      } else {
        .normal
      }
    messages = Messages(level: level, terminal: terminal)
  }

  /// Runs a command to its end: its output is sent, and an error is put into words.
  ///
  /// - Parameter entersFolder: false to ignore `-C`, for commands without a vault.
  /// - Returns: the code to end the process with.
  package static func run(
    _ arguments: ParsedArguments?, entersFolder: Bool = true,
    _ body: (CommandSession) throws -> ExitCode
  ) -> Int32 {
    let session = CommandSession(arguments)
    do {
      try session.checkNow()
      if entersFolder { try session.enterFolder() }
      let code = try body(session)
      try session.output.finish()
      return code.rawValue
    } catch {
      return session.end(with: error)
    }
  }

  /// A failure that a warning has told.
  enum ToldFailure: Hashable {
    /// The words of the reason why an interrupted operation is not finished.
    case unfinished(String)
    /// A file of settings that cannot be read.
    case settings
    /// The words of the reason why the search index was not saved; a command may look at it twice.
    case unsavedIndex(String)
  }

  /// The failures that warnings have told, so that the error does not say them again.
  var told: Set<ToldFailure> = []

  /// The operation that was stopped half-way and that this command has finished first; nil if there was none.
  package var finishedOperation: OperationKind?

  private lazy var foundVault = Result { try openVault() }

  /// The vault around the current folder, or the one that was named.
  ///
  /// - Throws: `UnbornBranch` where the vault was cloned and is on a branch that is not checked out.
  package func vault() throws -> Vault {
    do {
      return try foundVault.get()
    } catch VaultNotFound.noVault(let folder) {
      throw UnbornBranch(at: folder) as (any Error)? ?? VaultNotFound.noVault(from: folder)
    }
  }

  /// The past that is searched instead of the vault; nil if none was asked for.
  package var past: PastFolder?

  /// The same, or outside of any vault the current folder with the person's own settings alone.
  package func vaultForOwnSettings() throws -> Vault {
    do {
      return try foundVault.get()
    } catch VaultNotFound.noVault {
      let location = VaultLocation(root: currentFolder, kind: .markdown)
      let vault = Vault(
        location: location, configuration: .load(location, environment: environment),
        environment: environment)
      tellSettings(of: vault)
      return vault
    }
  }

  /// The person's zone.
  package let zone = Zone.system

  /// The parts of names of which it was said what they mean.
  var toldParts: Set<String> = []

  /// The time, in UTC milliseconds; `ZIB_NOW` goes before the clock, for scripts and tests.
  package private(set) lazy var now: Int64 = environment.now

  /// Refuses a `ZIB_NOW` that is no time: taken for the clock's, it would go into the journal and the reviews.
  private func checkNow() throws {
    guard let words = environment["ZIB_NOW"], DateValue(words) == nil else { return }
    throw UsageError(
      message: "cannot read `\(words)` in ZIB_NOW as a time", hint: "such as 2026-11-21T09:30:00Z")
  }

  /// True if questions may be asked: a person sits at a terminal and has not forbidden it.
  package var mayAsk: Bool {
    arguments?[GlobalOptions.input] != false && Platform.isTerminal(0)
      && terminal.isErrorTerminal
  }

  /// Asks a question on standard error; returns `""` at the end of input.
  package func ask(_ question: String) -> String {
    messages.ask(question)
    return Platform.readLine() ?? ""
  }

  /// Shows what follows in the pager, where it is longer than the screen.
  package func page() {
    guard arguments?[GlobalOptions.pager] != false, terminal.isOutputTerminal,
      environment["TERM"] != "dumb"
    else { return }
    output.page(with: Pager(environment: environment, configured: ownSetting("pager")))
  }

  /// The folder that relative paths begin from.
  package private(set) lazy var currentFolder = DiskPath(Platform.currentFolder() ?? ".")

  /// The place of the current folder relative to the vault.
  enum PlaceOfFolder {
    /// In it, below its root by these components.
    case inVault([ArraySlice<UInt8>])
    /// Outside; the root is spelled as it leads there, absolute where it lies to the side.
    case elsewhere(root: DiskPath)
  }

  /// The place of the current folder; looked up once, because every shown path needs it.
  private(set) lazy var placeOfFolder: PlaceOfFolder = {
    guard let root = try? vault().root else { return .inVault([]) }
    if let below = root.relative(currentFolder) { return .inVault(below.split(separator: 0x2F)) }
    if let above = currentFolder.relative(root) {
      return .elsewhere(root: DiskPath(bytes: Array(above)))
    }
    return .elsewhere(root: root)
  }()

  /// All of a file that the person named; `-` is standard input.
  ///
  /// - Throws: `SystemError`, `LinkOut`.
  package func contents(of file: String) throws -> [UInt8] {
    if file == "-" { return try standardInput() }
    try checkReadable(file)
    guard let bytes = Platform.contents(of: file) else {
      throw SystemError("read", file, code: Platform.lastError)
    }
    return bytes
  }

  /// Refuses a file that a person named and that a link of the vault leads to, out of the vault.
  ///
  /// - Throws: `LinkOut`.
  package func checkReadable(_ file: String) throws {
    guard let root = try? vault().root else { return }
    if let link = LinkOut(on: currentFolder.resolving(file), in: root) { throw link }
  }

  /// All of standard input.
  package func standardInput() throws -> [UInt8] {
    guard let bytes = Platform.readAll(0) else {
      throw SystemError("read", "standard input", code: Platform.lastError)
    }
    return bytes
  }

  private func openVault() throws -> Vault {
    var named = arguments?[GlobalOptions.vault].map {
      VaultLocation.folder(named: $0, self.environment)
    }
    // Options go before the environment: with `-C` the vault there is meant, not `ZIB_VAULT`'s.
    if named == nil, arguments?[GlobalOptions.folder] != nil { named = currentFolder }
    var environment = environment
    environment.mayAsk = mayAsk
    environment.waiting = { [messages] in messages.tellWaiting($0) }
    environment.identity = identityOffer
    let told = ToldOnce()
    environment.unrecorded = { [messages] error in
      guard told.isFirst() else { return }
      messages.warning(
        "`zib undo` cannot take this back: its record could not be written (\(ErrorWords(error).message))"
      )
    }
    let vault = try Vault.find(from: currentFolder, explicit: named, environment: environment)
    tellSettings(of: vault)
    finishUpdate(of: vault)
    return vault
  }

  /// False for a command that lists the problems of the settings itself, or must not say anything, and after the
  /// files were told.
  package var tellsSettings = true

  /// Tells once of settings that a person made and that do not hold: in a file that cannot be read or that a newer zib
  /// has written, or with a value that does not fit.
  private func tellSettings(of vault: Vault) {
    guard tellsSettings else { return }
    tellsSettings = false
    for problem in vault.configuration.problems where problem.kind != .name {
      messages.warning(DoctorFinding(problem).text)
      if problem.kind == .unread(hasStandIn: false) { told.insert(.settings) }
    }
  }

  private func enterFolder() throws {
    guard let folder = arguments?[GlobalOptions.folder] else { return }
    let code = Platform.changeFolder(folder)
    if code != 0 { throw SystemError("open the folder", folder, code: code) }
  }

  /// An error in words; a command in its hint names the file as it can be typed in the current folder.
  package func words(for error: any Error) -> ErrorWords {
    var words = ErrorWords(error)
    switch error {
    case WriteError.readOnly(let path):
      words.hint = "to change it, first run: chmod u+w \(typedPath(shownPathBytes(path)))"
    case MoveRefusal.heldBack(let path):
      words.hint =
        "`zib status` says why it is held back: take out of it what no other device may have, or send it to all with "
        + "`zib commit --include \(typedPath(shownPathBytes(path)))`; then run "
        + "`zib \(arguments?.path.joined(separator: " ") ?? "mv")` again"
    case MoveRefusal.folderReadOnly(let path):
      // A folder that is still to be made has its permissions from the nearest that is there.
      guard var folder = try? vault().root.appending(path).folder else { break }
      while FileStatus.at(folder) == nil, folder.folder != folder { folder = folder.folder }
      words.hint = "check its permissions with `ls -ld \(typedPath(folder.bytes))`"
    default: break
    }
    return words
  }

  /// The words of an error without those that a warning has told.
  private func besidesTold(
    _ words: ErrorWords, _ error: any Error
  ) -> (message: String, hint: String?) {
    // With `-q` no warning was printed.
    if messages.level == .quiet { return (words.message, words.hint) }
    if told.contains(.unfinished(words.message)) {
      return ("nothing was done, because that has to be finished first", nil)
    }
    if case ConfigurationError.unread = error, told.contains(.settings) {
      return ("nothing was written, because those settings say where and how", words.hint)
    }
    return (words.message, words.hint)
  }

  private func end(with error: any Error) -> Int32 {
    // The output before the failure belongs to the person; a second failure changes nothing.
    if !(error is OutputError) { do { try output.finish() } catch {} }
    if case OutputError.readerGone = error {
      if output.isPaged {
        output.endPaging()
        return ExitCode.done.rawValue
      }
      Platform.endByBrokenPipe()
    }
    if error is Interrupted { Platform.endByInterrupt() }
    let words = words(for: error)
    let (message, hint) = besidesTold(words, error)
    messages.error(message, hint: hint)
    return words.code.rawValue
  }
}

extension CommandSession {
  /// Questions to the person, on the output of this session.
  package func dialogue(
    isPlain: Bool, erasesPrompts: Bool = false, page: (any DialoguePage)? = nil
  ) -> Dialogue {
    Dialogue(
      output, on: terminal, isPlain: isPlain,
      erasesPrompts: erasesPrompts && environment["TERM"] != "dumb",
      hasFixedWidth: environment["COLUMNS"] != nil, page: page)
  }
}

/// Something that a person is told once, from whichever thread.
private final class ToldOnce: Sendable {
  private let isTold = Mutex(false)

  /// True the first time.
  func isFirst() -> Bool {
    isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
  }
}
