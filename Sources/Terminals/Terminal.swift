import Rendering
import Settings

/// The values of `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

/// The abilities of standard output and standard error.
package struct Terminal: Sendable {
  /// True if standard output is a terminal.
  package var isOutputTerminal: Bool
  /// True if standard error is a terminal.
  package var isErrorTerminal: Bool
  /// True if standard error is a terminal on which a line can be erased; on others there is no
  /// progress.
  package var erasesErrorLines: Bool
  /// The columns of the terminal; 80 if there is none.
  package var width: Int
  /// The columns of the terminal of standard error; nil if it is none, or has an unknown width.
  package var errorWidth: Int?
  /// The rows of the terminal; 24 if there is none.
  package var height: Int
  /// The colours for standard output.
  package var colors: ColorDepth
  /// The colours for standard error.
  package var errorColors: ColorDepth
  /// True if links may be written as OSC 8 hyperlinks on standard output.
  package var hyperlinks: Bool

  /// True if answers can be single keys: a person sits at both ends.
  package var readsKeys: Bool { isOutputTerminal && Platform.isTerminal(0) }

  /// The environment variables that decide about drawing.
  package static let variables = [
    "COLUMNS", "LINES", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR",
    "CLICOLOR_FORCE", "FORCE_HYPERLINK", "TMUX", "STY", "VTE_VERSION", "KITTY_WINDOW_ID",
    "WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "TERM_PROGRAM", "ZIB_TERMINAL",
  ]

  /// Looks at the descriptors 1 and 2 and at the environment.
  package init(color: ColorChoice = .auto, environment: Environment) {
    self.init(
      color: color, environment: environment,
      isOutputTerminal: Platform.isTerminal(1), isErrorTerminal: Platform.isTerminal(2),
      size: Platform.windowSize(1) ?? Platform.windowSize(2))
  }

  /// Decides for descriptors that are already known, so that every rule can be tested.
  package init(
    color: ColorChoice, environment: Environment, isOutputTerminal: Bool, isErrorTerminal: Bool,
    size: (columns: Int, rows: Int)?
  ) {
    self.isOutputTerminal = isOutputTerminal
    self.isErrorTerminal = isErrorTerminal
    erasesErrorLines = isErrorTerminal && environment["TERM"] != "dumb"
    let columns = environment["COLUMNS"].flatMap { Int($0) } ?? size?.columns ?? 80
    let rows = environment["LINES"].flatMap { Int($0) } ?? size?.rows ?? 24
    width = min(max(columns, 20), 10_000)
    height = min(max(rows, 2), 10_000)
    let isKnown = size != nil || environment["COLUMNS"].flatMap { Int($0) } != nil
    errorWidth = isErrorTerminal && isKnown ? width : nil
    colors = Self.colors(color, environment, isTerminal: isOutputTerminal)
    errorColors = Self.colors(color, environment, isTerminal: isErrorTerminal)
    hyperlinks =
      colors > .none && (isOutputTerminal || environment["FORCE_HYPERLINK"] != nil)
      && Self.understandsHyperlinks(environment)
  }

  /// Flags take precedence over the environment; of the variables the most explicit comes first:
  /// FORCE_COLOR and CLICOLOR_FORCE, then NO_COLOR, then the terminal's abilities.
  private static func colors(
    _ choice: ColorChoice, _ environment: Environment, isTerminal: Bool
  ) -> ColorDepth {
    let isDumb = environment["TERM"] == "dumb"
    let depth = depth(environment)
    switch choice {
    case .never: return .none
    case .always: return depth
    case .auto:
      if let force = environment["FORCE_COLOR"] {
        switch force {
        case "0", "false": return .none
        case "1", "true": return depth
        default: return .palette
        }
      }
      if let force = environment["CLICOLOR_FORCE"], force != "0" { return depth }
      if environment["NO_COLOR"] != nil { return .none }
      if environment["CLICOLOR"] == "0" || isDumb { return .none }
      return isTerminal ? depth : .none
    }
  }

  private static func depth(_ environment: Environment) -> ColorDepth {
    if environment["COLORTERM"] != nil { return .palette }
    return environment["TERM"]?.contains("256color") == true ? .palette : .sixteen
  }

  /// Terminals known to draw OSC 8; the others may show its bytes, so they get footnotes.
  private static func understandsHyperlinks(_ environment: Environment) -> Bool {
    if let force = environment["FORCE_HYPERLINK"] { return force != "0" }
    if environment["TMUX"] != nil || environment["STY"] != nil { return false }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) {
      return version >= 5000
    }
    for name in ["KITTY_WINDOW_ID", "WT_SESSION", "KONSOLE_VERSION", "DOMTERM"]
    where environment[name] != nil { return true }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "Tabby", "zed"]
    if let program = environment["TERM_PROGRAM"], programs.contains(program) { return true }
    let term = environment["TERM"] ?? ""
    return [
      "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour", "wezterm",
    ]
    .contains(term)
  }
}
