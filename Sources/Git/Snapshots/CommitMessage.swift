/// The text of a commit, as git leaves it.
enum CommitMessage {
  /// `git stripspace`: no spaces at the ends of lines, no empty lines at the ends of the text nor two in a row, and a
  /// line end after the last line.
  static func cleaned(_ text: String) -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let end = line.lastIndex { !($0 == " " || $0 == "\t" || $0 == "\r" || $0.isNewline) }
      let line = end.map { line[...$0] } ?? ""
      if line.isEmpty, lines.last?.isEmpty ?? true { continue }
      lines.append(line)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }
}
