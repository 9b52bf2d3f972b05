import Exchange
import Files
import Rendering
import Sync
import Vaults
import Wording

/// A sync that an editor starts; it goes on beside all that is asked meanwhile.
extension LanguageServer {
  /// The name of the command.
  static let syncCommand = "zib.sync"

  /// Begins `zib.sync`, whose request is answered when the sync has ended.
  ///
  /// - Throws: `ResponseError`
  func beginSync(_ request: Request) throws(ResponseError) {
    let served = try vault(request.parameters["arguments"]?.elements ?? [])
    if served.isSyncing { throw ResponseError(.failed, "a sync of this vault is under way") }
    let work = background
    let progress = WorkProgress(
      title: "Syncing", token: "zib-sync", isWanted: client.hasProgress
    ) { method, parameters, isRequest in
      work.post { server in
        if isRequest {
          server.ask(method, parameters)
        } else {
          server.connection.notify(method, parameters)
        }
      }
    }
    let (id, root, vault) = (request.id, served.root, served.vault)
    let isStarted = work.start {
      var options = SyncRequest()
      options.progress = { step in
        if let words = step.words { progress.report(words) }
      }
      let result = Result { try vault.sync(options) }
      work.post { server in
        progress.end()
        server.endSync(of: root, id, result)
      }
    }
    guard isStarted else { throw ResponseError(.failed, "the system has no more threads") }
    served.isSyncing = true
  }

  private func endSync(of root: DiskPath, _ id: RequestID, _ result: Result<VaultSync, any Error>) {
    let served = vaults.first { $0.root == root }
    served?.isSyncing = false
    served?.markStale()
    if let served { filesChanged(in: served) }
    do {
      let sync = try result.get()
      connection.respond(id, Self.json(sync))
      tell(sync, in: served)
    } catch {
      let words = ErrorWords(error)
      connection.respond(
        id, ResponseError(.failed, words.line))
    }
  }

  /// The result of the command: as `zib sync --json`, with numbers in place of lists.
  private static func json(_ sync: VaultSync) -> JSONValue {
    let report = sync.report
    let error = error(of: sync)
    let json: JSONValue = [
      "outcome": .string(report.outcomeName), "came": .int(report.came.count),
      "went": .int(report.went.count),
      "conflicts": .int(sync.conflicts.count),
      "heldBack": .int(report.heldBack.count),
    ]
    return json.with("error", error.map { .string($0.message) })
  }

  /// The words of an error of the remote; nil where there is none.
  private static func error(of sync: VaultSync) -> ErrorWords? {
    sync.report.transportError.map { ErrorWords($0, of: sync.place?.remote ?? "the remote") }
  }

  /// Tells the person how it ended, and what is left to do.
  private func tell(_ sync: VaultSync, in served: ServedVault?) {
    let report = sync.report
    let remote = sync.place?.remote ?? "the remote"
    let (outcome, error) = (report.outcomeName, Self.error(of: sync))
    var kind = MessageKind.info
    var words: String
    switch outcome {
    case "no-remote": words = report.wordsWithoutRemote
    case "in-step":
      words = report.came.isEmpty && report.went.isEmpty ? "In step with \(remote)" : "In step"
    case "in-step-except":
      (kind, words) = (.warning, "In step, except for files that `zib status` names")
    case "sent-elsewhere":
      (kind, words) = (
        .warning,
        "Sent to the address of `remote.\(remote).pushurl`, and not to the one that \(remote) is fetched from"
      )
    case "raced":
      (kind, words) = (.warning, "Other devices sent first each time; the next sync goes on")
    default: (kind, words) = (.error, error.map { $0.message } ?? "Not in step")
    }
    if !report.came.isEmpty { words += "; \(Amount.count(report.came.count, "file")) came" }
    if !report.went.isEmpty, outcome.hasPrefix("in-step") {
      words += "; \(Amount.count(report.went.count, "file")) went to \(remote)"
    }
    if let hint = error?.hint { words += "; \(hint)" }
    show(words, kind)
    if !report.heldBack.isEmpty {
      show(
        "\(Amount.count(report.heldBack.count, "file")) held back; `zib status` says why", .warning)
    }
    if !sync.conflicts.isEmpty {
      show(
        "\(Amount.count(sync.conflicts.count, "conflict")). Open a note to decide, or run `zib resolve`.",
        .warning)
    }
    if report.outcome == .inStep, !report.came.isEmpty, let served {
      tellTakenLinks(sync, in: served)
    }
    let unsaved = documents.values.count {
      $0.isUnsaved && $0.place != nil && $0.place?.vault === served
    }
    if unsaved > 0 {
      show("\(Amount.count(unsaved, "note")) not saved, and so not sent", .warning)
    }
  }
}

extension LanguageServer {
  /// Names a link that means another file since a sync, and counts the others.
  private func tellTakenLinks(_ sync: VaultSync, in served: ServedVault) {
    do {
      let taken = try served.savedSearch().takenLinks(by: sync)
      guard let first = taken.first else { return }
      let others =
        taken.count > 1
        ? "; \(Amount.count(taken.count - 1, "other link means", "other links mean")) another file too"
        : ""
      show(
        "\(first.note) has a link to \(first.target), which meant \(first.meant) and means \(first.reason == .new ? "the new " : "")"
          + "\(first.means) now\(others)", .warning)
    } catch {
      show("which links mean other notes now is not known: \(ErrorWords(error).message)", .warning)
    }
  }
}

extension SyncStep {
  /// The step that goes on, for a person; nil for a step of no length.
  fileprivate var words: String? {
    switch self {
    case .recovering: "finishing one that was stopped"
    case .snapshot: "saving"
    case .fetching: "fetching"
    case .merging: "merging"
    case .updating(let done, let total): "writing \(done) of \(total)"
    case .pushing: "sending"
    }
  }
}
