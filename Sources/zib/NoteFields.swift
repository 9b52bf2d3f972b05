import Exchange
import Files
import Indexing
import Notes
import Rendering
import Vaults

/// The fields of a note for `--format`, looked up only if the template names them.
struct NoteFields {
  /// The names of every note's fields; any other name in a template is a key of front matter.
  static let names = [
    "path", "title", "name", "folder", "modified", "created", "date", "words", "tags",
  ]

  /// The names with their meanings, for help.
  static let meanings: KeyValuePairs<String, String> = [
    "path, folder, name": "The path, the folder it lies in, and the file's name without `.md`.",
    "title": "The title.",
    "modified, created, date": "Days; `{modified:YYYY-MM-DD HH:mm}` as the pattern has it.",
    "words": "How many words it has.",
    "tags": "Its hashtags.",
  ]

  private let search: VaultSearch
  private let session: CommandSession
  private let facts: VaultSearch.Facts
  let result: VaultSearch.Result
  private var note: Note?

  init(_ result: VaultSearch.Result, _ search: VaultSearch, _ session: CommandSession) throws {
    self.result = result
    self.search = search
    self.session = session
    facts = try search.facts(of: result)
  }

  /// Reads a template; other names than fields must be keys that some note has.
  static func template(
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
  mutating func text(_ field: FormatTemplate.Field) throws -> String? {
    switch field.name {
    case "path": return session.shownPath(result.path)
    case "title": return result.title
    case "name": return String(decoding: result.path.stem, as: UTF8.self)
    case "folder": return result.path.folder.map { session.shownPath($0) } ?? "."
    case "modified":
      return date(CivilDateTime(milliseconds: facts.modified, in: session.zone), field)
    case "created":
      return facts.created.map {
        date(CivilDateTime(milliseconds: $0, in: session.zone), field)
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
