import Notes

/// A part of a note with the footnotes that it refers to, which are mostly at the note's end.
package enum SharedPiece {
  /// The bytes of the part but for comments that reach past it, and after them the definitions that it has not itself.
  ///
  /// - Parameter note: with the addresses of its links in their places (`withReferencesInPlace`).
  package static func bytes(of note: Note, _ range: ByteRange) -> [UInt8] {
    let body = ReadableBody(of: note)
    return body.withFootnotes(body.piece(range, of: note), range, of: note)
  }
}
