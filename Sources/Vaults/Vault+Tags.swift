import Files
import Notes

/// The reason why a hashtag cannot be renamed.
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
    try planMerge(of: [old], into: new, in: paths)
  }

  /// Makes ready that several hashtags, with all below them, become one.
  ///
  /// - Parameters:
  ///   - olds: none of them above `new`, if there are several.
  ///   - paths: the notes that may have them.
  package func planMerge(of olds: [Hashtag], into new: Hashtag, in paths: [NotePath])
    throws(HashtagRenameError) -> EditPlan
  {
    let options = noteOptions
    let editors = olds.compactMap { HashtagEditor(renaming: $0, to: new) }
    guard editors.count == olds.count else { throw .notAHashtag(new.name) }
    return EditPlan(for: paths, in: folder) { source, path in
      let name = String(decoding: path.stem, as: UTF8.self)
      var text = source
      for editor in editors {
        let note = Note(parsing: text, named: name, options: options)
        text = editor.edits(for: note).applied(to: text)
      }
      // Rewriting invalid UTF-8 could change bytes beside the hashtags.
      if text != source, String(validating: source, as: UTF8.self) == nil {
        throw FrontMatterEditError.notUTF8
      }
      return text
    }
  }
}
