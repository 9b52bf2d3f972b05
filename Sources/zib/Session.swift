import Arguments
import Vaults

/// What a command works with: where it prints, and what the person asked of every command.
///
/// Nothing is looked up before it is asked for, so that a command pays only for what it uses.
final class Session {
  /// The variables that this process looks at.
  let environment: Environment
  let terminal: Terminal
  let output: OutputStream
  let messages: Messages
  private let arguments: ParsedArguments?

  private init(_ arguments: ParsedArguments?) {
    self.arguments = arguments
    environment = Environment.ofProcess(
      Environment.names + Terminal.variables + ["PATH", "ZIB_NOW"])
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

  /// Runs a command to its end: what it printed is sent, and an error is put into words.
  ///
  /// - Returns: the code to end the process with.
  static func run(
    _ arguments: ParsedArguments?, _ body: (Session) throws -> ExitCode
  ) -> Int32 {
    let session = Session(arguments)
    do {
      try session.enterFolder()
      let code = try body(session)
      try session.output.finish()
      return code.rawValue
    } catch {
      return session.end(with: error)
    }
  }

  /// The vault around the current folder, or the one that was named.
  private(set) lazy var foundVault = Result { try openVault() }

  /// Whether questions may be asked: a person sits at a terminal and has not forbidden it.
  var mayAsk: Bool {
    arguments?[GlobalOptions.input] != false && Platform.isTerminal(0)
      && terminal.isErrorTerminal
  }

  /// Shows what follows in the pager, where it is longer than the screen.
  func page() {
    guard arguments?[GlobalOptions.pager] != false else { return }
    output.page(with: Pager(environment: environment))
  }

  /// The folder that relative paths begin from.
  private(set) lazy var currentFolder = DiskPath(Platform.currentFolder() ?? ".")

  private func openVault() throws -> VaultLocation {
    let named = arguments?[GlobalOptions.vault].map { DiskPath($0) }
    return try VaultLocation.find(
      from: currentFolder, explicit: named, environment: environment)
  }

  private func enterFolder() throws {
    guard let folder = arguments?[GlobalOptions.folder] else { return }
    let code = Platform.changeFolder(folder)
    if code != 0 { throw SystemError("open the folder", folder, code: code) }
  }

  private func end(with error: any Error) -> Int32 {
    // What was printed before the failure belongs to the person; a second failure changes nothing.
    if !(error is OutputError) { do { try output.finish() } catch {} }
    if case OutputError.readerGone = error {
      if output.isPaged {
        output.endPaging()
        return ExitCode.done.rawValue
      }
      Platform.endByBrokenPipe()
    }
    let words = ErrorWords(error)
    messages.error(words.message, hint: words.hint)
    return words.code.rawValue
  }
}
