import OperatingSystem

/// The files of programs on the `PATH`.
package enum ProgramFile {
  /// The absolute path of a program's file; nil if there is none on the `PATH` of an environment.
  ///
  /// Only absolute folders count, so that no program of that name in a vault is taken for it.
  package static func path(of name: String, in environment: [String: String]) -> String? {
    let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return folders.map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
