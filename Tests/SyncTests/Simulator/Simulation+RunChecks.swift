import History
import Sync

/// Checks after each run of Zibaldone, stopped or not.
extension Simulation {
  func checkRun(
    on index: Int, since before: Before, isConfirmed: Bool, interloper: Interloper?
  ) {
    checkHistoryIsAppendedTo(on: index, since: before)
    checkStagedContent(on: index)
    checkSecrets(on: index)
    if !isConfirmed, interloper == nil { checkBlastRadius(on: index, since: before) }
  }

  /// Checks the error of a run: an injected fault, or a refusal that has a next command.
  func checkFailure(_ error: any Error, on device: MemoryDevice) {
    switch error {
    case is ProcessStopped where device.faults.stopped != nil: return
    case is InjectedError where device.faults.hasStruck: return
    case is UpdateTakenBack where device.faults.hasStruck:
      // An update that is taken back leaves nothing to go on with.
      if device.workTree.presentJournal != nil {
        violate(
          .worldAnswers, "\(device.name) says that it took an update back, and left its journal")
      }
    default: violate(.worldAnswers, "\(device.name) ended with \(error)")
    }
  }

  /// P11: our devices only ever append, here and at the remotes.
  private func checkHistoryIsAppendedTo(on index: Int, since before: Before) {
    for move in devices[index].repository.moves[before.movesOfRefs...]
    where move.name.hasPrefix("refs/heads/") {
      guard let from = move.from else { continue }
      guard let to = move.to, pool.isAncestor(from, of: to) else {
        return violate(
          .historyIsAppendedTo,
          "\(name(index)) moved \(move.name) from \(from) to \(String(describing: move.to))")
      }
    }
    for (name, remote) in world.remotes.sorted(by: { $0.key < $1.key }) {
      for move in remote.moves[(before.movesOfRemotes[name] ?? 0)...] where move.isOurs {
        guard let from = move.from else { continue }
        guard let to = move.to, pool.isAncestor(from, of: to) else {
          return violate(
            .historyIsAppendedTo, "\(self.name(index)) pushed over \(from) of \(name)")
        }
      }
    }
  }

  /// P14: what stands in the staging index alone goes into history before the index loses it.
  private func checkStagedContent(on index: Int) {
    var lost = stagedOnly[index]
    if lost.isEmpty { return }
    for entry in devices[index].repository.presentlyStaged {
      lost.subtract(tokens(ofBlob: entry.version.id))
    }
    lost.subtract(tokens(ofHistory: devices[index].head))
    // A secret that was taken out of the folder again is kept here alone.
    for (name, commit) in devices[index].repository.references
    where name.hasPrefix("refs/zib/kept/") {
      lost.subtract(tokens(ofHistory: commit))
    }
    // A sync that was stopped has committed it already: the next one goes on to that commit.
    let workTree = devices[index].workTree
    if workTree.presentJournal != nil, let target = workTree.targetsOfJournals.last {
      lost.subtract(tokens(ofHistory: target))
    }
    if let token = lost.highest {
      violate(.othersFilesStay, "tok\(token), staged on \(name(index)), is nowhere any more")
    }
  }

  /// P28: no line with a secret is in a commit that no person made by hand.
  private func checkSecrets(on index: Int) {
    let published = tokens(ofHistory: devices[index].head).intersection(secretTokens)
    if let token = published.highest {
      violate(
        .secretsStay,
        "the secret at tok\(token), \(ledger.origins[token]), is in the history of \(name(index))")
    }
  }

  /// P14: ignored files stand as they were, or their bytes beside. P27: nothing of them is in any history.
  func checkIgnoredFiles(on index: Int) {
    let (device, files) = (devices[index], devices[index].files)
    let published = tokens(ofHistory: device.head).intersection(privateTokens)
    if let token = published.highest {
      violate(
        .ignoredStays,
        "tok\(token), \(ledger.origins[token]), is in the history of \(name(index))")
    }
    // A file in the place of one that cannot be written is no part of a commit.
    let unwritten = device.workTree.presentlyUnwritten
    let tracked = Set(
      device.repository.presentlyStaged.lazy
        .filter { !$0.isSkipped || !unwritten.contains($0.path) }.map(\.path))
    for (path, bytes) in ignoredFiles[index].sorted(by: { $0.key < $1.key }) {
      if files.bytes(at: path) == bytes, !tracked.contains(path) { continue }
      let place = files.paths.first { other in
        files.bytes(at: other) == bytes && !tracked.contains(other)
          && (MemoryWorkTree.isHidden(other) || device.workTree.isKept(other)
            || IgnoredCopyName.original(of: other) != nil && takesRulesBack(on: index))
      }
      guard let place else {
        violate(.othersFilesStay, "the ignored \(path) on \(name(index)) is not there any more")
        return
      }
      ignoredFiles[index][path] = nil
      ignoredFiles[index][place] = bytes
    }
  }

  /// True where a file of rules goes before those of the device alone; then it is the name that holds a file back.
  private func takesRulesBack(on index: Int) -> Bool {
    let files = devices[index].files
    return files.paths.contains {
      MemoryIgnoreRules.isFile($0) && files.bytes(at: $0)?.contains(0x21) ?? false
    }
  }

  /// The tokens of untracked files that no commit takes.
  var tokensKeptBack: NumberSet {
    var tokens = NumberSet()
    for device in devices {
      let tracked = Set(device.repository.presentlyStaged.map(\.path))
      for (path, bytes) in device.notes
      where !tracked.contains(path) && device.workTree.isKept(path) {
        tokens.formUnion(Ledger.tokens(in: bytes))
      }
    }
    return tokens
  }

  /// P24: without a yes, no run takes more than a tenth of the files and more than 20 away, here or from others.
  private func checkBlastRadius(on index: Int, since before: Before) {
    func check(_ old: Set<TreePath>, _ new: Set<TreePath>, _ what: String) {
      let gone = old.subtracting(new)
      if gone.count > max(20, old.count / 10) {
        violate(.blastRadius, "\(name(index)) \(what) \(gone.count) of \(old.count) files unasked")
      }
    }
    guard world.isLarge, !before.isUnderWay else { return }
    let old = Set(before.notes.keys).subtracting(before.toBeRemoved)
    check(old, Set(devices[index].notes.keys), "removed")
    guard let head = devices[index].head, head != before.head else { return }
    check(
      Set(pool.files(of: before.head).keys), Set(pool.files(of: head).keys), "committed without")
  }

  /// P12: what was typed meanwhile is in the folder, or in history.
  func checkEditsDuringSync(on index: Int, since before: Before, interloper: Interloper?) {
    guard interloper != nil, devices[index].workTree.presentJournal == nil else { return }
    var lost = NumberSet()
    for token in before.tokens..<max(before.tokens, ledger.origins.count) { lost.insert(token) }
    for found in [
      tokensOnDisk(of: index), tokens(ofHistory: devices[index].head), ledger.removed,
      ledger.overwritten, ledger.unwritten,
    ] { lost.subtract(found) }
    if let token = lost.highest {
      violate(
        .editsDuringSync,
        "tok\(token), typed on \(name(index)) while it synced, is neither there nor in history")
    }
  }

  /// P13: each path holds what it held, or what the run was to put there, or what a person wrote meanwhile.
  func checkOldOrNew(on index: Int, since before: Before, interloper: Interloper?) {
    let device = devices[index]
    var trees = device.repository.moves[before.movesOfRefs...]
      .filter { $0.name == SimulationWorld.branch }.compactMap { $0.to }.map { pool.files(of: $0) }
    trees += device.workTree.targetsOfJournals[before.journals...].map { pool.files(of: $0) }
    if before.isUnderWay { trees.append(pool.files(of: before.head)) }
    let now = device.notes
    for path in Set(now.keys).union(before.notes.keys).sorted() {
      let bytes = now[path]
      if bytes == before.notes[path] { continue }
      let name = path.text.lowercased()
      let isNew = trees.contains { tree in
        // The bytes come before the name if only its case changes.
        tree[path].flatMap { pool.blob($0.id) } == bytes
          || bytes != nil
            && tree.contains { pool.blob($1.id) == bytes && $0.text.lowercased() == name }
      }
      // A file goes on under a new name that differs only in case with what was typed under the old one.
      let isTyped =
        interloper?.versions.contains { typed, versions in
          typed.text.lowercased() == name && versions.contains { $0 == bytes }
        } ?? false
        || bytes.map { interloper?.writtenInPlace.contains($0) ?? false } ?? false
        || bytes != nil
          && before.notes.contains { $0.text.lowercased() == name && $1 == bytes }
      // An edit that a hidden file held comes back as a copy where the journal cannot be read.
      let isRescued = bytes.map { before.hidden.contains($0) } ?? false
      // A file that the device keeps to itself made way for one that came.
      let original = IgnoredCopyName.original(of: path)
      let isSetAside =
        bytes.map { ignoredFiles[index].values.contains($0) } ?? false
        || original.map { original in
          before.notes[original] == bytes
            || interloper?.versions[original]?.contains { $0 == bytes } ?? false
        } ?? false
      guard isNew || isTyped || isRescued || isSetAside else {
        return violate(
          .oldOrNew,
          "\(path) on \(device.name) holds neither the old nor the new text, but "
            + (bytes.map { String(decoding: $0, as: UTF8.self).debugDescription } ?? "nothing"))
      }
    }
    checkObjects(on: index)
  }

  /// P13: every object that a branch leads to is there.
  func checkObjects(on index: Int) {
    guard let head = devices[index].head else { return }
    var seen: Set<ObjectID> = []
    pool.forEachObject(reachedFrom: head) { id in
      if !devices[index].repository.holds(id) {
        violate(.oldOrNew, "\(name(index)) lacks the object \(id) of its history")
        return false
      }
      return seen.insert(id).inserted
    }
  }

  /// P4: a second sync writes nothing.
  func checkSecondSync(on index: Int, remote: String) {
    let device = devices[index]
    var writes: [String] = []
    device.faults.trace = { if Self.writingCalls.contains($0.call) { writes.append($0.call) } }
    let objects = device.repository.countOfWrites
    runSync(on: index, remote: remote)
    device.faults.trace = nil
    if device.repository.countOfWrites != objects { writes.append("write object") }
    if !writes.isEmpty {
      violate(
        .symmetryAndIdempotence,
        "a second sync on \(device.name) did: \(writes.joined(separator: ", "))")
    }
  }

  private static let writingCalls: Set<String> = [
    "commit snapshot", "set reference", "set staged", "push", "prepare", "exchange", "place",
    "displace", "rename", "discard", "set journal", "set operations",
  ]

  // MARK: Tokens

  func tokens(ofBlob id: ObjectID) -> NumberSet {
    if let tokens = tokensOfBlobs[id] { return tokens }
    let tokens = pool.blob(id).map(Ledger.tokens) ?? NumberSet()
    tokensOfBlobs[id] = tokens
    return tokens
  }

  func tokens(of files: [TreePath: FileVersion]) -> NumberSet {
    var tokens = NumberSet()
    for version in files.values { tokens.formUnion(self.tokens(ofBlob: version.id)) }
    return tokens
  }

  /// The number of places in the files of a commit at which each token stands.
  func countsOfTokens(in commit: ObjectID?) -> [Int: Int] {
    pool.files(of: commit).values.reduce(into: [:]) { counts, version in
      counts.merge(Ledger.counts(in: pool.blob(version.id) ?? []), uniquingKeysWith: +)
    }
  }

  /// All tokens of a commit's history.
  func tokens(ofHistory id: ObjectID?) -> NumberSet {
    guard let id else { return NumberSet() }
    for commit in pool.commits(leadingTo: id) where tokensOfHistories[commit] == nil {
      var tokens = tokens(of: pool.files(of: commit))
      for parent in pool.commit(commit)?.parents ?? [] {
        tokens.formUnion(tokensOfHistories[parent] ?? NumberSet())
      }
      tokensOfHistories[commit] = tokens
    }
    return tokensOfHistories[id] ?? NumberSet()
  }

  func tokensOnDisk(of index: Int) -> NumberSet {
    var tokens = NumberSet()
    for path in devices[index].files.paths {
      if let bytes = devices[index].files.bytes(at: path) {
        tokens.formUnion(Ledger.tokens(in: bytes))
      }
    }
    return tokens
  }
}
