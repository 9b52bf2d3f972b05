import Files
import Notes

/// Reads the settings that a person made in another tool's vault.
extension Configuration {
  mutating func readForeign(_ location: VaultLocation) {
    let root = location.root
    if FileStatus.at(root.appending(".obsidian"))?.kind == .folder { readObsidian(root) }
    switch location.kind {
    case .logseq:
      // The names that Logseq gives its folders and days.
      follow("journal.folder", .text("journals"))
      follow("journal.pattern", .text("YYYY_MM_DD"))
      follow("journal.template", .text(""))
      follow("journal.bullets", .flag(true))
      follow("new.folder", .text("pages"))
      follow("attachments.folder", .text("assets"))
      follow("tags.multiword", .flag(true))
    case .zk: follow("tags.colon", .flag(true))
    case .dendron: follow("links.text-first", .flag(true))
    case .zib, .obsidian, .foam, .markdown: break
    }
  }

  private mutating func follow(_ name: String, _ value: ConfigurationValue?) {
    guard let value, let key = ConfigurationKey.named(name) else { return }
    set(key, to: value, from: .foreign)
  }

  private mutating func readObsidian(_ root: DiskPath) {
    func file(_ name: String) -> SettingsFile? {
      Self.open(root.appending(".obsidian/" + name), within: root, &problems)
    }
    func text(_ node: FrontMatter.Node?) -> ConfigurationValue? {
      node?.text.map { .text($0) }
    }
    if let app = file("app.json") {
      if let filters = app["userIgnoreFilters"]?.strings {
        follow("exclude", .list(filters.compactMap(Self.pattern(ofFilter:))))
      }
      follow("attachments.folder", text(app["attachmentFolderPath"]))
      if app["useMarkdownLinks"]?.text == "true" { follow("links.style", .text("markdown")) }
      if let format = app["newLinkFormat"]?.text, ["relative", "absolute"].contains(format) {
        follow("links.path", .text(format))
      }
      if app["newFileLocation"]?.text == "folder" {
        follow("new.folder", text(app["newFileFolderPath"]))
      }
    }
    if let days = file("daily-notes.json") {
      // Obsidian's own defaults where the file leaves them out.
      follow("journal.folder", text(days["folder"]) ?? .text(""))
      follow("journal.pattern", text(days["format"]) ?? .text("YYYY-MM-DD"))
      follow("journal.template", text(days["template"]) ?? .text(""))
    } else {
      follow("journal.folder", .text(""))
      follow("journal.pattern", .text("YYYY-MM-DD"))
    }
    if let templates = file("templates.json") {
      follow("templates.folder", text(templates["folder"]))
    }
  }

  /// A filter of Obsidian's in the language of `.gitignore`: it is the beginning of a path.
  ///
  /// Filters between slashes are regular expressions, which that language has no words for.
  static func pattern(ofFilter filter: String) -> String? {
    if filter.isEmpty || (filter.hasPrefix("/") && filter.hasSuffix("/") && filter.count > 1) {
      return nil
    }
    var pattern = "/"
    for character in filter {
      if "*?[\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    return filter.hasSuffix("/") ? pattern : pattern + "*"
  }
}
