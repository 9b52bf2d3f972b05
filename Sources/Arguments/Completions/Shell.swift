/// A shell for which a tool can write a completion script.
package enum Shell: String, Choice {
  /// GNU bash, 4.2 or later, with or without the bash-completion package.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3.0 or later.
  case fish

  /// A description of where the script belongs.
  package var summary: String {
    switch self {
    case .bash: "for ~/.local/share/bash-completion/completions"
    case .zsh: "for a folder in $fpath"
    case .fish: "for ~/.config/fish/completions"
    }
  }
}
