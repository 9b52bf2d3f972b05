import Files
import Indexing
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
  /// - Throws: `HashtagRenameError`; `MoveRefusal`, `IndexError` where links to headings cannot follow.
  package func planRename(
    of old: Hashtag, to new: Hashtag, in paths: [NotePath]
  ) throws -> EditPlan {
    try planMerge(of: [old], into: new, in: paths)
  }

  /// Makes ready that several hashtags, with all below them, become one.
  ///
  /// - Parameters:
  ///   - olds: none of them above `new`, if there are several.
  ///   - paths: the notes that may have them.
  /// - Throws: as `planRename`.
  package func planMerge(
    of olds: [Hashtag], into new: Hashtag, in paths: [NotePath]
  ) throws -> EditPlan {
    let options = noteOptions
    let editors = olds.compactMap { HashtagEditor(renaming: $0, to: new, options: options) }
    guard editors.count == olds.count else { throw HashtagRenameError.notAHashtag(new.name) }
    let plan = EditPlan(for: paths, in: folder) { source, path in
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
    try checkHashtags(plan, editors)
    return try followingHeadings(plan)
  }

  /// Refuses a hashtag that cannot be written at its place (two words in a list written as one string), and one that is
  /// also a link if the link would change its target.
  private func checkHashtags(_ plan: EditPlan, _ editors: [HashtagEditor]) throws {
    var known: (links: VaultLinks, resolver: LinkResolver)?
    for edit in plan.edits {
      let name = String(decoding: edit.path.stem, as: UTF8.self)
      let note = Note(parsing: edit.old.bytes, named: name, options: noteOptions)
      let new = Note(parsing: edit.new, named: name, options: noteOptions)
      let wanted = note.allHashtags.map { hashtag in
        editors.reduce(hashtag) { $1.renamed($0) }
      }
      if Set(new.allHashtags) != Set(wanted) { throw MoveRefusal.hashtag(edit.path) }
      let targets = [note, new].map { note in note.links.map { note.target(of: $0) } }
      if targets[0] == targets[1] { continue }
      if known == nil {
        let links = try VaultLinks(index())
        known = (links, links.resolver())
      }
      if let known {
        try known.links.checkHashtags(of: note, as: new, at: edit.path, known.resolver)
      }
    }
  }

  /// The plan with links to headings that get other texts by it.
  private func followingHeadings(_ plan: EditPlan) throws -> EditPlan {
    let changesHeading = plan.edits.contains { edit in
      let headings = [edit.old.bytes, edit.new].map { text in
        let note = Note(parsing: text, options: noteOptions)
        return note.headings.map { note.text($0.text) }
      }
      return headings[0] != headings[1]
    }
    if !changesHeading { return plan }
    let links = try VaultLinks(index())
    let resolver = links.resolver()
    var drafts = NoteDrafts(self, links, from: resolver, to: resolver) { path in
      try folder.read(path).bytes
    }
    for edit in plan.edits {
      guard let number = links.number(of: edit.path) else { continue }
      let note = try drafts.note(number)
      if note.source == edit.old.bytes { drafts.set(number, note, to: edit.new) }
    }
    try drafts.settle()
    var texts: [NotePath: (old: [UInt8], new: [UInt8])] = [:]
    for edit in plan.edits { texts[edit.path] = (edit.old.bytes, edit.new) }
    for rewrite in try drafts.rewrites(isChecked: false) {
      texts[rewrite.path] = (rewrite.old, rewrite.new)
    }
    var following = EditPlan(for: texts.keys.sorted(), in: folder) { source, path in
      guard let text = texts[path], text.old == source else {
        throw WriteError.changedMeanwhile(path)
      }
      return text.new
    }
    following.refusals = plan.refusals + following.refusals
    return following
  }
}
