/// The locks that a sync takes and releases by itself.
///
/// The lock of the network is never requested while the vault's is held, so that two syncs cannot
/// wait for each other. Each call may be repeated: a held lock is not taken twice, and a free one
/// stays free.
package protocol SyncLocks: AnyObject {
  /// Takes the vault's lock, which everybody needs who writes notes or moves the branch.
  func lock() throws
  /// Gives the vault's lock back: before a network is waited for, and at the end.
  func unlock()
  /// Takes the lock of those who fetch and push, while the vault's lock is free.
  func lockNetwork() throws
  /// Gives the lock of those who fetch and push back.
  func unlockNetwork()
}
