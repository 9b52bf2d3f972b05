import Files
import Indexing
import Notes
import Search

/// The tasks that a list is about.
package enum TaskState: String, CaseIterable, Sendable {
  case open, done, all

  /// True if a task of a status is meant.
  func accepts(_ status: TaskStatus) -> Bool {
    switch self {
    case .open: status.kind.isOpen
    case .done: !status.kind.isOpen
    case .all: true
    }
  }
}

extension VaultSearch {
  /// The tasks that satisfy a query, by path and place; those of conflict copies and of templates are none.
  ///
  /// - Parameter progress: called with the number of notes read and of all.
  package func tasks(
    _ query: Query, _ state: TaskState, progress: Vault.IndexProgress = { _, _ in }
  ) throws -> [ListedTask] {
    let style = vault.taskStyle
    let paths = try pathsOfTasks(query, state)
    var found: [ListedTask] = []
    var languages: [NotePath: String] = [:]
    for (number, path) in paths.enumerated() {
      if number % 64 == 0 { progress(number, paths.count) }
      // Gone since the look at the folder: it has no tasks.
      guard let note = try? note(at: path) else { continue }
      found += ListedTask.all(of: note, at: path, style).filter { state.accepts($0.status) }
      if let language = note.language { languages[path] = language }
    }
    guard query.root != .all else { return found }
    return try tasks(found, satisfying: query.root, languages: languages)
  }

  private func pathsOfTasks(_ query: Query, _ state: TaskState) throws(IndexError) -> [NotePath] {
    let templates = TemplateFolder(vault.configuration)
    let documents = try self.documents(of: query.root.askedOfNotesWithTasks)
    var paths: [NotePath] = []
    let flag = state == .open ? NoteFlag.isTodo : .hasTask
    for (segment, set) in try flagged([flag], documents).enumerated() {
      try set.forEach { (document) throws(IndexError) in
        let key = try index.notes.key(of: DocumentID(segment: segment, document: document))
        guard let path = NotePath(bytes: key) else { throw .damaged("path") }
        if !path.isConflictCopy, !templates.contains(path) { paths.append(path) }
      }
    }
    return paths.sorted()
  }
}
