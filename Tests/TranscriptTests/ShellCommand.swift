#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A command of a shell, run with an environment of its own and its output in files.
///
/// Foundation's `Process` is not used: on Linux it copies a whole `dirent` out of the buffer of
/// `readdir`, of which the last has fewer bytes, and now and then ends the tests so.
struct ShellCommand {
  let command: String
  let folder: String
  let environment: [String: String]
  /// The files that standard output and standard error go to.
  let output: String
  let errors: String

  /// Runs it and waits for its end.
  ///
  /// - Returns: the status as a shell has it: 128 and the signal's number for one that a signal ended; 127 where
  ///   there is no shell.
  func run() -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let write = O_WRONLY | O_CREAT | O_TRUNC
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, write, 0o644)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, write, 0o644)
    // The threads that tests run on block signals, which a shell would inherit.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, numericCast(POSIX_SPAWN_SETSIGMASK))
    let all = ["/bin/sh", "-c", "cd \"$0\" && exec /bin/sh -c \"$1\"", folder, command]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe all.map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      unsafe environment.map { name, value in unsafe strdup("\(name)=\(value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var process: pid_t = 0
    guard unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &variables) == 0
    else { return 127 }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
