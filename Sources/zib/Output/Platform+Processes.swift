#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starting the person's own programs (editor, pager) and being interrupted.
extension Platform {
  /// A program that was started and is to be waited for.
  package struct Child: Sendable {
    fileprivate let process: pid_t

    /// Waits for the program to end.
    ///
    /// - Returns: its exit code, or 128 and the number of the signal that ended it.
    package func wait() -> Int32 {
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) == -1 {
        if errno != EINTR { return 127 }
      }
      let signal = status & 0x7f
      return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
  }

  /// Starts `/bin/sh -c command name arguments…`, with `standardInput` as its input where one is given.
  ///
  /// The child gets the default actions for SIGINT, SIGQUIT and SIGPIPE, whatever this process does
  /// with them.
  ///
  /// - Parameters:
  ///   - command: a shell command from the person's own environment or configuration, never from a vault.
  ///   - arguments: reach the command as `"$@"`, so that nothing in them is read by the shell.
  ///   - variables: added to the environment of this process.
  /// - Returns: nil where no process could be started.
  package static func startShell(
    _ command: String, arguments: [String] = [], variables: [String: String] = [:],
    standardInput: Int32? = nil, closing: Int32? = nil
  ) -> Child? {
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
    if let standardInput, standardInput != 0 {
      unsafe posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
      unsafe posix_spawn_file_actions_addclose(&actions, standardInput)
    }
    if let closing { unsafe posix_spawn_file_actions_addclose(&actions, closing) }
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&defaults, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var environment = currentEnvironment()
    for (name, value) in variables { environment.append("\(name)=\(value)") }
    var process: pid_t = 0
    let result = unsafe withCStrings(["sh", "-c", command, "zib"] + arguments) { argv in
      unsafe withCStrings(environment) { environ in
        unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, argv, environ)
      }
    }
    return result == 0 ? Child(process: process) : nil
  }

  /// A pipe's two ends, closed in every child that is not given them, or nil where none can be made.
  package static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: (Int32, Int32) = (0, 0)
    let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      unsafe pipe(bytes.bindMemory(to: Int32.self).baseAddress!)  // a pair of Int32 is never empty
    }
    guard result == 0 else { return nil }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends.0, ends.1)
  }

  /// Closes a descriptor.
  package static func close(_ descriptor: Int32) {
    closeDescriptor(descriptor)
  }

  /// Makes writing into a closed pipe an error of that write, not the end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Lets Ctrl-C and the system end the process, whatever the program that started it had blocked.
  package static func unblockEndings() {
    var endings = sigset_t()
    unsafe sigemptyset(&endings)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { unsafe sigaddset(&endings, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &endings, nil)
  }

  /// Ends the process the way a filter ends whose reader went away: by SIGPIPE, without a word.
  package static func endByBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(ExitCode.readerGone.rawValue)
  }

  /// Ends the process the way Ctrl-C ends it, for a shell that asks how it ended.
  package static func endByInterrupt() -> Never {
    endReadingKeys()
    signal(SIGINT, SIG_DFL)
    raise(SIGINT)
    exit(ExitCode.interrupted.rawValue)
  }

  /// Leaves Ctrl-C to the program in front (editor or pager) until `work` returns.
  package static func leavingInterruptsToChild<Result>(_ work: () -> Result) -> Result {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    return work()
  }

  /// Leaves Ctrl-C to the pager from now on; closing it ends this process's output.
  package static func ignoreInterrupts() {
    signal(SIGINT, SIG_IGN)
  }

  /// Makes Ctrl-C erase the line the cursor is on (a progress bar) before it ends the process.
  package static func eraseLineOnInterrupt() {
    signal(SIGINT) { number in
      // Only async-signal-safe calls here: write, signal, raise.
      let erase: StaticString = "\r\u{1B}[K"
      _ = unsafe writeDescriptor(2, erase.utf8Start, erase.utf8CodeUnitCount)
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Gives Ctrl-C its default meaning again.
  package static func restoreInterrupts() {
    signal(SIGINT, SIG_DFL)
  }

  /// Calls `body` with a null-terminated array of C strings that live as long as the call.
  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      unsafe body(buffer.baseAddress!)  // never empty: it ends with nil
    }
  }

  private static func currentEnvironment() -> [String] {
    #if canImport(Darwin)
      var next = unsafe _NSGetEnviron().pointee
    #else
      var next = unsafe environ
    #endif
    var all: [String] = []
    while let entry = unsafe next.pointee {
      unsafe all.append(String(cString: entry))
      unsafe next += 1
    }
    return all
  }
}

private func writeDescriptor(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>, _ count: Int)
  -> Int
{
  unsafe write(descriptor, bytes, count)
}

private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
