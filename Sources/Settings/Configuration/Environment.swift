import Files
import Git
import Notes
import OperatingSystem
import Programs

/// The variables a process was started with.
package struct Environment: Sendable {
  private let variables: [String: String]
  private let programs: [String: String]?
  /// True if the programs that are started (git, ssh) may ask the person at the terminal.
  package var mayAsk = false
  /// Told with the number of its process where another zib is writing and is waited for.
  package var waiting: @Sendable (Int32?) -> Void = { _ in }

  /// Asked which identity commits have where git knows of none, with the one of the person's account; nil for none.
  package var identity: @Sendable (AccountIdentity) -> AccountIdentity? = { _ in nil }

  /// Told why the present deed is not on record, so that `zib undo` cannot take it back; perhaps several times.
  package var unrecorded: @Sendable (SystemError) -> Void = { _ in }
  /// The thing that a person has zib do at present, if its writes are to be kept for `zib undo`.
  package var deed: Deed?
  /// True where whoever has a note made sees to the links that would lead to it, as an editor does for its texts.
  package var leavesLinks = false

  /// - Parameter programs: the variables that programs are started with; nil for all of this
  ///   process.
  package init(_ variables: [String: String], programs: [String: String]? = nil) {
    self.variables = variables
    self.programs = programs
  }

  /// The git program, or nil if there is none on the `PATH`.
  package var git: GitProgram? {
    GitProgram(environment: programs ?? ProcessEnvironment.current)
  }

  /// The curl program, or nil if there is none on the `PATH`.
  package var curl: Curl? {
    Curl(environment: programs ?? ProcessEnvironment.current)
  }

  /// The zbarimg program, or nil if there is none on the `PATH`.
  package var zbar: Zbar? {
    Zbar(environment: programs ?? ProcessEnvironment.current)
  }

  /// The value of a variable; an empty one counts as not set, as the XDG specification wants it.
  package subscript(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// The time, in UTC milliseconds; `ZIB_NOW` goes before the clock, for scripts and tests.
  package var now: Int64 {
    self["ZIB_NOW"].flatMap { DateValue($0)?.milliseconds(in: .system) }
      ?? Clock.now() / 1_000_000
  }

  /// The person's home folder.
  package var home: DiskPath? { self["HOME"].map { DiskPath($0) } }

  /// The folder of caches: `$XDG_CACHE_HOME`, or `~/.cache`.
  package var cacheHome: DiskPath? { folder("XDG_CACHE_HOME", inHome: ".cache") }

  /// The folder of settings: `$XDG_CONFIG_HOME`, or `~/.config`.
  package var configHome: DiskPath? { folder("XDG_CONFIG_HOME", inHome: ".config") }

  /// The folder for the state of programs: `$XDG_STATE_HOME`, or `~/.local/state`.
  package var stateHome: DiskPath? { folder("XDG_STATE_HOME", inHome: ".local/state") }

  /// The XDG specification has relative paths ignored.
  private func folder(_ name: String, inHome fallback: String) -> DiskPath? {
    if let value = self[name], value.hasPrefix("/") { return DiskPath(value) }
    return home?.appending(fallback)
  }

  /// The variables of this process, looked up when asked for.
  package static func ofProcess(_ names: [String] = Environment.names) -> Environment {
    var variables: [String: String] = [:]
    for name in names {
      if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
    }
    return Environment(variables)
  }

  /// The variables that a vault and its settings look at.
  package static let names =
    [
      "HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "ZIB_VAULT", "VISUAL",
      "EDITOR", "PAGER", "TZ", "LC_ALL", "LC_TIME", "LANG", "ZIB_NOW",
    ]
    + ConfigurationKey.all.compactMap(\.variable)
}
