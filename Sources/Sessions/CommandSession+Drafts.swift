import Arguments
import Files
import Sync
import Terminals
import Vaults
import Wording

/// Text typed in an editor: kept on the disk before a lock is taken, until it is written where it
/// belongs. So is text from a pipe that could not be written.
///
/// A draft is a folder `PROCESS-XXXXXX` of `$XDG_STATE_HOME/zib/drafts` with one file, and a hidden
/// one that names the vault. It is removed when its text was written into the vault. One that is left,
/// because zib failed or was killed, is reported by the next command in that vault that may need it.
extension CommandSession {
  /// Makes a folder for the file that an editor is about to open.
  ///
  /// - Throws: `SystemError`.
  package func makeDraft() throws -> ScratchFolder {
    let draft = try makeDraftFolder()
    draft.keep()
    _ = try draft.write(vault().root.bytes, as: Self.vaultName)
    drafts.append(draft)
    return draft
  }

  /// Makes a folder for a text that is to end a conflict, with the two versions that it is made of.
  ///
  /// - Parameter place: the number of the place that the text is of; nil for one of the whole note.
  /// - Throws: `SystemError`.
  package func makeDraft(of conflict: NoteConflict, place: Int? = nil) throws -> ScratchFolder {
    let draft = try makeDraft()
    if let place { _ = try draft.write(Array("\(place)".utf8), as: Self.placeName) }
    _ = try draft.write(conflict.texts.noteVersion?.text ?? [], as: Self.noteVersionName)
    _ = try draft.write(conflict.texts.copyVersion.text, as: Self.copyVersionName)
    return draft
  }

  /// The versions of the conflict that a draft was made of; nil of any other file.
  package func versions(ofDraftHolding file: String) throws -> (note: [UInt8], copy: [UInt8])? {
    guard let draft = try draftFolder(holding: file),
      let note = Platform.contents(of: draft.appending(Self.noteVersionName).text),
      let copy = Platform.contents(of: draft.appending(Self.copyVersionName).text)
    else { return nil }
    return (note, copy)
  }

  /// The number of the place of its conflict of which alone a draft has the text; nil of any other file.
  package func place(ofDraftHolding file: String) throws -> Int? {
    guard let draft = try draftFolder(holding: file),
      let bytes = Platform.contents(of: draft.appending(Self.placeName).text)
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }

  /// Without a home, or with one that cannot be written, a draft lasts as long as temporary files do.
  private func makeDraftFolder() throws -> ScratchFolder {
    guard let folder = try draftsFolder() else { return try ScratchFolder(self) }
    do {
      try folder.makeFolders()
      return try ScratchFolder(in: folder.text, named: "\(Platform.process)-")
    } catch is SystemError {
      return try ScratchFolder(self)
    }
  }

  /// Opens the file of a draft in the person's editor, and reads its new content, forced to the
  /// disk.
  ///
  /// - Throws: `Failure` if the editor failed: it names the file, unless nothing was typed; then
  ///   the draft is removed.
  package func edit(_ draft: ScratchFolder, _ name: String, at line: Int?) throws -> [UInt8] {
    let file = draft.path(of: name)
    let before = try draft.read(name)
    do {
      try edit(files: [(file, line)])
    } catch let failure as Failure {
      if try draft.read(name) == before {
        drafts.removeAll { $0 === draft }
        draft.discard()
        throw failure
      }
      throw Failure(failure.message, hint: "what you wrote is in \(file)", code: failure.code)
    }
    try draft.flush(name)
    return try draft.read(name)
  }

  /// Names the file with a text that could not be written into the vault; one from a pipe is kept as a draft first.
  ///
  /// - Parameters:
  ///   - file: the file that the editor wrote; nil without one.
  ///   - piped: what came from a pipe; nil without one.
  ///   - name: the name of the file in the draft.
  package func tellKept(_ file: String?, piped: [UInt8]?, as name: String) {
    if let file { return messages.note("what you wrote is in \(file)") }
    guard let piped, !piped.isEmpty else { return }
    do {
      let draft = try makeDraft()
      let file = try draft.write(piped, as: name)
      try draft.flush(name)
      try markAsTold(draft)
      messages.note("the text from the pipe is in \(file)")
    } catch {
      messages.warning("the text from the pipe could not be kept: \(ErrorWords(error).message)")
    }
  }

  /// Removes the drafts of this run: their text is written, or was empty.
  package func discardDrafts() {
    for draft in drafts { draft.discard() }
    drafts = []
  }

  /// Removes the draft that a file is in, if it is one: it was taken from there.
  package func discardDraft(holding file: String) throws {
    if let draft = try draftFolder(holding: file) { Platform.removeFolder(draft.text) }
  }

  /// The folder of the draft that a file is in; nil if it is in none.
  private func draftFolder(holding file: String) throws -> DiskPath? {
    guard let folder = try draftsFolder(), let real = DiskPath.real(DiskPath(file)),
      let place = DiskPath.real(folder)?.relative(real)?.split(separator: 0x2F), place.count == 2
    else { return nil }
    return folder.appending(String(decoding: place[0], as: UTF8.self))
  }

  /// Names the drafts of ended runs, each once.
  ///
  /// - Parameter again: true to name also those that were named before.
  package func tellLeftDrafts(again: Bool = false) throws {
    guard let folder = try draftsFolder()?.text else { return }
    for name in Platform.names(in: folder) ?? [] {
      let process = name.prefix { $0 != "-" }
      guard let number = Int32(process), !Platform.isRunning(number) else { continue }
      let draft = "\(folder)/\(name)"
      // An editor leaves copies beside the file: hidden ones, or with a `~` at the end.
      let files = (Platform.names(in: draft) ?? []).filter {
        !$0.hasPrefix(".") && !$0.hasSuffix("~")
      }
      guard let file = files.first else {
        Platform.removeFolder(draft)
        continue
      }
      if try isOfAnotherVault(draft) { continue }
      let mark = "\(draft)/\(Self.toldName)"
      // If the mark cannot be made, the draft is named again.
      guard Platform.write([], toNew: mark) == 0 || again || !Platform.isFile(mark) else {
        continue
      }
      let path = "\(draft)/\(file)"
      let use =
        switch file {
        case LogText.fileName: "`zib log - < \(shellQuoted(path))` writes it"
        case WrittenText.fileName: "`zib append NOTE - < \(shellQuoted(path))` writes it"
        default:
          "`zib resolve \(shellQuoted(file)) --from \(shellQuoted(path))` takes it where \(file) is still a conflict"
        }
      messages.warning("what you wrote was not saved; it is in \(path)")
      messages.note("\(use); `rm -r \(shellQuoted(draft))` deletes it")
    }
  }

  /// True for the draft of another vault that is there.
  private func isOfAnotherVault(_ draft: String) throws -> Bool {
    guard let root = Platform.contents(of: "\(draft)/\(Self.vaultName)"), !root.isEmpty else {
      return false
    }
    let place = DiskPath(bytes: root)
    return try place != vault().root && Platform.isFolder(place.text)
  }

  /// The file in a draft with the path of the vault's folder.
  private static let vaultName = ".vault"

  /// The files in a draft with the versions of a conflict.
  private static let (noteVersionName, copyVersionName) = (".note", ".copy")

  /// The file in a draft with the number of the place that it is of.
  private static let placeName = ".place"

  /// The file in a draft that marks it as named.
  private static let toldName = ".told"

  /// Keeps a draft from being named again, because a message has just done so.
  func markAsTold(_ draft: ScratchFolder) throws { _ = try draft.write([], as: Self.toldName) }

  /// The folder of drafts; nil if there is no such place, or if it is in the vault and would be
  /// committed.
  private func draftsFolder() throws -> DiskPath? {
    guard let folder = environment.stateHome?.appending("zib/drafts") else { return nil }
    return try vault().root.relative(folder) == nil ? folder : nil
  }
}

extension ScratchFolder {
  /// Makes a folder in `$TMPDIR`.
  ///
  /// - Throws: `SystemError`.
  convenience init(_ session: CommandSession) throws {
    var parent = Platform.environmentVariable("TMPDIR") ?? ""
    // In the vault the files would be notes of it, and be synchronised.
    let isInVault =
      try DiskPath.real(DiskPath(parent)).map { try session.vault().root.relative($0) != nil }
      ?? true
    if parent.isEmpty || isInVault { parent = "/tmp" }
    while parent.count > 1, parent.hasSuffix("/") { parent.removeLast() }
    try self.init(in: parent, named: "zib-")
  }
}
