import Files
import Rendering
import Settings
import Vaults
import Wording

/// Links that a new note would take from another one.
extension LanguageServer {
  /// Has a note made, and the links that would mean it rewritten: by the client, which has the texts that are open, or
  /// in the files where it takes no edits.
  ///
  /// - Parameters:
  ///   - file: the note, which may be there already.
  ///   - make: makes it, and gives the links that were rewritten in the files.
  func keepingLinks<Made>(
    _ deed: Deed, besides file: PlannedFile, in vault: ServedVault,
    _ make: (Vault) throws -> (made: Made, links: KeptLinks)
  ) throws -> Made {
    let isThere = FileStatus.at(vault.root.appending(file.path), following: false) != nil
    guard client.appliesEdits, !isThere else {
      let (made, links) = try make(vault.vault.doing(deed))
      tell(links, besides: file.path)
      return made
    }
    let links = try search(vault).plannedLinks(besides: [file])
    let edit = try links.rewrites.isEmpty ? nil : Optional(json(edits(links.rewrites, in: vault)))
    let made = try make(vault.vault.doing(deed, leavesLinks: true)).made
    if let edit {
      ask("workspace/applyEdit", ["label": "Links past the new note", "edit": edit]) { _ in }
    }
    tell(links, besides: file.path)
    return made
  }

  /// Says which links are rewritten, and which mean the new note from now on.
  func tell(_ kept: KeptLinks, besides path: NotePath) {
    if !kept.rewrites.isEmpty {
      let links = Amount.count(kept.linkCount, "link")
      let notes = Amount.count(kept.rewrites.count, "note")
      show("\(links) in \(notes) rewritten, which would mean `\(path.text)` now")
    }
    if let lost = kept.lost.first {
      let more = kept.lost.count > 1 ? " and \(kept.lost.count - 1) more" : ""
      show(
        "links in `\(lost.path.text)`\(more) may mean `\(path.text)` now: "
          + ErrorWords(lost.reason).cause, .warning)
    }
  }
}
