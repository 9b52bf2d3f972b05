import Files
import Notes
import OperatingSystem
import Reviews
import Settings

/// Appends events to this device's own log.
///
/// An event whose append does not return is missing from the log, or is there as a whole: a line is
/// one write, forced to the disk, and the rest of a failed write is cut off or, at the latest,
/// separated by a line end. A sync at the same time is not waited for, because it reads this log
/// and does not write it; a line that it reads half is whole in its next snapshot.
package struct ReviewLogWriter: Sendable {
  /// The steps in their order, at each of which a test can stop.
  package enum Step: CaseIterable, Sendable {
    case record, open, write, synchronise, synchroniseFolder
  }

  /// Asked before each step; an `errno` value stops there as if the system had given it.
  package typealias Interruption = @Sendable (Step) -> Int32?

  private let folder: VaultFolder
  /// The path of the record; its folder exists.
  private let record: DiskPath
  private let host: String
  private let random: @Sendable () -> UInt64
  private let interruption: Interruption

  /// - Parameters:
  ///   - random: gives 64 random bits, for names and ids.
  /// - Throws: `ReviewError.noPlaceForDevice` if there is no place for the record.
  package init(
    for vault: Vault, host: String? = nil, machine: [UInt8]? = nil,
    random: @escaping @Sendable () -> UInt64 = ReviewLogWriter.random,
    interruption: @escaping Interruption = { _ in nil }
  ) throws(ReviewError) {
    folder = vault.folder
    self.host = host ?? DeviceName.current
    self.random = random
    self.interruption = interruption
    var mixer = Mixer()
    mixer.add(vault.root.bytes)
    mixer.add(machine ?? Machine.identity)
    let name = ReviewDevice.digits(mixer.value)
    guard let place = Self.recordFolder(of: vault) else { throw .noPlaceForDevice }
    let usual = place.appending(name)
    let isNewer = Self.contents(ofRecord: usual).map(ReviewDevice.isNewer) ?? false
    record = isNewer ? place.appending(ReviewDevice.name(beside: name)) : usual
  }

  /// 64 bits of the system's own randomness.
  @Sendable package static func random() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// The person's folder for the state of programs, otherwise the vault's cache.
  private static func recordFolder(of vault: Vault) -> DiskPath? {
    let own = vault.environment.stateHome?.appending("zib/devices")
    let cache = vault.location.cache(vault.environment).folder?.appending("devices")
    for folder in [own, cache].compactMap(\.self) {
      do throws(SystemError) {
        try folder.makeFolders()
      } catch { continue }
      if unsafe folder.withCString({ unsafe access($0, W_OK | X_OK) }) == 0 { return folder }
    }
    return nil
  }

  /// Appends actions of this moment, in order, as one write.
  ///
  /// - Parameters:
  ///   - now: UTC milliseconds. An event is never earlier than the one before it, unless the clock
  ///     was more than a day ahead then.
  /// - Returns: the events as they are in the log.
  /// - Throws: `VaultLock.Failure`, `WriteError`; then nothing was appended.
  package func append(
    _ actions: [ReviewEvent.Action], at now: Int64, zoneMinutes: Int16
  ) throws -> [ReviewEvent] {
    let lock = try VaultLock(DiskPath(bytes: record.bytes + Array(".lock".utf8)))
    var device = readRecord()
    var last: Int64?
    if let known = device {
      last = lastTime(of: known)
      // Another writer was there, or an older state was restored.
      if last == nil { device = nil }
    }
    var own = device ?? ReviewDevice(host: host, bits: random())
    var time = now
    if let last, last >= now, last - now < Self.clockTolerance { time = last + 1 }
    let events = actions.enumerated().map { number, action in
      ReviewEvent(
        id: ReviewEvent.ID(bits: random()), time: time + Int64(number), zoneMinutes: zoneMinutes,
        action: action)
    }
    try write(events, as: &own)
    _ = consume lock
    return events
  }

  /// The name of the folder that this device writes; nil if it has written nothing yet.
  package var deviceName: String? { readRecord()?.name }

  /// A clock that was put back by less than this does not put events back.
  private static let clockTolerance: Int64 = 86_400_000

  /// The time of the last event in a log that is as this machine left it, 0 in an empty one; nil if it is
  /// not.
  private func lastTime(of device: ReviewDevice) -> Int64? {
    if device.file.isEmpty { return 0 }
    guard let path = device.path(of: device.file) else { return nil }
    let bytes: [UInt8]
    let size: Int
    do {
      let holder = try folder.openFolder(of: path, creating: false)
      let file = try holder.open(path.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      let status = try file.status(of: folder.root.appending(path))
      guard status.kind == .file else { return nil }
      size = Int(status.size)
      guard size >= device.length, size <= device.length + device.pending.count else { return nil }
      bytes = try file.part(from: device.tailStart, count: size - device.tailStart)
    } catch let error as WriteError {
      // A log that was never begun, because the write that was to begin it failed.
      if case .system(let error) = error, error.isNotFound { return device.length == 0 ? 0 : nil }
      return nil
    } catch let error as SystemError {
      return error.isNotFound && device.length == 0 ? 0 : nil
    } catch {
      return nil
    }
    guard device.recognises(size: size, end: bytes) else { return nil }
    var lines = bytes[...]
    if device.tailStart > 0, let end = lines.firstIndex(of: 0x0A) { lines = lines[(end + 1)...] }
    return ReviewLog.events(in: Array(lines)).map(\.time).max() ?? 0
  }

  // MARK: Writing

  private func write(_ events: [ReviewEvent], as device: inout ReviewDevice) throws(WriteError) {
    // A batch that spans New Year's Eve stays together.
    let file = "\(CivilDateTime(milliseconds: events[0].time, in: .utc).date.year).log"
    guard let path = device.path(of: file) else {
      throw .system(SystemError("write", file, code: EINVAL))
    }
    do throws(SystemError) {
      try step(.open, path)
      let isNew = FileStatus.at(folder.root.appending(path), following: false) == nil
      if isNew { try writeRules(besides: path) }
      let holder: Descriptor
      do throws(WriteError) {
        holder = try folder.openFolder(of: path, creating: true)
      } catch {
        throw error.system(at: path)
      }
      let log = try holder.open(
        path.name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      let status = try log.status(of: folder.root.appending(path))
      guard status.kind == .file else { throw SystemError("write", path.bytes, code: EINVAL) }
      let length = Int(status.size)
      let start = max(0, length - ReviewDevice.tailLength)
      let tail = try log.part(from: start, count: length - start)
      // The rest of a stopped write is separated by a line end.
      var bytes: [UInt8] = tail.last.map { $0 == 0x0A } ?? true ? [] : ReviewLog.closingTornLine
      for event in events { bytes += ReviewLog.line(for: event) }
      device.file = file
      device.length = length
      device.tail = ReviewDevice.checksum(tail)
      device.pending = bytes
      try writeRecord(device)
      do throws(SystemError) {
        try step(.write, path)
        try log.writeAll(bytes, path: path.bytes)
        try step(.synchronise, path)
        try log.synchronise(path: path.bytes)
      } catch {
        // Removes only this write; the lock keeps other writers of this machine out.
        _ = ftruncate(log.number, off_t(length))
        throw error
      }
      if isNew { try synchroniseFolders(above: path, holder) }
    } catch {
      if error.code == ELOOP { throw .throughLink(path) }
      // A folder that could not be made has its own path.
      let isFolder = path.bytes.starts(with: error.path + [0x2F])
      throw .system(
        SystemError(error.operation, isFolder ? error.path : path.bytes, code: error.code))
    }
  }

  /// Git's attributes and exceptions for logs, whatever rules there are above: many people ignore
  /// `*.log`, and changed line ends would break the logs.
  package static let rules = [
    (".gitignore", "# Reviews are part of the vault.\n!*.log\n"),
    (".gitattributes", "*.log -text\n"),
  ]

  private func writeRules(besides log: NotePath) throws(SystemError) {
    guard let top = log.folder?.folder else { return }
    for (name, text) in Self.rules {
      guard let path = top.appending(name.utf8),
        FileStatus.at(folder.root.appending(path), following: false) == nil
      else { continue }
      do throws(WriteError) {
        try FileReplacement(in: folder).create(path, with: Array(text.utf8))
      } catch {
        // Another device of this machine may have been faster.
        if case .exists = error { continue }
        throw error.system(at: path)
      }
    }
  }

  /// Forces a new log's name to the disk as well, and those of the folders above it.
  private func synchroniseFolders(above path: NotePath, _ holder: borrowing Descriptor)
    throws(SystemError)
  {
    try step(.synchroniseFolder, path)
    var folders: [DiskPath] = []
    var next = path.folder?.folder
    while let current = next {
      folders.append(folder.root.appending(current))
      next = current.folder
    }
    do throws(SystemError) {
      try holder.synchronise(path: path.bytes)
      for folder in folders {
        try Descriptor.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
          .synchronise(path: folder.bytes)
      }
    } catch {
      // Some file systems cannot flush a folder.
      if error.code != EINVAL, error.code != ENOTSUP { throw error }
    }
  }

  // MARK: The record

  private func readRecord() -> ReviewDevice? {
    Self.contents(ofRecord: record).flatMap { ReviewDevice(record: $0) }
  }

  private static func contents(ofRecord record: DiskPath) -> [UInt8]? {
    record.fileBytes(limit: 1 << 20)
  }

  /// The record is whole or the old one; it need not survive a loss of power, after which a new log is begun.
  private func writeRecord(_ device: ReviewDevice) throws(SystemError) {
    try step(.record, NotePath(".zib/reviews"))
    try record.replaceFile(with: device.record(of: folder.root), mode: 0o600)
  }

  private func step(_ step: Step, _ path: NotePath?) throws(SystemError) {
    if let code = interruption(step) { throw SystemError("write", path?.bytes ?? [], code: code) }
  }
}

extension WriteError {
  /// The system's error, or the one that comes nearest.
  fileprivate func system(at path: NotePath) -> SystemError {
    switch self {
    case .system(let error): error
    case .throughLink: SystemError("write", path.bytes, code: ELOOP)
    case .readOnly: SystemError("write", path.bytes, code: EACCES)
    case .changedMeanwhile, .exists, .notAFile, .tooLarge:
      SystemError("write", path.bytes, code: ENOTDIR)
    }
  }
}

extension Descriptor {
  /// Bytes of the file from a place on; fewer if it ends before.
  func part(from offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let done = Self.retrying {
          unsafe pread(number, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        }
        if done < 0 { failure = errno }
        if done <= 0 { break }
        filled += done
      }
    }
    if failure != 0 { throw SystemError("read", [], code: failure) }
    return bytes
  }
}
