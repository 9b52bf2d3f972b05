import Files

/// The reasons why a vault cannot be reviewed.
package enum ReviewError: Error, Equatable, Sendable {
  /// The folder has no `.zib` to keep the reviews in.
  case noVault(DiskPath)
  /// There is no place outside of the vault for the record of this device's log.
  case noPlaceForDevice
}
