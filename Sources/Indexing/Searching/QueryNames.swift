/// A name that a query over notes may have before its colon.
///
/// The names are declared once, in ``ConditionKey``, ``TextScope``, ``PartKind`` and ``NoteFlag``. The parser and the
/// completions of the shells take them from there. `zib help search` is written by hand, and `QueryNameTests` finds
/// what it lacks.
package struct QueryName: Sendable {
  /// The name, as people write it first.
  package let name: String
  /// Other names that mean the same.
  package let otherNames: [String]
  /// The meaning of the name, in a few words.
  package let meaning: String

  /// All of them: the scopes, the parts, the keys.
  package static let all: [QueryName] =
    TextScope.allCases.map {
      QueryName(name: $0.rawValue, otherNames: $0.otherNames, meaning: $0.meaning)
    }
    + PartKind.allCases.filter { $0 != .body }.map {
      QueryName(name: $0.rawValue, otherNames: [], meaning: $0.meaning)
    }
    + ConditionKey.allCases.map {
      QueryName(name: $0.rawValue, otherNames: $0.otherNames, meaning: $0.meaning)
    }
}

/// A part of a note in which words are looked for: `title:walden`. Its raw value is the index's field.
enum TextScope: String, CaseIterable {
  case title, heading, alias, body

  var otherNames: [String] {
    switch self {
    case .title: []
    case .heading: ["headings"]
    case .alias: ["aliases"]
    case .body: ["text"]
    }
  }

  var meaning: String {
    switch self {
    case .title: "in titles"
    case .heading: "in headings"
    case .alias: "in aliases"
    case .body: "in the text below front matter and title"
    }
  }
}

/// A kind of part of which one has to have all that is asked for: `block:(a b)`.
enum PartKind: String, CaseIterable {
  /// What ``TextScope/body`` means: its words have no list of their own in the index.
  case body
  case block, section, code, quote, task

  var names: [String] { self == .body ? [rawValue] + TextScope.body.otherNames : [rawValue] }

  var meaning: String {
    switch self {
    case .body: TextScope.body.meaning
    case .block: "in one paragraph or list item"
    case .section: "under one heading"
    case .code: "in code"
    case .quote: "in a quotation"
    case .task: "in a task"
    }
  }

  /// The reason why no part of this kind has a field, or a part of another kind, within it; nil if it may.
  func fault(ofInner name: String) -> String? {
    let isNever: Bool
    switch (self, PartKind(rawValue: name), TextScope(rawValue: name)) {
    case (.block, .section, _), (.quote, .section, _): isNever = true
    case (.code, .section, _), (.code, .task, _), (.code, _, .heading): isNever = true
    case (.task, .section, _), (.task, .quote, _), (.task, _, .heading): isNever = true
    case (.body, _, .title), (.code, _, .title), (.quote, _, .title), (.task, _, .title):
      isNever = true
    case (_, _, .alias): isNever = true
    default: isNever = false
    }
    return isNever
      ? "no part of \(noun); beside `\(rawValue):(…)` it is asked of the note" : nil
  }

  private var noun: String {
    switch self {
    case .body: "the text below the title"
    case .block: "a paragraph or list item"
    case .section: "a section"
    case .code: "code"
    case .quote: "a quotation"
    case .task: "a task"
    }
  }

  /// The flag of the notes that have such a part; nil where every note may.
  var flag: NoteFlag? {
    switch self {
    case .body, .block, .section: nil
    case .code: .hasCode
    case .quote: .hasQuote
    case .task: .hasTask
    }
  }
}

/// A key of a condition that is no property of front matter: `tag:books`.
enum ConditionKey: String, CaseIterable {
  case tag, path, file, link, links, backlinks
  case linkedFrom = "linked-from"
  case has, `is`, modified, created, date, lang, words, mood
  case due, scheduled, start, done, cancelled, priority

  var otherNames: [String] {
    switch self {
    case .tag: ["tags", "hashtag"]
    case .path: ["folder"]
    case .file: ["files"]
    case .linkedFrom: ["linkedfrom"]
    case .modified: ["updated"]
    case .date: ["day"]
    case .lang: ["language"]
    case .link, .links, .backlinks, .has, .is, .created, .words, .mood, .due, .scheduled, .start,
      .done, .cancelled, .priority:
      []
    }
  }

  var meaning: String {
    switch self {
    case .tag: "a hashtag or one below it"
    case .path: "in a folder"
    case .file: "by a part of the file's name, other files too"
    case .link: "linking to a note"
    case .links: "by how many links it has"
    case .backlinks: "by how many notes link to it"
    case .linkedFrom: "that a note links to"
    case .has: "with something in it"
    case .is: "of a kind"
    case .modified: "changed on days"
    case .created: "begun on days"
    case .date: "of journal days"
    case .lang: "in a language"
    case .words: "by length"
    case .mood: "of journal entries"
    case .due: "tasks due on days"
    case .scheduled: "tasks planned for days"
    case .start: "tasks that begin on days"
    case .done: "tasks done on days"
    case .cancelled: "tasks given up on days"
    case .priority: "tasks of an importance"
    }
  }

  /// True where the name is a key whatever the notes have; `mood` is one where a note has a mood, and `due` where a
  /// task or a note has a due day.
  var isAlwaysKey: Bool { self != .mood && TaskFact(rawValue: rawValue) == nil }
}

/// A fact that `has:` or `is:` asks for, as it is typed and as the index keeps it.
package enum NoteFlag: String, CaseIterable, Sendable {
  case hasAlias = "has:alias"
  case hasAttachment = "has:attachment"
  case hasCloze = "has:cloze"
  case hasCode = "has:code"
  case hasLink = "has:link"
  case hasQuestion = "has:question"
  case hasQuote = "has:quote"
  case hasTag = "has:tag"
  case hasTask = "has:task"
  case isBook = "is:book"
  case isBroken = "is:broken"
  case isConflict = "is:conflict"
  case isJournal = "is:journal"
  case isOrphan = "is:orphan"
  case isPinned = "is:pinned"
  case isTodo = "is:todo"

  /// The part after the colon.
  package var name: String { String(rawValue[rawValue.index(after: colon)...]) }

  /// The names of all flags of a key, `has` or `is`.
  package static func names(of key: String) -> [String] {
    allCases.filter { $0.rawValue[..<$0.colon] == key }.map(\.name)
  }

  private var colon: String.Index {
    // Each raw value has one.
    rawValue.firstIndex(of: ":") ?? rawValue.startIndex
  }
}
