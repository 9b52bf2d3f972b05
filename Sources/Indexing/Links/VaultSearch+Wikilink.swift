import Files
import Notes
import Search
import Settings

extension Vault {
  /// The ways in which links are written here: Obsidian's where it is used.
  package var linkStyle: LinkRewriter.Style {
    let isObsidian = FileStatus.at(root.appending(".obsidian"))?.kind == .folder
    return LinkRewriter.Style(keepsRelative: !isObsidian, prefersRoot: isObsidian)
  }
}

extension VaultSearch {
  /// A wikilink that leads to a file from every folder: by its name where no other file has that, and in the forms of
  /// the program that the vault is also used with.
  package func wikilink(to path: NotePath) throws(IndexError) -> String {
    let resolver = try linkLookup.resolver(for: [path.text, path.textWithoutEnding])
    let file = resolver.paths.firstIndex(of: path.text)
    let target = file.flatMap { resolver.wikiTarget(of: $0, from: "", vault.linkStyle) }
    return resolver.dialect.wikilink(target ?? path.textWithoutEnding)
  }
}
