import Arguments
import Indexing
import Notes
import Rendering
import Reviews
import Settings

/// Completes a word of a query.
package enum QueryCompletion {
  /// The fields, or after a field's colon its values.
  package static func candidates(_ word: String, _ session: CommandSession) throws -> [Candidate] {
    let minus = word.hasPrefix("-") ? "-" : ""
    let body = word.dropFirst(minus.count)
    if body.hasPrefix("#") { return try tags(session, after: minus + "#") }
    if body.hasPrefix("@") {
      return try session.vault().configuration.members(of: "query").map {
        Candidate(minus + "@" + $0.name, $0.text)
      }
    }
    guard let colon = body.firstIndex(of: ":") else {
      return try QueryName.all.map { Candidate(minus + $0.name + ":", $0.meaning) }
        + keys(session).map { Candidate(minus + $0 + ":", "property") }
    }
    let field = String(body[..<colon])
    let before = minus + field + ":"
    switch field {
    case "tag": return try tags(session, after: before)
    case "has": return NoteFlag.names(of: field).map { Candidate(before + $0) }
    case "is":
      let states = CardStates.Condition.allCases.map(\.rawValue)
      return (NoteFlag.names(of: field) + states).map { Candidate(before + $0) }
    case "due", "scheduled", "start":
      return (["<=today", "today", "tomorrow", "<=next-week"] + days).map { Candidate(before + $0) }
    case "priority": return TaskPriority.allCases.map { Candidate(before + $0.name) }
    case "modified", "created", "date", "done", "cancelled":
      return days.map { Candidate(before + $0) }
    default:
      return try session.search { search in
        try search.values(of: field, in: search.query("")).values.map { value in
          let text = value.text.contains(" ") ? "\"\(value.text)\"" : value.text
          return Candidate(before + text, Amount.count(value.notes, "note"))
        }
      }
    }
  }

  private static func tags(_ session: CommandSession, after before: String) throws -> [Candidate] {
    try session.search { search in
      try search.hashtags(of: search.query("")).map {
        Candidate(before + $0.hashtag.name, Amount.count($0.notes, "note"))
      }
    }
  }

  private static func keys(_ session: CommandSession) throws -> [String] {
    try session.search { search in try search.properties(of: search.query("")).map(\.key) }
  }

  private static let days = [
    "today", "yesterday", "this-week", "last-week", "this-month", "last-month", "this-year",
    "last-year",
  ]
}
