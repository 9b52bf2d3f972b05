import Exchange
import Files
import Notes
import Vaults

/// Changes to documents, and to files, as a client makes them.
struct WorkspaceEdits {
  private var documents: [(uri: DocumentURI, version: Int?, edits: [JSONValue])] = []
  /// The changes of files that come before the edits, and those that come after.
  private var before: [JSONValue] = []
  private var after: [JSONValue] = []

  /// True if nothing is changed.
  var isEmpty: Bool { documents.isEmpty && before.isEmpty && after.isEmpty }

  /// True if a file is made, renamed or deleted.
  var changesFiles: Bool { !before.isEmpty || !after.isEmpty }

  /// Changes a document from the text that a view has.
  mutating func add(_ edits: [ByteEdit], to view: NoteView, _ encoding: PositionEncoding) {
    if edits.isEmpty { return }
    documents.append(
      (
        view.uri, view.version,
        edits.map { edit in
          [
            "range": TextRange(edit.range.indices, in: view.buffer, encoding).json,
            "newText": .string(String(decoding: edit.replacement, as: UTF8.self)),
          ]
        }
      ))
  }

  /// Adds the changes of another edit.
  mutating func add(_ other: WorkspaceEdits) {
    documents += other.documents
    before += other.before
    after += other.after
  }

  /// Makes a file with a text; nothing is written over one that is there.
  mutating func create(_ uri: DocumentURI, _ text: String) {
    before.append([
      "kind": "create", "uri": .string(uri.text),
      "options": ["overwrite": false, "ignoreIfExists": false],
    ])
    let start = Position(line: 0, character: 0).json
    documents.append(
      (uri, nil, [["range": ["start": start, "end": start], "newText": .string(text)]]))
  }

  /// Gives a file another name, once its text is changed.
  mutating func rename(_ old: DocumentURI, to new: DocumentURI) {
    after.append([
      "kind": "rename", "oldUri": .string(old.text), "newUri": .string(new.text),
      "options": ["overwrite": false, "ignoreIfExists": false],
    ])
  }

  /// The edit as the protocol has it.
  ///
  /// - Parameter hasVersions: true for a client that takes edits with the versions of their documents.
  func json(hasVersions: Bool) -> JSONValue {
    guard hasVersions else {
      var changes: [JSONValue.Member] = []
      for document in documents {
        changes.append(
          JSONValue.Member(name: document.uri.text, value: .array(document.edits)))
      }
      return ["changes": .object(changes)]
    }
    let edits = documents.map { document -> JSONValue in
      [
        "textDocument": [
          "uri": .string(document.uri.text),
          "version": document.version.map { .int($0) } ?? .null,
        ],
        "edits": .array(document.edits),
      ]
    }
    return ["documentChanges": .array(before + edits + after)]
  }
}

extension LanguageServer {
  /// The edits of rewritten notes, each of the text that is open or on the disk.
  ///
  /// A note that is not there is made.
  /// - Throws: `ResponseError` if a note is not as it was when the edits were planned.
  func edits(_ rewrites: [MovePlan.Rewrite], in vault: ServedVault) throws -> WorkspaceEdits {
    var edits = WorkspaceEdits()
    for rewrite in rewrites {
      let uri = uri(of: VaultPlace(vault: vault, path: rewrite.path))
      if rewrite.old.isEmpty, documents[uri.key] == nil,
        FileStatus.at(vault.root.appending(rewrite.path)) == nil
      {
        edits.create(uri, String(decoding: rewrite.new, as: UTF8.self))
        continue
      }
      let view = try view(of: VaultPlace(vault: vault, path: rewrite.path))
      guard view.buffer.bytes == rewrite.old else {
        throw ResponseError(
          .contentModified, "`\(rewrite.path.text)` was changed during the operation")
      }
      edits.add(TextEdits.from(rewrite.old, to: rewrite.new), to: view, encoding)
    }
    return edits
  }

  func json(_ edits: WorkspaceEdits) -> JSONValue {
    edits.json(hasVersions: client.hasDocumentChanges)
  }
}
