import Notes

/// A change of one property of a note's front matter.
package enum PropertyChange: Hashable, Sendable {
  case set(key: String, FrontMatterValue)
  case unset(key: String)
  /// Adds to a list, making it where there is none.
  case append(key: String, FrontMatterValue)
  /// Takes out of a list.
  case remove(key: String, FrontMatterValue)
}

/// A note as it is and as it is to be; nothing is written yet.
package struct NoteEdit: Sendable {
  /// The note.
  package let path: NotePath
  /// What was read.
  package let before: VaultFolder.Contents
  /// What is to be written.
  package let after: [UInt8]

  /// Whether anything changes.
  package var isChange: Bool { before.bytes != after }

  /// An edit of what was read.
  package init(path: NotePath, before: VaultFolder.Contents, after: [UInt8]) {
    self.path = path
    self.before = before
    self.after = after
  }
}

extension Vault {
  /// Finds out what changes of a note's front matter lead to; only the lines of those keys differ.
  ///
  /// - Throws: ``WriteError`` where the note cannot be read, `FrontMatterEditError` where its front
  ///   matter cannot be changed safely.
  package func edit(_ path: NotePath, changing changes: [PropertyChange]) throws -> NoteEdit {
    let before = try folder.read(path)
    var editor = try FrontMatterEditor(before.bytes)
    for change in changes {
      switch change {
      case .set(let key, let value): try editor.set(key, to: value)
      case .unset(let key): try editor.unset(key)
      case .append(let key, let value): try editor.append(value, to: key)
      case .remove(let key, let value): try editor.remove(value, from: key)
      }
    }
    return NoteEdit(path: path, before: before, after: editor.source)
  }

  /// Writes an edit, if the note is still what was read.
  ///
  /// - Throws: ``WriteError``; nothing is written then.
  package func write(_ edit: NoteEdit) throws(WriteError) {
    guard edit.isChange else { return }
    try FileReplacement(in: folder).replace(edit.path, basedOn: edit.before, with: edit.after)
  }
}
