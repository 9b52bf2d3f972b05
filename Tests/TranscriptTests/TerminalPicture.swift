import Rendering
import Terminals
import zib

/// The screen of a terminal, as an SVG picture that reads on light and on dark pages.
///
/// The text comes as ``Transcript`` writes it: ESC is `␛`, CR is `␍`. Of escape sequences it knows SGR (ECMA-48
/// 8.3.117) with the attributes and the sixteen colours of the person's theme.
struct TerminalPicture {
  /// Letters of one look, and the column that they begin in.
  private struct Run {
    var classes: [String]
    var column: Int
    var text: String
  }

  private let columns: Int
  private var lines: [[Run]] = []

  init(columns: Int) {
    self.columns = columns
  }

  /// Adds a command, after an empty line if there was one before it.
  mutating func add(command: String) {
    if !lines.isEmpty { lines.append([]) }
    lines.append([
      Run(classes: ["d"], column: 0, text: "$"), Run(classes: ["b"], column: 2, text: command),
    ])
  }

  /// Adds the lines that a command printed, without empty ones at their ends.
  mutating func add(output: [String]) {
    var output = output.map(Self.runs)[...]
    while output.first?.isEmpty == true { output.removeFirst() }
    while output.last?.isEmpty == true { output.removeLast() }
    lines += output
  }

  private static func runs(_ line: String) -> [Run] {
    var runs: [Run] = []
    var classes: [String] = []
    var column = 0
    // A line of progress that was written over is not seen.
    let seen = line.split(separator: "␍").last?.replacing("␛[K", with: "") ?? ""
    for (index, part) in seen.split(separator: "␛[", omittingEmptySubsequences: false).enumerated()
    {
      var text = part
      if index > 0, let end = part.firstIndex(of: "m") {
        classes = part[..<end].split(separator: ";").compactMap { Self.names[String($0)] }
        text = part[part.index(after: end)...]
      }
      let blanks = text.prefix { $0 == " " }.count
      let letters = text.dropFirst(blanks)
      if !letters.isEmpty {
        runs.append(Run(classes: classes, column: column + blanks, text: String(letters)))
      }
      column += text.displayWidth
    }
    return runs
  }

  /// The classes of the picture's style, by the parameters of SGR.
  private static let names = [
    "1": "b", "2": "d", "3": "i", "4": "u", "31": "red", "32": "green", "33": "yellow",
    "34": "blue", "35": "magenta", "36": "cyan",
  ]

  // MARK: SVG

  /// A column's width, a line's height, and the frame around all, in pixels.
  private static let (width, height, frame) = (8, 18, 20)

  /// The colours on light pages, which a reader that knows no other ones takes.
  private static let onLight = """
    rect { fill: #fdfcf8; stroke: #d8d3c5 } text { fill: #26241f }
    .red { fill: #b3261e } .green { fill: #2d6e2f } .yellow { fill: #8a6100 }
    .blue { fill: #1f5fa8 } .magenta { fill: #8a3a86 } .cyan { fill: #0f6a72 }
    """
  private static let onDark = """
    rect { fill: #1b1a17; stroke: #47433a } text { fill: #e6e1d6 }
    .red { fill: #ff8a80 } .green { fill: #94cf8e } .yellow { fill: #e8c15a }
    .blue { fill: #8ab8f0 } .magenta { fill: #d9a0d5 } .cyan { fill: #7fcfd6 }
    """

  /// The picture.
  var svg: String {
    let wide = columns * Self.width + 2 * Self.frame
    let high = lines.count * Self.height + 2 * Self.frame
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(wide) \(high)" width="\(wide)" height="\(high)" xml:space="preserve">
      <style>
      text { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 13px; white-space: pre }
      .b { font-weight: bold } .d { opacity: 0.65 } .i { font-style: italic } .u { text-decoration: underline }
      \(Self.onLight)
      @media (prefers-color-scheme: dark) {
      \(Self.onDark)
      }
      </style>
      <rect x="0.5" y="0.5" width="\(wide - 1)" height="\(high - 1)" rx="8"/>

      """
    for (row, runs) in lines.enumerated() {
      let y = Self.frame + row * Self.height + 13
      for run in runs {
        // Trailing blanks are not drawn, and would count where the width is given.
        let text = run.text.dropLast(run.text.reversed().prefix { $0 == " " }.count)
        let look = run.classes.isEmpty ? "" : #" class="\#(run.classes.joined(separator: " "))""#
        svg +=
          #"<text x="\#(Self.frame + run.column * Self.width)" y="\#(y)" "#
          + #"textLength="\#(text.displayWidth * Self.width)"\#(look)>\#(Self.escaped(text))</text>"#
          + "\n"
      }
    }
    return svg + "</svg>\n"
  }

  private static func escaped(_ text: Substring) -> String {
    String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
