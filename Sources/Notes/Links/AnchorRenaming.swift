import Layout

/// The reasons why a heading or block id does not get another name.
package enum AnchorRefusal: Error, Hashable, Sendable {
  /// The note has no such heading or block id.
  case notFound
  /// It has that name already.
  case sameName
  /// The text would be no heading there, or not all of one.
  case noHeading
  /// A block id has letters without accents, digits and hyphens.
  case noBlockID
  /// Another block has the id.
  case taken
}

/// Another name for a heading or block id of a note.
package struct AnchorRenaming: Sendable {
  /// The heading or block.
  package let place: AnchorTable.Place
  /// The change of the name in the note.
  package let edit: ByteEdit
  /// The note with the new name, and its links as they were.
  package let renamed: Note

  /// - Parameters:
  ///   - anchor: a heading or a path of headings, or `^` and a block id, as a link would name it.
  ///   - name: the heading's new text, or the new id without `^`.
  package init(
    of anchor: String, to name: String, in note: Note, options: NoteOptions
  ) throws(AnchorRefusal) {
    guard let place = note.place(named: anchor) else { throw .notFound }
    try self.init(of: place, to: name, in: note, options: options)
  }

  /// - Parameter place: the heading or block.
  package init(
    of place: AnchorTable.Place, to name: String, in note: Note, options: NoteOptions
  ) throws(AnchorRefusal) {
    self.place = place
    let range: ByteRange
    switch place {
    case .heading(let index):
      range = note.headings[index].text
      if name.isEmpty || name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .noHeading }
    case .block(let index):
      range = note.blockIDs[index].id
      let isID = name.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
      }
      if !isID || name.isEmpty { throw .noBlockID }
      if let other = AnchorTable(note).place("^" + name), other != place { throw .taken }
    }
    if note.source[range.indices].elementsEqual(name.utf8) { throw .sameName }
    edit = ByteEdit(range, name)
    renamed = Note(parsing: [edit].applied(to: note.source), named: note.name, options: options)
    guard Self.texts(of: renamed) == Self.texts(of: note, with: name, at: place),
      renamed.headings.map(\.level) == note.headings.map(\.level)
    else {
      if case .block = place { throw .noBlockID }
      throw .noHeading
    }
  }

  /// The texts of a note's headings and block ids, one of them perhaps as it is to be.
  private static func texts(
    of note: Note, with name: String = "", at place: AnchorTable.Place? = nil
  ) -> [[String]] {
    [
      note.headings.enumerated().map { place == .heading($0) ? name : note.text($1.text) },
      note.blockIDs.enumerated().map { place == .block($0) ? name : note.text($1.id) },
    ]
  }
}
