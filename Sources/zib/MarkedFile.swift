import Merge
import Sync
import Vaults

/// A conflict in a temporary file, between markers, for the person's editor.
struct MarkedFile {
  enum Outcome {
    case finished([UInt8])
    /// A marker is left in this line; the file is kept.
    case marked(line: Int, file: String)
  }

  private let conflict: NoteConflict
  private let session: Session
  private let marked: MarkedMerge

  /// - Parameter merge: the conflict's, or a part of it.
  init(_ merge: OverlappingMerge, of conflict: NoteConflict, _ session: Session) {
    self.conflict = conflict
    self.session = session
    marked = MarkedMerge(merge, labels: session.labels(of: conflict))
  }

  /// Opens the editor and reads what it left.
  func edited() throws -> Outcome {
    let folder = try TemporaryFolder(session)
    let name = String(decoding: conflict.note.name, as: UTF8.self)
    let file = try folder.write(marked.text, as: name)
    // Whatever goes wrong from here on, what was typed stays.
    folder.keep()
    let first = marked.firstMarker(in: marked.text)
    try session.edit(files: [(file, first)], hint: "what you wrote is in \(file)")
    let text = try folder.read(name)
    if let line = marked.firstMarker(in: text) { return .marked(line: line, file: file) }
    folder.discard()
    return .finished(text)
  }
}
