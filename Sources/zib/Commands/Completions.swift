import Arguments
import Sessions
import Terminals

/// `zib completions`: the script that teaches a shell to complete `zib`.
enum Completions {
  static let shell = Positional("SHELL", .oneOf(Shell.self), help: "The shell.")

  static let command = Command(
    "completions", group: "Settings", summary: "Print a completion script for a shell",
    discussion: """
      The script completes commands, options and their values, and asks `zib` for notes, tags and
      property keys of the vault.
      """,
    arguments: [shell],
    examples: [
      "zib completions bash > ~/.local/share/bash-completion/completions/zib": "For bash.",
      "zib completions zsh > ~/.zfunc/_zib":
        "For zsh, where `~/.zshrc` has `fpath+=~/.zfunc` before `compinit`.",
      "zib completions fish > ~/.config/fish/completions/zib.fish": "For fish.",
    ]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try session.output.write(Zib.tool.completionScript(for: arguments[shell]))
      return .done
    }
  }
}
