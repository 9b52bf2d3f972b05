import CGit2
import OperatingSystem

/// The repositories that may be used although another user owns them: git's `safe.directory`.
///
/// The rules are those of `setup.c` in git 2.46. A repository can make git run programs. So one of
/// another user is refused unless the person's own or the system's settings name it:
/// `safe.directory` of the repository itself does not count. `*` names all, `PATH/*` all below a
/// folder, an empty value clears the list before it.
enum TrustedFolders {
  /// Refuses a repository that another user owns and no setting names.
  ///
  /// - Throws: `GitError.notOwned`.
  static func require(_ repository: Repository) throws(GitError) {
    let folder = repository.workTree ?? repository.gitFolder
    // In a linked work tree `.git` is a file; elsewhere it is the git folder itself.
    let places = [
      repository.workTree.map { $0 + Array("/.git".utf8) }, repository.workTree,
      repository.gitFolder,
    ]
    let isOwn =
      !assumesAnotherOwner && places.compactMap(\.self).allSatisfy(isOwnedByThisUser)
    if isOwn { return }
    guard try !names(folder) else { return }
    throw GitError(
      .notOwned(folder: folder),
      operation: "open the repository of \(String(decoding: folder, as: UTF8.self))",
      detail: "it belongs to another user")
  }

  /// True if git's own tests want every repository to be another user's.
  private static var assumesAnotherOwner: Bool {
    ["1", "true", "yes", "on"].contains(variable("GIT_TEST_ASSUME_DIFFERENT_OWNER") ?? "")
  }

  /// True if this user owns a file or folder; under `sudo`, where root or the user who called it does.
  private static func isOwnedByThisUser(_ path: [UInt8]) -> Bool {
    var status = stat()
    let code = unsafe withCString(path) { unsafe lstat($0, &status) }
    // A bare repository has no `.git`; the rest was checked when it was opened.
    if code != 0 { return errno == ENOENT }
    let user = geteuid()
    if status.st_uid == user { return true }
    return user == 0 && variable("SUDO_UID").flatMap { uid_t($0) } == status.st_uid
  }

  /// True if the settings of the person or the system name a folder.
  private static func names(_ folder: [UInt8]) throws(GitError) -> Bool {
    guard let real = realPath(folder) else { return false }
    var isNamed = false
    func take(_ value: String?) {
      guard let value, !value.isEmpty else {
        isNamed = false
        return
      }
      if value == "*" || matches(value, real) { isNamed = true }
    }
    let settings = try unsafe Handle(git_config_free, "read the settings of git") {
      unsafe git_config_open_default(&$0)
    }
    try GitSettings.forEach(in: settings) { name, value in
      if name == "safe.directory" { take(value) }
    }
    // The settings of `git -c` in the environment come last, in git's order.
    for index in 0..<(variable("GIT_CONFIG_COUNT").flatMap { Int($0) } ?? 0) {
      guard let key = variable("GIT_CONFIG_KEY_\(index)") else { break }
      if key.lowercased() == "safe.directory" { take(variable("GIT_CONFIG_VALUE_\(index)")) }
    }
    for (key, value) in parameters(variable("GIT_CONFIG_PARAMETERS") ?? "")
    where key.lowercased() == "safe.directory" {
      take(value)
    }
    return isNamed
  }

  /// The settings that `git -c` hands to the programs that it runs.
  ///
  /// ```
  /// parameters := (setting " "*)*
  /// setting := word "=" word | word               before git 2.31 one word, KEY=VALUE
  /// word := ("'" [^']* "'" | "\" character)*
  /// ```
  private static func parameters(_ text: String) -> [(key: String, value: String)] {
    var rest = text[...]
    func word() -> String {
      var word = ""
      var isQuoted = false
      while let character = rest.first, isQuoted || character == "'" || character == "\\" {
        rest.removeFirst()
        if character == "'" {
          isQuoted.toggle()
        } else if isQuoted {
          word.append(character)
        } else if let escaped = rest.popFirst() {
          word.append(escaped)
        }
      }
      return word
    }
    var settings: [(key: String, value: String)] = []
    while !rest.isEmpty {
      if rest.first == " " {
        rest.removeFirst()
        continue
      }
      let first = word()
      if rest.first == "=" {
        rest.removeFirst()
        settings.append((first, word()))
      } else {
        let parts = first.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        settings.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
      }
      // Git refuses a command that continues otherwise, and runs nothing.
      if let next = rest.first, next != " " { return [] }
    }
    return settings
  }

  /// True if a value of `safe.directory` names a folder or, with `/*` at its end, one above it.
  private static func matches(_ value: String, _ folder: [UInt8]) -> Bool {
    var buffer = unsafe git_buf()
    defer { unsafe git_buf_dispose(&buffer) }
    // Not all versions of the library read `~user/`; a value that cannot be read names no
    // repository.
    guard unsafe git_config_parse_path(&buffer, value) == 0 else { return false }
    var path = unsafe Array(String(cString: buffer.ptr).utf8)
    if path == [0x2E] {
      // The settings are not in a folder of their own: `.` is the current one.
      return realPath(path) == folder
    }
    guard path.first == 0x2F else { return false }
    let isPrefix = path.suffix(2) == [0x2F, 0x2A]
    if isPrefix { path.removeLast(2) }
    guard let real = realPath(path.isEmpty ? [0x2F] : path) else { return false }
    guard isPrefix else { return real == folder }
    return folder.starts(with: real.last == 0x2F ? real : real + [0x2F])
  }

  private static func realPath(_ path: [UInt8]) -> [UInt8]? {
    guard let real = unsafe withCString(path, { unsafe realpath($0, nil) }) else { return nil }
    defer { unsafe free(real) }
    return unsafe Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
