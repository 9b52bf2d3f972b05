import Files
import Git
import History
import Notes
import PastNotes
import Rendering
import Sessions
import Terminals
import Vaults
import Views
import Wording

/// The versions of a note on a full screen, for `zib history --screen`, and changed notes, for `zib diff --screen`.
package struct HistoryScreen {
  private let session: CommandSession
  private let history: VaultHistory

  package init(_ session: CommandSession, _ history: VaultHistory) {
    self.session = session
    self.history = history
  }

  /// Shows the versions of a note full screen.
  package func run(_ name: String, limit: Int) throws -> ExitCode {
    guard !name.isEmpty else {
      throw UsageError(
        message: "`--screen` shows the versions of one note",
        hint: "name it: `zib history NOTE --screen`")
    }
    let path = try session.presentOrFormerPath(name, in: history)
    func versions() throws -> [NoteVersion] {
      var versions: [NoteVersion] = []
      try history.forEachVersion(of: path) {
        versions.append($0)
        return versions.count < limit
      }
      return versions
    }
    func heading(_ versions: [NoteVersion]) -> String {
      "\(session.shownPath(path)): \(Amount.count(versions.count, "version"))"
    }
    var found = try versions()
    guard !found.isEmpty else {
      session.messages.note("no version yet; `zib commit` saves one")
      return .nothingFound
    }
    let model = ListingModel(
      heading: heading(found), rows: found.map(row),
      action: "Put this version into the folder, as a commit of its own")
    try ListingScreen(session).run(
      model,
      detail: { request in
        try lines(of: found[request.row], against: request.base.map { found[$0] }, request.isWhole)
      },
      found: { text in
        try found.indices.filter { number in
          let (old, new) = try history.difference(of: found[number])
          return Self.count(of: text, in: old) != Self.count(of: text, in: new)
        }
      },
      command: { row in
        ["restore", "--at", found[row].entry.commit.hex, "--", session.shownPath(path)]
      },
      again: {
        found = try versions()
        return (heading(found), found.map(row))
      })
    return .done
  }

  /// Shows changed notes, each with its difference.
  ///
  /// - Parameter differences: gives those of this moment; the folder may change while they are seen.
  package func run(_ differences: () throws -> [FileDifference]) throws {
    var shown = try differences()
    let model = ListingModel(
      heading: heading(of: shown), rows: shown.map(row), action: nil, changes: true)
    try ListingScreen(session).run(
      model,
      detail: { request in
        guard shown.indices.contains(request.row) else { return [] }
        let one = shown[request.row]
        if request.isWhole { return Self.text(one.new ?? one.old ?? []) }
        var words = WordLines()
        words.add((one.old, one.new), of: session.shownPath(one.path))
        return words.lines
      },
      again: {
        shown = try differences()
        return (heading(of: shown), shown.map(row))
      })
  }

  private func heading(of differences: [FileDifference]) -> String {
    differences.isEmpty
      ? "nothing has changed"
      : Amount.count(differences.count, "file has changed", "files have changed")
  }

  private func row(_ difference: FileDifference) -> StyledText {
    let kind = difference.old == nil ? "new" : difference.new == nil ? "deleted" : ""
    return StyledText(session.shownPath(difference.path))
      + StyledText(kind.isEmpty ? "" : "  \(kind)", .faint)
  }

  private func row(_ version: NoteVersion) -> StyledText {
    var row = StyledText(session.shownTime(version.entry.milliseconds), .position)
    row.append("  \(version.entry.device ?? version.entry.author)  ")
    if version.after == nil {
      row.append("deleted  ", .removed)
    } else if let old = version.movedFrom {
      row.append("moved from \(session.shownPath(old))  ", .path)
    } else if version.before == nil {
      row.append("new  ", .added)
    }
    return row + StyledText(version.entry.subject, .faint)
  }

  private func lines(
    of version: NoteVersion, against base: NoteVersion?, _ isWhole: Bool
  ) throws -> [StyledText] {
    let (old, new) = try history.difference(of: version)
    if isWhole { return Self.text(version.after == nil ? old : new) }
    var words = WordLines()
    let path = session.shownPath(version.path)
    if let base {
      words.add((try history.difference(of: base).new, new), of: path)
    } else {
      words.add(
        (version.before == nil ? nil : old, version.after == nil ? nil : new), of: path)
    }
    return words.lines
  }

  private static func text(_ bytes: [UInt8]) -> [StyledText] {
    ConflictWords.lines(bytes).map { StyledText($0) }
  }

  private static func count(of text: String, in bytes: [UInt8]) -> Int {
    let lines = ConflictWords.lines(bytes)
    return lines.reduce(0) {
      $0
        + $1.lowercased().split(separator: text.lowercased(), omittingEmptySubsequences: false)
        .count - 1
    }
  }
}
