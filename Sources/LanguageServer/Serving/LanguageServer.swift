import Exchange
import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Settings
import Vaults
import Wording

/// A server of the Language Server Protocol 3.17 for the notes of vaults.
///
/// One thread takes one message after the other, in their order. Between them it tells the client what is wrong in the
/// open notes, and looks for changes of the folders.
package final class LanguageServer {
  /// The stages of a session, each after the one before.
  enum Stage { case begun, initialized, shutDown }

  let connection: Connection
  let environment: Environment
  let clock: ServerClock
  let version: String
  /// The time for which a line counts as being typed, in milliseconds.
  let typing: Int64
  private(set) var stage = Stage.begun
  var client = ClientCapabilities(.null)
  var encoding = PositionEncoding.utf16
  /// The vaults that are open, each found once.
  var vaults: [ServedVault] = []
  /// True once the client has agreed to tell of changed files.
  var isClientWatching = false
  /// The folders that the client has open.
  var folders: [DiskPath] = []
  /// The open documents by the keys of their addresses.
  var documents: [[UInt8]: OpenDocument] = [:]
  /// Counts the states of the open documents.
  var revision = 0
  var options = ServerOptions()
  /// The notes that the client is making by edits which have all that their making changes, by the keys of their
  /// addresses.
  var beingMade: Set<[UInt8]> = []
  /// The answers that the client owes.
  var awaited: [RequestID: (JSONValue?) -> Void] = [:]
  var diagnostics = DiagnosticSchedule()
  var tokens = TokenMemory()
  let background = BackgroundWork()

  /// - Parameters:
  ///   - input: the descriptor that messages come from.
  ///   - output: the one that they go to.
  ///   - now: a fixed time in UTC milliseconds, for scripts and tests.
  ///   - typing: the time for which nothing is said of a line after an edit of it, in milliseconds.
  package init(
    input: Int32, output: Int32, environment: Environment, zone: Zone, now: Int64? = nil,
    typing: Int64 = 1500, version: String
  ) {
    connection = Connection(input: input, output: output)
    self.environment = environment
    clock = ServerClock(zone: zone, fixed: now)
    self.version = version
    self.typing = typing
  }

  /// Answers until the client says that it ends, or is gone.
  ///
  /// - Returns: the code to end the process with: 0 after a `shutdown`, else 1.
  package func run() -> Int32 {
    while true {
      let message = connection.next(
        milliseconds: wait,
        or: vaults.compactMap { $0.isWatchedByClient ? nil : $0.waitable }
          + (background.waker.map { [$0] } ?? []))
      guard let message else {
        if connection.isAtEnd { return stage == .shutDown ? 0 : 1 }
        beIdle()
        continue
      }
      if case .notification("exit", _) = message { return stage == .shutDown ? 0 : 1 }
      handle(message)
    }
  }

  /// Answers all that has come, and tells what is due, without waiting for more: for a host with a loop of its own.
  package func answerWaiting() {
    while let message = connection.next(milliseconds: 0) { handle(message) }
    beIdle()
  }

  /// The time until something is due, in milliseconds; negative for none.
  private var wait: Int32 {
    guard let due = diagnostics.next else { return -1 }
    return Int32(clamping: max(0, due - Clock.monotonicMilliseconds()))
  }

  private func beIdle() {
    connection.forgetCancelled()
    for step in background.takeSteps() { step(self) }
    for vault in vaults {
      // News is taken also of a vault that is to be looked at already: it would end the next wait at once.
      let wasStale = vault.isStale
      vault.noticeChanges()
      if vault.isStale, !wasStale { filesChanged(in: vault) }
    }
    sendDueDiagnostics()
  }

  // MARK: Messages

  private func handle(_ message: Message) {
    switch message {
    case .malformed(let error, let id): connection.respond(id, error)
    case .response(let id, let result): awaited.removeValue(forKey: id)?(result)
    case .notification(let method, let parameters): notice(method, parameters)
    case .request(let id, let method, let parameters):
      answer(Request(id, method, parameters, connection))
    }
  }

  private func answer(_ request: Request) {
    defer { connection.finish(request.id) }
    do {
      guard let result = try result(of: request) else { return }
      connection.respond(request.id, result)
    } catch let error as ResponseError {
      connection.respond(request.id, error)
    } catch {
      let words = ErrorWords(error)
      connection.respond(
        request.id,
        ResponseError(.failed, words.line))
    }
  }

  /// The answer to a request; nil if it is sent later.
  private func result(of request: Request) throws -> JSONValue? {
    try request.checkCancelled()
    if request.method == "initialize" {
      guard stage == .begun else {
        throw ResponseError(.invalidRequest, "the server is initialized already")
      }
      stage = .initialized
      return initialize(request.parameters)
    }
    if stage == .begun {
      throw ResponseError(.notInitialized, "`initialize` has to come first")
    }
    if request.method == "shutdown" {
      stage = .shutDown
      return .null
    }
    if stage == .shutDown {
      throw ResponseError(.invalidRequest, "the server is shutting down")
    }
    for vault in vaults where vault.hasOtherSettings { reload(vault) }
    guard let answer = Self.answers[request.method] else {
      throw ResponseError(.methodNotFound, "there is no method `\(request.method)`")
    }
    if request.method == "workspace/executeCommand",
      request.parameters["command"]?.string == Self.syncCommand
    {
      try beginSync(request)
      return nil
    }
    do {
      return try answer(self)(request)
    } catch IndexError.damaged {
      // It is made again from the notes, and asked once more.
      for vault in vaults { try vault.refresh(rebuilding: true) }
      return try answer(self)(request)
    }
  }

  private func notice(_ method: String, _ parameters: JSONValue) {
    guard stage == .initialized, let notice = Self.notices[method] else { return }
    do {
      try notice(self)(parameters)
    } catch let error as ResponseError {
      log("\(method): \(error.message)")
    } catch {
      log("\(method): \(ErrorWords(error).message)")
    }
  }

  // MARK: Talking to the person

  /// The kinds of a message to the person.
  enum MessageKind: Int { case error = 1, warning, info, log }

  /// Shows the person a message.
  func show(_ text: String, _ kind: MessageKind = .info) {
    connection.notify(
      "window/showMessage", ["type": .int(kind.rawValue), "message": .string(text)])
  }

  /// Writes a message into the client's log.
  func log(_ text: String, _ kind: MessageKind = .warning) {
    connection.notify(
      "window/logMessage", ["type": .int(kind.rawValue), "message": .string(text)])
  }

  /// Asks the client; the closure gets its answer, nil after an error.
  func ask(
    _ method: String, _ parameters: JSONValue, _ body: @escaping (JSONValue?) -> Void = { _ in }
  ) {
    awaited[connection.request(method, parameters)] = body
  }
}
