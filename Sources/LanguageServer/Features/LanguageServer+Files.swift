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
  /// `workspace/willRenameFiles`
  func willRenameFiles(_ request: Request) throws -> JSONValue {
    var all = WorkspaceEdits()
    for vault in vaults {
      var moves: [MoveRequest] = []
      for file in request.parameters["files"]?.elements ?? [] {
        guard let old = file["oldUri"]?.string, let new = file["newUri"]?.string,
          let from = place(of: DocumentURI(old)), from.vault === vault,
          let to = place(of: DocumentURI(new)), to.vault === vault, from.path != to.path
        else { continue }
        let status = FileStatus.at(vault.root.appending(from.path))
        moves.append(
          MoveRequest(from: from.path, to: to.path, isFolder: status?.kind == .folder))
      }
      if moves.isEmpty { continue }
      try request.checkCancelled()
      let rewrites = try search(vault).plannedRewrites(of: MovesRequest(moves))
      all.add(try edits(rewrites, in: vault))
    }
    return all.isEmpty ? .null : json(all)
  }

  /// `workspace/willCreateFiles`: links that would mean the new note in place of the one that they mean are rewritten.
  func willCreateFiles(_ request: Request) throws -> JSONValue {
    var all = WorkspaceEdits()
    for vault in vaults {
      let paths = (request.parameters["files"]?.elements ?? []).compactMap { file -> NotePath? in
        guard let uri = file["uri"]?.string, let place = place(of: DocumentURI(uri)),
          place.vault === vault, !place.path.components.contains(where: { $0.first == 0x2E }),
          FileStatus.at(vault.root.appending(place.path)) == nil
        else { return nil }
        // A folder has a name without an ending, and no link means it.
        return place.path.stem.count < place.path.name.count ? place.path : nil
      }
      if paths.isEmpty { continue }
      try request.checkCancelled()
      let plan = try search(vault).plannedRewrites(adding: paths)
      all.add(try edits(plan.rewrites, in: vault))
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
    var links = 0
    var notes: Set<String> = []
    let deleted = (request.parameters["files"]?.elements ?? []).compactMap { file in
      file["uri"]?.string.flatMap { self.place(of: DocumentURI($0)) }
    }
    for vault in vaults {
      let roots = deleted.filter { $0.vault === vault }.map(\.path)
      if roots.isEmpty { continue }
      let search = try search(vault)
      let files = Self.files(at: roots, in: search)
      // A link of a note that goes as well leads nowhere anyway.
      let gone = Set(files)
      for path in files {
        try request.checkCancelled()
        for backlinks in try search.backlinks(to: path) where !gone.contains(backlinks.path) {
          links += backlinks.places.matches.count
          notes.insert(backlinks.path.text)
        }
      }
    }
    if links > 0 {
      let names = notes.sorted().prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      let more = notes.count > 3 ? " and \(notes.count - 3) more" : ""
      show(
        "\(links) \(links == 1 ? "link" : "links") will lead nowhere, in \(names)\(more)", .warning)
    }
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
