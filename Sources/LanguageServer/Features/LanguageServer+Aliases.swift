import Exchange
import Files
import Indexing
import Layout
import Notes
import Vaults

/// Aliases of notes, wherever they are named: in the front matter, as the target of a link, as the text of one.
extension LanguageServer {
  /// An alias with the place that names it.
  struct NamedAlias {
    let note: NotePath
    /// As the note has it.
    let alias: String
    /// The text that names it.
    let range: ByteRange
  }

  /// The alias that is named at an offset; nil if none is.
  func alias(at offset: Int, _ found: PlacedSubject, in view: NoteView) throws -> NamedAlias? {
    guard let place = view.place else { return nil }
    if case .property(let key, let value) = found.subject {
      guard ["aliases", "alias"].contains(CaseFolding.fold(key)), view.note.aliases.contains(value)
      else { return nil }
      return NamedAlias(note: place.path, alias: value, range: found.name)
    }
    guard let link = found.link, link.kind == .wiki, !link.isDecoded else { return nil }
    let target = view.note.target(of: link)
    let resolver = try search(place.vault).resolver(for: [target])
    guard
      case .file(let number, let rule) = resolver.resolve(link, in: view.note, at: place.path.text),
      let path = NotePath(resolver.paths[number]), path.isMarkdown
    else { return nil }
    func alias(_ words: String) throws -> String? {
      let wanted = LinkResolver.foldedAlias(words)
      return try self.view(of: VaultPlace(vault: place.vault, path: path)).note.aliases
        .first { LinkResolver.foldedAlias($0) == wanted }
    }
    if let text = link.text, Int(text.start) <= offset, offset <= Int(text.end) {
      return try alias(view.note.text(text)).map {
        NamedAlias(note: path, alias: $0, range: text)
      }
    }
    guard rule == .alias, offset <= Int(link.target.end) else { return nil }
    return try alias(target).map { NamedAlias(note: path, alias: $0, range: link.target) }
  }

  /// The edits that give an alias another name, with the links that name the note so.
  func rename(_ named: NamedAlias, to name: String, in vault: ServedVault) throws -> JSONValue {
    let request = RenameRequest.alias(named.note, named.alias, to: name)
    let search = try search(vault)
    let plan: RenamePlan
    do {
      plan = try search.plannedRename(request, changesText: true)
    } catch MoveRefusal.text {
      // A name that the text of a link cannot have is given to the links that name the alias alone.
      plan = try search.plannedRename(request)
    }
    return json(try edits(plan.rewrites, in: vault))
  }
}
