import Files
import History
import OperatingSystem
import Sync
import WorkTrees

/// The record of what commands wrote into the files of a vault without a commit, so that `zib undo` can take it back.
///
/// Each deed has a file of its own, whose name is a number that grows. It ends in `.taken-back` when the deed was taken
/// back, and in `.past` when it cannot be done again, because another deed came after that. The files of the last 100
/// deeds are kept. The record lies with that of the operations, or without a repository in the cache; nothing waits
/// for the disk, because a deed of which the record is lost is an edit like one in an editor.
struct DeedRecord: Sendable {
  private let folder: DiskPath
  /// The record of the operations; nil without a repository.
  private let operations: DiskPath?

  /// The most deeds that are kept.
  private static let most = 100
  private static let mostBytes = 64 << 20
  /// A new file, such as an attachment, is not kept a second time if it is larger.
  private static let mostBytesOfNew = 16 << 20

  /// The state of a deed, by the ending of its file.
  enum State: String, CaseIterable {
    case done = ""
    case takenBack = ".taken-back"
    /// It was taken back, or cannot be, and is kept for a person to look at.
    case past = ".past"
  }

  /// - Returns: nil where nothing can be kept.
  init?(of vault: Vault) {
    if let place = RepositoryPlace.holding(vault.root), place.isComplete {
      let records = DiskWorkTree.recordsFolder(in: place.gitFolder)
      var mixer = Mixer()
      mixer.add(Array(place.root.relative(vault.root) ?? []))
      folder = records.appending("deeds-\(String(mixer.value, radix: 16))")
      operations = records.appending("operations")
    } else {
      guard let cache = vault.location.cache(vault.environment).folder else { return nil }
      folder = cache.appending("deeds")
      operations = nil
    }
  }

  /// The bytes of the record of operations.
  var operationsBytes: [UInt8] { operations.flatMap { Self.read($0, limit: 1 << 24) } ?? [] }

  // MARK: Keeping

  /// Keeps a change of a file, just before it is made; what cannot be kept is not.
  func keep(_ path: NotePath, _ before: [UInt8]?, _ after: [UInt8]?, of deed: Deed) {
    do {
      let file = try file(of: deed)
      let size = Int(try file.status(of: folder).size)
      let isReplaced = before != nil && after != nil
      let most = isReplaced ? RecordedDeed.mostBytes : Self.mostBytesOfNew
      let room = min(RecordedDeed.mostBytes - size, most)
      try file.writeAll(
        RecordedDeed.bytes(of: path, before, after, room: room), path: folder.bytes)
    } catch {
      // A full disk or a folder that cannot be written stops no edit.
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
    for name in names where name.state == .takenBack { try rename(name.number, .takenBack, .past) }
    let path = folder.appending("\((names.last?.number ?? 0) + 1)")
    let file = try Descriptor.open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode: 0o600)
    let seconds = Clock.now() / 1_000_000_000
    let mark = OperationOrder(operationsBytes).lastEnd
    try file.writeAll(
      RecordedDeed.start(deed, seconds: seconds, after: mark), path: path.bytes)
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
    for (age, name) in names.reversed().enumerated() {
      let path = folder.appending(bytes: name.bytes)
      size += Int(FileStatus.at(path, following: false)?.size ?? 0)
      if age + 1 >= Self.most || size > Self.mostBytes {
        _ = unsafe path.withCString { unsafe unlink($0) }
      }
    }
  }

  // MARK: Looking

  /// The last deed that was not taken back.
  var last: RecordedDeed? {
    names().last { $0.state == .done }.flatMap(read)
  }

  /// The deed that was taken back last, if none came after that.
  var lastTakenBack: RecordedDeed? {
    names().first { $0.state == .takenBack }.flatMap(read)
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

  private func rename(_ number: Int, _ old: State, _ new: State) throws(SystemError) {
    let holder = try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    try holder.rename(
      Array("\(number)\(old.rawValue)".utf8), Array("\(number)\(new.rawValue)".utf8))
  }

  private func read(_ name: Name) -> RecordedDeed? {
    Self.read(folder.appending(bytes: name.bytes), limit: 2 * RecordedDeed.mostBytes)
      .flatMap { RecordedDeed(number: name.number, bytes: $0) }
  }

  private static func read(_ path: DiskPath, limit: Int) -> [UInt8]? {
    guard let file = try? Descriptor.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    else { return nil }
    return try? file.readAll(expecting: 1 << 12, limit: limit, path: path.bytes)
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
      guard let number = Int(digits), number > 0,
        let state = State(rawValue: String(text[digits.endIndex...]))
      else { continue }
      names.append(Name(bytes: bytes, number: number, state: state))
    }
    return names.sorted { $0.number < $1.number }
  }
}

extension Vault {
  /// Writes files, and keeps for `undo` what the present deed changed.
  var recordedReplacement: FileReplacement {
    guard let deed = environment.deed, let record = DeedRecord(of: self) else {
      return FileReplacement(in: folder)
    }
    return FileReplacement(in: folder, recording: { record.keep($0, $1, $2, of: deed) })
  }
}
