import OperatingSystem

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
    let write = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let files = unsafe [
      open("/dev/null", O_RDONLY | O_CLOEXEC), open(output, write, 0o644),
      open(errors, write, 0o644),
    ]
    defer { for file in files { systemClose(file) } }
    let words = ["/bin/sh", "-c", "cd \"$0\" && exec /bin/sh -c \"$1\"", folder, command]
    var spawn = Spawn(
      Array("/bin/sh".utf8), arguments: words.map { Array($0.utf8) },
      environment: environment.map { "\($0)=\($1)" })
    spawn.descriptors = [(files[0], 0), (files[1], 1), (files[2], 2)]
    guard let process = try? spawn.start() else { return 127 }
    return ProcessEnd(of: process).shellCode
  }
}
