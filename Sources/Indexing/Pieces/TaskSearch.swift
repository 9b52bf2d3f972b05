import Files
import Notes
import Search

/// A search among tasks, which are put into an index in memory: words have to be in the task, its heading or the title
/// of its note, and dates, priorities and hashtags are its own; other conditions apply to its note.
package struct TaskSearch {
  private let tasks: [ListedTask]
  private let pieces: PieceIndex

  package init(
    _ tasks: [ListedTask], in search: VaultSearch, languages: [NotePath: String]
  ) throws(IndexError) {
    self.tasks = tasks
    let indexing = search.indexing
    pieces = try PieceIndex(
      count: tasks.count, in: search,
      client: TaskPredicates(
        tasks: tasks, own: search.predicates, notes: search.predicates,
        noteIndex: search.index.index)
    ) { number, writer in
      let task = tasks[number]
      indexing.add(
        task, language: languages[task.path] ?? indexing.settings.language, to: writer)
    }
  }

  /// Those that satisfy a query, in the order in which they were given.
  package func tasks(satisfying root: QueryNode) throws(IndexError) -> [ListedTask] {
    try pieces.numbers(satisfying: root).map { tasks[$0] }
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
    case .predicate(let predicate): TaskPredicates.isOwn(predicate) ? .all : self
    default: self
    }
  }
}

/// Evaluates the predicates of a query for tasks.
private struct TaskPredicates: SearchClient {
  let tasks: [ListedTask]
  /// For the task's own facts that are indexed as a note's are.
  let own: NotePredicates
  /// For facts that only its note has.
  let notes: NotePredicates
  let noteIndex: Index

  /// True for conditions on the task itself.
  static func isOwn(_ predicate: Predicate) -> Bool {
    switch ConditionKey(rawValue: predicate.key) {
    case .due, .scheduled, .start, .done, .cancelled, .priority, .created, .tag: true
    case .is: predicate.test == .matches(NoteFlag.isTodo.name)
    default: false
    }
  }

  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]
  {
    func having(_ isWanted: (ListedTask) -> Bool) throws(IndexError) -> [DocumentSet] {
      try index.documents { _, key in isWanted(tasks[PieceIndex.number(key)]) }
    }
    switch ConditionKey(rawValue: predicate.key) {
    case .tag: return try own.documents(matching: predicate, in: index)
    case .is where Self.isOwn(predicate): return try having { $0.status.kind.isOpen }
    case .created:
      let match = ValueMatch(predicate.test, today: own.today, zone: own.zone)
      return try having { task in
        task.line.day(.created).map { match.accepts($0.description) } ?? false
      }
    case .due, .scheduled, .start, .done, .cancelled, .priority:
      guard let fact = TaskFact(rawValue: predicate.key) else { return index.emptySets() }
      let match = TaskFact.Match(predicate.key, predicate.test, today: own.today, zone: own.zone)
      return try having { task in
        TaskFact.value(fact, of: task.line).map { match.accepts($0) } ?? false
      }
    default:
      let paths = try notes.paths(matching: predicate, in: noteIndex)
      return try having { paths.contains($0.path.bytes) }
    }
  }

  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  {
    let task = tasks[PieceIndex.number(try index.key(of: id))]
    return switch scope {
    case .field("title"): Array(task.noteTitle.utf8)
    case .field("heading"): Array((task.heading ?? "").utf8)
    case .field("alias"): []
    default: task.source
    }
  }

  func document(
    _ id: DocumentID, passing sieve: ByteSieve, _ index: Index
  ) throws(IndexError) -> DocumentText? {
    let task = tasks[PieceIndex.number(try index.key(of: id))]
    guard sieve.passes([task.source, Array(task.noteTitle.utf8)]) else { return nil }
    return Note(piece: task.source, options: own.indexing.settings.options).documentText(
      names: [(task.noteTitle, "title"), (task.heading ?? "", "heading")], today: own.today,
      zone: own.zone)
  }

  func gaveUp(on id: DocumentID, matching pattern: String, _ index: Index) throws(IndexError) {
    own.unfinished.add(pattern, on: tasks[PieceIndex.number(try index.key(of: id))].path)
  }
}

extension NoteIndexing {
  /// Puts a task into an index of tasks.
  fileprivate func add(_ task: ListedTask, language: String, to writer: DocumentWriter) {
    let note = Note(piece: task.source, options: settings.options)
    writer.title = Array(task.noteTitle.utf8)
    writer.setLanguage(language)
    add(Array(task.noteTitle.utf8), .title, to: writer)
    if let heading = task.heading { add(Array(heading.utf8), .heading, to: writer) }
    addText(note, to: writer)
    for hashtag in task.hashtags where !hashtag.name.isEmpty {
      add(HashtagKey.make(hashtag), to: writer, .hashtag)
    }
    writer.setColumns { column in
      switch column {
      case .modified, .created, .day: nil
      case .words: Int64(note.wordCount)
      }
    }
  }
}
