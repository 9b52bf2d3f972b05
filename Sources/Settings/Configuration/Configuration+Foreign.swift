import Files
import Layout
import Notes

/// Reads the settings that a person made in another tool's vault.
extension Configuration {
  mutating func readForeign(_ location: VaultLocation) {
    let root = location.root
    let first = problems.count
    if FileStatus.at(root.appending(".obsidian"))?.kind == .folder { readObsidian(root) }
    switch location.tool {
    case .logseq:
      // The names that Logseq gives its folders and days.
      follow("journal.folder", .text("journals"))
      follow("journal.pattern", .text("YYYY_MM_DD"))
      follow("journal.template", .text(""))
      follow("journal.title", .text("MMM Do, YYYY"))
      follow("journal.bullets", .flag(true))
      follow("attachments.folder", .text("assets"))
      follow("tags.multiword", .flag(true))
      // Of a graph that does not say otherwise, as Logseq has it.
      follow("links.pages", .text("legacy"))
      let pages = readLogseq(root)
      follow("new.folder", .text(pages))
      if text("new.folder") == pages { follow("capture.note", .text(pages + "/Inbox")) }
    case .zk:
      readZk(root)
      follow("links.parts", .flag(true))
    case .dendron:
      follow("links.text-first", .flag(true))
      readDendron(root)
    case .zib, .obsidian, .foam, .markdown, nil: break
    }
    for index in first..<problems.count where problems[index].file == nil {
      problems[index].file = root
    }
  }

  mutating func follow(_ name: String, _ value: ConfigurationValue?) {
    guard let key = ConfigurationKey.named(name) else { preconditionFailure("no setting \(name)") }
    guard let value else { return }
    if !key.fits(value) {
      problems.append(
        Problem(
          file: nil, line: nil,
          message:
            "the settings of another tool give \(name) a value, and it has to be \(key.expectation)",
          setting: name, kind: .unfit))
    }
    set(key, to: value, from: .foreign)
  }

  /// Without a word on them colons are read as zk can; a `#` of several words is not.
  private mutating func readZk(_ root: DiskPath) {
    let path = root.appending(".zk/config.toml")
    let flags = Self.file(path, within: root, &problems) { bytes throws(UnreadSettings) in
      TOMLFlags(bytes).flags
    }
    follow("tags.colon", .flag(flags?["format.markdown.colon-tags"] ?? true))
    follow("tags.bear", flags?["format.markdown.multiword-tags"].map { .flag($0) })
  }

  /// - Returns: the folder of pages.
  private mutating func readLogseq(_ root: DiskPath) -> String {
    let pages = "pages"
    let path = root.appending("logseq/config.edn")
    let map = Self.file(path, within: root, &problems) { text throws(UnreadSettings) in
      try EDNMap(text)
    }
    guard let map else { return pages }
    let texts = map.texts
    follow("journal.folder", texts[":journals-directory"].map { .text($0) })
    if map.keywords[":file/name-format"] == ":triple-lowbar" {
      follow("links.pages", .text("triple-lowbar"))
    }
    if let format = texts[":journal/file-name-format"] {
      follow("journal.pattern", pattern(ofLetters: format, for: "journal.pattern", in: path))
    }
    if let format = texts[":journal/page-title-format"] {
      follow("journal.title", pattern(ofLetters: format, for: "journal.title", in: path))
    }
    return texts[":pages-directory"] ?? pages
  }

  /// Notes and days are in the first vault of a workspace, unless it names another one for the days.
  private mutating func readDendron(_ root: DiskPath) {
    let path = root.appending("dendron.yml")
    guard let file = Self.open(path, within: root, &problems) else { return }
    let vaults = (file["workspace.vaults"] ?? file["vaults"])?.elements ?? []
    func text(_ key: String, of vault: FrontMatter.Node) -> String? {
      vault.entries.first { $0.key.text == key }?.value.string
    }
    func folder(of vault: FrontMatter.Node) -> String? {
      guard var folder = text("fsPath", of: vault) else { return nil }
      if text("selfContained", of: vault) == "true" { folder += "/notes" }
      let parts = folder.split(separator: "/").filter { $0 != "." }
      return parts.contains("..") ? nil : parts.joined(separator: "/")
    }
    func journal(_ key: String) -> String? {
      (file["workspace.journal." + key] ?? file["journal." + key])?.string
    }
    let home = vaults.first.flatMap(folder)
    let days = journal("dailyVault").flatMap { name in
      vaults.first { text("name", of: $0) == name || text("fsPath", of: $0) == name }
    }
    follow("new.folder", home.map { .text($0) })
    if let home, !home.isEmpty {
      // Dendron has no folders below that of a vault.
      follow("books.folder", .text(home))
      follow("capture.note", .text(home + "/Inbox"))
    }
    follow("journal.folder", (days.flatMap(folder) ?? home).map { .text($0) })
    follow("journal.template", .text(""))
    let format = journal("dateFormat") ?? "y.MM.dd"
    guard case .text(let date) = pattern(ofLetters: format, for: "journal.pattern", in: path)
    else { return }
    let name = (journal("dailyDomain") ?? "daily") + "." + (journal("name") ?? "journal")
    follow("journal.pattern", .text("[\(name).]" + date))
  }

  /// The pattern in moment's letters of one in those of Unicode, as Java and Luxon have them: `yyyy_MM_dd`.
  private mutating func pattern(
    ofLetters format: String, for setting: String, in file: DiskPath
  ) -> ConfigurationValue? {
    if let pattern = DatePattern.moment(ofLetters: format) { return .text(pattern) }
    problems.append(
      Problem(
        file: file, line: nil,
        message: "the format of days is not understood: \(SafeText.escaped(format))",
        setting: setting))
    return nil
  }
}
