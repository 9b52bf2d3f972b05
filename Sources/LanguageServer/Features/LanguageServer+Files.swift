import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering
import Settings
import Vaults
import Wording

/// Files and folders that the client makes, renames or deletes, and the links to them.
extension LanguageServer {
  /// `workspace/willRenameFiles`: the client renames whatever is answered, so that a person is told of links that cannot
  /// follow.
  func willRenameFiles(_ request: Request) throws -> JSONValue {
    var all = WorkspaceEdits()
    for vault in vaults {
      var moves: [MoveRequest] = []
      var leaving: [NotePath] = []
      for file in request.parameters["files"]?.elements ?? [] {
        guard let old = file["oldUri"]?.string, let new = file["newUri"]?.string,
          let from = place(of: DocumentURI(old)), from.vault === vault
        else { continue }
        guard let to = place(of: DocumentURI(new)), to.vault === vault else {
          leaving.append(from.path)
          continue
        }
        if from.path == to.path { continue }
        let status = FileStatus.at(vault.root.appending(from.path))
        let isFolder = status?.kind == .folder
        if !isFolder, !goes(to.path, in: vault, request),
          let there = FileStatus.at(vault.root.appending(to.path)),
          there.inode != status?.inode || there.device != status?.device
        {
          try tellLost(
            [from.path], in: vault, request, because: "`\(to.path.text)` is there already",
            if: "if it is replaced, ")
          continue
        }
        moves.append(MoveRequest(from: from.path, to: to.path, isFolder: isFolder))
      }
      if let first = leaving.first {
        try tellLost(leaving, in: vault, request, because: "`\(first.text)` leaves the vault")
      }
      if moves.isEmpty { continue }
      try request.checkCancelled()
      do {
        let rewrites = try search(vault).plannedRewrites(of: MovesRequest(moves))
        all.add(try edits(rewrites, in: vault))
      } catch let error as MoveRefusal {
        try tellLost(moves.map(\.from), in: vault, request, because: Self.reason(error, moves))
      } catch let error as WriteError {
        try tellLost(moves.map(\.from), in: vault, request, because: Self.reason(error, moves))
      }
    }
    return all.isEmpty ? .null : json(all)
  }

  /// True if what is at a path goes elsewhere in the same request, as `b` does where `a` becomes `b` and `b` becomes `c`.
  private func goes(_ path: NotePath, in vault: ServedVault, _ request: Request) -> Bool {
    (request.parameters["files"]?.elements ?? []).contains { file in
      guard let old = file["oldUri"]?.string, let from = place(of: DocumentURI(old)),
        from.vault === vault, file["newUri"]?.string != old
      else { return false }
      return path == from.path || path.isBelow(from.path)
    }
  }

  /// The reason why links cannot follow files.
  private static func reason(_ error: any Error, _ moves: [MoveRequest]) -> String {
    if case MoveRefusal.link(_, let link) = error, link.reason == .noName, !link.signs.isEmpty {
      let signs = link.signs.map { $0 == " " ? "a space at an end" : "`\($0)`" }
      return "no link can name `\(link.path ?? moves[0].to.text)`, because of "
        + signs.joined(separator: " ")
    }
    return ErrorWords(error).message
  }

  /// Says how many links to some files, or to those in some folders, will lead nowhere, and why.
  private func tellLost(
    _ roots: [NotePath], in vault: ServedVault, _ request: Request, because reason: String,
    if condition: String = ""
  ) throws {
    let lost = try links(to: roots, in: vault, request)
    if lost.links > 0 { show("\(reason): \(condition)\(lost.words)", .warning) }
  }

  /// Links that will lead nowhere, and the notes that have them.
  private struct LostLinks {
    var links = 0
    var notes: Set<String> = []

    var words: String {
      let names = notes.sorted().prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      let more = notes.count > 3 ? " and \(notes.count - 3) more" : ""
      return "\(links) \(links == 1 ? "link" : "links") will lead nowhere, in \(names)\(more)"
    }
  }

  /// The links of other notes to some files, and to those in some folders.
  private func links(
    to roots: [NotePath], in vault: ServedVault, _ request: Request
  ) throws -> LostLinks {
    var lost = LostLinks()
    if roots.isEmpty { return lost }
    let search = try search(vault)
    let files = Self.files(at: roots, in: search)
    // A link of a note that goes as well leads nowhere anyway.
    let gone = Set(files)
    for path in files {
      try request.checkCancelled()
      for backlinks in try search.backlinks(to: path) where !gone.contains(backlinks.path) {
        lost.links += backlinks.places.matches.count
        lost.notes.insert(backlinks.path.text)
      }
    }
    return lost
  }

  /// `workspace/willCreateFiles`: links that would mean the new note in place of the one that they mean are rewritten.
  func willCreateFiles(_ request: Request) throws -> JSONValue {
    var all = WorkspaceEdits()
    for vault in vaults {
      let paths = (request.parameters["files"]?.elements ?? []).compactMap { file -> NotePath? in
        guard let uri = file["uri"]?.string, let place = place(of: DocumentURI(uri)),
          place.vault === vault, !beingMade.contains(self.uri(of: place).key),
          !place.path.components.contains(where: { $0.first == 0x2E }),
          FileStatus.at(vault.root.appending(place.path)) == nil
        else { return nil }
        // A folder has a name without an ending, and no link means it.
        return place.path.stem.count < place.path.name.count ? place.path : nil
      }
      if paths.isEmpty { continue }
      try request.checkCancelled()
      let plan = try search(vault).plannedLinks(besides: paths.map { PlannedFile($0) })
      all.add(try edits(plan.rewrites, in: vault))
      if let lost = plan.lost.first {
        show(
          "links in `\(lost.path.text)` may mean the new file now: "
            + ErrorWords(lost.reason).cause, .warning)
      }
      if let first = plan.awakened.first {
        let count = Amount.count(plan.awakened.count, "target")
        show(
          "\(count) that led nowhere will lead there, such as `\(first.target)` in `\(first.note.text)`"
        )
      }
    }
    return all.isEmpty ? .null : json(all)
  }

  /// `workspace/willDeleteFiles`: nothing is changed; the person is told which links will lead nowhere.
  func willDeleteFiles(_ request: Request) throws -> JSONValue {
    let deleted = (request.parameters["files"]?.elements ?? []).compactMap { file in
      file["uri"]?.string.flatMap { self.place(of: DocumentURI($0)) }
    }
    var all = LostLinks()
    for vault in vaults {
      let lost = try links(
        to: deleted.filter { $0.vault === vault }.map(\.path), in: vault, request)
      all.links += lost.links
      all.notes.formUnion(lost.notes)
    }
    if all.links > 0 { show(all.words, .warning) }
    return .null
  }

  /// The files at some paths, and those in the folders there.
  private static func files(at paths: [NotePath], in search: VaultSearch) -> [NotePath] {
    var files: [NotePath] = []
    func add(_ file: NotePath) {
      if paths.contains(where: { file == $0 || file.isBelow($0) }) { files.append(file) }
    }
    search.index.table.forEachNote { _, file in add(file) }
    search.index.table.forEachAttachment { add($0) }
    return files
  }
}

extension NotePath {
  /// True if it lies in a folder of that path.
  fileprivate func isBelow(_ folder: NotePath) -> Bool {
    bytes.starts(with: folder.bytes + [0x2F])
  }
}
