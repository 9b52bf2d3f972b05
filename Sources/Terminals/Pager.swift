import Settings

/// The person's program for reading long output.
package struct Pager: Sendable {
  let command: String

  /// The pager the person configured for `zib`, else `$PAGER`, else `less -FIRX`.
  ///
  /// - Returns: nil if the pager is `cat`, which is how people turn paging off, or cannot be found.
  package init?(environment: Environment, configured: String? = nil) {
    let chosen = configured ?? environment["PAGER"] ?? "less -FIRX"
    guard chosen != "cat", environment.finds(program: chosen) else { return nil }
    command = chosen
  }

  /// A pager on the screen.
  struct Process {
    let input: Int32
    let child: Platform.Child

    /// Closes the pager's input and waits until the person has closed the pager.
    func finish() {
      Platform.close(input)
      _ = child.wait()
    }
  }

  func start() -> Process? {
    guard let pipe = Platform.makePipe() else { return nil }
    var variables: [String: String] = [:]
    // The settings of git: colours pass through, and short output does not use a screen of its own.
    if Platform.environmentVariable("LESS") == nil { variables["LESS"] = "FIRX" }
    if Platform.environmentVariable("LV") == nil { variables["LV"] = "-c" }
    let child = Platform.startShell(
      command, variables: variables, standardInput: pipe.reading, closing: pipe.writing)
    Platform.close(pipe.reading)
    guard let child else {
      Platform.close(pipe.writing)
      return nil
    }
    Platform.ignoreInterrupts()
    return Process(input: pipe.writing, child: child)
  }
}
