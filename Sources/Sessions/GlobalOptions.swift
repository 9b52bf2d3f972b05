import Arguments
import Terminals

/// The options that every command accepts.
package enum GlobalOptions {
  static let folder = Option(
    "directory", short: "C", value: "DIR", .directory, guidesCompletion: true,
    help: "Run as if started in `DIR`.")
  static let vault = Option(
    "vault", value: "DIR", .directory, guidesCompletion: true,
    help: """
      Use the vault in `DIR` instead of the one around the current folder; or the name of one in \
      your settings (`vault.work: ~/Work`).
      """)
  static let color = Option(
    "color", aliases: ["colour"], value: "WHEN",
    .oneOf(ColorChoice.self), default: .auto, help: "Use colour.")
  static let pager = Flag(
    "pager", invertible: true, default: true, help: "Show long output in a pager.")
  static let quiet = Flag("quiet", short: "q", help: "Print nothing but data and errors.")
  static let verbose = Flag("verbose", short: "v", help: "Print what is being done.")
  /// `--no-input`.
  package static let input = Flag(
    "input", invertible: true, default: true,
    help: "Ask questions at a terminal; `--no-input` never asks.")

  /// All of them.
  package static let all: [any ArgumentDeclaration] = [
    folder, vault, color, pager, quiet, verbose, input,
  ]
}

extension ColorChoice: Choice {
  /// A description of where colour is used.
  package var summary: String {
    switch self {
    case .auto: "on a terminal, unless `NO_COLOR` or `FORCE_COLOR` says otherwise"
    case .always: "also into files and pipes"
    case .never: "nowhere"
    }
  }
}
