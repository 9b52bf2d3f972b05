import History
import Sync

/// Fetches from remotes in memory and pushes to them, with what goes wrong on a network.
final class MemoryTransport: Transport {
  /// Failures of the calls to come; each is used once.
  enum Trouble: Equatable {
    /// The next fetch or push does not reach the remote.
    case offline
    /// The next fetch or push is not answered; nothing has happened.
    case timeOut
    /// The next push takes effect, and the answer does not come back.
    case timeOutAfterEffect
    /// The next push is refused by a hook.
    case rejection
    /// The next fetch or push asks for a password that nobody gives.
    case authentication
  }

  var remotes: [String: MemoryRemote]
  /// True as long as no remote can be reached.
  var isOffline = false
  /// In order; each waits for a call that it applies to.
  var troubles: [Trouble] = []
  /// Runs after a push was asked for and before the remote looks at it: where somebody else is quicker.
  var beforePush: (() -> Void)?

  private let repository: MemoryRepository
  private let faults: FaultPlan

  init(_ repository: MemoryRepository, remotes: [String: MemoryRemote], faults: FaultPlan) {
    self.repository = repository
    self.remotes = remotes
    self.faults = faults
  }

  /// The name of the ref that tracks a branch: `refs/remotes/origin/main` for `refs/heads/main`.
  static func trackingName(of branch: String, at remote: String) -> String {
    "refs/remotes/\(remote)/" + branch.dropFirst("refs/heads/".count)
  }

  func fetch(_ name: String) throws {
    do {
      try faults.step("fetch")
    } catch {
      if faults.leavesHalf, let remote = remotes[name] { receive(remote) }
      throw error
    }
    let remote = try reached(name)
    try fail(on: [.offline, .timeOut, .authentication])
    receive(remote)
    let prefix = "refs/remotes/\(name)/"
    for tracking in repository.references.keys.sorted() where tracking.hasPrefix(prefix) {
      let branch = "refs/heads/" + tracking.dropFirst(prefix.count)
      if remote.branches[branch] == nil {
        repository.move(tracking, to: nil, because: "fetch --prune")
      }
    }
    for (branch, id) in remote.branches.sorted(by: { $0.key < $1.key }) {
      let tracking = Self.trackingName(of: branch, at: name)
      if repository.references[tracking] != id {
        repository.move(tracking, to: id, because: "fetch")
      }
    }
  }

  func push(_ commit: ObjectID, to branch: String, of name: String) throws {
    do {
      try faults.step("push")
    } catch {
      if faults.leavesHalf, let remote = try? reached(name) {
        // The process died after the remote had taken it.
        try? update(remote, branch, to: commit, seen: name)
      }
      throw error
    }
    let remote = try reached(name)
    try fail(on: [.offline, .timeOut, .authentication, .rejection])
    if let beforePush {
      self.beforePush = nil
      beforePush()
    }
    try update(remote, branch, to: commit, seen: name)
    try fail(on: [.timeOutAfterEffect])
    repository.move(Self.trackingName(of: branch, at: name), to: commit, because: "push")
  }

  func push(
    _ commit: ObjectID, to branch: String, of name: String, from expected: ObjectID
  ) throws -> Bool {
    if !isOffline, let remote = remotes[name] {
      // A password is asked for again by the fetch that follows.
      if troubles.first == .authentication { return false }
      if let beforePush {
        self.beforePush = nil
        beforePush()
      }
      if remote.branches[branch] != expected { throw TransportError.raced }
    }
    try push(commit, to: branch, of: name)
    return true
  }

  private func receive(_ remote: MemoryRemote) {
    for (_, id) in remote.branches { repository.receive(historyOf: id) }
  }

  private func update(
    _ remote: MemoryRemote, _ branch: String, to commit: ObjectID, seen name: String
  ) throws {
    let tip = remote.branches[branch]
    if tip == commit { return }
    let seen = repository.references[Self.trackingName(of: branch, at: name)]
    guard tip == seen || tip.map({ remote.pool.isAncestor($0, of: commit) }) ?? false else {
      throw TransportError.raced
    }
    guard tip.map({ remote.pool.isAncestor($0, of: commit) }) ?? true else {
      throw TransportError.rejected("non-fast-forward")
    }
    remote.move(branch, to: commit, isOurs: true)
  }

  private func reached(_ name: String) throws -> MemoryRemote {
    guard let remote = remotes[name] else { throw TransportError.noSuchRemote(name) }
    if isOffline { throw TransportError.offline("Could not resolve host") }
    return remote
  }

  private func fail(on possible: [Trouble]) throws {
    guard let place = troubles.firstIndex(where: { possible.contains($0) }) else { return }
    switch troubles.remove(at: place) {
    case .offline: throw TransportError.offline("Could not resolve host")
    case .timeOut, .timeOutAfterEffect: throw TransportError.timedOut(seconds: 30)
    case .rejection: throw TransportError.rejected("pre-receive hook declined")
    case .authentication: throw TransportError.authentication("Permission denied (publickey)")
    }
  }
}
