import Files
import History
import OperatingSystem
import Settings
import Sync
import WorkTrees

/// The reason why nothing is taken back.
package enum DeedError: Error, Equatable, Sendable {
  /// The record of the last deed cannot be read; its file.
  case unreadable(DiskPath)
}

/// The record of what commands wrote into the files of a vault without a commit, so that `zib undo` can take it back.
///
/// Each deed has a file of its own, whose name is a number that grows. It ends in `.taken-back` when the deed was taken
/// back, and in `.past` when it cannot be done again, because another deed came after that. The files of the last 100
/// deeds are kept, and of the last one that is not, the beginning, in `forgotten`. The record lies with that of the
/// operations, or without a repository in `$XDG_STATE_HOME/zib/deeds`: what comes with a folder from elsewhere must not
/// decide what `undo` writes. Nothing waits for the disk, because a deed of which the record is lost is an edit like
/// one in an editor.
package struct DeedRecord: Sendable {
  private let folder: DiskPath
  /// The record of the operations; nil without a repository.
  private let operations: DiskPath?
  private let environment: Environment

  /// The most deeds that are kept.
  private static let most = 100
  private static let mostBytes = 64 << 20
  /// A new file, such as an attachment, is not kept a second time if it is larger.
  private static let mostBytesOfNew = 16 << 20

  private static let forgottenName = "forgotten"

  /// The state of a deed, by the ending of its file.
  enum State: String, CaseIterable {
    case done = ""
    case takenBack = ".taken-back"
    /// It was taken back, or cannot be, and is kept for a person to look at.
    case past = ".past"
  }

  /// - Returns: nil where nothing can be kept.
  package init?(of vault: Vault) {
    environment = vault.environment
    if let place = RepositoryPlace.holding(vault.root), place.isComplete {
      let records = DiskWorkTree.recordsFolder(in: place.gitFolder)
      var mixer = Mixer()
      mixer.add(Array(place.root.relative(vault.root) ?? []))
      folder = records.appending("deeds-\(String(mixer.value, radix: 16))")
      operations = records.appending("operations")
    } else {
      guard let home = vault.environment.stateHome else { return nil }
      var mixer = Mixer()
      mixer.add(vault.root.bytes)
      folder = home.appending("zib/deeds/\(String(mixer.value, radix: 16))")
      operations = nil
    }
  }

  /// The bytes of the record of operations.
  var operationsBytes: [UInt8] { operations?.fileBytes(limit: 1 << 24) ?? [] }

  // MARK: Keeping

  /// Keeps changes of files, just before they are made.
  ///
  /// - Throws: `SystemError` if they cannot be kept; then none of them is.
  package func keep(_ edits: [FileEdit], of deed: Deed) throws(SystemError) {
    let file = try file(of: deed)
    let size = Int(try file.status(of: folder).size)
    var bytes: [UInt8] = []
    for edit in edits {
      let isReplaced = edit.old != nil && edit.new != nil
      let most = isReplaced ? RecordedDeed.mostBytes : Self.mostBytesOfNew
      let room = min(RecordedDeed.mostBytes - size - bytes.count, most)
      bytes += RecordedDeed.bytes(
        of: edit.path, edit.old?.bytes, edit.new,
        newFolders: edit.newFolders, room: room)
    }
    do throws(SystemError) {
      try file.writeAll(bytes, path: folder.bytes)
    } catch {
      // A change behind a half of one would not be read.
      _ = ftruncate(file.number, off_t(size))
      throw error
    }
  }

  /// The file of a deed, to append to; it is begun where it is missing.
  private func file(of deed: Deed) throws(SystemError) -> Descriptor {
    let names = names()
    if let last = names.last, last.state == .done,
      case let path = folder.appending(bytes: last.bytes), Self.isOf(deed, path)
    {
      return try Descriptor.open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    }
    if names.isEmpty { try folder.makeFolders() }
    removeOldest(of: names)
    try settleTakenBack()
    let path = folder.appending("\((names.last?.number ?? 0) + 1)")
    let file = try Descriptor.open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
    let seconds = environment.now / 1_000
    let mark = OperationOrder(operationsBytes).lastEnd
    do throws(SystemError) {
      try file.writeAll(
        RecordedDeed.start(deed.command, deed.token, seconds: seconds, after: mark),
        path: path.bytes)
    } catch {
      _ = unsafe path.withCString { unsafe unlink($0) }
      throw error
    }
    return file
  }

  private static func isOf(_ deed: Deed, _ path: DiskPath) -> Bool {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    else { return false }
    var start = [UInt8](repeating: 0, count: 256)
    let count = unsafe start.withUnsafeMutableBytes {
      unsafe pread(file.number, $0.baseAddress, 256, 0)
    }
    let line = start.prefix(max(0, count)).prefix { $0 != 0x0A }
    return String(decoding: line, as: UTF8.self).split(separator: " ").contains { $0 == deed.token }
  }

  private func removeOldest(of names: [Name]) {
    var size = 0
    var isForgotten = false
    for (age, name) in names.reversed().enumerated() {
      let path = folder.appending(bytes: name.bytes)
      size += Int(FileStatus.at(path, following: false)?.size ?? 0)
      guard age + 1 >= Self.most || size > Self.mostBytes else { continue }
      // The newest of them counts. One that is not written down costs a warning of a later undo, and no text.
      if name.state == .done, !isForgotten, let start = try? read(name).start {
        try? folder.appending(Self.forgottenName).replaceFile(with: start, mode: 0o600)
        isForgotten = true
      }
      _ = unsafe path.withCString { unsafe unlink($0) }
    }
  }

  // MARK: Looking

  /// The last deed that was not taken back.
  ///
  /// - Throws: `DeedError.unreadable`: what was done before it is not the last.
  func last() throws(DeedError) -> RecordedDeed? {
    guard let name = names().last(where: { $0.state == .done }) else { return nil }
    return try read(name)
  }

  /// The deed that was taken back last, if none came after that.
  ///
  /// - Throws: `DeedError.unreadable`
  func lastTakenBack() throws(DeedError) -> RecordedDeed? {
    guard let name = names().first(where: { $0.state == .takenBack }) else { return nil }
    return try read(name)
  }

  /// The last of the deeds that are not kept any more, without its changes.
  var forgotten: RecordedDeed? {
    folder.appending(Self.forgottenName).fileBytes(limit: 1 << 12)
      .flatMap { RecordedDeed(number: 0, bytes: $0) }
  }

  /// Refuses a record in which no state can be written down, before anything is taken back.
  func checkWritable() throws(SystemError) {
    let code = unsafe folder.withCString { unsafe access($0, W_OK | X_OK) == 0 ? 0 : errno }
    if code != 0 { throw SystemError("write to", folder.bytes, code: code) }
  }

  /// Writes down the state of a deed, whatever another process wrote down meanwhile.
  func set(_ state: State, of deed: RecordedDeed) throws(SystemError) {
    for old in State.allCases where old != state {
      do throws(SystemError) {
        return try rename(deed.number, old, state)
      } catch {
        if !error.isNotFound { throw error }
      }
    }
  }

  /// Puts on record that what was taken back is not the last thing that was, so that it is not done again.
  func settleTakenBack() throws(SystemError) {
    for name in names() where name.state == .takenBack {
      try rename(name.number, .takenBack, .past)
    }
  }

  private func rename(_ number: Int, _ old: State, _ new: State) throws(SystemError) {
    let holder = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    try holder.rename(
      Array("\(number)\(old.rawValue)".utf8), Array("\(number)\(new.rawValue)".utf8))
  }

  private func read(_ name: Name) throws(DeedError) -> RecordedDeed {
    let path = folder.appending(bytes: name.bytes)
    let deed = path.fileBytes(limit: 2 * RecordedDeed.mostBytes)
      .flatMap { RecordedDeed(number: name.number, bytes: $0) }
    guard let deed else { throw .unreadable(path) }
    return deed
  }

  // MARK: Names

  private struct Name {
    let bytes: [UInt8]
    let number: Int
    let state: State
  }

  /// The deeds, from the oldest to the newest.
  private func names() -> [Name] {
    guard let stream = DirectoryStream(folder) else { return [] }
    var names: [Name] = []
    while let entry = unsafe stream.next() {
      let bytes = unsafe entry.bytes
      let text = String(decoding: bytes, as: UTF8.self)
      let digits = text.prefix { $0.isNumber }
      guard digits.utf8.count <= 15, let number = Int(digits), number > 0,
        let state = State(rawValue: String(text[digits.endIndex...]))
      else { continue }
      names.append(Name(bytes: bytes, number: number, state: state))
    }
    return names.sorted { $0.number < $1.number }
  }
}

extension Vault {
  /// Writes files, and keeps for `undo` what the present deed changed.
  package var recordedReplacement: FileReplacement {
    guard let deed = environment.deed, let record = DeedRecord(of: self) else {
      return FileReplacement(in: folder)
    }
    let unrecorded = environment.unrecorded
    return FileReplacement(
      in: folder,
      recording: { edits in
        do throws(SystemError) {
          try record.keep(edits, of: deed)
        } catch {
          unrecorded(error)
        }
      })
  }
}
