import History
import Layout

/// The commit message of a snapshot: the notes' titles, the change of each file, and the device.
enum SnapshotMessage {
  private static let mostNamed = 2
  private static let mostListed = 20
  private static let longestName = 60

  /// A message that lists the changes; its first line is `subject` if given.
  static func text(_ changes: [FileChange], subject: String? = nil, device: String) -> String {
    var message = subject.map(plain) ?? self.subject(changes)
    if !changes.isEmpty {
      message += "\n"
      for change in changes.prefix(mostListed) { message += "\n" + line(change) }
      if changes.count > mostListed { message += "\nand \(changes.count - mostListed) more" }
    }
    return message + "\n\nDevice: \(plain(device))\n"
  }

  /// True for a commit that zib made: a snapshot, or one with a fixed identity.
  static func isOurs(_ commit: Commit) -> Bool {
    commit.committer.isZibaldone
      || commit.message.split(separator: "\n").last?.hasPrefix("Device: ") == true
  }

  /// The first line: `Walden, Beans and 3 more`.
  static func subject(_ changes: [FileChange]) -> String {
    // Written notes are named before deleted ones.
    let ordered = changes.filter { $0.kind != .deleted } + changes.filter { $0.kind == .deleted }
    let names = ordered.prefix(mostNamed).map { title(of: $0.path) }
    let rest = ordered.count - names.count
    if rest > 0 { return names.joined(separator: ", ") + " and \(rest) more" }
    return names.joined(separator: " and ")
  }

  private static func line(_ change: FileChange) -> String {
    let path = plain(change.path.text)
    return switch change.kind {
    case .added: "Add \(path)"
    case .edited: "Edit \(path)"
    case .deleted: "Delete \(path)"
    case .moved(let source): "Move \(plain(source.text)) to \(path)"
    }
  }

  static func title(of path: TreePath) -> String {
    var name = path.name
    if let dot = name.lastIndex(of: 0x2E), dot > name.startIndex { name = name[..<dot] }
    let title = plain(String(decoding: name, as: UTF8.self))
    return title.count > longestName ? title.prefix(longestName - 1) + "…" : title
  }

  /// The text on one line, without control characters that would move a terminal's cursor or turn the text after them.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch ControlCharacters.kind(of: scalar) {
          case nil, .mark, .tag: scalar
          case .ascii, .c1, .lineSeparator, .format: " "
          }
        }))
  }
}
