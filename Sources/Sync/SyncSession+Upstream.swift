import History
import Layout
import Merge

extension SyncSession {
  /// Fetches, and finds the branch of the remote to merge.
  ///
  /// It is the upstream. If the remote does not have it, another one may have the same notes: an
  /// empty repository was cloned as `master` here and filled as `main` from elsewhere, or the
  /// branch was renamed.
  func fetch(
    _ remote: String, _ options: SyncOptions, _ branch: (name: String, commit: ObjectID?),
    _ transport: any Transport
  ) throws -> Upstream {
    let wanted = options.branch ?? branch.name
    let seen = try lastSeen(wanted, at: remote)
    try forgetMissing(wanted, at: remote)
    try transport.fetch(remote)
    var upstream: Upstream
    do {
      upstream = try found(
        wanted, at: remote, seen: seen, sentFrom: options.pushesElsewhere ? branch.commit : nil)
    } catch let error as any ObjectDamage where error.isDamage {
      throw SyncRefusal.unreadableBranch(wanted, of: remote, reason: error.detail)
    }
    if upstream.tip == nil {
      if let other = try successor(of: upstream, for: branch, options) {
        upstream = other
      } else if let seen = upstream.lastSeen {
        upstream.perhapsRenamed = try branches(of: remote).filter {
          try isKnownAncestor(seen, of: $0.tip)
        }.map(\.name)
      }
    }
    if let joined = options.joinedBranch, joined != upstream.branch {
      guard let tip = try repository.reference(Upstream.trackingName(of: joined, at: remote)) else {
        throw SyncRefusal.noSuchBranch(
          joined, of: remote, known: try branches(of: remote).map(\.name))
      }
      if try mainBranch(of: remote, [upstream.branch, joined]) == joined, let former = upstream.tip
      {
        upstream = Upstream(remote: remote, branch: joined, tip: tip)
        upstream.joined = former
      } else if upstream.tip == nil {
        upstream = Upstream(remote: remote, branch: joined, tip: tip)
      } else {
        upstream.joined = tip
      }
    }
    return upstream
  }

  /// The commit that a remote's branch had when it was last fetched; nil also where that cannot be read, because the
  /// remote may have a sound one by now.
  package func lastSeen(_ branch: String, at remote: String) throws -> ObjectID? {
    do {
      return try repository.reference(Upstream.trackingName(of: branch, at: remote))
    } catch let error as any ObjectDamage where error.isDamage {
      return nil
    } catch is MissingObject {
      return nil
    }
  }

  /// Forgets a remote's commit that is missing here: git would take it for one that need not be fetched.
  private func forgetMissing(_ branch: String, at remote: String) throws {
    let name = Upstream.trackingName(of: branch, at: remote)
    do {
      _ = try repository.reference(name)
    } catch let missing as MissingObject {
      try repository.setReference(
        name, from: missing.id, to: nil, because: "zib: its commit is missing")
    } catch let error as any ObjectDamage where error.isDamage {}
  }

  /// - Parameter head: the branch's commit here, where the remote has another address for pushing.
  private func found(
    _ branch: String, at remote: String, seen: ObjectID?, sentFrom head: ObjectID?
  ) throws -> Upstream {
    let tip = try repository.reference(Upstream.trackingName(of: branch, at: remote))
    var upstream = Upstream(remote: remote, branch: branch, tip: tip)
    if let seen, let tip {
      if try !repository.isAncestor(seen, of: tip) {
        // Git notes a push as if it could be fetched.
        upstream.isBehindPush = try head.map { try repository.isAncestor(seen, of: $0) } ?? false
        if try !upstream.isBehindPush && isSound(seen, beside: tip) { upstream.replaced = seen }
      }
    } else if let seen {
      upstream.isGone = true
      upstream.lastSeen = seen
    }
    return upstream
  }

  /// False for a commit that has a damaged one among those which another commit does not have, or a name that git
  /// never writes: nothing of it could be merged.
  private func isSound(_ commit: ObjectID, beside other: ObjectID) throws -> Bool {
    do {
      _ = try repository.mergeBases(commit, other)
      if let tree = try tree(of: commit) { try repository.forEachFile(in: tree) { _, _ in } }
      return true
    } catch let error as any ObjectDamage where error.isDamage || error.isHostile {
      return false
    } catch is MissingObject {
      return true
    }
  }

  /// The branch that takes the place of one which the remote does not have; nil if there is none.
  private func successor(
    of missing: Upstream, for branch: (name: String, commit: ObjectID?), _ options: SyncOptions
  ) throws -> Upstream? {
    let all = try branches(of: missing.remote)
    var candidates = all
    if let seen = missing.lastSeen {
      // Renamed there: the other name has all that the old one had.
      candidates = try candidates.filter { try repository.isAncestor(seen, of: $0.tip) }
    }
    // A branch that is here under its own name is another piece of work of the person's.
    candidates = try candidates.filter {
      try !options.followedElsewhere.contains($0.name)
        && ($0.name == branch.name || repository.reference($0.name) == nil)
    }
    if candidates.isEmpty { return nil }
    let name = try mainBranch(of: missing.remote, candidates.map(\.name))
    if all.count > 1, let name, try !isMain(name, of: missing.remote) { return nil }
    // A second branch here is one that a person made beside the first, and the remote gets it as it is.
    if try !missing.isGone && hasOthers(beside: branch.name) { return nil }
    guard let chosen = candidates.first(where: { $0.name == name }),
      try missing.isGone || holdsNotes(chosen.tip)
    else { return nil }
    var upstream = Upstream(remote: missing.remote, branch: chosen.name, tip: chosen.tip)
    if missing.isGone || options.isFollowed { upstream.renamed = missing.branch }
    upstream.isOther = true
    return upstream
  }

  private func hasOthers(beside branch: String) throws -> Bool {
    try repository.references("refs/heads/").contains { $0.name != branch }
  }

  /// The other branches of a remote that hold notes which are not here.
  ///
  /// A branch whose commits a local branch has is here, and is left to the person.
  /// - Parameter head: the branch here; nil if it has no commit.
  package func otherBranches(
    of remote: String, beside branch: String, _ head: ObjectID?
  ) throws -> [OtherBranch] {
    var others: [OtherBranch] = []
    for other in try branches(of: remote) where other.name != branch {
      // Hundreds of branches are not vaults on a wrong branch.
      if others.count == Self.manyBranches { break }
      if try isHere(other.tip, head) { continue }
      let bases: [ObjectID]
      do {
        bases = try head.map { try repository.mergeBases($0, other.tip) } ?? []
      } catch is MissingObject {
        continue
      }
      let notes = try notesMissing(from: head, in: other.tip, since: bases.first)
      if notes == 0 { continue }
      others.append(OtherBranch(name: other.name, notes: notes, isRelated: !bases.isEmpty))
    }
    return others
  }

  private static var manyBranches: Int { 10 }

  private func isHere(_ tip: ObjectID, _ head: ObjectID?) throws -> Bool {
    if let head, try repository.isAncestor(tip, of: head) { return true }
    return try repository.references("refs/heads/").contains {
      try repository.isAncestor(tip, of: $0.commit)
    }
  }

  private func notesMissing(
    from head: ObjectID?, in tip: ObjectID, since base: ObjectID?
  ) throws -> Int {
    let here = try tree(of: head)
    var count = 0
    for (path, file) in try differences(from: try tree(of: base), to: try tree(of: tip)) {
      guard let new = file.new, isNote(path) else { continue }
      if try here.flatMap({ try repository.version(at: path, in: $0) }) != new { count += 1 }
    }
    return count
  }

  private func holdsNotes(_ tip: ObjectID) throws -> Bool {
    var isFound = false
    if let tree = try tree(of: tip) {
      try repository.forEachFile(in: tree) { path, _ in isFound = isFound || isNote(path) }
    }
    return isFound
  }

  private func isNote(_ path: TreePath) -> Bool {
    guard isInScope(path) else { return false }
    return TrackedFiles.isNote(path)
      || path.components.contains { $0.elementsEqual(OwnFiles.folder) }
  }

  /// The branches of a remote, as they were last fetched, by name; none where one of them cannot be read.
  private func branches(of remote: String) throws -> [(name: String, tip: ObjectID)] {
    let prefix = "refs/remotes/\(remote)/"
    let references: [(name: String, commit: ObjectID)]
    do {
      references = try repository.references(prefix)
    } catch let error as any ObjectDamage where error.isDamage {
      return []
    } catch is MissingObject {
      return []
    }
    return references.compactMap { reference in
      let name = reference.name.dropFirst(prefix.count)
      return name == "HEAD" ? nil : ("refs/heads/\(name)", reference.commit)
    }
  }

  /// The branch that all devices choose among several: the remote's own, `main`, `master`, or the first by name.
  private func mainBranch(of remote: String, _ names: [String]) throws -> String? {
    try usualNames(at: remote).first(where: names.contains) ?? names.min()
  }

  private func isMain(_ name: String, of remote: String) throws -> Bool {
    try usualNames(at: remote).contains(name)
  }

  private func usualNames(at remote: String) throws -> [String] {
    let own = try repository.symbolicTarget("refs/remotes/\(remote)/HEAD")
      .map { "refs/heads/\($0.dropFirst("refs/remotes/\(remote)/".count))" }
    return [own, "refs/heads/main", "refs/heads/master"].compactMap(\.self)
  }
}

/// A remote's branch, as a fetch found it.
struct Upstream {
  let remote: String
  /// `refs/heads/main`.
  let branch: String
  /// Nil if the remote does not have it.
  let tip: ObjectID?
  /// The commit that was last seen there, if it is no ancestor of the present one.
  var replaced: ObjectID?
  /// True if the remote's address for fetching does not have what was sent to the one for pushing.
  var isBehindPush = false
  /// True if it was there before.
  var isGone = false
  /// The last commit of a branch that is gone.
  var lastSeen: ObjectID?
  /// The name that was looked for and is not there any more.
  var renamed: String?
  /// The other branches that have all commits of one which is gone.
  var perhapsRenamed: [String] = []
  /// True if it is not the branch that was looked for.
  var isOther = false
  /// The tip of another branch of the remote that is to be merged as well.
  var joined: ObjectID?

  init(remote: String, branch: String, tip: ObjectID?) {
    self.remote = remote
    self.branch = branch
    self.tip = tip
  }

  /// The remote's commits, first that of its branch; without one there is nothing that a push could delete.
  var allTips: [ObjectID] { tip.map { [$0] + [replaced, joined].compactMap(\.self) } ?? [] }

  /// The commits to merge, first one that the remote no longer has, because it may exist nowhere
  /// else.
  var tips: [ObjectID] { [replaced, tip, joined].compactMap(\.self) }

  /// The branch, if it is another than that of the settings.
  var named: String? { isOther ? branch : nil }

  /// The ref that tracks a branch: `refs/remotes/origin/main` for `refs/heads/main`.
  static func trackingName(of branch: String, at remote: String) -> String {
    let prefix = "refs/heads/"
    let name = branch.hasPrefix(prefix) ? String(branch.dropFirst(prefix.count)) : branch
    return "refs/remotes/\(remote)/\(name)"
  }
}
