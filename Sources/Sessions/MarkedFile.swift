import Files
import Merge
import Sync
import Terminals
import Vaults
import Wording

/// A conflict in a temporary file, between markers, for the person's editor.
package struct MarkedFile {
  /// The text that the editor left.
  package enum Outcome {
    /// The file is kept until the text is written: `CommandSession.discardDrafts()`.
    case finished([UInt8])
    /// Something is wrong, such as a marker that is left; the file is kept.
    case flawed(String, file: String)
  }

  private let conflict: NoteConflict
  private let session: CommandSession
  private let marked: MarkedMerge

  /// The file of a merge, not yet written.
  ///
  /// - Parameter merge: the conflict's, or a part of it.
  package init(_ merge: OverlappingMerge, of conflict: NoteConflict, _ session: CommandSession) {
    self.conflict = conflict
    self.session = session
    marked = MarkedMerge(merge, labels: session.words(for: conflict).labels)
  }

  /// Opens the editor and reads the file, and opens it again while it has a flaw and the person
  /// agrees.
  ///
  /// - Parameters:
  ///   - flaw: another flaw of a text, with its line; nil if there is none.
  ///   - inEditor: runs the editor, and may give it the terminal.
  ///   - opensAgain: asked if there is a flaw, with its description.
  package func edited(
    flaw: ([UInt8]) -> (line: Int, words: String)? = { _ in nil },
    inEditor: (() throws -> Void) throws -> Void = { try $0() },
    opensAgain: (String) throws -> Bool = { _ in false }
  ) throws -> Outcome {
    let folder = try session.makeDraft(of: conflict)
    let name = String(decoding: conflict.note.name, as: UTF8.self)
    let file = try folder.write(marked.text, as: name)
    var line = marked.firstMarker(in: marked.text)
    while true {
      var text: [UInt8] = []
      try inEditor { text = try session.edit(folder, name, at: line) }
      let found: (line: Int, words: String)
      if let marker = marked.firstMarker(in: text) {
        found = (marker, "line \(marker) is still a conflict marker")
      } else if let flaw = flaw(text) {
        found = flaw
      } else {
        return .finished(text)
      }
      guard try opensAgain(found.words) else {
        try session.markAsTold(folder)
        return .flawed(found.words, file: file)
      }
      line = found.line
    }
  }
}
