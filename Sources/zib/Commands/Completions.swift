import Arguments
import Sessions
import Terminals

/// `zib completions`: the script that teaches a shell to complete `zib`.
enum Completions {
  static let shell = Positional("SHELL", .oneOf(Shell.self), help: "The shell.")

  static let keys = Flag(
    "keys",
    help:
      "Print a key for the shell instead: Ctrl-X z inserts the path of a note chosen in `zib find`."
  )

  static let command = Command(
    "completions", group: "Settings", summary: "Print a completion script for a shell",
    discussion: """
      The script completes commands, options and their values, and asks `zib` for notes, tags and
      property keys of the vault.
      """,
    arguments: [shell, keys],
    examples: [
      "zib completions bash > ~/.local/share/bash-completion/completions/zib": "For bash.",
      "zib completions zsh > ~/.zfunc/_zib":
        "For zsh, where `~/.zshrc` has `fpath+=~/.zfunc` before `compinit`.",
      "zib completions fish > ~/.config/fish/completions/zib.fish": "For fish.",
      "zib completions bash --keys": "For `eval` in `~/.bashrc`: Ctrl-X z inserts a note.",
      "zib completions fish --keys | source": "In `~/.config/fish/config.fish`.",
    ],
    seeAlso: ["zib-find(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let shell = arguments[shell]
      try session.output.write(
        arguments[keys] ? keyBinding(for: shell) : Zib.tool.completionScript(for: shell))
      return .done
    }
  }

  /// The lines that give a shell its key; the path is quoted as the shell reads it.
  private static func keyBinding(for shell: Shell) -> String {
    switch shell {
    case .bash:
      #"""
      _zib_find() {
        local notes note words=
        notes=$(zib find --print) || return
        while IFS= read -r note; do
          printf -v note %q "$note"
          words+=${words:+ }$note
        done <<< "$notes"
        READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$words${READLINE_LINE:READLINE_POINT}
        READLINE_POINT=$((READLINE_POINT + ${#words}))
      }
      bind -x '"\C-xz": _zib_find'

      """#
    case .zsh:
      #"""
      _zib_find() {
        local -a notes
        notes=(${(f)"$(zib find --print)"})
        LBUFFER+=${(j: :)${(q)notes}}
        zle reset-prompt
      }
      zle -N _zib_find
      bindkey '^Xz' _zib_find

      """#
    case .fish:
      #"""
      function _zib_find
        set -l note (zib find --print)
        and commandline -i -- (string escape -- $note)
        commandline -f repaint
      end
      bind \cxz _zib_find

      """#
    }
  }
}
