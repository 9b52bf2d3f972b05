import Exchange
import Files
import Layout
import Notes
import Settings
import Wording

/// The settings that a client gives, under the name `zib`.
struct ServerOptions {
  /// True to tell what is wrong in notes.
  var hasDiagnostics = true
  /// True to show titles and numbers of backlinks in the text.
  var hasHints = true
  /// True to show lines above headings.
  var hasLenses = true

  init() {}

  init(_ json: JSONValue) {
    hasDiagnostics = json["diagnostics"]?.bool ?? true
    hasHints = json["inlayHints"]?.bool ?? true
    hasLenses = json["codeLenses"]?.bool ?? true
  }
}

extension LanguageServer {
  // MARK: Vaults

  /// The vault of a file, and its path in it; nil for a file outside of any.
  func place(of uri: DocumentURI) -> VaultPlace? {
    guard let path = uri.path, path.isAbsolute else { return nil }
    let real = Self.real(path)
    let inside = vaults.filter { $0.root.relative(real) != nil }
    // The innermost, where one vault is inside of another.
    var vault = inside.max { $0.root.bytes.count < $1.root.bytes.count }
    if vault == nil { vault = openVault(around: real.folder, isNamed: false) }
    guard let vault, let rest = vault.root.relative(real), let place = NotePath(bytes: Array(rest))
    else { return nil }
    return VaultPlace(vault: vault, path: place)
  }

  /// The path without symbolic links on the way, as far as there are folders.
  private static func real(_ path: DiskPath) -> DiskPath {
    if let real = DiskPath.real(path.folder) { return real.appending(bytes: path.name) }
    if path.folder == path { return path }
    return self.real(path.folder).appending(bytes: path.name)
  }

  /// Opens the vault around a folder.
  ///
  /// - Parameter isNamed: true for a folder that a person has opened: any with Markdown is a vault then.
  @discardableResult
  func openVault(around folder: DiskPath, isNamed: Bool) -> ServedVault? {
    var nearest = folder
    while FileStatus.at(nearest)?.kind != .folder, nearest.folder != nearest {
      nearest = nearest.folder
    }
    guard
      let location = try? VaultLocation.find(
        from: nearest, explicit: isNamed ? nearest : nil, environment: environment),
      isNamed || location.kind != .markdown
    else { return nil }
    // An editor that was started anywhere has the home folder open, or the whole disk: no vault unless it is marked.
    if location.kind == .markdown,
      location.root == DiskPath("/") || location.root == environment.home.flatMap(DiskPath.real)
    {
      return nil
    }
    if let known = vaults.first(where: { $0.root == location.root }) { return known }
    let vault = Vault(
      location: location, configuration: .load(location, environment: environment),
      environment: environment)
    let served = ServedVault(vault, clock)
    served.isWatchedByClient = isWatched(served)
    vaults.append(served)
    tellSettings(of: served)
    return served
  }

  /// True if the client has said that it tells of changed files, and has the vault's folder open.
  func isWatched(_ vault: ServedVault) -> Bool {
    isClientWatching
      && folders.contains { folder in
        let real = DiskPath.real(folder) ?? folder
        return real == vault.root || real.relative(vault.root) != nil
      }
  }

  func didChangeFolders(_ parameters: JSONValue) throws {
    let removed = paths(parameters.at("event", "removed"))
    folders.removeAll(where: removed.contains)
    let added = paths(parameters.at("event", "added"))
    folders += added
    for folder in added { openVault(around: folder, isNamed: true) }
    let open = Set(folders.compactMap { openVault(around: $0, isNamed: true)?.root })
    vaults.removeAll { vault in
      !open.contains(vault.root)
        && !documents.values.contains { $0.place?.vault === vault }
    }
    for document in documents.values {
      document.place = place(of: document.uri)
      document.forgetNote()
    }
    revision += 1
    scheduleAll()
  }

  private func paths(_ json: JSONValue?) -> [DiskPath] {
    (json?.elements ?? []).compactMap { $0["uri"]?.string.flatMap { DocumentURI($0).path } }
  }

  // MARK: Files

  func didChangeWatchedFiles(_ parameters: JSONValue) throws {
    for change in parameters["changes"]?.elements ?? [] {
      guard let uri = change["uri"]?.string, let path = DocumentURI(uri).path else { continue }
      for vault in vaults {
        guard let rest = vault.root.relative(Self.real(path)) else { continue }
        if rest.elementsEqual(".zib/config.yml".utf8) {
          reload(vault)
        } else if rest.first == 0x2E, !rest.starts(with: ".zib/templates/".utf8),
          !rest.elementsEqual(".gitignore".utf8)
        {
          // Git, and the index itself, write without end.
          continue
        }
        vault.markStale()
      }
    }
    for vault in vaults where vault.isStale { filesChanged(in: vault) }
  }

  /// Reads the settings of a vault again, and with them its open notes.
  func reload(_ vault: ServedVault) {
    vault.reload()
    tellSettings(of: vault)
    for document in documents.values { document.forgetNote() }
    filesChanged(in: vault)
  }

  /// Shows which settings that a person made do not hold.
  private func tellSettings(of vault: ServedVault) {
    for problem in vault.vault.configuration.problems where problem.kind != .name {
      show(DoctorFinding(problem).text, .warning)
    }
  }

  /// Has the open notes of a vault looked at after its files changed.
  func filesChanged(in vault: ServedVault) {
    for document in documents.values where document.place?.vault === vault {
      document.noticeFile()
    }
    revision += 1
    scheduleAll()
    if client.refreshesLenses { ask("workspace/codeLens/refresh", .null) }
    if client.refreshesHints { ask("workspace/inlayHint/refresh", .null) }
  }

  // MARK: Settings

  func didChangeConfiguration(_ parameters: JSONValue) throws {
    if client.hasConfiguration {
      askForConfiguration()
    } else if let settings = parameters["settings"] {
      apply(settings["zib"] ?? settings)
    }
  }

  /// Asks the client for the settings `zib`.
  func askForConfiguration() {
    ask("workspace/configuration", ["items": [["section": "zib"]]]) { [weak self] answer in
      guard let self, let settings = answer?.elements?.first, settings != .null else { return }
      apply(settings)
    }
  }

  private func apply(_ settings: JSONValue) {
    options = ServerOptions(settings)
    scheduleAll()
  }
}

extension ServedVault {
  /// True if a path can be that of a note which the vault's searches count.
  func counts(_ path: NotePath) -> Bool {
    // A change of the folder has it asked anew.
    _ = try? refresh()
    if let known = counted[path] { return known }
    let isCounted = mayCount(path)
    counted[path] = isCounted
    return isCounted
  }

  private func mayCount(_ path: NotePath) -> Bool {
    guard path.isMarkdown, !path.components.contains(where: { $0.first == 0x2E }),
      !vault.walk.leftOut(of: [path]).contains(path)
    else { return false }
    // A file that is there and that the index does not know is ignored.
    return FileStatus.at(root.appending(path)) == nil || isIndexed(path)
  }
}
