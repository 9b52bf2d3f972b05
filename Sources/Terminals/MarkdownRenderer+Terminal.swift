import Notes
import Rendering

extension MarkdownRenderer {
  /// The lines that a note takes on a terminal, its front matter first.
  package static func lines(
    of note: Note, on terminal: Terminal, showingFrontMatter: Bool = true,
    address: (Link) -> String? = { _ in nil }
  ) -> [StyledText] {
    lines(
      of: note, width: terminal.width, colors: terminal.colors, hyperlinks: terminal.hyperlinks,
      showingFrontMatter: showingFrontMatter, address: address)
  }
}
