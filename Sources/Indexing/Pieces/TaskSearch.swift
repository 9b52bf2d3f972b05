import Files
import Notes
import Search

extension VaultSearch {
  /// The tasks that satisfy a query, in the order in which they are given.
  ///
  /// Words have to be in the task, its heading or the title of its note, and dates, priorities and hashtags are its
  /// own; other conditions are asked of its note.
  /// - Parameter languages: those that notes declare.
  package func tasks(
    _ tasks: [ListedTask], satisfying root: QueryNode, languages: [NotePath: String]
  ) throws(IndexError) -> [ListedTask] {
    try pieces(tasks, satisfying: root, languages: languages)
  }
}

extension QueryNode {
  /// A condition that every note satisfies which has a task that satisfies this query.
  package var askedOfNotesWithTasks: QueryNode {
    switch self {
    // The task may lack the excluded text, and a pattern may match the task's ends.
    case .not, .regex: .all
    case .and(let parts): .all(of: parts.map(\.askedOfNotesWithTasks))
    case .or(let parts): .any(of: parts.map(\.askedOfNotesWithTasks))
    case .within(_, let part): part.askedOfNotesWithTasks
    // A done task has dates that its note is not found by.
    case .predicate(let predicate): ListedTask.isOwn(predicate) ? .all : self
    default: self
    }
  }
}

extension ListedTask: SearchedPiece {
  func add(to writer: DocumentWriter, _ indexing: NoteIndexing) {
    let note = Note(piece: source, options: indexing.settings.options)
    writer.title = Array(noteTitle.utf8)
    indexing.add(Array(noteTitle.utf8), .title, to: writer)
    if let heading { indexing.add(Array(heading.utf8), .heading, to: writer) }
    indexing.addText(note, to: writer)
    for hashtag in hashtags where !hashtag.name.isEmpty {
      indexing.add(HashtagKey.make(hashtag), to: writer, .hashtag)
    }
    writer.setColumns { column in
      switch column {
      case .modified, .created, .day: nil
      case .words: Int64(note.wordCount)
      }
    }
  }

  func text(in scope: FieldScope) -> [UInt8] {
    switch scope {
    case .field("title"): Array(noteTitle.utf8)
    case .field("heading"): Array((heading ?? "").utf8)
    case .field("alias"): []
    default: source
    }
  }

  func document(passing sieve: ByteSieve, _ notes: NotePredicates) -> DocumentText? {
    guard sieve.passes([source, Array(noteTitle.utf8)]) else { return nil }
    return Note(piece: source, options: notes.indexing.settings.options).documentText(
      names: [(noteTitle, "title"), (heading ?? "", "heading")], today: notes.today,
      zone: notes.zone)
  }

  /// True for conditions on the task itself.
  fileprivate static func isOwn(_ predicate: Predicate) -> Bool {
    switch ConditionKey(rawValue: predicate.key) {
    case .due, .scheduled, .start, .done, .cancelled, .priority, .created, .tag: true
    case .is: predicate.asksForTodo
    default: false
    }
  }

  static func condition(
    _ predicate: Predicate, _ notes: NotePredicates, _ noteIndex: Index
  ) -> PieceCondition<ListedTask>? {
    switch ConditionKey(rawValue: predicate.key) {
    case .tag: return .indexed(predicate)
    case .is where isOwn(predicate): return .test { $0.status.kind.isOpen }
    case .created:
      let match = ValueMatch(predicate.test, today: notes.today, zone: notes.zone)
      return .test { task in
        task.line.day(.created).map { match.accepts($0.description) } ?? false
      }
    case .due, .scheduled, .start, .done, .cancelled, .priority:
      guard let fact = TaskFact(rawValue: predicate.key) else { return .test { _ in false } }
      let match = TaskFact.Match(
        predicate.key, predicate.test, today: notes.today, zone: notes.zone)
      return .test { task in TaskFact.value(fact, of: task.line).map { match.accepts($0) } ?? false
      }
    default: return nil
    }
  }
}
