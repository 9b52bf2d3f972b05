import OperatingSystem

/// One thing that a person has zib do; what it writes without a commit is taken back as a whole.
package struct Deed: Sendable {
  /// The words of the command, such as `book finish`.
  package let command: String
  /// Different for each deed on this machine.
  package let token: String

  package init(_ command: String) {
    self.command = command
    token = "\(getpid())-\(Clock.now())"
  }
}
