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
  /// A link that leads to a file from every folder: by its name where no other file has that, in the forms of the
  /// program that the vault is also used with, and a link of Markdown where no wikilink can name the file.
  package func link(to path: NotePath) throws(IndexError) -> String {
    let resolver = try linkLookup.resolver(for: [path.text, path.textWithoutEnding])
    guard let file = resolver.paths.firstIndex(of: path.text) else {
      return Self.wholeLink(to: path)
    }
    return resolver.link(to: file, vault.linkStyle)
  }

  /// A link by the whole path of a file, where nothing is known of others.
  package static func wholeLink(to path: NotePath) -> String {
    LinkResolver(paths: [path.text]).link(
      to: 0, LinkRewriter.Style(keepsRelative: false, prefersRoot: true), asPath: true)
  }
}
