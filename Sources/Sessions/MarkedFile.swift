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
  /// The number of the place that the file has alone; nil of a whole note.
  private let place: Int?

  /// The file of a merge, not yet written.
  ///
  /// - Parameter merge: the conflict's.
  package init(_ merge: OverlappingMerge, of conflict: NoteConflict, _ session: CommandSession) {
    self.init(merge, place: nil, of: conflict, session)
  }

  /// The file of one place of a conflict, not yet written.
  package init(
    place: Int, of decisions: ConflictDecisions, _ conflict: NoteConflict, _ session: CommandSession
  ) {
    let merge = OverlappingMerge(regions: [.overlap(decisions.overlaps[place])])
    self.init(merge, place: place, of: conflict, session)
  }

  private init(
    _ merge: OverlappingMerge, place: Int?, of conflict: NoteConflict, _ session: CommandSession
  ) {
    self.conflict = conflict
    self.session = session
    self.place = place
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
    let folder = try session.makeDraft(of: conflict, place: place)
    let name = String(decoding: conflict.note.name, as: UTF8.self)
    let file = try folder.write(marked.text, as: name)
    var line = marked.firstMarker(in: marked.text)
    while true {
      var text: [UInt8] = []
      try inEditor { text = try session.edit(folder, name, at: line) }
      let found: (line: Int, words: String)
      if let marker = markerLeft(in: text) {
        found = marker
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

  /// The first line of a text that is still a marker, with words for it; nil if none is.
  package func markerLeft(in text: [UInt8]) -> (line: Int, words: String)? {
    marked.firstMarker(in: text).map { ($0, "line \($0) is still a conflict marker") }
  }
}
