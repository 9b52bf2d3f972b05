import OperatingSystem

/// Another program, run without a shell, from its start to its end: its input, its idle timeout, its output.
package struct ChildProcess {
  /// The path of the program's file.
  package var program: [UInt8]
  /// Without the program's own name.
  package var arguments: [[UInt8]]
  /// `NAME=value`, all that it gets.
  package var environment: [String]
  /// The bytes of its standard input, empty if nil.
  package var input: [UInt8]?
  /// True if it may ask at our terminal. It then belongs to our group of processes, so that the
  /// terminal's Ctrl-C reaches both; otherwise it has a session of its own, and nothing that it
  /// starts finds a terminal to ask at.
  package var isInteractive = false
  /// The idle timeout in seconds: after so long without output it is ended. nil waits indefinitely.
  package var timeout: Int?
  /// The largest output that is kept, in bytes.
  package var limit = 64 << 20
  /// Called with each line of its errors, as it comes; progress ends its lines with a carriage return.
  package var onErrorLine: ((String) -> Void)?
  /// Called repeatedly while it is silent, at most twenty times a second.
  package var whileWaiting: (() -> Void)?

  package init(program: [UInt8], arguments: [[UInt8]], environment: [String]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Errors beyond this are dropped, in bytes.
  private static let errorLimit = 1 << 20
  /// Seconds between asking a program to end and ending it.
  private static let grace: Int64 = 2

  /// Runs it to the end; no child process is left when this returns.
  package func run() throws(ProgramFailure) -> ProgramResult {
    let input = try Self.inputDescriptor(of: self.input)
    defer { close(input) }
    let output = try Pipe()
    let errors = try Pipe()
    Interruption.watch()
    defer { Interruption.unwatch() }
    let process = try start(input: input, output: output.writing, errors: errors.writing)
    output.closeWriting()
    errors.closeWriting()
    return try follow(process, output: output, errors: errors)
  }

  // MARK: Starting

  private func start(input: Int32, output: Int32, errors: Int32) throws(ProgramFailure) -> pid_t {
    var spawn = Spawn(program, arguments: [program] + arguments, environment: environment)
    spawn.descriptors = [(input, 0), (output, 1), (errors, 2)]
    spawn.defaultSignals = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE]
    spawn.hasOwnSession = !isInteractive
    do {
      return try spawn.start()
    } catch {
      throw .notStarted(String(decoding: program, as: UTF8.self), code: error.code)
    }
  }

  /// The input as a file without a name: unlike a pipe, it can neither fill up nor break.
  private static func inputDescriptor(of bytes: [UInt8]?) throws(ProgramFailure) -> Int32 {
    guard let bytes else {
      let null = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard null >= 0 else { throw .notStarted("/dev/null", code: errno) }
      return null
    }
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
    var template = Array((folder + "/zib-input-XXXXXX").utf8CString)
    let file = unsafe template.withUnsafeMutableBufferPointer {
      // The array ends with a zero, so that it is never empty.
      unsafe mkstemp($0.baseAddress!)
    }
    guard file >= 0 else { throw .notStarted(folder, code: errno) }
    _ = unsafe unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(file, buffer.baseAddress! + done, buffer.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(file)
        throw .notStarted(folder, code: code)
      }
      done += count
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  // MARK: Following

  /// Reads its output until it has ended, or until it must be ended.
  private func follow(_ process: pid_t, output: borrowing Pipe, errors: borrowing Pipe)
    throws(ProgramFailure) -> ProgramResult
  {
    var collected: [UInt8] = []
    var lines = LineReader()
    var lastWord = Clock.monotonicMilliseconds()
    var end: End?
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var hasEnded = false

    while true {
      var isOpen = false
      var isRead = false
      for (number, pipe) in [output.reading, errors.reading].enumerated() where pipe.value >= 0 {
        switch readAvailable(pipe.value, into: &buffer) {
        case .bytes(let count):
          isRead = true
          lastWord = Clock.monotonicMilliseconds()
          if number == 1 {
            lines.append(buffer[..<count], limit: Self.errorLimit, onErrorLine)
          } else if collected.count + count <= limit {
            collected += buffer[..<count]
          } else {
            end = end ?? .outputTooLong
          }
        case .nothingYet: isOpen = true
        case .ended: pipe.close()
        }
      }
      if end == nil {
        if Interruption.signal != 0 { end = .interrupted }
        if let timeout, Clock.monotonicMilliseconds() - lastWord >= Int64(timeout) * 1000 {
          end = .timedOut(timeout)
        }
      }
      if let end {
        stop(process)
        _ = ProcessEnd(of: process)
        throw end.failure
      }
      if isRead { continue }
      // A program that it started (a shared connection of ssh) may keep the pipes open for ever:
      // only the end of the program itself counts.
      if hasEnded { break }
      whileWaiting?()
      if isOpen {
        waitForWords([output.reading.value, errors.reading.value])
      } else {
        usleep(500)
      }
      hasEnded = Self.hasEnded(process)
    }
    lines.finish(onErrorLine)
    return ProgramResult(status: ProcessEnd(of: process), output: collected, errors: lines.all)
  }

  private enum End {
    case interrupted, outputTooLong
    case timedOut(Int)

    var failure: ProgramFailure {
      switch self {
      case .interrupted: .interrupted
      case .outputTooLong: .outputTooLong
      case .timedOut(let seconds): .timedOut(seconds: seconds)
      }
    }
  }

  /// Asks the program and all that it has started to end, and kills them if they do not.
  private func stop(_ process: pid_t) {
    let target = isInteractive ? process : -process
    kill(target, SIGTERM)
    let start = Clock.monotonicMilliseconds()
    while !Self.hasEnded(process), Clock.monotonicMilliseconds() - start < Self.grace * 1000 {
      usleep(5000)
    }
    // It has not been waited for, so that its number, and that of its session, are still its own.
    kill(target, SIGKILL)
  }

  /// True when it has ended; it stays to be waited for.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let code = unsafe waitid(
      P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe (code != 0 && errno != EINTR) || information.si_signo != 0
  }

}

// MARK: - Descriptors

private enum Reading {
  case bytes(Int)
  case nothingYet, ended
}

private func readAvailable(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
  let count = unsafe buffer.withUnsafeMutableBytes {
    unsafe systemRead(descriptor, $0.baseAddress!, $0.count)
  }
  if count > 0 { return .bytes(count) }
  return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothingYet : .ended
}

/// Waits until one of them can be read, a twentieth of a second at most.
private func waitForWords(_ descriptors: [Int32]) {
  var polled = descriptors.filter { $0 >= 0 }
    .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  _ = unsafe poll(&polled, nfds_t(polled.count), 50)
}

/// The reading end of a pipe, without waiting, and its writing end.
private struct Pipe: ~Copyable {
  let reading: PipeEnd
  private let end: PipeEnd
  var writing: Int32 { end.value }

  init() throws(ProgramFailure) {
    var ends: (Int32, Int32) = (0, 0)
    let code = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      // A pair of numbers is never empty.
      unsafe pipe(bytes.bindMemory(to: Int32.self).baseAddress!)
    }
    guard code == 0 else { throw .notStarted("pipe", code: errno) }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends.0, F_SETFL, fcntl(ends.0, F_GETFL) | O_NONBLOCK)
    reading = PipeEnd(ends.0)
    end = PipeEnd(ends.1)
  }

  func closeWriting() { end.close() }
}

/// One end of a pipe, which closes itself, and may be closed before.
private final class PipeEnd {
  private(set) var value: Int32

  init(_ value: Int32) { self.value = value }

  deinit { close() }

  func close() {
    if value >= 0 { systemClose(value) }
    value = -1
  }
}
