import Exchange
import Files
import Notes
import Settings

/// A document that is open in the client: its text as it is there, saved or not.
final class OpenDocument {
  let uri: DocumentURI
  let language: String
  private(set) var version: Int
  private(set) var buffer: TextBuffer
  /// The vault that it is in, and its path there; nil outside of any.
  var place: VaultPlace?
  /// The line at which it was edited last, and the time of that, in milliseconds; nil before the first edit.
  private(set) var lastEdit: (line: Int, time: Int64)?
  /// True if the text is not that of the file.
  private(set) var isUnsaved = true
  private var parsed: Note?
  /// The text of the file, as it was last looked at; nil if there is none.
  private var saved: [UInt8]?
  private var parsedSaved: Note?
  /// The names by which links lead to it, as of when the other open notes were looked at last; nil before that.
  private var namesShown: NamesShown?

  private struct NamesShown: Equatable {
    let title: String
    let aliases: [String]
    let anchors: AnchorTable
  }

  init(_ uri: DocumentURI, language: String, version: Int, text: String) {
    self.uri = uri
    self.language = language
    self.version = version
    buffer = TextBuffer(Array(text.utf8))
  }

  /// The text read as a note.
  var note: Note {
    if let parsed { return parsed }
    let note = read(buffer.bytes)
    parsed = note
    return note
  }

  /// The text of the file read as a note; nil if there is no file.
  var savedNote: Note? {
    if parsedSaved == nil, let saved { parsedSaved = read(saved) }
    return parsedSaved
  }

  private func read(_ bytes: [UInt8]) -> Note {
    let name = place.map { String(decoding: $0.path.stem, as: UTF8.self) }
    let options = place?.vault.vault.noteOptions ?? NoteOptions()
    return Note(parsing: bytes, named: name ?? fileName, options: options)
  }

  /// The name of a note that gives itself no title.
  private var fileName: String {
    guard let name = uri.path?.name, let path = NotePath(bytes: Array(name)) else { return "" }
    return String(decoding: path.stem, as: UTF8.self)
  }

  /// Looks whether the text is that of the file.
  func noticeFile() {
    // A file that cannot be read is none.
    let file = place.flatMap { try? $0.vault.vault.folder.read($0.path) }
    if file?.bytes != saved { parsedSaved = nil }
    saved = file?.bytes
    isUnsaved = saved != buffer.bytes
  }

  /// Looks whether the text is that of the file as it was last looked at: an edit may be taken back.
  func noticeEdit() { isUnsaved = saved != buffer.bytes }

  /// Looks whether links to it may lead elsewhere than when this was asked last.
  ///
  /// - Returns: true if its title, an alias, a heading or a block id is another one, or it was opened and is in no file.
  func noticeNames() -> Bool {
    let names = NamesShown(
      title: note.title, aliases: note.aliases, anchors: AnchorTable(note))
    defer { namesShown = names }
    guard let namesShown else { return isUnsaved }
    return namesShown != names
  }

  /// Has the note read again, as after a change of the settings.
  func forgetNote() { (parsed, parsedSaved) = (nil, nil) }

  /// Makes the changes of a notification, one after the other.
  ///
  /// - Throws: `ResponseError` at the first that is none; those before it are made.
  func change(
    _ changes: [JSONValue], version: Int?, _ encoding: PositionEncoding, at time: Int64
  ) throws(ResponseError) {
    defer { parsed = nil }
    for change in changes {
      guard let text = change["text"]?.string else {
        throw ResponseError(.invalidParameters, "a change has no text")
      }
      guard let range = change["range"] else {
        buffer = TextBuffer(Array(text.utf8))
        lastEdit = nil
        continue
      }
      guard let start = Position(range["start"]), let end = Position(range["end"]) else {
        throw ResponseError(.invalidParameters, "the range of a change has no positions")
      }
      let from = buffer.offset(of: start, encoding)
      let to = max(from, buffer.offset(of: end, encoding))
      buffer.replace(from..<to, with: Array(text.utf8))
      lastEdit = (buffer.line(at: from + text.utf8.count), time)
    }
    if let version { self.version = version }
  }
}

/// A note's path in a vault that the server has open.
struct VaultPlace {
  let vault: ServedVault
  let path: NotePath
}
