import Exchange

/// The parts of the protocol that a client can do, as it announces them.
struct ClientCapabilities {
  private let json: JSONValue
  /// The name by which it introduces itself, in lower case; empty if it does not.
  private let name: String

  init(_ json: JSONValue, name: String = "") {
    self.json = json
    self.name = name.lowercased()
  }

  /// True for a client that reads a file again which has changed on the disk, as long as nothing is unsaved in it; an edit
  /// would be something unsaved.
  var readsFilesAgain: Bool {
    ["visual studio code", "vscodium", "code - oss", "zed", "sublime"].contains(
      where: name.contains)
  }

  private func flag(_ names: String...) -> Bool {
    var value: JSONValue? = json
    for name in names { value = value?[name] }
    return value?.bool ?? false
  }

  private func list(_ names: String...) -> [String] {
    var value: JSONValue? = json
    for name in names { value = value?[name] }
    return value?.elements?.compactMap(\.string) ?? []
  }

  /// The units in which it can count characters.
  var encodings: [String] { list("general", "positionEncodings") }
  /// True if it takes edits with the versions of their documents.
  var hasDocumentChanges: Bool {
    // Neovim 0.7 announces changes of files alone, which come only so.
    flag("workspace", "workspaceEdit", "documentChanges") || !resourceOperations.isEmpty
  }
  /// The changes of files that it makes itself: `create`, `rename`, `delete`.
  var resourceOperations: Set<String> {
    Set(list("workspace", "workspaceEdit", "resourceOperations"))
  }
  /// True if it asks what is to be edited before it makes a file.
  var asksBeforeCreating: Bool { flag("workspace", "fileOperations", "willCreate") }
  /// True if it takes edits from the server.
  var appliesEdits: Bool { flag("workspace", "applyEdit") }
  var hasConfiguration: Bool { flag("workspace", "configuration") }
  /// True if it watches files where a server asks it to.
  var watchesFiles: Bool {
    flag("workspace", "didChangeWatchedFiles", "dynamicRegistration")
  }
  var hasHierarchicalSymbols: Bool {
    flag("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
  }
  var hasDefinitionLinks: Bool { flag("textDocument", "definition", "linkSupport") }
  var hasSnippets: Bool {
    flag("textDocument", "completion", "completionItem", "snippetSupport")
  }
  var hasInsertReplace: Bool {
    flag("textDocument", "completion", "completionItem", "insertReplaceSupport")
  }
  /// True if it takes Markdown in a hover; one that does not say is taken to.
  var hoversMarkdown: Bool {
    let formats = list("textDocument", "hover", "contentFormat")
    return formats.isEmpty || formats.contains("markdown")
  }
  /// True if it takes code actions that are more than commands.
  var hasActionLiterals: Bool {
    json.at("textDocument", "codeAction", "codeActionLiteralSupport") != nil
  }
  /// True if it asks for diagnostics itself, so that none are sent unasked.
  var pullsDiagnostics: Bool { json.at("textDocument", "diagnostic") != nil }
  var refreshesDiagnostics: Bool { flag("workspace", "diagnostics", "refreshSupport") }
  var refreshesLenses: Bool { flag("workspace", "codeLens", "refreshSupport") }
  var refreshesHints: Bool { flag("workspace", "inlayHint", "refreshSupport") }
  var hasRelatedInformation: Bool {
    flag("textDocument", "publishDiagnostics", "relatedInformation")
  }
  var hasProgress: Bool { flag("window", "workDoneProgress") }
  var showsDocuments: Bool { flag("window", "showDocument", "support") }
  var hasPrepareRename: Bool { flag("textDocument", "rename", "prepareSupport") }
}
