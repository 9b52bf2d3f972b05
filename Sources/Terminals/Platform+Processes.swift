import OperatingSystem

/// Starting the person's own programs (editor, pager) and being interrupted.
extension Platform {
  /// A program that was started and must be waited for.
  package struct Child: Sendable {
    fileprivate let process: pid_t

    /// Waits for the program to end.
    ///
    /// - Returns: its exit code, or 128 and the number of the signal that ended it.
    package func wait() -> Int32 { ProcessEnd(of: process).shellCode }
  }

  /// Starts `/bin/sh -c command name arguments…`, with `standardInput` as its input if given.
  ///
  /// The child gets the default actions for SIGINT, SIGQUIT and SIGPIPE, whatever this process does
  /// with them.
  ///
  /// - Parameters:
  ///   - command: a shell command from the person's own environment or configuration, never from a
  ///     vault.
  ///   - arguments: reach the command as `"$@"`, so that the shell interprets none of them.
  ///   - variables: added to the environment of this process.
  /// - Returns: nil if no process could be started.
  package static func startShell(
    _ command: String, arguments: [String] = [], variables: [String: String] = [:],
    standardInput: Int32? = nil, closing: Int32? = nil
  ) -> Child? {
    var spawn = Spawn(
      Array("/bin/sh".utf8),
      arguments: (["sh", "-c", command, "zib"] + arguments).map { Array($0.utf8) },
      environment: ProcessEnvironment.entries + variables.map { "\($0)=\($1)" })
    if let standardInput, standardInput != 0 {
      spawn.descriptors = [(standardInput, 0)]
      spawn.closed.append(standardInput)
    }
    if let closing { spawn.closed.append(closing) }
    spawn.defaultSignals = [SIGINT, SIGQUIT, SIGPIPE]
    spawn.isInFront = true
    return (try? spawn.start()).map(Child.init)
  }

  /// All that a shell command writes to its standard output, and its exit code.
  ///
  /// - Parameter command: from the person's own environment or configuration, never from a vault.
  /// - Returns: nil if it could not be started.
  package static func output(ofShell command: String) -> (bytes: [UInt8], code: Int32)? {
    guard let (reading, writing) = makePipe() else { return nil }
    defer { close(reading) }
    var spawn = Spawn(
      Array("/bin/sh".utf8), arguments: ["sh", "-c", command].map { Array($0.utf8) },
      environment: ProcessEnvironment.entries)
    spawn.descriptors = [(writing, 1)]
    spawn.defaultSignals = [SIGINT, SIGQUIT, SIGPIPE]
    let process = try? spawn.start()
    close(writing)
    guard let process else { return nil }
    let bytes = readAll(reading)
    let code = ProcessEnd(of: process).shellCode
    return bytes.map { ($0, code) }
  }

  /// Runs this program again, with other words, until it ends.
  ///
  /// - Parameter isQuiet: true to give it no input, and to read what it prints instead of showing it.
  /// - Returns: its exit code and what it printed; nil if it could not be started.
  package static func runSelf(_ words: [String], isQuiet: Bool) -> (code: Int32, output: [UInt8])? {
    guard let program = ProcessEnvironment.program else { return nil }
    var spawn = Spawn(
      program, arguments: (["zib"] + words).map { Array($0.utf8) },
      environment: ProcessEnvironment.entries)
    spawn.defaultSignals = [SIGINT, SIGQUIT, SIGPIPE, SIGTSTP]
    guard isQuiet else {
      spawn.isInFront = true
      return leavingInterruptsToChild {
        (try? spawn.start()).map { (ProcessEnd(of: $0).shellCode, []) }
      }
    }
    guard let pipe = makePipe() else { return nil }
    let input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    spawn.descriptors = [(input, 0), (pipe.writing, 1), (pipe.writing, 2)]
    let process = try? spawn.start()
    close(pipe.writing)
    if input >= 0 { close(input) }
    defer { close(pipe.reading) }
    guard let process else { return nil }
    let output = readAll(pipe.reading) ?? []
    return (ProcessEnd(of: process).shellCode, output)
  }

  /// A pipe's two ends, closed in every child that is not given them, or nil if none can be made.
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
    systemClose(descriptor)
  }

  /// Makes writing into a closed pipe an error of that write, not the end of the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Lets Ctrl-C and the system end the process, even if the program that started it had blocked
  /// them.
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

  /// Ends the process the way Ctrl-C ends it, for shells that check the cause.
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
      _ = unsafe systemWrite(2, erase.utf8Start, erase.utf8CodeUnitCount)
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  /// Gives Ctrl-C its default meaning again.
  package static func restoreInterrupts() {
    signal(SIGINT, SIG_DFL)
  }
}
