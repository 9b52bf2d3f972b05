import Files

extension Vault {
  /// The owner of the settings that are changed.
  package enum SettingsOwner: Sendable { case vault, person }

  /// Changes a setting in its file, keeping comments and all other lines.
  ///
  /// - Parameters:
  ///   - text: the value as it is typed; nil removes the setting from the file.
  /// - Returns: the file.
  /// - Throws: `ConfigurationError`, `WriteError`.
  @discardableResult
  package func configure(_ name: String, to text: String?, for owner: SettingsOwner) throws
    -> DiskPath
  {
    guard let key = ConfigurationKey.named(name) else {
      throw ConfigurationError.unknown(name, suggestion: ConfigurationKey.suggestion(for: name))
    }
    if key.scope == .person, owner == .vault { throw ConfigurationError.onlyForPerson(name) }
    if key.scope == .vaultAlone, owner == .person { throw ConfigurationError.onlyForVault(name) }
    let value = text.flatMap { key.value(of: $0) }
    if text != nil, value == nil {
      throw ConfigurationError.unfit(name, expected: key.expectation)
    }
    let file = try settingsFile(of: owner)
    try Self.edit(file) { settings in
      if settings.isNewer, let version = settings.version {
        throw ConfigurationError.newer(file, version: version)
      }
      guard let changed = settings.setting(name, to: value?.frontMatter) else {
        throw ConfigurationError.notEditable(file)
      }
      return changed
    }
    return file
  }

  /// Refuses a change of notes while settings that a person made cannot be read: they say where and how it is written.
  ///
  /// Questions, commits and syncs go on without them.
  /// - Throws: `ConfigurationError.unread`.
  package func requireSettings() throws(ConfigurationError) {
    guard let problem = configuration.unread.first, let file = problem.file else { return }
    throw .unread(file, line: problem.line)
  }

  private func settingsFile(of owner: SettingsOwner) throws -> DiskPath {
    switch owner {
    case .vault:
      guard location.kind == .zib else { throw ConfigurationError.noSettings(root) }
      // A vault may come from anywhere: its settings are never written to the target of a link.
      if FileStatus.at(root.appending(".zib"), following: false)?.kind == .link,
        let path = NotePath(".zib/config.yml")
      {
        throw WriteError.throughLink(path)
      }
      return location.configurationFile
    case .person:
      guard let file = Configuration.personFile(environment) else {
        throw ConfigurationError.noHome
      }
      // People who keep their dotfiles elsewhere have a link here, and mean its target.
      return DiskPath.real(file) ?? file
    }
  }

  private static func edit(_ file: DiskPath, _ change: (SettingsFile) throws -> [UInt8]) throws {
    guard let name = NotePath(bytes: Array(file.name)) else {
      throw WriteError.system(SystemError("write", file.bytes, code: SystemError.tooLarge))
    }
    let folder = VaultFolder(root: file.folder)
    let replacement = FileReplacement(in: folder)
    guard FileStatus.at(file, following: false) != nil else {
      try file.folder.makeFolders()
      try replacement.create(name, with: change(SettingsFile([])))
      return
    }
    let old = try folder.read(name, limit: SettingsFile.sizeLimit)
    let new = try change(SettingsFile(old.bytes))
    if new != old.bytes { try replacement.replace(name, basedOn: old, with: new) }
  }
}
