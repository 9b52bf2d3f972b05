/// A link that cannot be written so that it means its file under the new path.
package struct LinkNotRewritten: Error, Equatable, Sendable {
  /// The reasons.
  package enum Reason: Hashable, Sendable {
    /// The name cannot be written in a link of this kind.
    case noName
    /// Another heading would have the name, and the link would mean that.
    case ambiguous
    /// The destination is at a definition with escapes or of several lines.
    case definition
    /// It shows the text from one place of a note to another, and these come into two notes.
    case parted
  }

  /// The link as it is written.
  package let written: String
  /// Its line, counted from 1.
  package let line: Int
  package let reason: Reason
  /// The path of the file under its new name, if that is known.
  package let path: String?

  init(_ link: Link, in note: Note, _ reason: Reason, path: String? = nil) {
    written = note.text(link.range)
    line = note.lines.position(at: Int(link.range.start)).line
    self.reason = reason
    self.path = path
  }

  /// The signs of the new name that a link of its kind may not hold, each once; a space stands for one at an end.
  package var signs: [Character] {
    guard let name = path?.split(separator: "/").last else { return [] }
    var signs: [Character] = []
    for sign in LinkPath.withoutNoteExtension(String(name))
    where "#|[]^`<>\\%$*_&".contains(sign) && !signs.contains(sign) {
      signs.append(sign)
    }
    let stem = LinkPath.withoutNoteExtension(String(name))
    if stem.hasPrefix(" ") || stem.hasSuffix(" ") { signs.append(" ") }
    return signs
  }
}
