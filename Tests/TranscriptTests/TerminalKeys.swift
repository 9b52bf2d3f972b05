import Foundation

/// A terminal of tmux, as functions of a shell that play on it: `keys KEY…`, `letters TEXT`, `await TEXT`.
enum TerminalKeys {
  /// True if there is a tmux, which shows what a person sees.
  static let canPlay = unsafe system("tmux -V >/dev/null 2>&1 && git --version >/dev/null") == 0

  static let shell = """
    tm() { tmux -f /dev/null -S ../tmux "$@"; }
    keys() { tm send-keys "$@"; sleep 0.2; }
    letters() { tm send-keys -l -- "$1"; sleep 0.2; }
    await() {
      n=0
      until tm capture-pane -p | grep -qF -- "$1"; do
        n=$((n + 1)); [ $n -lt 300 ] || { echo "never shown: $1"; break; }; sleep 0.1
      done
    }
    """
}
