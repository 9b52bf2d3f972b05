import Notes

/// Why a hashtag cannot be renamed.
package enum HashtagRenameError: Error, Equatable, Sendable {
  /// The new name cannot be written as a hashtag.
  case notAHashtag(String)
}

extension Vault {
  /// Makes ready the renaming of a hashtag, with all below it, in body and front matter.
  ///
  /// Renaming to a hashtag that exists merges the two.
  /// - Parameter paths: the notes that may have it.
  package func planRename(of old: Hashtag, to new: Hashtag, in paths: [NotePath])
    throws(HashtagRenameError) -> EditPlan
  {
    let options = noteOptions
    guard let editor = HashtagEditor(renaming: old, to: new) else {
      throw .notAHashtag(new.name)
    }
    return EditPlan(for: paths, in: folder) { source, path in
      let name = String(decoding: path.stem, as: UTF8.self)
      let note = Note(parsing: source, named: name, options: options)
      let edits = editor.edits(for: note)
      if edits.isEmpty { return source }
      // Rewriting what is not UTF-8 could change bytes that nobody asked to change.
      guard String(validating: source, as: UTF8.self) != nil else {
        throw FrontMatterEditError.notUTF8
      }
      return edits.applied(to: source)
    }
  }
}
