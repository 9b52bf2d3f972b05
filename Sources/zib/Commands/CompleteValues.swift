import Arguments
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults

/// The hidden command by which completion scripts ask for values of the vault.
enum CompleteValues {
  static let kind = Positional(
    "KIND", .string,
    help: "What to offer: `notes`, `tags`, `keys`, `notes-and-keys`, `notes-or-keys`, `query`, "
      + "`moods`, `books`, `templates`, `commands` or `aliases`.")
  static let prefix = Positional("PREFIX", .string, default: "", help: "What it begins with.")

  static let command = Command(
    "complete-values", summary: "Print values for a shell's completion script",
    arguments: [kind, prefix], hidden: true
  ) { arguments in
    CommandSession.run(arguments) { session in
      // Outside of a vault there are no values, and a message would garble the line being typed.
      session.tellsSettings = false
      let word = arguments[prefix]
      let beginning = word.lowercased()
      for candidate in (try? candidates(arguments[kind], word, session)) ?? [] {
        // Case is ignored, because the shells replace the typed word by the candidate.
        guard candidate.word.lowercased().hasPrefix(beginning) else { continue }
        // A word with a control character could not be typed, and a shell would print it raw.
        guard candidate.word.escapingControlCharacters() == candidate.word else { continue }
        try session.output.write(candidate.word)
        if !candidate.summary.isEmpty {
          try session.output.write("\t")
          try session.output.write(candidate.summary.escapingControlCharacters())
        }
        try session.output.write("\n")
      }
      return .done
    }
  }

  private static func candidates(
    _ kind: String, _ word: String, _ session: CommandSession
  ) throws -> [Candidate] {
    switch kind {
    case "notes": try notes(session)
    case "tags": try tags(session)
    case "keys": try keys(session)
    case "notes-and-keys": try word.contains("=") ? values(word, session) : notesAndKeys(session)
    case "notes-or-keys": try notes(session) + keys(session)
    case "query": try QueryCompletion.candidates(word, session)
    case "moods": Mood.all.map { Candidate($0.name, $0.emoji) }
    case "books": try books(session)
    case "templates": try session.vault().templates.map { Candidate($0) }
    case "commands":
      Zib.tool.root.subcommands.filter { !$0.isHidden }.map { Candidate($0.name, $0.summary) }
    case "aliases": Zib.aliases.map { Candidate($0.name, $0.text) }
    default: []
    }
  }

  private static func tags(_ session: CommandSession) throws -> [Candidate] {
    try session.search { search in
      try search.hashtags(of: search.query("")).map {
        Candidate($0.hashtag.name, Amount.count($0.notes, "note"))
      }
    }
  }

  private static func keys(_ session: CommandSession, ending: String = "") throws -> [Candidate] {
    try session.search { search in
      try search.properties(of: search.query("")).map {
        Candidate($0.key + ending, Amount.count($0.notes, "note"))
      }
    }
  }

  private static func notesAndKeys(_ session: CommandSession) throws -> [Candidate] {
    try notes(session) + keys(session, ending: "=")
  }

  /// `KEY=` with each value that the key has somewhere.
  private static func values(_ word: String, _ session: CommandSession) throws -> [Candidate] {
    let key = String(word.prefix { $0 != "=" })
    return try session.search { search in
      try search.values(of: key, in: search.query("")).values.map {
        Candidate("\(key)=\($0.text)", Amount.count($0.notes, "note"))
      }
    }
  }

  /// Each book by its title.
  private static func books(_ session: CommandSession) throws -> [Candidate] {
    try session.search { search in
      try search.books(of: search.query("")).map {
        Candidate($0.title, $0.book.authors.joined(separator: ", "))
      }
    }
  }

  /// Each note by its file name, or by its path where that name is not its alone.
  private static func notes(_ session: CommandSession) throws -> [Candidate] {
    let paths = try session.vault().walk.check().added.map(\.path).sorted()
    var counts: [String: Int] = [:]
    for path in paths { counts[path.stemText.lowercased(), default: 0] += 1 }
    return paths.map { path in
      counts[path.stemText.lowercased()] == 1
        ? Candidate(path.stemText, path.text) : Candidate(path.text)
    }
  }
}

extension NotePath {
  /// The file's name without its extension, as text.
  fileprivate var stemText: String { String(decoding: stem, as: UTF8.self) }
}
