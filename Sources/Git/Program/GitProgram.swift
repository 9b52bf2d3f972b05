import OperatingSystem
import Programs

/// The `git` program, for operations that libgit2 cannot do with the person's own setup: networks,
/// hooks, filters, signing.
///
/// It is run without a shell. Its own settings are trusted as plain git trusts them, those in the
/// `.git/config` of the repository included: whoever can write there can make any git run programs.
/// Text from a vault's files never becomes an option or a program: names are checked, and follow
/// `--` where git allows it. `ext::` and its like stay forbidden, as by git's default.
package struct GitProgram: Sendable {
  /// The absolute path of the program's file.
  package let path: String
  let environment: [String: String]

  /// Finds git on the `PATH` of an environment; nil if there is none.
  ///
  /// Only absolute folders count, so that no program of that name in a vault is taken for it.
  /// - Parameter environment: given to git, but for the variables that would lead it to another repository.
  package init?(environment: [String: String]) {
    guard let path = ProgramFile.path(of: "git", in: environment) else { return nil }
    self.path = path
    self.environment = environment
  }

  /// The options with which a command of git is run.
  package struct Options {
    /// The bytes of its standard input, empty if nil.
    package var input: [UInt8]?
    /// True if git, ssh and credential helpers may ask at the terminal; otherwise they fail instead
    /// of asking.
    package var isInteractive = false
    /// True for a command that only reads: it then takes no lock that another program could need.
    package var isReading = false
    /// The idle timeout in seconds: after so long without output git is ended. nil waits
    /// indefinitely.
    package var timeout: Int?
    /// The largest output that is taken, in bytes.
    package var limit = 64 << 20
    /// Variables for this command alone.
    package var variables: [String: String] = [:]
    /// Called with each line of its errors as it comes, progress included.
    package var onErrorLine: ((String) -> Void)?
    /// Called repeatedly while it is silent, at most twenty times a second.
    package var whileWaiting: (() -> Void)?

    package init(
      input: [UInt8]? = nil, isInteractive: Bool = false, isReading: Bool = false,
      timeout: Int? = nil, limit: Int = 64 << 20, variables: [String: String] = [:],
      onErrorLine: ((String) -> Void)? = nil
    ) {
      self.input = input
      self.isInteractive = isInteractive
      self.isReading = isReading
      self.timeout = timeout
      self.limit = limit
      self.variables = variables
      self.onErrorLine = onErrorLine
    }

    /// For a command that only reads.
    package static var reading: Options { Options(isReading: true) }
  }

  /// Runs a command in a folder.
  ///
  /// - Parameters:
  ///   - arguments: the command's name and its arguments; bytes, because paths are bytes.
  ///   - folder: the root of a work tree, or a bare repository; nil for a command that needs none.
  /// - Throws: if it was not started or was ended; an exit code is no error here.
  package func run(_ arguments: [[UInt8]], in folder: [UInt8]?, _ options: Options = Options())
    throws(ProgramFailure) -> ProgramResult
  {
    let place = folder.map { [Array("-C".utf8), $0] } ?? []
    return try process(Array(path.utf8), place + arguments, options).run()
  }

  /// Runs a command in a folder; its arguments are text.
  package func run(_ arguments: [String], in folder: [UInt8]?, _ options: Options = Options())
    throws(ProgramFailure) -> ProgramResult
  {
    try run(arguments.map { Array($0.utf8) }, in: folder, options)
  }

  /// Runs a program in a folder as git would run it: a hook, for a git that cannot run it by
  /// itself.
  func run(program: [UInt8], _ arguments: [[UInt8]], in folder: [UInt8], _ options: Options)
    throws(ProgramFailure) -> ProgramResult
  {
    // The shell reads none of this as code: all are arguments.
    let script = ["-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh"].map { Array($0.utf8) }
    return try process(Array("/bin/sh".utf8), script + [folder, program] + arguments, options).run()
  }

  /// The version of git, or nil if it gave none.
  ///
  /// - Throws: if git could not be run.
  package func version() throws(ProgramFailure) -> LibraryVersion? {
    let words = try run(["--version"], in: nil, .reading).text.split(separator: " ")
    guard words.count > 2 else { return nil }
    let numbers = words[2].split(separator: ".").map { Int($0) ?? 0 }
    guard numbers.count > 1 else { return nil }
    return LibraryVersion(
      major: numbers[0], minor: numbers[1], revision: numbers.count > 2 ? numbers[2] : 0)
  }

  private func process(
    _ program: [UInt8], _ arguments: [[UInt8]], _ options: Options
  ) -> ChildProcess {
    var child = ChildProcess(
      program: program, arguments: arguments,
      environment: variables(for: options).map { "\($0)=\($1)" })
    child.input = options.input
    child.isInteractive = options.isInteractive
    child.timeout = options.timeout
    child.limit = options.limit
    child.onErrorLine = options.onErrorLine
    child.whileWaiting = options.whileWaiting
    return child
  }

  /// Variables that lead git to another repository, or make it read paths in another way: zib may itself be run by
  /// a hook or an alias of git, which sets them.
  private static let foreign = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_DIR",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS", "GIT_GRAFT_FILE", "GIT_ICASE_PATHSPECS", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_LITERAL_PATHSPECS", "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_QUARANTINE_PATH", "GIT_REFLOG_ACTION", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
  ]

  private func variables(for options: Options) -> [String: String] {
    var variables = environment
    for name in Self.foreign { variables[name] = nil }
    // English, because the messages of git are parsed; the encoding stays the person's own, for
    // hooks and filters.
    if let locale = variables.removeValue(forKey: "LC_ALL"), !locale.isEmpty {
      variables["LC_CTYPE"] = locale
    }
    variables["LC_MESSAGES"] = "C"
    if !options.isInteractive {
      variables["GIT_TERMINAL_PROMPT"] = "0"
      // A program that a person named for this; else empty, and not absent: so core.askPass is not asked, which may
      // open a window that nobody sees.
      variables["GIT_ASKPASS"] = variables["GIT_ASKPASS"] ?? ""
      variables["SSH_ASKPASS"] = nil
      variables["SSH_ASKPASS_REQUIRE"] = "never"
      variables["GCM_INTERACTIVE"] = "never"
    }
    if options.isReading { variables["GIT_OPTIONAL_LOCKS"] = "0" }
    return variables.merging(options.variables) { $1 }
  }
}
