import Arguments
import Exchange
import Files
import Indexing
import Notes
import Rendering
import Settings
import Terminals
import Wording

/// Hands the selections of commands to other people.
extension CommandSession {
  /// Prints a selection in a form, one item after the other.
  ///
  /// - Parameters:
  ///   - form: not JSON, which each command writes itself.
  ///   - title: the page's name in a browser.
  ///   - body: hands the items over; only one of them is in memory at a time.
  package func share(
    as form: ShareForm, title: String, language: String? = nil,
    _ body: (_ print: (SharedItem) throws -> Void) throws -> Void
  ) throws {
    page()
    let settings = try? vaultForOwnSettings().configuration
    let usual = settings?.language ?? nil
    var document = SharedDocument(
      form, title: title, language: language ?? usual,
      typography: settings?.flag("share.typography") == true)
    try output.write(untrusted: document.beginning, keepingLines: true)
    try body { item in
      try output.write(untrusted: document.text(of: item), keepingLines: true)
    }
    try output.write(untrusted: document.end, keepingLines: true)
  }

  /// An entry of the journal as it is shared.
  package func shared(_ entry: DatedEntry, _ places: SharedPlaces) throws -> SharedItem {
    let time = EntryLine.time(of: entry)
    let body = try sharedBody(of: entry)
    return .entry(
      SharedEntry(
        when: "\(entry.day.inWords), \(time)",
        machineTime: "\(entry.day)T" + time.filter { $0 != " " },
        mood: entry.mood, title: entry.readableTitle.withoutComments,
        body: body, links: places.links(of: entry.path, for: body)))
  }

  private func sharedBody(of entry: DatedEntry) throws -> Note {
    Note(
      piece: Array(entry.readableBody.utf8), language: entry.language,
      options: try vault().noteOptions)
  }

  /// Writes an entry for other people as an element of the array that is open, unless its heading is in a comment.
  package func write(
    _ entry: DatedEntry, _ places: SharedPlaces, home: Zone, to writer: inout JSONWriter
  ) throws {
    if let open = entry.unclosed { places.tellUnclosed(open, in: entry.path.text) }
    if entry.isInComment { return }
    let note = try sharedBody(of: entry)
    writer.entry(
      entry, path: shownPath(entry.path), home: home,
      readable: (
        entry.readableTitle.withoutComments,
        SharedMarkdown.text(of: note, links: places.links(of: entry.path, for: note))
      ))
  }
}

extension ShareForm {
  /// The option that commands with a selection have.
  package static let option = Option(
    "as", value: "FORM", .oneOf(ShareForm.self),
    help: "Print it for other people: `text`, `markdown`, `html`, or `json` as `--json` does.")
}
