#if os(Linux)
  import OperatingSystem
  import TestSupport
  import Testing

  struct SpawnTests {
    @Test(.enabled(if: Lease.isPossible, "this file system has no leases"))
    func `a program at the terminal is started without waiting until it runs`() throws {
      let folder = try TemporaryFolder()
      let lease = try #require(Lease(folder))
      var spawn = Spawn(lease.path, arguments: [lease.path], environment: [])
      spawn.isInFront = true
      let process = try spawn.start()
      // With `posix_spawn` it would be gone: taken away after the 45 seconds that the system waits for it.
      #expect(lease.isHeld)
      #expect(lease.end())
      #expect(ProcessEnd(of: process) == .exited(7))
    }

    @Test func `a program at the terminal gets its descriptors, variables and signals`() throws {
      let folder = try TemporaryFolder()
      let output = unsafe open(folder("output"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      var spawn = Spawn(
        Array("/bin/sh".utf8),
        arguments: ["sh", "-c", "echo $WORD $1; kill -PIPE $$", "sh", "two"].map { Array($0.utf8) },
        environment: ["WORD=one"])
      spawn.descriptors = [(output, 1)]
      spawn.defaultSignals = [SIGPIPE]
      spawn.isInFront = true
      #expect(ProcessEnd(of: try spawn.start()) == .ended(signal: SIGPIPE))
      #expect(folder.read("output") == "one two\n")
      systemClose(output)
    }
  }

  /// A program whose file nobody can open until the lease on it (`fcntl(2)`) ends.
  private struct Lease {
    private static let (set, get): (Int32, Int32) = (1024, 1025)

    let path: [UInt8]
    private let file: Int32

    /// - Returns: nil where there are no leases.
    init?(_ folder: TemporaryFolder) {
      folder.write("#!/bin/sh\nexit 7\n", to: "program")
      unsafe chmod(folder("program"), 0o755)
      path = Array(folder("program").utf8)
      file = unsafe open(folder("program"), O_RDONLY | O_CLOEXEC)
      // The system tells of one who waits by this signal, which ends a process.
      signal(SIGIO, SIG_IGN)
      if file < 0 || fcntl(file, Self.set, Int32(F_WRLCK)) != 0 { return nil }
    }

    var isHeld: Bool { fcntl(file, Self.get) != Int32(F_UNLCK) }

    func end() -> Bool {
      defer { systemClose(file) }
      return fcntl(file, Self.set, Int32(F_UNLCK)) == 0
    }

    static var isPossible: Bool {
      guard let folder = try? TemporaryFolder(), let lease = Lease(folder) else { return false }
      return lease.end()
    }
  }
#endif
