import OperatingSystem

/// The output of a program, and how it ended.
package struct ProgramResult: Equatable, Sendable {
  package let status: ProcessEnd
  /// The bytes of its standard output.
  package let output: [UInt8]
  /// The bytes of its standard error; a megabyte at most.
  package let errors: [UInt8]

  /// True if its exit code is 0.
  package var isSuccess: Bool { status == .exited(0) }

  /// True if it ended by itself, with any exit code.
  package var hasExited: Bool { if case .exited(_) = status { true } else { false } }

  /// The output as text, without the line ends after it.
  package var text: String { Self.text(output) }

  /// The errors as text, without the line ends after them.
  package var errorText: String { Self.text(errors) }

  private static func text(_ bytes: [UInt8]) -> String {
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? -1
    return String(decoding: bytes[...end], as: UTF8.self)
  }
}

/// The reasons why a program did not end by itself.
package enum ProgramFailure: Error, Equatable, Sendable {
  /// The program, or a file that it needs, could not be opened; with the system's error number.
  case notStarted(String, code: Int32)
  /// It was silent for so long that it was ended.
  case timedOut(seconds: Int)
  /// This process was asked to end, and ended the program first.
  case interrupted
  case outputTooLong
}
