import History
import Merge
import Sync
import TestSupport

/// Properties that hold once all faults have stopped and everybody has synced.
extension Simulation {
  /// How often each device syncs with a remote at the end, at most, until nothing changes any more.
  private static let boundOfRounds = 6

  func finish() {
    random = SeededRandom(seed: script.world ^ 0xF1A1)
    for device in devices {
      device.transport.isOffline = false
      device.transport.troubles = []
    }
    if unwritable.contains(where: { !$0.isEmpty }) {
      tell("all sync, while some cannot write:")
      for remote in world.remotes.keys.sorted() {
        guard reachFixpoint(with: remote, isWaiting: true) else { return }
      }
      checkNoVanish(isWaiting: true)
      for index in devices.indices { setUnwritable([], on: index) }
    }
    for index in devices.indices { takeSecretsOut(on: index) }
    tell("at last all sync:")
    guard reachFixpoint() else { return }
    checkConvergence()
    checkNoVanish()
    checkReviewLogs()
    for commit in pool.commits { checkMerge(commit) }
    for index in devices.indices { checkObjects(on: index) }
    statistics.copies += pool.files(of: devices[0].head).keys.count(where: ConflictCopyName.isCopy)
    let last = random.below(devices.count)
    for remote in world.remotes.keys.sorted() { checkSecondSync(on: last, remote: remote) }
  }

  /// P23: in a bounded number of rounds nothing changes any more, with each device alone.
  ///
  /// All sync with one remote, then with the next, and in the end with the first again: devices that go from one
  /// remote to the other and back for ever keep merging each other's merges.
  private func reachFixpoint() -> Bool {
    let remotes = world.remotes.keys.sorted()
    for remote in remotes + remotes.dropLast() {
      guard reachFixpoint(with: remote) else { return false }
    }
    return true
  }

  /// - Parameter isWaiting: true while some files cannot be written, and nobody does anything about it.
  private func reachFixpoint(with remote: String, isWaiting: Bool = false) -> Bool {
    for _ in 0..<Self.boundOfRounds {
      let before = heads
      for index in devices.indices {
        world.time.pass(seconds: 10)
        // A sync that was stopped may have hidden a file with one until the last round.
        if !isWaiting { takeSecretsOut(on: index) }
        var answer = runSync(on: index, remote: remote, isConfirmed: true).answer
        if !isWaiting,
          answer == .refused || !devices[index].workTree.presentlyUnwritten.isEmpty
        {
          clearWay(on: index)
          answer = runSync(on: index, remote: remote, isConfirmed: true).answer
        }
        if violation != nil { return false }
        if answer != .done {
          violate(
            .liveness,
            "\(name(index)) cannot sync with \(remote): \(answer.map { "\($0)" } ?? "error")")
          return false
        }
        devices[index].settle()
      }
      if heads == before { return true }
    }
    // Two remotes in turn are played with at the end.
    if isWaiting, world.remotes.count > 1 { return true }
    violate(.liveness, "after \(Self.boundOfRounds) rounds there is still something to sync")
    return false
  }

  /// A person moves what stands in the way and git does not know, as she was told.
  private func clearWay(on index: Int) {
    // Files that wait for others to go need no place.
    let unwritten = devices[index].workTree.presentlyUnwritten
    if !unwritten.isEmpty, unwritten.allSatisfy({ isTwin($0, on: index) }) { return }
    // By the names that they have by now.
    checkIgnoredFiles(on: index)
    for path in ignoredFiles[index].keys.sorted() {
      devices[index].files.remove(path)
      _ = devices[index].files.removeFolderIfEmpty(path.folder)
    }
    ignoredFiles[index] = [:]
    // Those that a loss of power brought back, and renamed ones with a new text, are in the history as well.
    let tracked = Set(devices[index].repository.presentlyStaged.map(\.path))
    for path in devices[index].notes.keys.sorted()
    where !tracked.contains(path) && (isIgnored(path, on: index) || isHeldBack(path, on: index))
      && unwritten.contains(where: { path.isInside($0) || $0.isInside(path) })
    {
      remove(path, on: index)
    }
    // So is one that only the device's own rules keep back, where another device's file of the name waits for its place.
    for path in unwritten.sorted() where devices[index].workTree.excludes(path) {
      remove(path, on: index)
    }
    devices[index].files.removeEmptyFolders()
    tell("\(name(index)) moves ignored files and empty folders out of the way")
  }

  /// True for a file of the last commit that cannot stand in a folder, because another of that commit has its name there.
  private func isTwin(_ path: TreePath, on index: Int) -> Bool {
    guard devices[index].isInsensitive, devices[index].workTree.presentlyUnwritten.contains(path)
    else { return false }
    let name = path.text.lowercased()
    return pool.files(of: devices[index].head).keys.contains { other in
      let text = other.text.lowercased()
      return other != path
        && (text == name || text.hasPrefix(name + "/") || name.hasPrefix(text + "/"))
    }
  }

  /// True for a new file that is held back, and that is no file of the history whose name changed only its case.
  private func isHeldBack(_ path: TreePath, on index: Int) -> Bool {
    if devices[index].workTree.excludes(path) {
      return !devices[index].repository.presentlyStaged.contains { $0.path == path }
    }
    guard let inode = devices[index].files.inode(at: path),
      HoldRules().reason(toHold: path, inode.bytes, mode: inode.mode) != nil
    else { return false }
    if newSecrets[index].contains(path) { return true }
    let name = path.text.lowercased()
    // Beside the file of that name it is another file.
    let isBeside = pool.files(of: devices[index].head).keys.contains {
      $0 != path && $0.text.lowercased() == name && devices[index].files.storedPath($0) == $0
    }
    if isBeside, !devices[index].isInsensitive { return true }
    let lines = Set(inode.bytes.split(separator: 0x0A))
    func isRenamed(_ version: FileVersion) -> Bool {
      if devices[index].isInsensitive { return true }
      // The text tells if both names can stand side by side.
      let old = (pool.blob(version.id) ?? []).split(separator: 0x0A)
      return !old.isEmpty && old.count(where: lines.contains) * 2 >= old.count
    }
    return !pool.commits(leadingTo: devices[index].head ?? pool.commits[0]).contains { commit in
      pool.files(of: commit).contains {
        $0 != path && $0.text.lowercased() == name && isRenamed($1)
      }
    }
  }

  private var heads: [ObjectID?] {
    devices.map(\.head)
      + world.remotes.sorted { $0.key < $1.key }
      .map { $0.value.branches[SimulationWorld.branch] }
  }

  /// P3: one commit everywhere, and the folder as it says.
  private func checkConvergence() {
    for index in devices.indices {
      let device = devices[index]
      if device.head != devices[0].head {
        return violate(.convergence, "\(name(index)) and \(name(0)) stand at different commits")
      }
      let expected = pool.files(of: device.head)
      for path in Set(device.notes.keys).union(expected.keys).sorted() {
        if ignoredFiles[index][path] != nil { continue }
        if expected[path] == nil,
          device.workTree.isKept(path) || isHeldBack(path, on: index)
            || device.workTree.isOther(path, Set(expected.keys))
        {
          continue
        }
        let isShown = device.workTree.shows(path, Set(expected.keys))
        let found = isShown ? device.files.inode(at: path) : nil
        let version = found.map { inode in
          FileVersion(mode: inode.mode, id: ObjectPool.id(ofBlob: inode.bytes))
        }
        if version != expected[path], !isTwin(path, on: index) {
          return violate(
            .convergence, "\(path) on \(name(index)) is not what the last commit says")
        }
      }
      let staged = device.repository.presentlyStaged
      if Dictionary(uniqueKeysWithValues: staged.map { ($0.path, $0.version) }) != expected {
        return violate(.convergence, "the staging index of \(name(index)) is not as the commit")
      }
      if let left = device.hiddenFiles.first {
        return violate(.liveness, "\(name(index)) has kept \(left)")
      }
    }
    for (name, remote) in world.remotes.sorted(by: { $0.key < $1.key })
    where remote.branches[SimulationWorld.branch] != devices[0].head {
      return violate(.convergence, "\(name) does not have the last commit")
    }
  }

  /// P1: every token is in the last tree, but those that somebody took out who had seen them. P30: while a file cannot be
  /// written, in the last tree or in the folder.
  private func checkNoVanish(isWaiting: Bool = false) {
    var missing = NumberSet()
    for token in ledger.origins.indices { missing.insert(token) }
    missing.subtract(tokens(of: pool.files(of: devices[0].head)))
    if isWaiting { for index in devices.indices { missing.subtract(tokensOnDisk(of: index)) } }
    missing.subtract(ledger.removed)
    missing.subtract(ledger.unwritten)
    missing.subtract(privateTokens)
    missing.subtract(tokensKeptBack)
    for index in devices.indices {
      for path in devices[index].notes.keys where isHeldBack(path, on: index) {
        missing.subtract(Ledger.tokens(in: devices[index].files.bytes(at: path) ?? []))
      }
    }
    let inHistory = tokens(ofHistory: devices[0].head)
    var vanished = missing
    vanished.subtract(inHistory)
    if let token = vanished.highest {
      return violate(.noVanish, "tok\(token), written by \(ledger.origins[token]), is nowhere")
    }
    missing.subtract(ledger.overwritten)
    if let token = missing.highest {
      // Text that nobody took out is gone from every folder.
      violate(
        isWaiting ? .nothingWedges : hasCommittedHalfWay ? .othersEditsStay : .noVanish,
        "tok\(token), written by \(ledger.origins[token]), is in history only, and nobody took it out"
      )
    }
  }
}
