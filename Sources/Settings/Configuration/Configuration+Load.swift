import Files
import Layout
import Notes

extension Configuration {
  /// The settings that hold in a vault: the environment's, the vault's, another tool's, the
  /// person's.
  ///
  /// Never fails: a setting that cannot be read or followed becomes a problem, and the others hold.
  package static func load(_ location: VaultLocation, environment: Environment) -> Configuration {
    var configuration = Configuration()
    for key in ConfigurationKey.all {
      guard let variable = key.variable, let text = environment[variable] else { continue }
      if let value = key.value(of: text) {
        configuration.set(key, to: value, from: .environment)
      } else {
        configuration.problems.append(
          Problem(
            file: nil, line: nil, message: "\(variable) has to be \(key.expectation)", kind: .unfit)
        )
      }
    }
    configuration.read(location.configurationFile, within: location.root, from: .vault)
    configuration.readForeign(location)
    if let file = personFile(environment) { configuration.read(file, within: nil, from: .person) }
    return configuration
  }

  /// The person's own settings alone, which hold in every vault.
  package static func own(_ environment: Environment) -> Configuration {
    var configuration = Configuration()
    if let file = personFile(environment) { configuration.read(file, within: nil, from: .person) }
    return configuration
  }

  /// The file of the person's own settings.
  package static func personFile(_ environment: Environment) -> DiskPath? {
    environment.configHome?.appending("zib/config.yml")
  }

  /// Follows a file of settings, if it is there.
  ///
  /// - Parameter root: the vault whose file it is, out of which no link is followed.
  private mutating func read(_ path: DiskPath, within root: DiskPath?, from source: Source) {
    guard let file = Self.open(path, within: root, &problems) else { return }
    let isNewer = tellVersion(of: file, at: path)
    for entry in file.entries where entry.name != SettingsFile.versionName {
      guard let key = ConfigurationKey.named(entry.name) else {
        // A group whose lines are all comments.
        let isGroup =
          ConfigurationKey.all.contains { $0.name.hasPrefix(entry.name + ".") }
          || ConfigurationKey.families.contains { $0.name == entry.name }
        if isNewer || isGroup && entry.node.isNull { continue }
        let hint = ConfigurationKey.suggestion(for: entry.name).map { "; did you mean \($0)?" }
        problems.append(
          Problem(
            file: path, line: entry.line,
            message: "there is no setting \(SafeText.escaped(entry.name))" + (hint ?? ""),
            setting: entry.name))
        continue
      }
      if entry.node.isNull { continue }
      if key.scope == .vaultAlone, source == .person {
        problems.append(
          Problem(
            file: path, line: entry.line,
            message: "\(key.name) is followed only in a vault's own configuration: "
              + "all its devices have to follow the same",
            setting: key.name))
        continue
      }
      if key.scope == .person, source != .person {
        problems.append(
          Problem(
            file: path, line: entry.line,
            message: "\(key.name) is followed only in your own configuration: "
              + "\(ConfigurationKey.reason(whyOnlyForPerson: key.name))",
            setting: key.name))
        continue
      }
      guard let value = key.value(of: entry.node) else {
        problems.append(
          Problem(
            file: path, line: entry.line, message: "\(key.name) has to be \(key.expectation)",
            setting: key.name, kind: .unfit))
        continue
      }
      set(key, to: value, from: source)
    }
  }

  /// Tells of a version that is not ours.
  ///
  /// - Returns: true if the file is of a later version: settings that are unknown here are its, and
  ///   need no word each.
  private mutating func tellVersion(of file: SettingsFile, at path: DiskPath) -> Bool {
    guard let entry = file.versionEntry, file.version != SettingsFile.knownVersion else {
      return false
    }
    var message = "version has to be a whole number from 1 on"
    if let version = file.version {
      message =
        "the file was written by a newer zib (version \(version), this one knows "
        + "\(SettingsFile.knownVersion)): settings that are unknown here are ignored"
    }
    problems.append(
      Problem(
        file: path, line: entry.line, message: message, setting: SettingsFile.versionName,
        kind: file.isNewer ? .newer : .unfit))
    return file.isNewer
  }

  /// A file of settings in YAML or JSON, if it is there; see `file`.
  static func open(
    _ path: DiskPath, within root: DiskPath?, _ problems: inout [Problem]
  ) -> SettingsFile? {
    let isJSON = path.bytes.suffix(5).elementsEqual(".json".utf8)
    return file(path, within: root, &problems) { text throws(UnreadSettings) in
      let file = SettingsFile(text, isJSON: isJSON)
      if let failure = file.failure {
        throw UnreadSettings(message: failure.message, line: failure.line)
      }
      return file
    }
  }
}

extension WriteError {
  /// The reason in a few words, without the path.
  package var shortReason: String {
    switch self {
    case .changedMeanwhile: "it was changed during the operation"
    case .exists: "it already exists"
    case .throughLink: "it is a symbolic link that leads out of the vault"
    case .readOnly: "it is write-protected"
    case .notAFile: "it is no file"
    case .tooLarge(_, let size, let limit): "it has \(size) bytes, more than \(limit)"
    case .system(let error): error.reason
    }
  }
}
