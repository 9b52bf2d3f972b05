import Merge
import Objects
import Sync

/// What must hold once all faults have stopped and everybody has synced.
extension Simulation {
  /// How often each device syncs with a remote at the end, at most, until nothing changes any more.
  private static let boundOfRounds = 6

  func finish() {
    random = SeededRandom(seed: script.world ^ 0xF1A1)
    for device in devices {
      device.transport.isOffline = false
      device.transport.troubles = []
    }
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

  private func reachFixpoint(with remote: String) -> Bool {
    for _ in 0..<Self.boundOfRounds {
      let before = heads
      for index in devices.indices {
        world.time.pass(seconds: 10)
        var answer = runSync(on: index, remote: remote, isConfirmed: true).answer
        if answer == .refused || !devices[index].workTree.presentlyUnwritten.isEmpty {
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
    violate(.liveness, "after \(Self.boundOfRounds) rounds there is still something to sync")
    return false
  }

  /// A person moves what stands in the way and git does not know, as she was told.
  private func clearWay(on index: Int) {
    for path in ignoredFiles[index].keys.sorted() {
      devices[index].files.remove(path)
      _ = devices[index].files.removeFolderIfEmpty(path.folder)
    }
    ignoredFiles[index] = [:]
    devices[index].files.removeEmptyFolders()
    tell("\(name(index)) moves ignored files and empty folders out of the way")
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
        if expected[path] == nil, device.workTree.isKept(path) { continue }
        let found = device.files.storedPath(path) == path ? device.files.inode(at: path) : nil
        let version = found.map { inode in
          FileVersion(mode: inode.mode, id: ObjectPool.id(ofBlob: inode.bytes))
        }
        if version != expected[path] {
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

  /// P1: every token is in the last tree, but those that somebody took out who had seen them.
  private func checkNoVanish() {
    var missing = NumberSet()
    for token in ledger.origins.indices { missing.insert(token) }
    missing.subtract(tokens(of: pool.files(of: devices[0].head)))
    missing.subtract(ledger.removed)
    missing.subtract(ledger.unwritten)
    missing.subtract(privateTokens)
    missing.subtract(tokensKeptBack)
    let inHistory = tokens(ofHistory: devices[0].head)
    var vanished = missing
    vanished.subtract(inHistory)
    if let token = vanished.highest {
      return violate(.noVanish, "tok\(token), written by \(ledger.origins[token]), is nowhere")
    }
    missing.subtract(ledger.overwritten)
    if let token = missing.highest {
      // What nobody took out is gone from every folder.
      violate(
        hasCommittedHalfWay ? .othersEditsStay : .noVanish,
        "tok\(token), written by \(ledger.origins[token]), is in history only, and nobody took it out"
      )
    }
  }
}
