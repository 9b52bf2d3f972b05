import CSystem

/// A program to be started, and the settings that it inherits.
package struct Spawn {
  /// The path of the program's file.
  package var program: [UInt8]
  /// The program's own name, and what follows it.
  package var arguments: [[UInt8]]
  /// `NAME=value`, all that the program gets.
  package var environment: [String]
  /// Descriptors of this process by the numbers that they have in the program.
  package var descriptors: [(own: Int32, child: Int32)] = []
  /// Descriptors of this process that the program does not inherit.
  package var closed: [Int32] = []
  /// Signals that get the system's default action in the program, whatever they do in this process.
  package var defaultSignals: [Int32] = []
  /// True for a program with a session of its own: it has no terminal, and no Ctrl-C from ours.
  package var hasOwnSession = false
  /// True for a program that has the terminal, where Ctrl-Z may come before it runs.
  ///
  /// `posix_spawn` waits until the program runs. Stopped in between, the program waits for `SIGCONT`; this process,
  /// which waits for it, cannot stop; and a shell, which waits for both to stop, never gives a prompt. Such a program
  /// is started by `fork`. One that cannot be run then ends with 127.
  package var isInFront = false

  package init(_ program: [UInt8], arguments: [[UInt8]], environment: [String]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts it; no signal is blocked in it.
  ///
  /// - Returns: the number of its process, which is to be waited for.
  package func start() throws(SpawnFailure) -> pid_t {
    if isInFront { return try startInFront() }
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
    for (own, child) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, own, child)
    }
    for descriptor in closed { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in defaultSignals { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    if hasOwnSession { flags |= Self.newSession }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process: pid_t = 0
    let code = unsafe withCStrings([program]) { path in
      unsafe withCStrings(arguments) { argv in
        unsafe withCStrings(environment.map { Array($0.utf8) }) { environ in
          // The first of `path` is the program.
          unsafe posix_spawn(&process, path[0]!, &actions, &attributes, argv, environ)
        }
      }
    }
    guard code == 0 else { throw SpawnFailure(code: code) }
    return process
  }

  private func startInFront() throws(SpawnFailure) -> pid_t {
    let pairs = descriptors.flatMap { [$0.own, $0.child] }
    let process = unsafe withCStrings([program]) { path in
      unsafe withCStrings(arguments) { argv in
        unsafe withCStrings(environment.map { Array($0.utf8) }) { environ in
          // The first of `path` is the program.
          unsafe zib_fork_and_run(
            path[0]!, argv, environ, pairs, Int32(descriptors.count), closed, Int32(closed.count),
            defaultSignals, Int32(defaultSignals.count))
        }
      }
    }
    guard process > 0 else { throw SpawnFailure(code: errno) }
    return process
  }

  #if canImport(Darwin)
    private static let newSession = Int32(POSIX_SPAWN_SETSID)
  #else
    // POSIX_SPAWN_SETSID of glibc and musl; both hide it from a program that asks for POSIX alone, as Swift does.
    private static let newSession: Int32 = 0x80
  #endif
}

/// The reason why a program could not be started.
package struct SpawnFailure: Error {
  /// The system's error number.
  package let code: Int32
}

/// The end of a process.
package enum ProcessEnd: Equatable, Sendable {
  case exited(Int32)
  case ended(signal: Int32)

  /// Waits for a child of this process.
  package init(of process: pid_t) {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) == -1 {
      if errno != EINTR {
        self = .exited(127)
        return
      }
    }
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .ended(signal: signal)
  }

  /// The exit code, or 128 plus the number of the signal, as in shells.
  package var shellCode: Int32 {
    switch self {
    case .exited(let code): code
    case .ended(let signal): 128 + signal
    }
  }
}

/// The variables and the number of this process.
package enum ProcessEnvironment {
  /// Its variables, as they are now.
  package static var current: [String: String] {
    var all: [String: String] = [:]
    for entry in entries {
      let halves = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2 { all[String(halves[0])] = String(halves[1]) }
    }
    return all
  }

  /// Its variables as `NAME=value`, in the system's order.
  package static var entries: [String] {
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

  /// The path of its program; nil if the system does not tell.
  package static var program: [UInt8]? {
    #if canImport(Darwin)
      var size = UInt32(4096)
      var path = [CChar](repeating: 0, count: Int(size))
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    #else
      return Array("/proc/self/exe".utf8)
    #endif
  }

  /// Its number.
  package static var process: Int32 { getpid() }
}
