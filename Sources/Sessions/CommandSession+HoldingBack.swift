import Arguments
import Files
import History
import Layout
import PastNotes
import Rendering
import Sync
import Terminals
import Vaults
import Wording

/// Names what a snapshot leaves out, and takes what a person includes all the same.
extension CommandSession {
  /// Names the files that a snapshot leaves out, and why.
  ///
  /// - Parameters:
  ///   - command: the command that takes `--include`.
  ///   - unwritten: the files that cannot be written; ``tell(unwritten:besides:in:)`` names those of them that hold
  ///     no edit.
  ///   - unfit: the files whose next edit could not be taken.
  package func tell(
    _ snapshot: SnapshotReport, including command: String = "commit",
    unwritten: [UnwrittenFile] = [], unfit: [FileRefused] = [], in scope: TreePath
  ) {
    let waiting = Set(unwritten.map(\.path))
    tell(snapshot.heldBack, including: command, in: scope)
    tellStaged(snapshot, in: scope)
    for file in snapshot.oversized {
      messages.warning(
        "\(shown(file.path, in: scope)) has \(Amount.bytes(Int(file.size))), above sync.largest-file; "
          + "it is committed because it was before")
    }
    for file in snapshot.refused {
      let path = shown(file.path, in: scope)
      let (isOutdated, waits) = (
        snapshot.outdated.contains(file.path), waiting.contains(file.path)
      )
      if waits && !isOutdated { continue }
      messages.omission(
        isOutdated
          ? waits
            ? "your edit of \(path) is not committed, and what came for it cannot be written here: "
              + file.reason.words
            : file.reason == .nestedRepository
              ? "\(path) is a git repository of its own: files of it that the history has are committed, "
                + "and new ones are not"
              : "\(path): the edit was not committed, because \(file.reason.words)"
          : "\(path) is not in the history: \(file.reason.words)")
    }
    for file in unfit {
      messages.omission(
        "\(shown(file.path, in: scope)) is as the history has it, but no edit of it can be committed: "
          + file.reason.words)
    }
    let refused = snapshot.refused.filter { $0.reason.isFilter && !waiting.contains($0.path) }
    if let file = (refused + unfit).first {
      let path = typed(file.path, in: scope)
      messages.note(
        "`git check-attr --all -- \(path)` shows what .gitattributes says of it. If the line is wrong, remove it and "
          + "run `zib sync`. If it is right, `git add -- \(path)` shows the error.")
    }
    for path in snapshot.unsettled {
      messages.warning(
        "\(shown(path, in: scope)) kept changing while it was read; the next commit takes it")
    }
  }

  /// A line for each file with the reason.
  func list(_ files: [HeldBack], in scope: TreePath) -> String {
    list(files) { "\(shown($0.path, in: scope)): \($0.reason.words)" }
  }

  /// Names the files that wait for a person's decision, and the command that decides.
  private func tell(_ heldBack: [HeldBack], including command: String, in scope: TreePath) {
    if heldBack.isEmpty { return }
    messages.omission("held back, neither committed nor sent:" + list(heldBack, in: scope))
    let edit = heldBack.first(where: \.isEdit)
    if let file = heldBack.first(where: { $0.canBeIncluded && !$0.isEdit }) {
      let path = typed(file.path, in: scope)
      messages.note(
        "`zib \(command) --include \(path)` takes it; a line in .gitignore leaves it out")
    }
    if let edit {
      let path = typed(edit.path, in: scope)
      messages.note(
        "`zib \(command) --include \(path)` takes the edit; without the secret it is taken like any other"
      )
    }
    if heldBack.contains(where: { !$0.canBeIncluded }) {
      messages.note("`zib init` brings back what is missing from .zib")
    }
  }

  /// Names files that a snapshot would have held back, and that go to a remote because plain git committed them.
  ///
  /// - Parameter isSent: true if they are there by now.
  package func tell(
    takenByGit files: [TakenByGit], sentTo remote: String, isSent: Bool, in scope: TreePath
  ) {
    if files.isEmpty { return }
    messages.omission(
      "plain git committed what zib holds back, and "
        + (isSent ? "it is sent to \(remote)" : "the next sync sends it to \(remote)")
        + ":" + list(files.map(\.file), in: scope))
    if files.contains(where: \.file.reason.isSecret) {
      messages.note("`zib help recovery` tells what to do about a secret that was sent")
    }
    if let missing = files.first(where: { !$0.file.canBeIncluded }), let before = missing.before {
      messages.note(
        "`zib restore \(typed(missing.file.path, in: scope)) --at \(before.hex.prefix(8))` brings it back"
      )
    }
  }

  /// The vault's paths of files and folders to include; nil for the vault itself.
  ///
  /// - Throws: `UsageError` if there is no such file, or if it is outside of the vault.
  package func included(_ words: [String]) throws -> [NotePath?] {
    if words.isEmpty { return [] }
    let root = try vault().root
    return try words.map { word in
      let place = word.hasPrefix("/") ? DiskPath(word) : currentFolder.appending(word)
      // A link is taken as one, so that only its folder is followed.
      guard FileStatus.at(place, following: false) != nil else {
        throw UsageError(message: "there is no file `\(word)` to include")
      }
      let isFolder = FileStatus.at(place, following: false)?.kind == .folder
      let real =
        isFolder
        ? DiskPath.real(place)
        : DiskPath.real(place.folder).flatMap { folder in
          NotePath(bytes: Array(place.name)).map(folder.appending)
        }
      guard let path = real.flatMap(root.relative) else {
        throw UsageError(message: "`\(word)` is not in the vault \(root)")
      }
      return path.isEmpty ? nil : NotePath(bytes: Array(path))
    }
  }

  /// Reports files to be included that were not held back, so that nobody takes them for sent.
  ///
  /// - Returns: false if one is ignored, so that it was not taken.
  package func tellNeedless(
    _ included: [NotePath?], _ snapshots: [SnapshotReport], merged: [TreePath], in scope: TreePath
  ) throws -> Bool {
    var isDone = true
    // A rule of this device alone goes with the file that is included.
    let added = snapshots.flatMap(\.changes).filter { $0.kind == .added }.map(\.path)
    let taken = (snapshots.flatMap(\.included) + added + merged).compactMap {
      NotePath($0, in: scope)?.bytes
    }
    for case let path? in included
    where !taken.contains(where: { $0 == path.bytes || $0.starts(with: path.bytes + [0x2F]) }) {
      if try vault().ignores(path) {
        messages.warning(
          "\(shown(path)) is ignored, so it was not taken; take its line out of .gitignore or .git/info/exclude first"
        )
        isDone = false
      } else {
        messages.note("\(shown(path)) was not held back; `--include` changed nothing")
      }
    }
    return isDone
  }
}
