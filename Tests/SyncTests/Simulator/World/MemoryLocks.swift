import Sync
import Testing

/// The locks of a sync, which sees to it that the network is waited for without the vault's.
final class MemoryLocks: SyncLocks {
  private var isLocked = false
  private var ownsNetwork = false
  private var whileFree: (() -> Void)?

  /// - Parameter whileFree: called once, before the lock is taken again after a network was waited for.
  init(_ whileFree: (() -> Void)? = nil) { self.whileFree = whileFree }

  func lock() throws {
    if !isLocked, ownsNetwork {
      whileFree?()
      whileFree = nil
    }
    isLocked = true
  }

  func unlock() { isLocked = false }

  func lockNetwork() throws {
    if !ownsNetwork {
      #expect(!isLocked, "the network's lock is waited for with the vault's in hand")
    }
    ownsNetwork = true
  }

  func unlockNetwork() { ownsNetwork = false }
}
