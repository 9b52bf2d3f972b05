import Notes

/// The ids that the headings of a shared note have in a page of several notes.
package struct SharedHeadings {
  private let anchors: AnchorTable
  /// The anchor of each heading of the note, without a number.
  private let names: [String]
  private let shown: [SharedHTML.Heading]

  /// - Parameter shared: with its id.
  package init(of shared: SharedNote) {
    let note = shared.note
    anchors = AnchorTable(note)
    names = note.headings.map { Anchor.gitHub(note.plainText(in: $0.text)) }
    shown = SharedHTML.headings(of: shared.steps, prefix: shared.prefix ?? "")
  }

  /// The id of the heading that a link's anchor names; nil for a block, and for a heading that the page does not have or
  /// has in other words.
  package func id(of anchor: String) -> String? {
    guard case .heading(let index) = anchors.place(anchor) else { return nil }
    let earlier = names[..<index].count { $0 == names[index] }
    return shown.filter { $0.anchor == names[index] }.dropFirst(earlier).first?.id
  }
}
