import Files
import Indexing
import Notes
import Rendering
import Terminals
import Vaults
import Wording

/// Links and places of links as they are printed.
extension CommandSession {
  /// The thing that a link of a note leads to.
  func shownTarget(_ link: PlacedLink, in path: NotePath) -> StyledText {
    var text = StyledText()
    switch link.target {
    case .missing:
      text.append("no such file", .warning)
      return text
    case .external: return StyledText("outside the vault", .faint)
    case .sameNote: text.append(shownPath(path), .path)
    case .file(let file, _): text.append(shownPath(file), .path)
    }
    if let anchor = link.anchor {
      text.append("#" + output.inLine(anchor), link.lacksAnchor ? .warning : .path)
    }
    if link.lacksAnchor {
      text.append(
        ", no such \(link.anchor?.hasPrefix("^") == true ? "block" : "heading")", .warning)
    }
    if case .file(_, .alias) = link.target {
      text.append(", by its title or alias", .faint)
      if !link.others.isEmpty {
        let others = link.others.map { shownPath($0) }.joined(separator: ", ")
        text.append(", which \(others) \(link.others.count == 1 ? "has" : "have") too", .warning)
      }
    }
    return text
  }

  /// `path:line:column: `, as compilers and `grep` print places.
  package func shownPlace(_ path: NotePath, _ position: TextPosition) -> StyledText {
    var line = StyledText(shownPath(path), .path)
    line.append(":", .faint)
    line.append("\(position.line)", .position)
    line.append(":", .faint)
    line.append("\(position.column)", .position)
    line.append(": ", .faint)
    return line
  }

  /// A link at its place with what it leads to, on one line.
  package func writeLink(_ link: PlacedLink, in path: NotePath) throws {
    var line = shownPlace(path, link.position)
    line.append(output.inLine(link.text), .link)
    line.append(" -> ", .faint)
    line.append(shownTarget(link, in: path))
    try output.writeLine(line)
  }

  /// The same as ``place(_:in:)``, or the path of another file by its path or name.
  package func target(
    _ word: String, in search: VaultSearch
  ) throws -> (path: NotePath, anchor: String?) {
    do {
      return try place(word, in: search, isWhole: true)
    } catch let error as NoteNotFound where error.candidates.isEmpty {
      let spelling = try vaultSpelling(of: word)
      let files = search.attachments(called: word) + search.attachments(called: spelling)
      if let exact = files.first(where: { $0.text == spelling }) { return (exact, nil) }
      let found = Set(files).sorted()
      if let only = found.first, found.count == 1 { return (only, nil) }
      if found.isEmpty { return try place(word, in: search) }
      throw NoteNotFound(
        name: word, candidates: found.map { shownPath($0) }, suggestion: nil)
    }
  }

  /// The path of the note that a word names, and the heading or block after its `#`.
  ///
  /// - Parameters:
  ///   - search: an index that is in step already, which saves a look at the folder.
  ///   - isWhole: true where a part of a name is none.
  package func place(
    _ word: String, in search: VaultSearch? = nil, isWhole: Bool = false
  ) throws -> (path: NotePath, anchor: String?) {
    func path(_ name: String) throws -> NotePath {
      guard isWhole else { return try notePath(name, in: search) }
      return try recentPlace(name)?.path ?? exactNotePath(name, in: search)
    }
    guard let sign = word.firstIndex(of: "#"), sign != word.startIndex,
      try existingNote(word) == nil
    else { return (try path(word), nil) }
    return (try path(String(word[..<sign])), String(word[word.index(after: sign)...]))
  }
}

extension LinkResolver.Rule {
  /// The name of the rule for programs.
  package var word: String {
    switch self {
    case .path: "path"
    case .folder: "folder"
    case .shortest: "shortest"
    case .alias: "alias"
    case .page: "page"
    case .part: "part"
    }
  }
}
