import Settings
import Terminals
import Wording

/// The program that the desktop has for a file or an address.
extension CommandSession {
  /// Opens a file or an address, and waits until the program that opens it ends.
  ///
  /// - Throws: `Failure` where there is no such program, or it fails.
  package func openOnDesktop(_ argument: String) throws {
    let own = (try? vaultForOwnSettings().configuration.text("opener")) ?? ""
    let usual = ["xdg-open", "open", "wslview", "termux-open"]
    guard let command = own.isEmpty ? usual.first(where: environment.finds(program:)) : own else {
      throw Failure(
        "no program that opens files was found",
        hint: "install xdg-utils, or name a program with `zib config opener`")
    }
    guard environment.finds(program: command) else {
      throw Failure(
        "the program `\(command)` cannot be found", hint: "set another with `zib config opener`")
    }
    try output.flush()
    let code = Platform.leavingInterruptsToChild {
      Platform.startShell("\(command) \"$@\"", arguments: [argument])?.wait()
    }
    if code != 0 {
      throw Failure(
        "`\(command)` " + (code.map { "ended with code \($0)" } ?? "could not be started"))
    }
  }
}
