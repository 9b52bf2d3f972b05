import CGit2
import History
import OperatingSystem

/// Refs as files (gitrepository-layout), written here and not by libgit2 because of the lock: after
/// a kill, a lock of libgit2 cannot be told from one of git.
///
///     ref    := id "\n"
///     reflog := (old " " new " " name " <" mail "> " seconds " " zone "\t" reason "\n")*
extension Repository {
  /// Seconds that git holds a ref for are few.
  private static let timeout: Int64 = 1_000

  /// True for refs that all work trees share, in the folder that they share.
  static func isShared(_ name: String) -> Bool {
    name.hasPrefix("refs/")
      && !["refs/bisect/", "refs/worktree/", "refs/rewritten/"].contains(where: name.hasPrefix)
  }

  /// Makes or moves a ref that is not symbolic, with its reflog and HEAD's.
  ///
  /// - Returns: false if it has moved since it was seen.
  func write(
    _ name: String, from old: ObjectID?, to new: ObjectID, because reason: String
  ) throws -> Bool {
    let operation = "move the ref \(name)"
    let file = commonFolder + Array("/\(name)".utf8)
    // Before its lock makes a folder at the path of another ref.
    if try lookUp(name) == nil { try refuseNesting(name, operation) }
    do {
      try GitLock.replace(file, in: commonFolder, mode: 0o666, timeout: Self.timeout) {
        let now: ObjectID? =
          switch try lookUp(name) {
          case .direct(let id): id
          case .symbolic: throw MovedMeanwhile()
          case nil: nil
          }
        guard now == old else { throw MovedMeanwhile() }
        if now == nil {
          try refuseNesting(name, operation)
          // Folders that git leaves below a deleted ref.
          DiskFile.removeEmptyFolders(file)
        }
        try log(name, from: old, to: new, because: reason)
        return Array("\(new.hex)\n".utf8)
      }
    } catch is MovedMeanwhile {
      return false
    } catch let error as GitError where error.kind == .locked {
      throw GitError(.locked, operation: operation, detail: error.detail)
    }
    return true
  }

  // MARK: Reflogs

  private func log(
    _ name: String, from old: ObjectID?, to new: ObjectID, because reason: String
  ) throws {
    let none = String(repeating: "0", count: 40)
    let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let line = Array(
      "\(old?.hex ?? none) \(new.hex) \(try loggedIdentity())\t\(words)\n".utf8)
    let path = Array("/logs/".utf8)
    try DiskFile.append(
      line, to: commonFolder + path + Array(name.utf8), isMade: try isLogged(name))
    if case .symbolic = try lookUp("HEAD"), try resolved("HEAD")?.name == name {
      try DiskFile.append(
        line, to: gitFolder + path + Array("HEAD".utf8), isMade: try isLogged("HEAD"))
    }
  }

  /// True if a reflog is begun; an existing one is continued in any case.
  private func isLogged(_ name: String) throws -> Bool {
    if try setting("core.logAllRefUpdates")?.lowercased() == "always" { return true }
    guard try flag("core.logAllRefUpdates") ?? (workTree != nil) else { return false }
    return name == "HEAD"
      || ["refs/heads/", "refs/remotes/", "refs/notes/"].contains(where: name.hasPrefix)
  }

  /// The identity and time for the reflog; works even if git knows no name for the person.
  private func loggedIdentity() throws -> String {
    let operation = "write the reflog"
    var made: UnsafeMutablePointer<git_signature>?
    if unsafe git_signature_default(&made, handle.pointer) < 0 {
      try unsafe GitError.check(git_signature_now(&made, "unknown", "unknown"), operation)
    }
    // One of the two calls went well.
    let who = unsafe made!
    defer { unsafe git_signature_free(who) }
    let offset = unsafe Int(who.pointee.when.offset)
    let minutes = abs(offset) / 60 * 100 + abs(offset) % 60
    let zone = (offset < 0 ? "-" : "+") + String(String(10_000 + minutes).dropFirst())
    let (name, mail) = unsafe (
      String(cString: who.pointee.name), String(cString: who.pointee.email)
    )
    return unsafe "\(name) <\(mail)> \(who.pointee.when.time) \(zone)"
  }
}

/// The ref has moved since it was seen.
private struct MovedMeanwhile: Error {}
