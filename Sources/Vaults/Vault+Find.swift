extension Vault {
  /// Finds the vault that a command is about, and reads its settings.
  ///
  /// - Parameters:
  ///   - current: the current folder.
  ///   - explicit: what the person named on the command line; it goes before `ZIB_VAULT`.
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
