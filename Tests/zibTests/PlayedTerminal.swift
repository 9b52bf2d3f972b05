import OperatingSystem
import Terminals

/// A terminal that `script` of util-linux makes, as the lines of a shell that play on it.
enum PlayedTerminal {
  /// True where the program is built and there is a `script` of that kind.
  static let canPlay = SyncedDevices.canRun && hasScript

  private static let hasScript =
    unsafe system("script --version 2>/dev/null | grep -q util-linux") == 0

  /// Why nothing is played.
  static let reason = "the program is not built, or there is no script(1) of util-linux"

  /// A line that runs a command of a shell on a terminal; what it shows goes into a file.
  static func line(_ command: String, columns: Int, screen: String = "screen") -> String {
    "script -qfec 'stty cols \(columns) rows 24; \(command)' \(screen)"
  }
}

extension SyncedDevices {
  /// Runs commands of a shell on a terminal, and does what a person does: `await TEXT` until it is shown, `press KEYS`.
  ///
  /// - Returns: what the steps print, `exit` with the status of the commands, and the screen behind it.
  func play(_ steps: String, on commands: String, columns: Int = 80) -> (
    printed: [Substring], screen: String
  ) {
    let output = run(
      """
      unset COLUMNS LINES XDG_STATE_HOME XDG_CACHE_HOME
      export TERM=xterm
      rm -f keys screen; mkfifo keys; : > screen
      cat > begin <<'END'
      tty > terminal; echo $$ > process
      \(commands)
      END
      \(PlayedTerminal.line("exec sh begin", columns: columns)) < keys > /dev/null 2>&1 & player=$!
      exec 3> keys
      at=1
      await() {
        tries=0
        until found=$(tail -c +$at screen | grep -aboF -- "$1"); do
          tries=$((tries + 1))
          [ $tries -lt 300 ] || { echo "never shown: $1"; kill -9 $player; found=0; break; }
          sleep 0.1
        done
        at=$((at + ${found%%:*} + ${#1}))
      }
      press() { printf "$1" >&3; }
      \(steps)
      wait $player
      echo "exit $?"
      exec 3>&-
      echo SCREEN
      cat screen
      """)
    let parts = output.output.split(separator: "SCREEN\n", maxSplits: 1)
    return (
      parts.first?.split(separator: "\n") ?? [], parts.count > 1 ? String(parts[1]) : ""
    )
  }
}
