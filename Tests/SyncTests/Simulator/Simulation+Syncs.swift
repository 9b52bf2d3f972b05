import History
import Sync
import TestSupport

/// Syncs, and what gets in their way.
extension Simulation {
  /// The state of a device before a sync of it, to compare with the state after.
  struct Before {
    let notes: [TreePath: [UInt8]]
    let movesOfRefs: Int
    let movesOfRemotes: [String: Int]
    let tokens: Int
    let head: ObjectID?
    /// True where an update was under way that is finished first.
    let isUnderWay: Bool
    /// How many journals were written, but for that of an update under way.
    let journals: Int
    /// The contents of hidden files.
    let hidden: Set<[UInt8]>
    /// The files whose deletion a person agreed to, and that could not be removed when it came.
    let toBeRemoved: Set<TreePath>
  }

  func sync(on device: Int) {
    let remote = random.pick(world.remotes.keys.sorted())
    let rules = rules(on: device)
    let (answer, _) = runSync(on: device, remote: remote)
    if answer == .unconfirmed, random.once(in: 2) {
      runSync(on: device, remote: remote, isConfirmed: true)
    } else if answer == .done, random.once(in: 4), rules == self.rules(on: device) {
      // A file that came to be ignored by rules which the sync has brought is gone for the next snapshot.
      checkSecondSync(on: device, remote: remote)
    }
  }

  private func rules(on device: Int) -> [TreePath: [UInt8]] {
    devices[device].notes.filter { MemoryIgnoreRules.isFile($0.key) }
  }

  func snapshot(on device: Int) {
    runSync(on: device, isSnapshot: true)
  }

  /// A person takes back what came or was done last, and has seen it.
  func undo(on index: Int) {
    let device = devices[index]
    device.settle()
    let before = state(of: index)
    device.faults.start()
    tell("\(device.name): zib undo")
    // She commits what is in the folder first, so that it is not taken for taken back.
    do {
      _ = try subject.run(on: device, remote: nil, isConfirmed: true)
      let old = countsOfTokens(in: device.head)
      if try subject.undo(on: device) {
        ledger.undid(old, now: countsOfTokens(in: device.head), on: index)
      }
      tell("  ended: at \(head(of: index))")
    } catch {
      violate(.nothingWedges, "undo on \(device.name) ended with \(error)")
    }
    checkRun(on: index, since: before, isConfirmed: true, interloper: nil)
    checkObjects(on: index)
  }

  /// A person goes on typing while it runs.
  func syncWhileEdited(on device: Int) {
    let interloper = Interloper(self, on: device)
    if random.once(in: 2) { devices[device].whileWaiting = { [self] in goOn(on: device) } }
    runSync(on: device, interloper: interloper)
    devices[device].whileWaiting = nil
  }

  /// While the remote is waited for, the vault's lock is free for a person and other commands.
  private func goOn(on device: Int) {
    devices[device].whileWaiting = nil
    tell("  while the remote is waited for:")
    for _ in 0...random.below(2) {
      switch random.below(6) {
      case 0...2: editNote(on: device)
      case 3: createNote(on: device)
      case 4: gitCommit(on: device)
      default:
        tell("\(devices[device].name): zib commit")
        // The sync is refused whatever the first run was refused.
        _ = try? subject.run(on: devices[device], remote: nil, isConfirmed: true)
      }
    }
  }

  /// The process is killed, or the power cut, or a call fails; now and then a person types meanwhile.
  func syncStopped(on device: Int, by fault: FaultPlan.Fault) {
    // Mostly where there is something to do.
    let step = random.below(stepsOfSyncs[device] + 6)
    let interloper = random.once(in: 4) ? Interloper(self, on: device) : nil
    runSync(on: device, fault: (fault, step), interloper: interloper)
    if devices[device].faults.stopped == nil, random.once(in: 2) {
      // The next one has to deal with what was left, and may be stopped as well.
      let step = random.below(stepsOfSyncs[device] + 6)
      runSync(on: device, fault: (fault, step))
    }
  }

  /// The process is killed, and then plain git commits everything that the folder shows.
  func syncStoppedThenGit(on device: Int) {
    syncStopped(on: device, by: .kill)
    hasCommittedHalfWay = true
    gitCommitAll(on: device, message: "By hand, half-way")
    tell("\(name(device)): git add -A && git commit")
  }

  /// The process is killed, and its journal is lost, damaged or of a later version when the next one comes; now and
  /// then plain git commits everything in between.
  func syncStoppedWithoutJournal(on device: Int) {
    syncStopped(on: device, by: .kill)
    let workTree = devices[device].workTree
    guard var journal = workTree.presentJournal else { return }
    hasCommittedHalfWay = true
    switch random.below(4) {
    case 0:
      workTree.replaceJournal(with: nil)
      tell("the journal of \(name(device)) is lost")
    case 1:
      journal[random.below(journal.count)] ^= UInt8(1 << random.below(8))
      workTree.replaceJournal(with: journal)
      tell("the journal of \(name(device)) is damaged")
    case 2:
      workTree.replaceJournal(with: Array(journal.prefix(random.below(journal.count))))
      tell("the journal of \(name(device)) is cut")
    default:
      let rest = journal.drop { $0 != 0x0A }
      workTree.replaceJournal(with: Array("zib journal 9".utf8) + rest)
      tell("the journal of \(name(device)) is of a later version")
    }
    brokenJournals[device] = .some(workTree.presentJournal)
    // Nothing tells any more that the sync has brought it.
    for path in devices[device].notes.keys { noteNewSecret(path, on: device) }
    guard random.once(in: 2) else { return }
    gitCommitAll(on: device, message: "By hand, half-way")
    tell("\(name(device)): git add -A && git commit")
  }

  /// Another device pushes between this one's fetch and push.
  func syncRaced(on device: Int) {
    let other = random.below(devices.count)
    if other != device {
      devices[device].transport.beforePush = { [self] in
        guard !devices[other].transport.isOffline else { return }
        tell("meanwhile:")
        editNote(on: other)
        runSync(on: other)
      }
    }
    runSync(on: device)
    devices[device].transport.beforePush = nil
  }

  func syncUnanswered(on device: Int) {
    devices[device].transport.troubles = [
      random.pick([.timeOutAfterEffect, .timeOutAfterEffect, .timeOut, .offline])
    ]
    runSync(on: device)
    devices[device].transport.troubles = []
  }

  func syncRefused(on device: Int) {
    devices[device].transport.troubles = [random.pick([.rejection, .authentication])]
    runSync(on: device)
    devices[device].transport.troubles = []
  }

  // MARK: One run

  /// Runs a sync with what is to go wrong in it, and looks at what it left.
  @discardableResult
  func runSync(
    on index: Int, remote: String? = nil, isSnapshot: Bool = false, isConfirmed: Bool = false,
    fault: (FaultPlan.Fault, step: Int)? = nil, interloper: Interloper? = nil
  ) -> (answer: SimulationSubject.Answer?, steps: Int) {
    let device = devices[index]
    let remote = remote ?? random.pick(world.remotes.keys.sorted())
    device.settle()
    let before = state(of: index)
    device.faults.start()
    if let fault { device.faults.arm(fault.0, at: fault.step) }
    if let interloper { device.faults.interloper = { interloper.come(at: $0) } }
    defer { device.faults.interloper = nil }
    statistics.syncs += 1
    tell("\(device.name): \(isSnapshot ? "zib commit" : "zib sync \(remote)")")
    var answer: SimulationSubject.Answer?
    do {
      answer = try subject.run(
        on: device, remote: isSnapshot ? nil : remote, isConfirmed: isConfirmed)
      tell("  ended: \(answer.map(String.init(describing:)) ?? "") at \(head(of: index))")
    } catch {
      checkFailure(error, on: device)
      tell("  ended: \(error)\(stop(of: device))")
    }
    device.faults.interloper = nil
    let steps = device.faults.steps
    checkRun(on: index, since: before, isConfirmed: isConfirmed, interloper: interloper)
    if let stopped = device.faults.stopped {
      statistics.stops += 1
      let typed = tokensOnDisk(of: index)
      device.restart(&random)
      if stopped == .powerCut {
        forgive(typed, on: index, since: before, interloper)
        if let interloper { ignoreWhatCameBack(on: index, deletedBy: interloper) }
        forgetIgnored(on: index, since: before)
      }
      checkOldOrNew(on: index, since: before, interloper: interloper)
    } else if fault == nil {
      stepsOfSyncs[index] = max(steps, 8)
    }
    checkEditsDuringSync(on: index, since: before, interloper: interloper)
    return (answer, steps)
  }

  private func state(of index: Int) -> Before {
    let device = devices[index]
    let isUnderWay = device.workTree.presentJournal != nil
    return Before(
      notes: device.notes, movesOfRefs: device.repository.moves.count,
      movesOfRemotes: world.remotes.mapValues(\.moves.count), tokens: ledger.origins.count,
      head: device.head, isUnderWay: isUnderWay,
      journals: device.workTree.targetsOfJournals.count - (isUnderWay ? 1 : 0),
      hidden: Set(device.hiddenFiles.compactMap { device.files.bytes(at: $0) }),
      toBeRemoved: device.workTree.presentlyUnwritten.subtracting(
        pool.files(of: device.head).keys))
  }

  /// Forgives the loss of text that was typed when the power went and was not on the disk; where a snapshot
  /// had it already, history has it, and the folder looks as if a person had taken it back.
  ///
  /// So does a file that has its text from before the run again, while the sync has put what was typed there somewhere else.
  private func forgive(
    _ typed: NumberSet, on index: Int, since before: Before, _ interloper: Interloper?
  ) {
    let notes = devices[index].notes
    var lost = typed
    for bytes in notes.values { lost.subtract(Ledger.tokens(in: bytes)) }
    for (path, versions) in interloper?.versions ?? [:] {
      guard let now = notes[path], now == before.notes[path] else { continue }
      for case let bytes? in versions { lost.formUnion(Ledger.tokens(in: bytes)) }
      lost.subtract(Ledger.tokens(in: now))
    }
    var elsewhere = tokensOnDisk(of: index)
    elsewhere.formUnion(tokens(ofHistory: devices[index].head))
    for token in lost.numbers where token >= before.tokens {
      if elsewhere.contains(token) {
        ledger.overwritten.insert(token)
      } else {
        ledger.unwritten.insert(token)
      }
    }
  }

  /// A file that was deleted when the power went may be back; where the staging index had seen it gone, and git
  /// ignores it, it is an ignored file from then on, unless a commit has its text. One with the name of a secret waits
  /// for a decision.
  private func ignoreWhatCameBack(on index: Int, deletedBy interloper: Interloper) {
    let tracked = Set(devices[index].repository.presentlyStaged.map(\.path))
    for (path, bytes) in devices[index].notes where !tracked.contains(path) {
      guard interloper.versions[path]?.contains(where: { $0 == nil }) ?? false else { continue }
      if SecretName.matches(path) { newSecrets[index].insert(path) }
      guard isIgnored(path, on: index) else { continue }
      let id = ObjectPool.id(ofBlob: bytes)
      if pool.commits.contains(where: { pool.files(of: $0)[path]?.id == id }) { continue }
      ignoredFiles[index][path] = bytes
    }
  }

  /// Of an ignored file that was written in the moment when the power went, there is the old version, or none.
  private func forgetIgnored(on index: Int, since before: Before) {
    let device = devices[index]
    let tracked = Set(device.repository.presentlyStaged.map(\.path))
    let there = Set(device.files.paths.compactMap { device.files.bytes(at: $0) })
    for (path, bytes) in ignoredFiles[index] where !there.contains(bytes) {
      let isFresh = Ledger.tokens(in: bytes).highest.map { $0 >= before.tokens } ?? false
      guard isFresh else { continue }
      let old = device.files.storedPath(path) == path ? device.files.bytes(at: path) : nil
      ignoredFiles[index][path] = tracked.contains(path) ? nil : old
    }
  }

  private func head(of index: Int) -> String {
    devices[index].head.map { String($0.hex.prefix(8)) } ?? "no commit"
  }

  private func stop(of device: MemoryDevice) -> String {
    guard let step = device.faults.struckAt else { return "" }
    return " at step \(step.number), \(step.call) \(step.path.map { "\($0)" } ?? "")"
  }
}
