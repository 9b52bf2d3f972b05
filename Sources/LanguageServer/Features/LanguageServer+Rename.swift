import Exchange
import Files
import Indexing
import Layout
import Notes
import Settings
import Vaults

/// Other names for notes, aliases, headings, blocks and hashtags, with all that names them.
extension LanguageServer {
  /// `textDocument/prepareRename`
  func prepareRename(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let offset = view.buffer.offset(of: try request.position(), encoding)
    guard let found = try subject(at: offset, in: view) else { return .null }
    if let named = try alias(at: offset, found, in: view) {
      return ["range": json(named.range, in: view), "placeholder": .string(named.alias)]
    }
    guard isNamed(found, in: view), let name = Self.renamed(found, in: view) else { return .null }
    return ["range": json(name.range, in: view), "placeholder": .string(name.text)]
  }

  /// False for a heading or block of a file that no link leads to, such as a template.
  private func isNamed(_ found: PlacedSubject, in view: NoteView) -> Bool {
    switch found.subject {
    case .title(let path), .anchor(let path, _): view.place?.vault.counts(path) ?? true
    default: true
    }
  }

  /// The part of the text that is renamed, and what it says; nil for what cannot be.
  private static func renamed(
    _ found: PlacedSubject, in view: NoteView
  ) -> (range: ByteRange, text: String)? {
    let note = view.note
    switch found.subject {
    case .file(let path):
      guard path.isMarkdown else { return (found.name, text(path.name)) }
      let stem = text(path.stem)
      let pages = view.place?.vault.vault.noteOptions.links.pages
      return (found.name, pages?.name(ofFile: stem) ?? stem)
    case .title:
      // A title of the front matter is a value, and no text that links name.
      guard note.titleHeading?.range == found.range else { return nil }
      return (found.name, note.text(found.name))
    case .anchor(_, let anchor):
      if anchor.hasPrefix("^") {
        let isLink = found.link != nil
        let id = isLink ? ByteRange(Int(found.name.start) + 1, Int(found.name.end)) : found.name
        return (id, String(anchor.dropFirst()))
      }
      if found.link == nil { return (found.name, note.text(found.name)) }
      return (found.name, anchor.split(separator: "#").last.map(String.init) ?? anchor)
    case .hashtag(let hashtag): return (found.name, hashtag.name)
    case .property, .key, .missing, .external: return nil
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// `textDocument/rename`
  func rename(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard let name = request.parameters["newName"]?.string else {
      throw ResponseError(.invalidParameters, "the request has no new name")
    }
    let offset = view.buffer.offset(of: try request.position(), encoding)
    guard let place = view.place, let found = try subject(at: offset, in: view) else {
      throw ResponseError(.failed, "there is nothing here that can be renamed")
    }
    if let named = try alias(at: offset, found, in: view) {
      return try rename(named, to: name, in: place.vault)
    }
    guard isNamed(found, in: view), Self.renamed(found, in: view) != nil else {
      throw ResponseError(.failed, "there is nothing here that can be renamed")
    }
    switch found.subject {
    case .file(let path): return try rename(path, to: name, in: place.vault)
    case .title(let path):
      guard let index = view.note.headings.firstIndex(where: { $0 == view.note.titleHeading })
      else {
        return .null
      }
      let anchor = view.anchors.name(ofHeading: index)
      return try plan(.anchor(path, anchor, to: name), in: place.vault)
    case .anchor(let path, let anchor):
      let new = anchor.hasPrefix("^") && name.hasPrefix("^") ? String(name.dropFirst()) : name
      return try plan(.anchor(path, anchor, to: new), in: place.vault)
    case .hashtag(let hashtag):
      return try plan(.hashtag(hashtag, to: Hashtag(typed: name)), in: place.vault)
    case .property, .key, .missing, .external: return .null
    }
  }

  private func plan(_ request: RenameRequest, in vault: ServedVault) throws -> JSONValue {
    json(try edits(search(vault).plannedRename(request).rewrites, in: vault))
  }

  // MARK: Files

  private func rename(_ path: NotePath, to name: String, in vault: ServedVault) throws -> JSONValue
  {
    let request = MoveRequest(
      from: path,
      to: try vault.vault.pagePath(name, beside: path) ?? Self.place(of: name, beside: path),
      isFolder: false)
    let rewrites = try search(vault).plannedMove(request)
    guard client.hasDocumentChanges, client.resourceOperations.contains("rename") else {
      return try moveFile(request, rewrites.map(\.path), in: vault)
    }
    var edits = try edits(rewrites, in: vault)
    edits.rename(
      uri(of: VaultPlace(vault: vault, path: request.from)),
      to: DocumentURI(vault.root.appending(request.to)))
    return json(edits)
  }

  /// The path that a new name means: beside the old one, or from the vault's folder if it names folders.
  private static func place(
    of name: String, beside path: NotePath
  ) throws(ResponseError) -> NotePath {
    let ending = text(path.name.dropFirst(path.stem.count))
    let given = NotePath(name.hasPrefix("/") ? String(name.dropFirst()) : name)
    guard let given else { throw ResponseError(.failed, "`\(name)` cannot be the name of a file") }
    let hasEnding = path.isMarkdown ? given.isMarkdown : given.stem.count < given.name.count
    let whole = given.text + (hasEnding ? "" : ending)
    let isPath = name.contains("/")
    let new = isPath ? NotePath(whole) : path.folder?.appending(whole.utf8) ?? NotePath(whole)
    guard let new else { throw ResponseError(.failed, "`\(name)` cannot be the name of a file") }
    return new
  }

  /// Moves a file as `zib mv` does, for a client that cannot rename files itself; nothing is left for it to change.
  ///
  /// - Throws: `ResponseError` where the client has a text that would then not be that of its file.
  private func moveFile(
    _ request: MoveRequest, _ notes: [NotePath], in vault: ServedVault
  ) throws -> JSONValue {
    let advice = "save it, and run `zib mv '\(request.from.text)' '\(request.to.text)'`"
    for document in documents.values where document.place?.vault === vault {
      guard let path = document.place?.path else { continue }
      if path == request.from {
        throw ResponseError(
          .failed,
          "this editor cannot rename a file that it has open; close `\(path.text)`, or \(advice)")
      }
    }
    for (_, path) in unsavedDocuments(in: vault) where notes.contains(path) {
      throw ResponseError(
        .failed,
        "`\(path.text)` has links to it and is not saved, and this editor cannot rename files; \(advice)"
      )
    }
    let report = try vault.vault.move(request)
    vault.markStale()
    filesChanged(in: vault)
    show(
      "`\(request.from.text)` is `\(request.to.text)` now, and \(report.plan.linkCount) links follow; "
        + "`zib undo` takes it back")
    return json(WorkspaceEdits())
  }
}
