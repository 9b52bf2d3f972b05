import CGit2
import History
import OperatingSystem

/// Fetches and pushes without a `git` program: with libgit2, from and to paths, and over http and
/// https without a password.
///
/// It runs no hooks, asks no credential helpers and reads no settings of ssh, so that remotes over ssh are refused. It
/// has no time-out of its own.
package final class LibraryTransport: Transport {
  private let repository: Repository

  package init(_ repository: Repository) { self.repository = repository }

  /// Fetches all branches of a remote.
  package func fetch(_ name: String) throws {
    let remote = try open(name)
    var options = unsafe git_fetch_options()
    unsafe git_fetch_options_init(&options, UInt32(GIT_FETCH_OPTIONS_VERSION))
    let settings = try settings(of: remote, name)
    // A mirror's refs are the person's own branches.
    unsafe options.prune = settings.isPrunable ? GIT_FETCH_PRUNE : GIT_FETCH_NO_PRUNE
    let code = unsafe withStringArray(settings.fetchingAllBranches) {
      unsafe git_remote_fetch(remote.pointer, $0, &options, "zib: fetch \(name)")
    }
    if code < 0 { throw Self.error(code, remote) }
    try repository.refresh()
  }

  /// Pushes a commit to a branch of the remote, never by force.
  package func push(_ commit: ObjectID, to branch: String, of name: String) throws {
    let prefix = "refs/heads/"
    let branch = branch.hasPrefix(prefix) ? String(branch.dropFirst(prefix.count)) : branch
    guard SafeName.isBranch(branch) else {
      throw TransportError.failed("not the name of a branch: \(branch)")
    }
    let remote = try open(name)
    let answer = Answer()
    var options = unsafe git_push_options()
    unsafe git_push_options_init(&options, UInt32(GIT_PUSH_OPTIONS_VERSION))
    unsafe options.callbacks.payload = Unmanaged.passUnretained(answer).toOpaque()
    unsafe options.callbacks.push_update_reference = { _, status, payload in
      if let status = unsafe status, let payload = unsafe payload {
        unsafe Unmanaged<Answer>.fromOpaque(payload).takeUnretainedValue().refusal = String(
          cString: status)
      }
      return 0
    }
    // libgit2 pushes refs only.
    let source = "refs/zib/push"
    try repository.setReference(
      source, from: repository.reference(source), to: commit, because: "zib: push")
    let code = unsafe withStringArray(["\(source):\(prefix)\(branch)"]) {
      unsafe git_remote_push(remote.pointer, $0, &options)
    }
    let error = code < 0 ? Self.error(code, remote) : nil
    try repository.setReference(source, from: commit, to: nil, because: "zib: push")
    if let error { throw error }
    let refusal = withExtendedLifetime(answer) { answer.refusal }
    if let refusal {
      // The words of the server's git for a ref, as in the output of `git push`.
      throw TransportWords.error(ofPush: "!\t\t[remote rejected] (\(refusal))", errors: "")
    }
    let settings = try settings(of: remote, name)
    let tracking = "refs/remotes/\(name)/\(branch)"
    if settings.isPrunable, settings.trackingReference(of: branch) != tracking {
      try repository.setReference(
        tracking, from: repository.reference(tracking), to: commit, because: "zib: push")
    }
  }

  /// The remote's answer to the push of a ref.
  private final class Answer {
    var refusal: String?
  }

  // MARK: The remote

  private func open(_ name: String) throws -> Handle {
    guard SafeName.isRemote(name) else { throw TransportError.noSuchRemote(name) }
    let remote = try lookUp(name)
    let address = unsafe git_remote_url(remote.pointer).map { unsafe String(cString: $0) } ?? ""
    if Self.needsProgram(address) {
      throw TransportError.failed(
        "\(RemoteAddress.hidingPasswords(in: address)) can be reached only with the git program: "
          + "install git")
    }
    // libgit2 takes a path for one from the current folder, git from the work tree's root.
    if !address.contains("://"), !address.hasPrefix("/") {
      let folder = repository.workTree ?? repository.gitFolder
      let code = unsafe withCString(folder + Array("/\(address)".utf8)) {
        unsafe git_remote_set_instance_url(remote.pointer, $0)
      }
      if code < 0 { throw Self.error(code, remote) }
    }
    return remote
  }

  private func lookUp(_ name: String) throws(TransportError) -> Handle {
    do throws(GitError) {
      return try unsafe Handle(git_remote_free, "read the remote \(name)") {
        unsafe git_remote_lookup(&$0, repository.handle.pointer, name)
      }
    } catch {
      throw error.kind == .notFound ? .noSuchRemote(name) : .failed(error.detail)
    }
  }

  /// True for an address that is neither a path nor over http: `ssh://…`, `name@host:path`, remote
  /// helpers.
  static func needsProgram(_ address: String) -> Bool {
    if let scheme = address.firstRange(of: "://") {
      return !["http", "https", "file"].contains(address[..<scheme.lowerBound].lowercased())
    }
    // Git takes an address with a colon before the first slash for a host.
    guard let colon = address.firstIndex(of: ":") else { return false }
    return !address[..<colon].contains("/")
  }

  private func settings(of remote: borrowing Handle, _ name: String) throws -> RemoteSettings {
    var list = unsafe git_strarray()
    try unsafe GitError.check(
      git_remote_get_fetch_refspecs(&list, remote.pointer), "read what is fetched")
    defer { unsafe git_strarray_dispose(&list) }
    let specs = unsafe (0..<list.count).compactMap { index in
      unsafe list.strings[index].map { unsafe String(cString: $0) }
    }
    return RemoteSettings(name: name, address: nil, fetch: specs)
  }

  private static func error(_ code: Int32, _ remote: borrowing Handle) -> TransportError {
    let (words, kind) = GitError.last()
    let address = unsafe git_remote_url(remote.pointer).map { unsafe String(cString: $0) } ?? ""
    let isPath = !address.contains("://") || address.hasPrefix("file://")
    let detail = RemoteAddress.hidingPasswords(in: words)
    switch git_error_code(code) {
    case GIT_ENONFASTFORWARD: return .raced
    case GIT_EAUTH, GIT_ECERTIFICATE: return .authentication(detail)
    case GIT_ELOCKED, GIT_EMODIFIED: return .raced
    default: break
    }
    switch kind == GIT_ERROR_HTTP ? HTTPAnswer(words) : nil {
    case .status(401), .status(403): return .authentication(detail)
    case .status(404): return .notFound(detail)
    case .status(429), .status(500...599): return .serverFailed(detail)
    case .otherContent: return .notGit(detail)
    case .status, nil: break
    }
    switch kind {
    case GIT_ERROR_NET, GIT_ERROR_HTTP, GIT_ERROR_SSL, GIT_ERROR_OS, GIT_ERROR_REPOSITORY:
      return isPath ? .notFound(detail) : .offline(detail)
    default: return .failed(detail)
    }
  }
}

/// The answer of a server that libgit2 did not want. Its errors have neither code nor class for that, only words
/// (read off 1.5; another version's are told as they come).
private enum HTTPAnswer {
  case status(Int)
  /// Something else than the answer of a git server.
  case otherContent

  init?(_ words: String) {
    if words.hasPrefix("invalid content-type") {
      self = .otherContent
    } else if let before = words.firstRange(of: "status code: "),
      let status = Int(words[before.upperBound...].prefix { $0.isNumber })
    {
      self = .status(status)
    } else {
      return nil
    }
  }
}

/// Calls `body` with libgit2's array of strings, which lives as long as the call; with nil for no
/// strings.
private func withStringArray(
  _ strings: [String], _ body: (UnsafePointer<git_strarray>?) -> Int32
) -> Int32 {
  if strings.isEmpty { return body(nil) }
  return unsafe withCStrings(strings.map { Array($0.utf8) }) { pointers in
    var array = unsafe git_strarray(strings: pointers, count: strings.count)
    return unsafe body(&array)
  }
}
