import Notes
import Vaults

/// The index, as commands come by it.
extension Session {
  /// The index in step with the files, with a progress bar where that takes long.
  func index(rebuilding: Bool = false) throws -> VaultIndex {
    let bar = ProgressBar("Reading notes", terminal: terminal, quiet: messages.level == .quiet)
    defer { bar.finish() }
    let index = try vault().index(rebuilding: rebuilding, zone: zone) { bar.update($0, of: $1) }
    bar.finish()
    if let reason = index.report.rebuilt { messages.note("\(reason), and was built anew") }
    if let reason = index.report.unsaved {
      messages.warning("the index could not be kept, and is made again each time: \(reason)")
    }
    return index
  }

  /// What answers queries over the vault as it is now.
  func search() throws -> VaultSearch {
    VaultSearch(try vault(), try index(), today: today, zone: zone)
  }

  /// The day it is where the person is.
  var today: CivilDate { CivilDateTime(milliseconds: now, in: zone).date }
}
