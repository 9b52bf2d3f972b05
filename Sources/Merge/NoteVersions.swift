/// The same note three times: as both sides knew it, and as each left it.
package struct NoteVersions: Hashable, Sendable {
  /// The common ancestor; nil if both added the note.
  package let base: [UInt8]?
  package let left: [UInt8]
  package let right: [UInt8]

  package init(base: [UInt8]?, left: [UInt8], right: [UInt8]) {
    self.base = base
    self.left = left
    self.right = right
  }

  /// The same with the sides exchanged.
  package var mirrored: NoteVersions { NoteVersions(base: base, left: right, right: left) }
}
