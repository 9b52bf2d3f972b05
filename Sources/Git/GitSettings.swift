import CGit2
import OperatingSystem

/// Git's settings, as they are after all its files.
enum GitSettings {
  static func text(_ key: String, in settings: borrowing Handle) throws(GitError) -> String? {
    var buffer = unsafe git_buf()
    defer { unsafe git_buf_dispose(&buffer) }
    let code = unsafe git_config_get_string_buf(&buffer, settings.pointer, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try GitError.check(code, "read the setting \(key)")
    return unsafe String(cString: buffer.ptr)
  }

  /// Calls `body` with each setting's name and value, in the order of git's files; nil for a key without a value.
  static func forEach(
    in settings: borrowing Handle, _ body: (String, String?) -> Void
  ) throws(GitError) {
    let operation = "read the settings of git"
    let iterator = try unsafe Handle(git_config_iterator_free, operation) { made in
      unsafe git_config_iterator_new(&made, settings.pointer)
    }
    var entry: UnsafeMutablePointer<git_config_entry>?
    while true {
      let code = unsafe git_config_next(&entry, iterator.pointer)
      if code == GIT_ITEROVER.rawValue { return }
      try GitError.check(code, operation)
      guard let entry = unsafe entry?.pointee else { continue }
      body(
        unsafe String(cString: entry.name), unsafe entry.value.map { unsafe String(cString: $0) })
    }
  }
}

extension Repository {
  /// The value of a setting (`user.name`): the last one if it is set several times, nil if it is
  /// not set.
  package func setting(_ key: String) throws -> String? {
    try GitSettings.text(key, in: settings())
  }

  /// The value of a Boolean setting, or nil if it is not set.
  package func flag(_ key: String) throws -> Bool? {
    let settings = try settings()
    var value: Int32 = 0
    let code = unsafe git_config_get_bool(&value, settings.pointer, key)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try GitError.check(code, "read the setting \(key)")
    return value != 0
  }

  /// A setting of a section that has a name: `remote.origin.url` is `url` of `remote`, named `origin`.
  package struct NamedSetting: Equatable, Sendable {
    package let name: String
    package let key: String
    package let value: String
  }

  /// All settings of the sections `[section "…"]` with one of the keys, in the order of git's files.
  ///
  /// The keys are compared here, because libgit2 1.5 leaks some 20 kB for each key that does not
  /// match a regular expression.
  ///
  /// - Parameters:
  ///   - section: in lower case, as are `keys`.
  package func settings(
    in section: String, keys: Set<String>
  ) throws(GitError) -> [NamedSetting] {
    var found: [NamedSetting] = []
    try GitSettings.forEach(in: settings()) { path, value in
      guard path.hasPrefix(section + "."), let dot = path.lastIndex(of: "."),
        let name = path[..<dot].split(separator: ".", maxSplits: 1).dropFirst().first
      else { return }
      let key = String(path[path.index(after: dot)...])
      guard keys.contains(key) else { return }
      // A key without a value is true.
      found.append(NamedSetting(name: String(name), key: key, value: value ?? "true"))
    }
    return found
  }

  /// Writes a setting into the file of this repository, which all its work trees share.
  func setOwn(_ key: String, to value: String) throws(GitError) {
    let operation = "write the setting \(key)"
    let all = try unsafe Handle(git_config_free, operation) {
      unsafe git_repository_config(&$0, handle.pointer)
    }
    let own = try unsafe Handle(git_config_free, operation) {
      unsafe git_config_open_level(&$0, all.pointer, GIT_CONFIG_LEVEL_LOCAL)
    }
    try unsafe GitError.check(git_config_set_string(own.pointer, key, value), operation)
  }

  /// A configured remote and its address.
  package struct Remote: Hashable, Sendable {
    package let name: String
    package let url: String
    /// The address of pushes; nil if they go to the address of fetches.
    package let pushURL: String?

    /// The address as it is shown: without a password.
    package var shownURL: String { RemoteAddress.hidingPasswords(in: url) }

    /// The address of pushes without a password, where it is another than that of fetches.
    package var shownPushURL: String? {
      pushURL == url ? nil : pushURL.map { RemoteAddress.hidingPasswords(in: $0) }
    }
  }

  /// The remotes, in the order of their names.
  package func remotes() throws -> [Remote] {
    // `git_remote_list` leaks as described above.
    let names = Set(try settings(in: "remote", keys: ["url", "pushurl"]).map(\.name))
    var remotes: [Remote] = []
    for text in names {
      let remote = try unsafe Handle(git_remote_free, "read the remote \(text)") {
        unsafe git_remote_lookup(&$0, handle.pointer, text)
      }
      remotes.append(
        Remote(
          name: text,
          url: unsafe git_remote_url(remote.pointer).map { unsafe String(cString: $0) } ?? "",
          pushURL: unsafe git_remote_pushurl(remote.pointer).map { unsafe String(cString: $0) }))
    }
    return remotes.sorted { $0.name < $1.name }
  }

  /// The branch of a remote that a local branch follows.
  package struct Upstream: Hashable, Sendable {
    /// The remote's name; `.` for a branch of this repository.
    package let remote: String
    /// The branch there: `refs/heads/main`.
    package let branch: String
    /// The local ref that tracks it (`refs/remotes/origin/main`); nil if the remote fetches no such
    /// branch.
    package let tracking: String?
  }

  /// The upstream that is set for a branch (`refs/heads/main`), or nil if none is.
  package func upstream(of branch: String) throws -> Upstream? {
    let prefix = "refs/heads/"
    guard branch.hasPrefix(prefix) else { return nil }
    let name = branch.dropFirst(prefix.count)
    guard let remote = try setting("branch.\(name).remote"),
      let merge = try setting("branch.\(name).merge")
    else { return nil }
    var buffer = unsafe git_buf()
    defer { unsafe git_buf_dispose(&buffer) }
    let code = unsafe git_branch_upstream_name(&buffer, handle.pointer, branch)
    let tracking = unsafe code == 0 ? String(cString: buffer.ptr) : nil
    return Upstream(remote: remote, branch: merge, tracking: tracking)
  }

  /// The settings as they are now.
  private func settings() throws(GitError) -> Handle {
    try unsafe Handle(git_config_free, "read the settings of git") {
      unsafe git_repository_config_snapshot(&$0, handle.pointer)
    }
  }

  /// Adds the settings of this work tree alone, which libgit2 1.5 does not read.
  func addWorkTreeSettings() throws(GitError) {
    guard LibraryVersion.loaded < LibraryVersion(major: 1, minor: 8) else { return }
    let settings = try unsafe Handle(git_config_free, "read the settings of git") {
      unsafe git_repository_config(&$0, handle.pointer)
    }
    var isUsed: Int32 = 0
    let code = unsafe git_config_get_bool(
      &isUsed, settings.pointer, "extensions.worktreeconfig")
    guard code == 0, isUsed != 0 else { return }
    let added = unsafe withCString(gitFile("config.worktree")) {
      unsafe git_config_add_file_ondisk(
        settings.pointer, $0, GIT_CONFIG_LEVEL_APP, handle.pointer, 0)
    }
    try GitError.check(added, "read the settings of this work tree")
  }
}
