import Arguments
import Files
import Indexing
import Notes
import PastNotes
import Terminals
import Vaults
import Wording

/// Finds notes by their names on the command line, and shows their paths.
extension CommandSession {
  /// The note that a word names: a path from the current folder or from the vault's root, with or
  /// without `.md`, or a file name in any case, with folders before it where it needs them, or else a
  /// title or an alias; `@` and `@1`; or else a part of a name or path that one note has.
  ///
  /// Which note a part means is said. A person at a terminal chooses where several notes are meant.
  /// - Parameters:
  ///   - search: an index that is in step already, which saves a look at the folder.
  ///   - deed: for what takes a note away, its verb: a person has to agree that a part means this note, and nobody
  ///     else can.
  /// - Throws: ``NoteNotFound`` if there is none, or several; ``NoteWaits``.
  package func notePath(
    _ word: String, in search: VaultSearch? = nil, to deed: String? = nil
  ) throws -> NotePath {
    if let place = try recentPlace(word) { return place.path }
    do {
      return try exactNotePath(word, in: search)
    } catch let error as NoteNotFound {
      if !error.candidates.isEmpty {
        guard let path = try choose(among: error.paths.map { ($0, nil) }, named: word) else {
          throw error
        }
        return path
      }
      let found =
        try search?.notes(partlyNamed: word) ?? self.search { try $0.notes(partlyNamed: word) }
      if found.isEmpty { throw error }
      return try note(among: found, partlyNamed: word, to: deed)
    }
  }

  /// The note that a word names wholly, and not by a part of its name.
  ///
  /// - Throws: ``NoteNotFound`` if there is none, or several; ``NoteWaits``.
  package func exactNotePath(_ word: String, in search: VaultSearch? = nil) throws -> NotePath {
    do {
      return try presentNote(word, search)
    } catch let error as NoteNotFound where error.candidates.isEmpty {
      try refuseWaiting(word)
      throw error
    } catch let error as WriteError {
      try refuseWaiting(word)
      throw error
    }
  }

  /// A path from the current folder as the vault has it, whether or not something is there; other words as they are.
  package func vaultSpelling(of word: String) throws -> String {
    guard case .inVault(let folder) = placeOfFolder else { return word }
    var components = folder.map { String(decoding: $0, as: UTF8.self) }
    var rest = Substring(word)
    while rest.hasPrefix("./") || rest.hasPrefix("../") {
      if rest.hasPrefix("../") {
        guard !components.isEmpty else { return word }
        components.removeLast()
      }
      rest = rest[rest.index(after: rest.firstIndex(of: "/")!)...]  // the prefix ends with one
    }
    return (components + [String(rest)]).joined(separator: "/")
  }

  /// - Throws: ``NoteWaits`` for a note that the history has and that cannot be written here.
  private func refuseWaiting(_ word: String) throws {
    let waiting = try vault().waitingFiles()
    if waiting.isEmpty { return }
    let spelling = try vaultSpelling(of: word)
    for candidate in [spelling, spelling + ".md"] {
      if let path = NotePath(candidate), let reason = waiting[path] {
        throw NoteWaits(path: path, shown: shownPath(path), reason: reason)
      }
    }
  }

  private func presentNote(_ word: String, _ search: VaultSearch?) throws -> NotePath {
    if let path = try existingNote(word) { return path }
    // If the case is wrong the path does not exist, so `../home` is searched as `home`.
    var wanted = Substring(word)
    while let step = ["./", "../"].first(where: wanted.hasPrefix) {
      wanted = wanted.dropFirst(step.count)
    }
    let name = String(wanted)
    let all = try search?.notes(perhapsCalled: name) ?? vault().walk.check().added.map(\.path)
    var found = all.filter { $0.isCalled(name) }
    let exact = found.filter { $0.stem.elementsEqual(word.utf8) }
    if let only = (exact.count == 1 ? exact : found).first, found.count == 1 || exact.count == 1 {
      return only
    }
    if found.isEmpty {
      found = try search.map { try self.notes(titled: word, $0) } ?? self.notes(titled: word)
      // A conflict copy has its note's title, which means the note as long as there is one.
      let notes = found.filter { !$0.isConflictCopy }
      if !notes.isEmpty { found = notes }
      if let only = found.first, found.count == 1 { return only }
    }
    throw NoteNotFound(
      name: word, candidates: found.sorted().map { shownPath($0) },
      suggestion: found.isEmpty
        ? suggestion(
          for: word, among: (search?.notes ?? all).map { String(decoding: $0.stem, as: UTF8.self) })
        : nil, paths: found.sorted())
  }

  /// The notes that have a title or alias, in any case.
  private func notes(titled title: String) throws -> [NotePath] {
    try search { search in try notes(titled: title, search) }
  }

  private func notes(titled title: String, _ search: VaultSearch) throws -> [NotePath] {
    let quoted = "\"" + title.filter { $0 != "\"" } + "\""
    let folded = CaseFolding.fold(title)
    let query = search.query("title:\(quoted) OR alias:\(quoted)")
    return try search.results(query, limit: 50).filter { hit in
      if CaseFolding.fold(hit.title) == folded { return true }
      return try search.note(hit).aliases.contains { CaseFolding.fold($0) == folded }
    }.map(\.path)
  }

  /// The notes and other files that some words name, as ``notePaths(_:foundBy:)`` has notes; another file is named by
  /// its path.
  ///
  /// - Parameter deed: see ``notePath(_:in:to:)``.
  package func filePaths(_ words: [String], to deed: String?) throws -> [NotePath] {
    var paths: [NotePath] = []
    for word in words {
      if word == "-" {
        paths += try notePaths([word], foundBy: nil)
      } else if let path = try otherFile(word) {
        paths.append(path)
      } else if let path = try link(namedBy: word) {
        paths.append(path)
      } else {
        paths.append(try notePath(word, to: deed))
      }
    }
    var seen: Set<NotePath> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// The path of a symbolic link that a word names; other commands follow it to the note behind it.
  package func link(namedBy word: String) throws -> NotePath? {
    let root = try vault().root
    for spelling in [word, word + ".md"] {
      for candidate in [try vaultSpelling(of: spelling), spelling] {
        guard let path = NotePath(candidate),
          FileStatus.at(root.appending(path), following: false)?.kind == .link
        else { continue }
        return path
      }
    }
    return nil
  }

  /// The path of a file or folder that is there and no note, from the current folder or from the vault's root.
  private func otherFile(_ word: String) throws -> NotePath? {
    let root = try vault().root
    for spelling in [try vaultSpelling(of: word), word] {
      guard let path = NotePath(spelling), !path.isMarkdown,
        let status = FileStatus.at(root.appending(path), following: false)
      else { continue }
      // A note goes before a folder of its name.
      if status.kind == .folder, FileStatus.at(root.appending(path.text + ".md")) != nil {
        continue
      }
      return path
    }
    return nil
  }

  /// The notes that some words name; `-` means the paths on standard input, each ended by a line
  /// end, or by a NUL if there is one.
  ///
  /// - Parameter query: adds the notes that it finds.
  package func notePaths(_ words: [String], foundBy query: String?) throws -> [NotePath] {
    var paths: [NotePath] = []
    if let query {
      let (read, found) = try search { search in
        let read = search.query(query)
        return (read, try search.results(read, order: .path).map(\.path))
      }
      tell(read)
      paths += found
    }
    for word in words {
      guard word == "-" else {
        paths.append(try notePath(word))
        continue
      }
      let input = try standardInput()
      let separator: UInt8 = input.contains(0) ? 0 : 0x0A
      for line in input.split(separator: separator) {
        let path = DiskPath(bytes: Array(line))
        if let path = try existingNote(path) {
          paths.append(path)
        } else if separator == 0x0A, let tab = line.firstIndex(of: 0x09),
          let path = try existingNote(DiskPath(bytes: Array(line[..<tab])))
        {
          // `zib list` prints the title after a tab.
          paths.append(path)
        } else {
          paths.append(try notePath(path.text))
        }
      }
    }
    var seen: Set<NotePath> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// The note at a path from the current folder, whatever its bytes.
  private func existingNote(_ path: DiskPath) throws -> NotePath? {
    let below = NotePath(bytes: path.bytes).map(currentFolder.appending)
    let here = path.isAbsolute ? path : below ?? currentFolder.appending(path.text)
    guard let real = DiskPath.real(here), FileStatus.at(real)?.kind == .file else { return nil }
    let note = try vault().root.relative(real).flatMap { NotePath(bytes: Array($0)) }
    return note?.isMarkdown == true ? note : nil
  }

  /// The note at a path from the current folder or from the vault's root.
  package func existingNote(_ word: String) throws -> NotePath? {
    let root = try vault().root
    for spelling in [word, word + ".md"] {
      let here = spelling.hasPrefix("/") ? DiskPath(spelling) : currentFolder.appending(spelling)
      if Platform.isFile(here.text), let real = DiskPath.real(here),
        let path = root.relative(real).flatMap({ NotePath(bytes: Array($0)) }), path.isMarkdown
      {
        return path
      }
      guard let path = NotePath(spelling), path.isMarkdown else { continue }
      let file = root.appending(path)
      if Platform.isFile(file.text) { return path }
      if FileStatus.at(file) != nil { throw WriteError.notAFile(path) }
    }
    return nil
  }

  /// A note's path as it leads there from the current folder; absolute where that is elsewhere.
  package func shownPath(_ path: NotePath) -> String {
    String(decoding: shownPathBytes(path), as: UTF8.self)
  }

  /// The same as bytes, which need not be UTF-8, for `-0`.
  package func shownPathBytes(_ path: NotePath) -> [UInt8] {
    switch placeOfFolder {
    case .inVault(let folder):
      if folder.isEmpty { return path.bytes }
      let shared = zip(folder, path.components.dropLast()).prefix { $0 == $1 }.count
      let up = Array(repeating: Array("..".utf8), count: folder.count - shared)
      let down = path.components.dropFirst(shared).map { Array($0) }
      return Array((up + down).joined(separator: [0x2F]))
    case .elsewhere(let root): return root.appending(path).bytes
    }
  }
}

extension Note {
  /// The part that an anchor means.
  ///
  /// - Throws: `Failure` if there is no such heading or block.
  package func requiredSection(_ anchor: String, at path: NotePath) throws -> ByteRange {
    guard let range = section(anchored: anchor) else {
      throw Failure(
        "\(path) has no heading or block `\(anchor)`",
        hint: suggestion(for: anchor, among: headings.map { plainText(in: $0.text) }).map {
          "did you mean `\($0)`?"
        },
        code: .nothingFound)
    }
    return range
  }
}
