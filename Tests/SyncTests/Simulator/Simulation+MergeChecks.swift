import History
import Merge

/// Properties of each single merge that Zibaldone made.
extension Simulation {
  /// The files of a merge and of what it merged.
  private struct Merged {
    let commit: ObjectID
    let bases: [[TreePath: FileVersion]]
    let sides: [(head: ObjectID, files: [TreePath: FileVersion])]
    let files: [TreePath: FileVersion]
    let baseHeads: [ObjectID]

    func other(_ side: Int) -> [TreePath: FileVersion] { sides[1 - side].files }
  }

  func checkMerge(_ id: ObjectID) {
    guard violation == nil, let commit = pool.commit(id), commit.parents.count == 2,
      commit.author.name == "Zibaldone"
    else { return }
    statistics.merges += 1
    let parents = commit.parents
    if let same = mergesOfHeads[parents.sorted()], same != id {
      return violate(.convergence, "\(same) and \(id) merge the same two commits")
    }
    mergesOfHeads[parents.sorted()] = id
    let baseHeads = pool.mergeBases(parents[0], parents[1])
    let merge = Merged(
      commit: id, bases: baseHeads.map { pool.files(of: $0) },
      sides: parents.map { ($0, pool.files(of: $0)) }, files: pool.files(of: id),
      baseHeads: baseHeads)
    if mergesOfHeads.count <= 2 { checkSymmetry(merge, tree: commit.tree) }
    for side in [0, 1] {
      checkRenames(merge, side)
      checkEditOrDeletion(merge, side)
      checkLines(merge, side)
      checkResolutions(merge, side)
    }
    checkOppositeResolutions(merge)
    checkNothingTwice(merge)
    checkCopies(merge)
    checkMarkers(merge)
  }

  /// P4: the sides can be told apart by nothing.
  private func checkSymmetry(_ merge: Merged, tree: ObjectID) {
    let store = PoolStore(pool: pool)
    for heads in [(0, 1), (1, 0)] {
      let again = try? subject.merge(
        merge.sides[heads.0].head, merge.sides[heads.1].head, merge.baseHeads, store)
      if again?.tree != tree {
        return violate(
          .symmetryAndIdempotence, "\(merge.commit) comes out differently with its sides exchanged")
      }
    }
  }

  /// P2: what a side inserted stands in the merge, line by line; in front matter and by words, word by word.
  private func checkLines(_ merge: Merged, _ side: Int) {
    let known = Set(merge.bases.flatMap { $0.values.map(\.id) })
    let kept = Set(merge.files.values.map(\.id))
    var inserted: [(TreePath, SimulationLines)] = []
    for (path, version) in merge.sides[side].files.sorted(by: { $0.key < $1.key })
    where !known.contains(version.id) && !kept.contains(version.id)
      && SimulationText.isText(path)
    {
      inserted.append((path, lines(ofBlob: version.id)))
    }
    if inserted.isEmpty { return }
    let old = Set(known.flatMap { lines(ofBlob: $0).all })
    let new = Set(kept.flatMap { lines(ofBlob: $0).all })
    let tokens = tokens(of: merge.files)
    let isByWords = merge.sides.allSatisfy { asksForWords($0.files) }
    for (path, lines) in inserted {
      for line in lines.all where !old.contains(line) && !new.contains(line) {
        var missing = Ledger.tokens(in: Array(line.utf8))
        missing.subtract(tokens)
        // Words of the line that are older may have been taken out by the other side.
        for base in merge.bases { missing.subtract(self.tokens(of: base)) }
        let isFine = (isByWords || lines.frontMatter.contains(line)) && missing.isEmpty
        if !isFine {
          return violate(
            .lineConservation,
            "\(line.debugDescription) of \(path) in \(merge.sides[side].head) is not in \(merge.commit)"
          )
        }
      }
    }
  }

  /// P7: a file that one side edited and the other deleted stands, with the edit.
  private func checkEditOrDeletion(_ merge: Merged, _ side: Int) {
    guard merge.bases.count == 1, let base = merge.bases.first else { return }
    for (path, version) in merge.sides[side].files.sorted(by: { $0.key < $1.key }) {
      guard let old = base[path], old.id != version.id, merge.other(side)[path] == nil,
        !isMoved(old, from: path, base, to: merge.other(side)),
        !isAnother(version, at: path, base)
      else { continue }
      let isBlocked = merge.files.keys.contains { $0.isInside(path) }
      if merge.files[path]?.id != version.id, !isBlocked,
        !merge.files.values.contains(where: { $0.id == version.id }),
        movedPaths(path, by: merge.sides[1 - side].head, since: merge.baseHeads).isEmpty
      {
        return violate(.editBeatsDeletion, "the edit of \(path) is not in \(merge.commit)")
      }
    }
  }

  /// True where a side that does not have a path has its text, or a note of its id, under another.
  private func isMoved(
    _ version: FileVersion, from path: TreePath, _ base: [TreePath: FileVersion],
    to files: [TreePath: FileVersion]
  ) -> Bool {
    let id = noteID(ofBlob: version.id)
    return files.contains { other, found in
      other != path && base[other]?.id != found.id
        && (found.id == version.id || id != nil && noteID(ofBlob: found.id) == id)
    }
  }

  /// True where a side moved another file, by its text or id, to where a path had been.
  private func isAnother(
    _ version: FileVersion, at path: TreePath, _ base: [TreePath: FileVersion]
  ) -> Bool {
    let id = noteID(ofBlob: version.id)
    return base.contains { other, found in
      other != path
        && (found.id == version.id || id != nil && noteID(ofBlob: found.id) == id)
    }
  }

  /// P8: what a side wrote into one note comes to stand in no other note of the other side, unless that is the
  /// same note by proof.
  private func checkRenames(_ merge: Merged, _ side: Int) {
    guard merge.bases.count == 1, let base = merge.bases.first else { return }
    let (own, other) = (merge.sides[side].files, merge.other(side))
    for (path, version) in own.sorted(by: { $0.key < $1.key }) {
      guard let old = base[path], old.id != version.id, other[path] == nil else { continue }
      var written = tokens(ofBlob: version.id)
      written.subtract(tokens(of: base))
      if written.isEmpty { continue }
      for (target, found) in merge.files.sorted(by: { $0.key < $1.key })
      where target != path && other[target] != nil && base[target] == nil {
        guard let theirs = other[target], theirs.id != found.id, own[target] == nil else {
          continue
        }
        let id = noteID(ofBlob: old.id)
        let isProven =
          theirs.id == old.id || id != nil && noteID(ofBlob: theirs.id) == id
          || isAnother(theirs, at: target, base)
        if !isProven, !tokens(ofBlob: found.id).intersection(written).isEmpty,
          !movedPaths(path, by: merge.sides[1 - side].head, since: merge.baseHeads).contains(target)
        {
          return violate(
            .renamesOnProof, "the edit of \(path) stands in \(target) in \(merge.commit)")
        }
      }
    }
  }

  /// The paths to which the commits of a side moved a file with its bytes, in their order; what stood there may have given
  /// way to it.
  private func movedPaths(
    _ path: TreePath, by head: ObjectID, since bases: [ObjectID]
  ) -> Set<TreePath> {
    var places: Set = [path]
    for id in fresh(head, since: bases) {
      let files = pool.files(of: id)
      for parent in pool.commit(id)?.parents ?? [] {
        let before = pool.files(of: parent)
        for from in places where files[from] == nil {
          guard let version = before[from] else { continue }
          for (to, new) in files where new.id == version.id && before[to]?.id != new.id {
            places.insert(to)
          }
        }
      }
    }
    return places.subtracting([path])
  }

  /// P9: a copy that one side took away and the other did not touch does not come back.
  private func checkResolutions(_ merge: Merged, _ side: Int) {
    guard let base = merge.bases.first else { return }
    for (path, version) in base where ConflictCopyName.isCopy(path) {
      guard merge.bases.allSatisfy({ $0[path] == version }), merge.sides[side].files[path] == nil,
        merge.other(side)[path] == version, merge.files[path] == version
      else { continue }
      // The same text may have lost against another one, which is a conflict of its own.
      let hasLostAgain = merge.sides.contains { side in
        side.files.contains { $0.key != path && $0.value.id == version.id }
      }
      if !hasLostAgain {
        return violate(.resolutionHolds, "\(path) is back in \(merge.commit)")
      }
    }
  }

  /// P9: where both sides took a copy away, one to keep the note and the other to take the copy, both texts are still there.
  private func checkOppositeResolutions(_ merge: Merged) {
    guard merge.bases.count == 1, let base = merge.bases.first else { return }
    let kept = Set(merge.files.values.map(\.id))
    for (path, copy) in base where ConflictCopyName.isCopy(path) {
      guard let note = ConflictCopyName.note(ofCopy: path), let old = base[note],
        merge.sides.allSatisfy({ $0.files[path] == nil })
      else { continue }
      let notes = merge.sides.compactMap { $0.files[note]?.id }
      if Set(notes) == [old.id, copy.id], notes.count == 2, !kept.isSuperset(of: notes),
        // A copy that was moved somewhere else is no decision.
        !merge.sides.contains(where: { side in
          side.files.contains { $0.key != note && $0.value.id == copy.id }
        })
      {
        return violate(
          .resolutionHolds, "\(note) was decided in opposite ways, and \(merge.commit) has one")
      }
    }
  }

  /// P26: a line that neither side has twice stands in the merged note twice only where both put it in at different places.
  private func checkNothingTwice(_ merge: Merged) {
    guard merge.bases.count == 1, let base = merge.bases.first else { return }
    for (path, version) in merge.files.sorted(by: { $0.key < $1.key })
    where SimulationText.isText(path)
      && merge.sides.allSatisfy({ $0.files[path]?.id != version.id })
    {
      let sides = merge.sides.compactMap { $0.files[path]?.id }
      guard sides.count == 2, let old = base[path]?.id else { continue }
      // Lines with a token of their own were put in by one side at one place.
      for (line, count) in SimulationLines.counts(pool.blob(version.id) ?? [])
      where !Ledger.tokens(in: Array(line.utf8)).numbers.isEmpty {
        if count > mostOften(line, sides, from: old) {
          return violate(
            .nothingTwice,
            "\(line.debugDescription) stands \(count) times in \(path) in \(merge.commit)")
        }
      }
    }
  }

  /// How often a line of two sides may stand in the merged note.
  private func mostOften(_ line: String, _ sides: [ObjectID], from base: ObjectID) -> Int {
    func most(_ before: Int, _ counts: [Int]) -> Int {
      // A person may have put the same line in on both sides, from the same copy or an old version.
      max(counts[0], counts[1], before + counts.reduce(0) { $0 + max(0, $1 - before) })
    }
    let (old, new) = (lines(ofBlob: base), sides.map { lines(ofBlob: $0) })
    let keys = (old.keyCounts[line] ?? 0, new.map { $0.keyCounts[line] ?? 0 })
    let texts = (old.textCounts[line] ?? 0, new.map { $0.textCounts[line] ?? 0 })
    let sum = most(keys.0 + texts.0, zip(keys.1, texts.1).map(+))
    if sum == 0 { return .max }
    // Whoever merges by hand may put a key below the front matter; two people put it at two places. Or an undo puts it back
    // where it belongs, and another person edits beside it.
    let isApart = keys.0 == 0 ? keys.1 != [0, 0] : keys.1 == [0, 0]
    return isApart ? most(keys.0, keys.1) + most(texts.0, texts.1) : sum
  }

  /// P5, P6: names of copies follow from what is in them, and the earlier version is the copy.
  private func checkCopies(_ merge: Merged) {
    for (path, version) in merge.files.sorted(by: { $0.key < $1.key })
    where ConflictCopyName.isCopy(path)
      && (merge.bases + merge.sides.map(\.files)).allSatisfy({ $0[path] == nil })
    {
      guard let note = ConflictCopyName.note(ofCopy: path) else { continue }
      let name = String(decoding: path.name, as: UTF8.self)
      if ConflictCopyName.isCopy(note) || !name.contains(version.id.hex.prefix(8)) {
        return violate(.copiesNeverConflict, "\(path) is the copy \(version.id)")
      }
      let versions = merge.sides.map { $0.files[note] }
      guard let left = versions[0], let right = versions[1] else { continue }
      if merge.files[note] == nil {
        return violate(.sideBlindWinner, "\(note) is gone, and \(path) is left, in \(merge.commit)")
      }
      // The time of a moved note that met another one is that of the latest edit under either name.
      guard merge.bases.count == 1, version == left || version == right, left.id != right.id,
        let base = merge.bases[0][note], base != left, base != right,
        !isAnother(left, at: note, merge.bases[0]), !isAnother(right, at: note, merge.bases[0])
      else { continue }
      let times = [(left, 0), (right, 1)].map { version, side in
        time(of: version, at: note, head: merge.sides[side].head, since: merge.baseHeads)
      }
      let (winner, loser) =
        (times[0], left.id) < (times[1], right.id) ? (right, left) : (left, right)
      // The text that lost in a conflict about a copy may be the same, empty for example.
      let isLoserKept = merge.files.contains { other, found in
        found == loser && ConflictCopyName.note(ofCopy: other) == note
      }
      if version == winner, !isLoserKept {
        return violate(.sideBlindWinner, "the later version of \(note) is the copy \(path)")
      }
    }
  }

  /// When a side made a path hold a version, by the clocks of its commits.
  private func time(
    of version: FileVersion, at path: TreePath, head: ObjectID, since bases: [ObjectID]
  ) -> Int64 {
    let times = fresh(head, since: bases).compactMap { id -> Int64? in
      guard let commit = pool.commit(id), pool.files(of: id)[path] == version,
        commit.parents.allSatisfy({ pool.files(of: $0)[path] != version })
      else { return nil }
      return commit.committer.seconds
    }
    return times.max() ?? pool.commit(head)?.committer.seconds ?? 0
  }

  /// The commits that a side made since the common ancestors, each after its parents.
  private func fresh(_ head: ObjectID, since bases: [ObjectID]) -> [ObjectID] {
    var old = NumberSet()
    for base in bases { old.formUnion(pool.history(of: base)) }
    var fresh = pool.history(of: head)
    fresh.subtract(old)
    return fresh.numbers.map { pool.commits[$0] }
  }

  /// P10: nothing of git's conflict markers in what was merged.
  private func checkMarkers(_ merge: Merged) {
    let known = Set(merge.sides.flatMap { $0.files.values.map(\.id) })
    for (path, version) in merge.files where !known.contains(version.id) {
      for line in lines(ofBlob: version.id).all
      where line.hasPrefix("<<<<<<<") || line.hasPrefix(">>>>>>>") || line.hasPrefix("|||||||") {
        return violate(.noMarkers, "\(path) has \(line.debugDescription) in \(merge.commit)")
      }
    }
  }

  // MARK: Facts of blobs

  private func asksForWords(_ files: [TreePath: FileVersion]) -> Bool {
    guard let version = files[SimulationText.settings] else { return false }
    return lines(ofBlob: version.id).all.contains("  granularity: word")
  }

  private func noteID(ofBlob id: ObjectID) -> String? {
    lines(ofBlob: id).frontMatter.first { $0.hasPrefix("id: ") }
  }

  private func lines(ofBlob id: ObjectID) -> SimulationLines {
    if let lines = linesOfBlobs[id] { return lines }
    let lines = SimulationLines(pool.blob(id) ?? [])
    linesOfBlobs[id] = lines
    return lines
  }
}

/// The lines of a text without their ends.
struct SimulationLines {
  /// How often each line stands in a text.
  static func counts(_ text: [UInt8]) -> [String: Int] {
    SimulationEdit.lines(of: text).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  let all: Set<String>
  let frontMatter: Set<String>
  /// How often each line stands in the front matter, and below it.
  let keyCounts: [String: Int]
  let textCounts: [String: Int]

  init(_ text: [UInt8]) {
    // A last line that ends in CR alone goes on with a line end when lines follow it.
    let lines = SimulationEdit.lines(of: text).map { line in
      line.last == "\r" ? String(line.dropLast()) : line
    }
    all = Set(lines.filter { !$0.isEmpty })
    let end = lines.first == "---" ? lines.dropFirst().firstIndex(of: "---") ?? -1 : -1
    frontMatter = Set(lines[..<(end + 1)])
    func counts(_ lines: ArraySlice<String>) -> [String: Int] {
      lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    (keyCounts, textCounts) = (counts(lines[..<(end + 1)]), counts(lines[(end + 1)...]))
  }
}
