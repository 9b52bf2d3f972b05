/// Why nothing can be reviewed in a vault.
package enum ReviewError: Error, Equatable, Sendable {
  /// The folder has no `.zib`, and the reviews nowhere to go.
  case noVault(DiskPath)
  /// There is nowhere outside of the vault to remember which log this device writes.
  case noPlaceForDevice
}
