import Exchange
import Files
import Indexing
import Notes
import Rendering
import Vaults

/// Remarks above a note: its links, conflicts and cards.
extension LanguageServer {
  /// `textDocument/codeLens`
  func codeLenses(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard options.hasLenses, let place = view.place, place.path.isMarkdown else { return [] }
    let backlinks = try search(place.vault).backlinks(to: place.path)
    let links = backlinks.reduce(0) { $0 + $1.places.matches.count }
    var lenses: [JSONValue] = []
    let first = view.note.titleHeading?.range ?? ByteRange(0, 0)
    func add(_ title: String, _ command: String, _ arguments: [JSONValue]) {
      lenses.append([
        "range": json(first, in: view),
        "command": [
          "title": .string(title), "command": .string(command), "arguments": .array(arguments),
        ],
      ])
    }
    if links > 0 {
      add(
        "\(Amount.count(links, "link")) from \(Amount.count(backlinks.count, "note"))",
        "zib.backlinks", [.string(view.uri.text)])
    }
    for open in conflicts(of: place) {
      let other = open.conflict.note == place.path ? open.conflict.copy : open.conflict.note
      add(
        "Conflict: show `\(other.text)`", "zib.show",
        [.string(view.uri.text), .string(other.text)])
    }
    let prompts = self.prompts(of: view).count
    if prompts > 0 {
      let all = Amount.count(prompts, "prompt")
      // The number that is due is of the file, which may have more prompts.
      let due = place.vault.dueCards(in: place.path).map { min($0, prompts) }
      let title = due.map { $0 > 0 ? "\($0) of \(all) due" : "\(all), none due" } ?? all
      add(title, "zib.prompts", [.string(view.uri.text)])
    }
    return .array(lenses)
  }
}
