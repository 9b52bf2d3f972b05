import OperatingSystem

/// Remembers what a person types at git's prompts for the time of one sync, in memory alone.
///
/// It is git's own `credential-cache`: a process that keeps passwords and answers on a socket which
/// only this person can open. It is asked after the helpers that the person has set up. It ends
/// with the sync, or by itself if zib is killed.
final class CredentialMemory {
  private let git: GitProgram
  private let folder: String

  private var socket: String { folder + "/socket" }

  /// Seconds after which it ends by itself.
  private static let lifetime = 900

  /// Nil if git was built without it.
  init?(_ git: GitProgram) {
    guard let place = try? git.run(["--exec-path"], in: nil, .reading).text,
      unsafe access(place + "/git-credential-cache", X_OK) == 0
    else { return nil }
    // A socket's path is short: a long TMPDIR would not do.
    var template = Array("/tmp/zib-XXXXXX".utf8CString)
    let folder = unsafe template.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) }.map { unsafe String(cString: $0) }
    }
    guard let folder else { return nil }
    self.git = git
    self.folder = folder
  }

  /// Options for git before the command's name.
  var arguments: [String] {
    ["-c", "credential.helper=cache --timeout=\(Self.lifetime) --socket=\(socket)"]
  }

  deinit {
    if unsafe access(socket, F_OK) == 0 {
      // A daemon that does not hear ends when its time is over.
      _ = try? git.run(
        ["credential-cache", "--socket=\(socket)", "exit"], in: nil, GitProgram.Options())
      unsafe unlink(socket)
    }
    unsafe rmdir(folder)
  }
}
