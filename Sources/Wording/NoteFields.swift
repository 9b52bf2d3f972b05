import Exchange
import Files
import Indexing
import Notes
import Rendering

/// The fields of a note for `--format`, looked up only if the template names them.
package struct NoteFields {
  /// The names of every note's fields; any other name in a template is a key of front matter.
  package static let names = [
    "path", "title", "name", "folder", "modified", "created", "date", "words", "tags",
  ]

  /// The names with their meanings, for help.
  package static let meanings: KeyValuePairs<String, String> = [
    "path, folder, name": "The path, the folder it lies in, and the file's name without `.md`.",
    "title": "The title.",
    "modified, created, date": "Days; `{modified:YYYY-MM-DD HH:mm}` as the pattern has it.",
    "words": "How many words it has.",
    "tags": "Its hashtags.",
  ]

  private let search: VaultSearch
  private let zone: Zone
  private let shownPath: (NotePath) -> String
  private let facts: VaultSearch.Facts
  private let result: VaultSearch.Result
  private var note: Note?

  /// - Parameters:
  ///   - zone: the zone of the clock that times are shown on.
  ///   - shownPath: gives a path as the person sees it.
  package init(
    _ result: VaultSearch.Result, _ search: VaultSearch, in zone: Zone,
    shownPath: @escaping (NotePath) -> String
  ) throws {
    self.result = result
    self.search = search
    self.zone = zone
    self.shownPath = shownPath
    facts = try search.facts(of: result)
  }

  /// Reads a template; other names than fields must be keys that some note has.
  package static func template(
    _ text: String, more: [String] = [], _ search: VaultSearch
  ) throws -> FormatTemplate {
    let known = names + more
    let template = try FormatTemplate(text, fields: known, acceptsOthers: true)
    for field in template.fields where !known.contains(field.name) {
      guard try search.hasProperty(field.name) else {
        throw FormatTemplateError.unknownField(field.name, known: known)
      }
    }
    return template
  }

  /// The text of a field, or nil if it has none.
  package mutating func text(_ field: FormatTemplate.Field) throws -> String? {
    switch field.name {
    case "path": return shownPath(result.path)
    case "title": return result.title
    case "name": return String(decoding: result.path.stem, as: UTF8.self)
    case "folder": return result.path.folder.map { shownPath($0) } ?? "."
    case "modified":
      return date(CivilDateTime(milliseconds: facts.modified, in: zone), field)
    case "created":
      return facts.created.map {
        date(CivilDateTime(milliseconds: $0, in: zone), field)
      }
    case "date": return facts.day.map { date(CivilDateTime($0), field) }
    case "words": return String(facts.words)
    case "tags": return try read().uniqueTags.map { "#\($0)" }.joined(separator: " ")
    default: return try read().frontMatter?[field.name]?.strings.joined(separator: ", ")
    }
  }

  private func date(_ moment: CivilDateTime, _ field: FormatTemplate.Field) -> String {
    DatePattern(field.argument ?? "YYYY-MM-DD").string(of: moment)
  }

  private mutating func read() throws -> Note {
    if let note { return note }
    let read = try search.note(result)
    note = read
    return read
  }
}
