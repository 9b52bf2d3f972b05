import Files
import Indexing
import Notes
import Rendering
import Terminals
import Vaults
import Wording

/// Notes by a part of their names, and by what was done last.
extension CommandSession {
  /// The most notes that a person chooses from; more are told to be named better.
  private static var mostChoices: Int { 200 }

  /// The note that a part of a name means, among those that have it.
  ///
  /// - Parameter deed: see ``notePath(_:in:to:)``.
  /// - Throws: ``NoteNotFound`` where several are meant; `Failure` if the person agrees to none.
  func note(
    among found: [NamedNote], partlyNamed word: String, to deed: String?
  ) throws -> NotePath {
    guard let only = found.only else {
      if let path = try choose(among: found.map { ($0.path, $0.title) }, named: word, isPart: true)
      {
        return path
      }
      throw NoteNotFound(
        name: word, candidates: found.map { shownPath($0.path) }, suggestion: nil, isPart: true)
    }
    guard let deed else {
      if toldParts.insert(word).inserted { messages.note("`\(word)` means \(shown(only.path))") }
      return only.path
    }
    let path = shownPath(only.path)
    guard mayAsk else {
      throw NoteNotFound(name: word, candidates: [], suggestion: path)
    }
    let answer = ask("`\(word)` means \(shown(only.path)); \(deed) it? [y/N] ").lowercased()
    if ["y", "yes"].contains(answer) { return only.path }
    throw Failure("nothing was changed", code: .nothingFound)
  }

  /// The note that a person at a terminal chooses from a list; nil where nobody can be asked, or there are very many.
  ///
  /// - Throws: `Failure` if none is chosen; `Interrupted` for Ctrl-C.
  func choose(
    among notes: [(path: NotePath, title: String?)], named word: String, isPart: Bool = false
  ) throws -> NotePath? {
    guard mayAsk, !notes.isEmpty, notes.count <= Self.mostChoices else { return nil }
    let rows = notes.map { note in
      var row = StyledText(shown(note.path))
      if let title = note.title, !title.utf8.elementsEqual(note.path.stem) {
        row.append("  (\(output.inLine(title)))", .faint)
      }
      return row
    }
    let heading =
      "\(notes.count) notes "
      + (isPart ? "have `\(word)` in their names:" : "are called `\(word)`:")
    return notes[try choose(heading, among: rows, kind: "note")].path
  }

  // MARK: What was done last

  /// The place that `@` or `@1` means; nil for any other word, and for one that is the path of a file.
  ///
  /// - Throws: `Failure` where nothing was touched or listed, or the note is gone.
  package func recentPlace(_ word: String) throws -> ListedPlace? {
    guard word.first == "@", word.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
      try existingNote(word) == nil
    else { return nil }
    let vault = try vault()
    guard let recent = RecentNotes(environment) else {
      throw Failure("there is no home folder that remembers what `\(word)` means")
    }
    guard word != "@" else {
      guard let path = recent.touched(in: vault) else {
        throw Failure(
          "zib has not touched a note of this vault yet", hint: "name one", code: .nothingFound)
      }
      try requirePresent(path, calledBy: word)
      return ListedPlace(path)
    }
    guard let terminal = terminalName, let (root, places) = recent.listed(in: terminal) else {
      throw Failure(
        "nothing was listed in this terminal yet",
        hint: "`zib list` and `zib search` list notes", code: .nothingFound)
    }
    guard root == vault.root else {
      throw Failure(
        "the list that was printed last here is of another vault, \(root)",
        hint: "list notes of this one first", code: .nothingFound)
    }
    guard let number = Int(word.dropFirst()), places.indices.contains(number - 1) else {
      throw Failure(
        "the list that was printed last here has \(Amount.count(places.count, "place"))",
        code: .nothingFound)
    }
    try requirePresent(places[number - 1].path, calledBy: word)
    return places[number - 1]
  }

  private func requirePresent(_ path: NotePath, calledBy word: String) throws {
    if Platform.isFile(try vault().root.appending(path).text) { return }
    throw Failure(
      "`\(word)` means \(shown(path)), which is gone", hint: "name the note that you mean",
      code: .nothingFound)
  }

  /// Keeps which note `@` means: one that was made, changed or opened.
  package func touch(_ path: NotePath) {
    guard past == nil, let vault = try? vault() else { return }
    do throws(SystemError) {
      try RecentNotes(environment)?.touch(path, in: vault)
    } catch {
      messages.detail("`@` is not kept: \(error.description)")
    }
  }

  /// Keeps what `@1`, `@2`, … mean: a list that a person sees.
  package func remember(listed places: some Collection<ListedPlace>) {
    guard past == nil, !places.isEmpty,
      terminal.isOutputTerminal || environment["ZIB_TERMINAL"] != nil,
      let name = terminalName, let vault = try? vault()
    else { return }
    do throws(SystemError) {
      try RecentNotes(environment)?.remember(places, of: vault, in: name)
    } catch {
      messages.detail("`@1` is not kept: \(error.description)")
    }
  }

  private var terminalName: String? { environment["ZIB_TERMINAL"] ?? Platform.terminalName }
}
