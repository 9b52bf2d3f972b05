import History
import Merge
import Sync
import TestSupport

/// Edits by people, in editors and file managers.
extension Simulation {
  func editNote(on device: Int) {
    guard let path = somePath(on: device, where: SimulationText.isText) else { return }
    let old = devices[device].files.bytes(at: path) ?? []
    let edit = SimulationEdit(of: old, &random) { token(on: device, path) }
    write(edit.text, to: path, on: device)
    tell("\(name(device)) edits \(path): \(edit.description)")
  }

  func createNote(on device: Int) {
    let path = TreePath(random.pick(SimulationText.names))
    guard canMake(path, on: device) else { return }
    // The same name may come into being on two devices, and now and then with the same text.
    let isCommon = random.once(in: 6)
    let text =
      isCommon
      ? Array("The same everywhere\n".utf8)
      : SimulationText.note(at: path) { token(on: device, path) }
    write(text, to: path, on: device)
    tell("\(name(device)) makes \(path)")
  }

  /// On a device that keeps case apart, a note or a folder of a name that differs from another one's only in case.
  func makeTwin(on device: Int) {
    guard !devices[device].isInsensitive,
      // A new file of a secret's name would be held back.
      let other = somePath(on: device, where: { !SecretName.matches($0) })
    else { return }
    let files = devices[device].files
    var last = String(decoding: other.name, as: UTF8.self)
    last = last == last.lowercased() ? last.uppercased() : last.lowercased()
    var path = other.folder.appending(Array(last.utf8))
    if random.once(in: 3) { path = path.appending(Array("Twin.md".utf8)) }
    // In a folder that is ignored by its name it would be in no commit.
    guard files.inode(at: path) == nil, !files.isFolder(path), files.fileAbove(path) == nil,
      !isIgnored(path, on: device)
    else { return }
    write(SimulationText.note(at: path) { token(on: device, path) }, to: path, on: device)
    tell("\(name(device)) makes \(path) beside \(other)")
  }

  func deleteNote(on device: Int) {
    guard let path = somePath(on: device) else { return }
    remove(path, on: device)
    tell("\(name(device)) deletes \(path)")
  }

  func moveNote(on device: Int) {
    guard let path = somePath(on: device) else { return }
    let folder = random.pick(["", "", "Moved/", "Ideas/"])
    let target = TreePath(
      random.once(in: 2)
        ? random.pick(SimulationText.names) : folder + String(decoding: path.name, as: UTF8.self))
    guard target != path, canMake(target, on: device), !isIgnored(target, on: device) else {
      return
    }
    move(path, to: target, on: device)
  }

  func changeCase(on device: Int) {
    guard let path = somePath(on: device) else { return }
    let text = String(decoding: path.name, as: UTF8.self)
    let target = path.folder.appending(
      Array((text == text.lowercased() ? text.uppercased() : text.lowercased()).utf8))
    // While an update waits to be finished, the old name comes back, and a device would take both for one.
    guard target != path, !isTaken(target, on: device, except: path),
      devices[device].isInsensitive || !devices[device].files.isFolder(target),
      world.isExact || devices[device].workTree.presentJournal == nil
    else { return }
    move(path, to: target, on: device)
  }

  private func move(_ path: TreePath, to target: TreePath, on device: Int) {
    devices[device].files.move(path, to: target)
    if newSecrets[device].remove(path) != nil { newSecrets[device].insert(target) }
    tell("\(name(device)) moves \(path) to \(target)")
  }

  func changeAttachment(on device: Int) {
    let path = TreePath(random.pick(SimulationText.attachments))
    guard canMake(path, on: device) || devices[device].files.storedPath(path) == path else {
      return
    }
    write(SimulationText.attachment(token: token(on: device, path)), to: path, on: device)
    tell("\(name(device)) changes \(path)")
  }

  /// An editor that loads a text, and saves it later over whatever is there then.
  func loadOrSaveStale(on device: Int) {
    if let (path, loaded) = stale[device] {
      stale[device] = nil
      let isNew = canMake(path, on: device)
      guard isNew || devices[device].files.storedPath(path) == path else { return }
      let edit = SimulationEdit(of: loaded, &random) { token(on: device, path) }
      ledger.wrote(
        edit.text, from: loaded, over: devices[device].files.bytes(at: path),
        known: tokens(ofHistory: devices[device].head), on: device)
      devices[device].files.replace(path, with: edit.text)
      if ignoredFiles[device][path] != nil {
        // It is hers alone by now, and so is what she saves into it.
        ignoredFiles[device][path] = edit.text
        ledger.removed.formUnion(Ledger.tokens(in: edit.text))
      }
      if isNew { noteNewSecret(path, on: device) }
      tell("\(name(device)) saves \(path) as it was loaded: \(edit.description)")
    } else if let path = somePath(on: device, where: SimulationText.isText) {
      stale[device] = (path, devices[device].files.bytes(at: path) ?? [])
      tell("\(name(device)) loads \(path)")
    }
  }

  func resolveConflict(on device: Int) {
    guard let copy = somePath(on: device, where: ConflictCopyName.isCopy) else { return }
    let files = devices[device].files
    let text = files.bytes(at: copy) ?? []
    let note = ConflictCopyName.note(ofCopy: copy).flatMap { files.storedPath($0) }
    switch (random.below(5), note) {
    case (0, let note?):
      // Both by hand: what the copy has more is put at the end of the note.
      let old = files.bytes(at: note) ?? []
      let known = Set(SimulationEdit.lines(of: old))
      let more = SimulationEdit.lines(of: text).filter { !known.contains($0) }
      let all = Array((SimulationEdit.lines(of: old) + more + [""]).joined(separator: "\n").utf8)
      ledger.decided(old, text, on: device)
      write(all, to: note, on: device)
      ledger.wrote(all, over: text)
      files.remove(copy)
      tell("\(name(device)) puts \(copy) into \(note) by hand")
    case (1, let note?):
      ledger.decided(files.bytes(at: note) ?? [], text, on: device)
      write(text, to: note, on: device)
      files.remove(copy)
      tell("\(name(device)) takes \(copy) for \(note)")
    case (2, _):
      let edit = SimulationEdit(of: text, &random) { token(on: device, copy) }
      write(edit.text, to: copy, on: device)
      tell("\(name(device)) edits \(copy): \(edit.description)")
    default:
      remove(copy, on: device)
      tell("\(name(device)) deletes \(copy)")
    }
  }

  /// One device keeps the note of a conflict, another takes the copy; the same copy is there on both.
  func opposeResolutions(on device: Int) {
    let own = devices[device].files
    guard let copy = somePath(on: device, where: ConflictCopyName.isCopy),
      let text = own.bytes(at: copy),
      let note = ConflictCopyName.note(ofCopy: copy).flatMap({ own.storedPath($0) }),
      let other = devices.indices.first(where: { index in
        index != device && devices[index].files.bytes(at: copy) == text
          && devices[index].files.bytes(at: note) == own.bytes(at: note)
          && devices[index].files.storedPath(note) == note
      })
    else { return }
    remove(copy, on: device)
    write(text, to: note, on: other)
    devices[other].files.remove(copy)
    tell("\(name(device)) keeps \(note), and \(name(other)) takes \(copy) for it")
  }

  func restoreOldText(on device: Int) {
    guard let head = devices[device].head else { return }
    let commits = pool.commits(leadingTo: head)
    let old = pool.files(of: random.pick(commits)).sorted { $0.key < $1.key }
    guard !old.isEmpty else { return }
    let (path, version) = random.pick(old)
    let isNew = canMake(path, on: device)
    guard let text = pool.blob(version.id), !isIgnored(path, on: device),
      !Self.isReviewLog(path), isNew || devices[device].files.storedPath(path) == path
    else { return }
    write(text, to: path, on: device)
    if isNew { noteNewSecret(path, on: device) }
    tell("\(name(device)) restores \(path)")
  }

  /// A file of a name that was deleted is no renamed one, and waits for a decision.
  func noteNewSecret(_ path: TreePath, on device: Int) {
    let name = path.text.lowercased()
    let staged = devices[device].repository.presentlyStaged
    if SecretName.matches(path), !staged.contains(where: { $0.path.text.lowercased() == name }) {
      newSecrets[device].insert(path)
    }
  }

  func touchNote(on device: Int) {
    guard let path = somePath(on: device) else { return }
    devices[device].files.overwrite(path, with: devices[device].files.bytes(at: path) ?? [])
    tell("\(name(device)) touches \(path)")
  }

  func changeMode(on device: Int) {
    guard let path = somePath(on: device) else { return }
    let mode = devices[device].files.inode(at: path)?.mode
    devices[device].files.setMode(mode == .file ? .executable : .file, of: path)
    tell("\(name(device)) changes the mode of \(path)")
  }

  func changeSettings(on device: Int) {
    let texts = ["merge:\n  granularity: word\n", "merge:\n  granularity: line\n", "theme: dark\n"]
    let text = random.pick(texts)
    write(Array(text.utf8), to: SimulationText.settings, on: device)
    tell("\(name(device)) changes the settings: \(text.debugDescription)")
  }

  /// - Parameter mayTrack: true to let her add the file to the history now and then.
  func writeIgnored(on device: Int, mayTrack: Bool = true) {
    let path = TreePath(random.pick(["trace.log", "Ideas/trace.log", "Ideas/.env"]))
    writeIgnored(path, on: device, mayTrack: mayTrack)
  }

  private func writeIgnored(_ path: TreePath, on device: Int, mayTrack: Bool) {
    let old = ignoredFiles[device][path]
    let folded = path.text.lowercased()
    let staged = devices[device].repository.presentlyStaged
    // In the place of a file that is tracked it is an edit like others.
    if old == nil, staged.contains(where: { $0.path.text.lowercased() == folded }) { return }
    guard canMake(path, on: device) || old != nil && devices[device].files.bytes(at: path) == old
    else { return }
    let text = Array("ignored \(token(on: device, path))\n".utf8)
    ledger.wrote(text, over: old)
    privateTokens.formUnion(Ledger.tokens(in: text))
    devices[device].files.replace(path, with: text)
    if mayTrack, random.once(in: 3) {
      // `git add --force`: from now on it is a file like others.
      ignoredFiles[device][path] = nil
      privateTokens.subtract(Ledger.tokens(in: text))
      gitCommitAll(on: device, adding: [path], message: "Track \(path)")
      tell("\(name(device)) tracks \(path), which is ignored elsewhere")
    } else {
      ignoredFiles[device][path] = text
      tell("\(name(device)) has \(path), which git ignores")
    }
  }

  /// A person changes what git is to ignore on all devices, and now and then writes a note that others ignore.
  func changeRules(on device: Int) {
    let path = TreePath(random.pick(SimulationText.rules))
    let isThere = devices[device].files.storedPath(path) == path
    guard isThere || canMake(path, on: device) else { return }
    let texts = ["", "*.tmp\n", "Private/\n", "!*.md\n"]
    if isThere, random.once(in: 3) {
      remove(path, on: device)
      tell("\(name(device)) deletes \(path)")
    } else {
      let text = isThere ? random.pick(texts) : SimulationText.allRules
      write(Array(text.utf8), to: path, on: device)
      tell("\(name(device)) makes \(path) \(text.debugDescription)")
    }
    let note = TreePath(random.pick(SimulationText.privateNotes))
    guard random.once(in: 2), canMake(note, on: device), !isIgnored(note, on: device) else {
      return
    }
    write(SimulationText.note(at: note) { token(on: device, note) }, to: note, on: device)
    tell("\(name(device)) makes \(note)")
  }

  /// A person writes something that a rule for all devices keeps to hers; she makes the rule where there is none.
  func writePrivate(on device: Int) {
    let path = TreePath(random.pick(SimulationText.privateNotes))
    let rules = TreePath(".gitignore")
    if !isIgnored(path, on: device) {
      let files = devices[device].files
      guard canMake(path, on: device),
        canMake(rules, on: device) || files.storedPath(rules) == rules
      else { return }
      let text = (files.bytes(at: rules) ?? []) + Array(SimulationText.allRules.utf8)
      write(text, to: rules, on: device)
      tell("\(name(device)) adds rules to \(rules)")
    }
    if isIgnored(path, on: device) { writeIgnored(path, on: device, mayTrack: true) }
  }

  /// A line with an access token at the end of a note, or in a new file.
  func pasteSecret(on device: Int) {
    // A tracked file with the name of a secret is decided about, whatever is in it.
    let path = somePath(on: device) { SimulationText.isText($0) && !SecretName.matches($0) }
    guard let path else { return }
    let old = devices[device].files.bytes(at: path) ?? []
    // Of its own each time: what somebody has consented to is no secret any more.
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var key = Self.secret
    repeat {
      key = Self.secret + (0..<6).map { _ in String(random.pick(letters)) }.joined()
      // One that ends in `TTTTT` is a placeholder, and no secret.
    } while Secret(at: TreePath("note.md"), Array("key \(key) \n".utf8)) == nil
      || !secrets.insert(key).inserted
    let line = "key \(key) \(token(on: device, path))\n"
    let text = old + (old.last == 0x0A || old.isEmpty ? [] : [0x0A]) + Array(line.utf8)
    var pasted = Ledger.tokens(in: text)
    pasted.subtract(Ledger.tokens(in: old))
    secretTokens.formUnion(pasted)
    write(text, to: path, on: device)
    tell("\(name(device)) pastes a secret into \(path)")
  }

  /// At the end everybody takes them out again.
  func takeSecretsOut(on device: Int) {
    let files = devices[device].files
    for path in files.paths where !MemoryWorkTree.isHidden(path) {
      guard let old = files.bytes(at: path), IgnoredCopyName.original(of: path) == nil,
        ignoredFiles[device][path] == nil
      else { continue }
      let lines = old.split(separator: 0x0A, omittingEmptySubsequences: false)
      let kept = lines.filter { !String(decoding: $0, as: UTF8.self).contains(Self.secret) }
      if kept.count == lines.count { continue }
      write(Array(kept.joined(separator: [0x0A])), to: path, on: device)
      tell("\(name(device)) takes the secret out of \(path)")
    }
  }

  /// Put together here, so that no scanner of repositories takes this file for one that leaks.
  private static let secret = "AK" + "IAQ7ZX3MN2VB"

  func deleteMany(on device: Int) {
    let paths = visiblePaths(on: device).filter { $0.text.hasPrefix("Many/") }
    guard paths.count > 20 else { return }
    for path in paths { remove(path, on: device) }
    tell("\(name(device)) deletes \(paths.count) notes")
  }

  // MARK: The hands that do it

  /// A write of somebody who saw what was there.
  func write(_ text: [UInt8], to path: TreePath, on device: Int) {
    let files = devices[device].files
    ignoredFiles[device][path] = nil
    ledger.wrote(text, over: files.bytes(at: path), on: device)
    if random.once(in: 2) {
      files.overwrite(path, with: text)
    } else {
      files.replace(path, with: text, mode: files.inode(at: path)?.mode ?? .file)
    }
  }

  func remove(_ path: TreePath, on device: Int) {
    ledger.wrote(nil, over: devices[device].files.bytes(at: path))
    devices[device].files.remove(path)
  }

  func token(on device: Int, _ path: TreePath) -> String {
    statistics.tokens += 1
    return ledger.token("\(name(device)) in \(path)")
  }

  func name(_ device: Int) -> String { devices[device].name }

  /// The files that a person would open, sorted.
  func visiblePaths(on device: Int) -> [TreePath] {
    devices[device].files.paths.filter {
      !MemoryWorkTree.isHidden($0) && ignoredFiles[device][$0] == nil
        && !devices[device].workTree.excludes($0) && !MemoryIgnoreRules.isFile($0)
        && IgnoredCopyName.original(of: $0) == nil
        && $0 != SimulationText.settings && !Self.isReviewLog($0)
    }
  }

  func isIgnored(_ path: TreePath, on device: Int) -> Bool {
    devices[device].workTree.isKept(path)
  }

  /// Any file; every other time the first, so that people meet in it.
  func somePath(on device: Int, where isRight: (TreePath) -> Bool = { _ in true }) -> TreePath? {
    let paths = visiblePaths(on: device).filter(isRight)
    guard !paths.isEmpty else { return nil }
    return random.once(in: 2) ? paths[0] : random.pick(paths)
  }

  /// True where there is nothing of that name, and no device would take another name for it.
  func canMake(_ path: TreePath, on device: Int) -> Bool {
    let files = devices[device].files
    return files.inode(at: path) == nil && !files.isFolder(path) && files.fileAbove(path) == nil
      && !isTaken(path, on: device, except: nil)
  }

  /// True where a name is there already as some device would see it; in a world where all keep case apart, never.
  private func isTaken(_ path: TreePath, on device: Int, except own: TreePath?) -> Bool {
    if devices[device].files.bytes(at: path) != nil,
      devices[device].files.storedPath(path) != own
    {
      return true
    }
    if world.isExact { return false }
    let folded = path.text.lowercased()
    // In the middle of an update the folder lacks names that the branch has by now, or that are to come with it.
    let others =
      devices[device].files.paths + pool.files(of: devices[device].head).keys
      + (devices[device].faults.interloper != nil
        ? world.remotes.values.flatMap { pool.files(of: $0.branches[SimulationWorld.branch]).keys }
        : [])
    return others.contains {
      let other = $0.text.lowercased()
      return $0 != own
        && (other == folded || other.hasPrefix(folded + "/")
          || folded.hasPrefix(other + "/"))
    }
  }
}
