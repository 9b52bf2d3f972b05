import Exchange
import Files
import Indexing
import Notes
import Settings
import Vaults

/// The text of a document, open or not, with where it is.
struct NoteView {
  let uri: DocumentURI
  let note: Note
  let buffer: TextBuffer
  let place: VaultPlace?
  /// The version of an open document.
  let version: Int?
  private let kept = Kept()

  private final class Kept { var anchors: AnchorTable? }

  init(uri: DocumentURI, note: Note, buffer: TextBuffer, place: VaultPlace?, version: Int?) {
    self.uri = uri
    self.note = note
    self.buffer = buffer
    self.place = place
    self.version = version
  }

  /// The names of the note's headings and blocks, made once.
  var anchors: AnchorTable {
    if let known = kept.anchors { return known }
    let made = AnchorTable(note)
    kept.anchors = made
    return made
  }

  /// The part of the note that an anchor means.
  func section(anchored anchor: String) -> ByteRange? {
    note.section(anchored: anchor, by: anchors)
  }
}

extension LanguageServer {
  // MARK: Notices

  func didOpen(_ parameters: JSONValue) throws {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.string,
      let text = item["text"]?.string
    else { throw ResponseError(.invalidParameters, "the document has no address or text") }
    let document = OpenDocument(
      DocumentURI(uri), language: item["languageId"]?.string ?? "",
      version: item["version"]?.int ?? 0, text: text)
    document.place = place(of: document.uri)
    document.noticeFile()
    documents[document.uri.key] = document
    revision += 1
    diagnostics.schedule(document.uri.key, in: 0)
  }

  func didChange(_ parameters: JSONValue) throws {
    let document = try openDocument(parameters)
    revision += 1
    defer { document.noticeEdit() }
    try document.change(
      parameters["contentChanges"]?.elements ?? [],
      version: parameters.at("textDocument", "version")?.int, encoding,
      at: Clock.monotonicMilliseconds())
    diagnostics.schedule(document.uri.key, in: Self.quiet)
  }

  /// The time without an edit before a note is looked at, in milliseconds.
  static let quiet: Int64 = 200

  func didSave(_ parameters: JSONValue) throws {
    let document = try openDocument(parameters)
    document.noticeFile()
    document.place?.vault.markStale()
    revision += 1
    scheduleAll()
  }

  func didClose(_ parameters: JSONValue) throws {
    let document = try openDocument(parameters)
    documents[document.uri.key] = nil
    revision += 1
    tokens.forget(document.uri.key)
    diagnostics.forget(document.uri.key)
    if !client.pullsDiagnostics { publish([], of: document.uri, version: nil) }
    scheduleAll()
  }

  private func openDocument(_ parameters: JSONValue) throws(ResponseError) -> OpenDocument {
    guard let uri = parameters.at("textDocument", "uri")?.string,
      let document = documents[DocumentURI(uri).key]
    else { throw ResponseError(.invalidParameters, "the document is not open") }
    return document
  }

  /// Has all open notes looked at: one of them changed, or a file did, and links may lead elsewhere now.
  func scheduleAll() {
    for key in documents.keys { diagnostics.schedule(key, in: Self.quiet) }
  }

  // MARK: Texts

  /// The document of a request, open or not.
  func view(_ request: Request) throws -> NoteView { try view(of: request.uri()) }

  /// The text of a document.
  ///
  /// - Throws: `WriteError` if it is not open and its file cannot be read; `ResponseError` if it is no file.
  func view(of uri: DocumentURI) throws -> NoteView {
    if let document = documents[uri.key] {
      return NoteView(
        uri: document.uri, note: document.note, buffer: document.buffer, place: document.place,
        version: document.version)
    }
    guard let place = place(of: uri) else {
      throw ResponseError(.invalidParameters, "the document is not open, and in no vault")
    }
    return try view(of: place)
  }

  /// The text of a note of a vault: as it is open, or on the disk.
  func view(of place: VaultPlace) throws -> NoteView {
    let uri = uri(of: place)
    if documents[uri.key] != nil { return try view(of: uri) }
    let bytes = try place.vault.vault.folder.read(place.path).bytes
    let stem = String(decoding: place.path.stem, as: UTF8.self)
    return NoteView(
      uri: uri,
      note: Note(parsing: bytes, named: stem, options: place.vault.vault.noteOptions),
      buffer: TextBuffer(bytes), place: place, version: nil)
  }

  /// The address of a file of a vault: as the client writes it, where it is open.
  func uri(of place: VaultPlace) -> DocumentURI {
    for document in documents.values
    where document.place?.vault === place.vault && document.place?.path == place.path {
      return document.uri
    }
    return DocumentURI(place.vault.root.appending(place.path))
  }

  /// The texts of a vault's notes that are open and not as on the disk.
  func unsaved(in vault: ServedVault) -> (revision: Int, texts: [NotePath: [UInt8]]) {
    var texts: [NotePath: [UInt8]] = [:]
    for document in documents.values where document.isUnsaved {
      guard let place = document.place, place.vault === vault, vault.counts(place.path) else {
        continue
      }
      texts[place.path] = document.buffer.bytes
    }
    return (revision, texts)
  }

  /// The open notes of a vault whose texts are not those of their files now.
  func unsavedDocuments(in vault: ServedVault) -> [(document: OpenDocument, path: NotePath)] {
    documents.values.compactMap { document in
      guard document.isUnsaved, let place = document.place, place.vault === vault else {
        return nil
      }
      // A client tells neither of a file that has come to be as its text is, nor of a save that changes nothing.
      document.noticeFile()
      return document.isUnsaved ? (document, place.path) : nil
    }
  }

  /// The search of a vault, in which open texts count.
  func search(_ vault: ServedVault) throws -> VaultSearch {
    try vault.knownSearch(revision) ?? vault.search(unsaved(in: vault))
  }

  /// The names of a vault's notes, those of open texts among them.
  func names(_ vault: ServedVault) throws -> NoteNames {
    let open = documents.values.filter {
      $0.isUnsaved && $0.place?.vault === vault && vault.counts($0.place!.path)  // It has one.
    }
    // One time for all: equal names stand in the order of their paths.
    let now = clock.now
    return try vault.names().replacing(
      open.map { document in
        NoteWithNames(
          path: document.place!.path, title: document.note.title,  // As above.
          aliases: document.note.aliases, modified: now)
      })
  }
}
