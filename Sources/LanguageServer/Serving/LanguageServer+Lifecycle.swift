import Exchange
import Files
import Indexing
import Settings
import Vaults
import Wording

/// The beginning of a session, and what is answered by whom.
extension LanguageServer {
  typealias Answer = @Sendable (LanguageServer) -> (Request) throws -> JSONValue
  typealias Notice = @Sendable (LanguageServer) -> (JSONValue) throws -> Void

  /// The requests that are answered.
  static let answers: [String: Answer] = [
    "textDocument/definition": definition,
    "textDocument/declaration": definition,
    "textDocument/references": references,
    "textDocument/documentHighlight": highlights,
    "textDocument/hover": hover,
    "textDocument/documentSymbol": documentSymbols,
    "workspace/symbol": workspaceSymbols,
    "textDocument/completion": completion,
    "completionItem/resolve": resolveCompletion,
    "textDocument/diagnostic": documentDiagnostics,
    "workspace/diagnostic": workspaceDiagnostics,
    "textDocument/documentLink": documentLinks,
    "documentLink/resolve": resolveDocumentLink,
    "textDocument/foldingRange": foldingRanges,
    "textDocument/selectionRange": selectionRanges,
    "textDocument/prepareRename": prepareRename,
    "textDocument/rename": rename,
    "workspace/willCreateFiles": willCreateFiles,
    "workspace/willRenameFiles": willRenameFiles,
    "workspace/willDeleteFiles": willDeleteFiles,
    "textDocument/semanticTokens/full": semanticTokens,
    "textDocument/semanticTokens/range": semanticTokensInRange,
    "textDocument/semanticTokens/full/delta": semanticTokensDelta,
    "textDocument/inlayHint": inlayHints,
    "textDocument/codeLens": codeLenses,
    "textDocument/codeAction": codeActions,
    "textDocument/prepareCallHierarchy": prepareHierarchy,
    "callHierarchy/incomingCalls": incomingLinks,
    "callHierarchy/outgoingCalls": outgoingLinks,
    "textDocument/onTypeFormatting": formatOnType,
    "textDocument/linkedEditingRange": linkedEditing,
    "workspace/executeCommand": executeCommand,
  ]

  /// The notifications that are taken; others are passed by, as the protocol wants it.
  static let notices: [String: Notice] = [
    "initialized": { server in { _ in server.didInitialize() } },
    "textDocument/didOpen": didOpen,
    "textDocument/didChange": didChange,
    "textDocument/didSave": didSave,
    "textDocument/didClose": didClose,
    "workspace/didChangeWatchedFiles": didChangeWatchedFiles,
    "workspace/didChangeConfiguration": didChangeConfiguration,
    "workspace/didChangeWorkspaceFolders": didChangeFolders,
  ]

  /// `initialize`
  func initialize(_ parameters: JSONValue) -> JSONValue {
    client = ClientCapabilities(
      parameters["capabilities"] ?? .null, name: parameters["clientInfo"]?["name"]?.string ?? "")
    encoding = PositionEncoding(offered: client.encodings)
    let named = (parameters["workspaceFolders"]?.elements ?? []).compactMap { $0["uri"]?.string }
    let root = parameters["rootUri"]?.string.map { [$0] } ?? []
    folders = (named.isEmpty ? root : named).compactMap { DocumentURI($0).path }
    if folders.isEmpty, let path = parameters["rootPath"]?.string { folders = [DiskPath(path)] }
    for folder in folders { openVault(around: folder, isNamed: true) }
    if let settings = parameters["initializationOptions"] {
      options = ServerOptions(settings["zib"] ?? settings)
    }
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": "zib", "version": .string(version)],
    ]
  }

  /// The parts of the protocol that the server can do.
  private var capabilities: JSONValue {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": [
        "openClose": true, "change": 2, "save": ["includeText": false],
      ],
      "completionProvider": [
        "triggerCharacters": ["[", "#", "^", "(", "/", ":", "|"], "resolveProvider": true,
      ],
      "hoverProvider": true,
      "definitionProvider": true,
      "declarationProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "documentLinkProvider": ["resolveProvider": true],
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "renameProvider": client.hasPrepareRename ? ["prepareProvider": true] : true,
      "codeActionProvider": client.hasActionLiterals
        ? ["codeActionKinds": Self.actionKinds] : true,
      "codeLensProvider": ["resolveProvider": false],
      "inlayHintProvider": true,
      "callHierarchyProvider": true,
      "linkedEditingRangeProvider": true,
      "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "\n"],
      "semanticTokensProvider": [
        "legend": Self.tokenLegend, "range": true, "full": ["delta": true],
      ],
      "executeCommandProvider": [
        "commands": .array((Self.commands.keys + [Self.syncCommand]).sorted().map { .string($0) })
      ],
      "diagnosticProvider": [
        "identifier": "zib", "interFileDependencies": true, "workspaceDiagnostics": true,
      ],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true],
        "fileOperations": [
          "willCreate": Self.fileFilters, "willRename": Self.fileFilters,
          "willDelete": Self.fileFilters,
        ],
      ],
    ]
  }

  /// The files that the server wants to hear of before they change: all, because links lead to attachments too.
  private static let fileFilters: JSONValue = [
    "filters": [["scheme": "file", "pattern": ["glob": "**/*"]]]
  ]

  /// `initialized`: the vaults are made ready, so that the first question finds them so.
  func didInitialize() {
    if client.watchesFiles { askForWatching() }
    if client.hasConfiguration { askForConfiguration() }
    for vault in vaults { makeReady(vault) }
  }

  /// Has the client tell of changed files.
  private func askForWatching() {
    let watchers: JSONValue = [
      ["globPattern": "**/*"]
    ]
    let registration: JSONValue = [
      "id": "zib-files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": watchers],
    ]
    ask("client/registerCapability", ["registrations": [registration]]) { [weak self] answer in
      guard let self, answer != nil else { return }
      isClientWatching = true
      for vault in vaults { vault.isWatchedByClient = isWatched(vault) }
    }
  }

  /// Brings the index of a vault in step, and tells how far that is.
  private func makeReady(_ vault: ServedVault) {
    let progress = WorkProgress(
      title: "Reading notes", token: "zib-index", isWanted: client.hasProgress,
      send: connection.sender)
    do {
      try vault.refresh { done, total in progress.report(done, of: total) }
    } catch {
      log("\(vault.root.text): \(ErrorWords(error).message)")
    }
    progress.end()
  }
}
