import OperatingSystem

/// A terminal that tmux makes, of any size, whose screen can be read as a person sees it.
enum TmuxTerminal {
  /// True where the program is built and there is a tmux.
  static let canPlay = SyncedDevices.canRun && hasTmux

  private static let hasTmux = unsafe system("tmux -V > /dev/null 2>&1") == 0

  /// Why nothing is played.
  static let reason = "the program is not built, or there is no tmux"
}

extension SyncedDevices {
  /// Runs lines of a shell beside a terminal on which commands run.
  ///
  /// The lines have: `await TEXT` until the screen shows it, `keys KEY…` by tmux's names, `letters TEXT`,
  /// `resize COLUMNS ROWS`, `screen` to print what is seen, and `alive` which fails when the commands have ended.
  /// - Returns: what the lines print.
  func onScreen(
    columns: Int = 80, rows: Int = 24, _ commands: String, _ lines: String
  ) -> String {
    run(
      """
      unset COLUMNS LINES XDG_STATE_HOME XDG_CACHE_HOME TMUX VISUAL
      export TERM=xterm-256color EDITOR="${EDITOR:-true}"
      cat > begin <<'END'
      \(commands)
      END
      tm() { tmux -f /dev/null -S "$PWD/tmux" "$@"; }
      trap 'tmux -S "$PWD/tmux" kill-server 2>/dev/null' EXIT
      tm new-session -d -x \(columns) -y \(rows) "sh begin; stty -a > after; exec sleep 60"
      screen() { tm capture-pane -p; }
      keys() { tm send-keys "$@"; sleep 0.05; }
      letters() { tm send-keys -l -- "$1"; sleep 0.05; }
      resize() { tm resize-window -x "$1" -y "$2"; sleep 0.1; }
      await() {
        tries=0
        until screen | grep -qF -- "$1"; do
          tries=$((tries + 1))
          [ $tries -lt 300 ] || { echo "never shown: $1"; screen; return 1; }
          sleep 0.1
        done
      }
      \(lines)
      """
    ).output
  }
}
