import Files

extension Vault {
  /// Finds the vault of a command, and reads its settings.
  ///
  /// - Parameters:
  ///   - current: the current folder.
  ///   - explicit: the path named on the command line; it takes precedence over `ZIB_VAULT`.
  package static func find(
    from current: DiskPath, explicit: DiskPath? = nil, environment: Environment
  ) throws(VaultNotFound) -> Vault {
    let location = try VaultLocation.find(
      from: current, explicit: explicit, environment: environment)
    return Vault(
      location: location, configuration: .load(location, environment: environment),
      environment: environment)
  }
}
