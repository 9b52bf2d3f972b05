import Arguments
import Files
import Indexing
import Notes
import Rendering
import Terminals
import Vaults
import Wording

/// Finds tasks by the words that a person types.
extension CommandSession {
  /// The tasks that a word names: `@3`, `Garden.md:12`, a place as it was listed, or else a part of the text of one.
  ///
  /// - Parameters:
  ///   - words: arguments; a place each, or the words of one text.
  ///   - state: the tasks that are looked for by text.
  /// - Throws: `Failure`.
  package func tasks(named words: [String], _ state: TaskState) throws -> [ListedTask] {
    var found: [ListedTask] = []
    var rest: [String] = []
    for word in words {
      if rest.isEmpty, let task = try task(atPlace: word) {
        found.append(task)
      } else {
        rest.append(word)
      }
    }
    if !rest.isEmpty { found.append(try task(saying: rest.joined(separator: " "), state)) }
    return found
  }

  /// The task at a place; nil for a word that is none.
  private func task(atPlace word: String) throws -> ListedTask? {
    if let place = try recentPlace(word) {
      guard let line = place.line else {
        throw Failure(
          "`\(word)` is a note and no task", hint: "`zib tasks` lists tasks", code: .nothingFound)
      }
      return try task(in: place.path, atLine: line)
    }
    var parts = word.split(separator: ":", omittingEmptySubsequences: false)[...]
    if parts.count > 2, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count > 1, let last = parts.popLast().flatMap({ Int($0) }) else { return nil }
    var line = last
    // `path:line:column`
    if parts.count > 1, let number = parts.last.flatMap({ Int($0) }) {
      line = number
      parts.removeLast()
    }
    return try task(in: notePath(parts.joined(separator: ":")), atLine: line)
  }

  /// The task on a line of a note.
  ///
  /// - Throws: `Failure` if there is none.
  package func task(in path: NotePath, atLine line: Int) throws -> ListedTask {
    let vault = try vault()
    let note = Note(
      parsing: try vault.folder.read(path).bytes, named: String(decoding: path.stem, as: UTF8.self),
      options: vault.noteOptions)
    var style = vault.taskStyle
    // A box that the settings take for no task is one for those who name it.
    style.filter = ""
    guard
      let task = ListedTask.all(of: note, at: path, style).first(where: { $0.position.line == line }
      )
    else {
      throw Failure(
        "\(shown(path)) has no task on line \(line)",
        hint: "`zib tasks` lists tasks with their places", code: .nothingFound)
    }
    return task
  }

  /// The only task that has a text.
  private func task(saying text: String, _ state: TaskState) throws -> ListedTask {
    let wanted = CaseFolding.fold(text)
    let all = try search { search in try search.tasks(search.query(""), state) }
    let found = all.filter { CaseFolding.fold($0.line.description).contains(wanted) }
    let exact = found.filter { CaseFolding.fold($0.line.description) == wanted }
    if let only = (exact.count == 1 ? exact : found).first, found.count == 1 || exact.count == 1 {
      return only
    }
    let what = state == .open ? "open task" : "task that is done"
    guard !found.isEmpty else {
      throw Failure(
        "no \(what) says `\(output.inLine(text))`", hint: "`zib tasks` lists them",
        code: .nothingFound)
    }
    let shown = found.prefix(10).map { task in
      "\n  \(shownPath(task.path)):\(task.position.line): \(task.line.description)"
    }
    let others = found.count > 10 ? "\n  and \(found.count - 10) more" : ""
    throw Failure(
      "\(found.count) tasks say `\(output.inLine(text))`:" + shown.joined() + others,
      hint:
        "name one by its place, such as `\(shownPath(found[0].path)):\(found[0].position.line)`",
      code: .usage)
  }
}
