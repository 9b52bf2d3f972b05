import Files
import Indexing
import Notes
import Reviews
import Settings

/// The state of all cards after the logs, kept in the cache as `reviews` so that the logs need not
/// be replayed at each start.
///
/// The file is a ``ReviewSnapshot`` with the logs that it was made of:
///
///     client := count: u32, log*
///     log    := size: u64, modified: u64, mark: u64, whole: u64, tail: u64, damaged: u32, length: u32, path
///     whole  := how many of its bytes are whole lines; they were replayed
///     tail   := a checksum of the last 4,096 of them
///     damaged := 1 if any of its lines gave no event, else 0; such a log is read each time, so that all are told
///
/// Logs are only added to: if all are unchanged, or have grown by later events, the replay
/// continues from there; otherwise all of them are replayed.
struct ReviewStateFile {
  private let file: CacheFile
  private let folder: ReviewLogFolder
  private let settings: SchedulerSettings

  init(_ vault: Vault, _ folder: ReviewLogFolder, _ settings: SchedulerSettings) {
    file = CacheFile("reviews", of: vault)
    self.folder = folder
    self.settings = settings
  }

  struct Loaded {
    let history: ReviewHistory
    /// The problems of all logs.
    let problems: [ReviewLogProblem]
    /// True if only the latest events have been added since the state was kept.
    let isKnown: Bool
    /// The logs as they were read.
    let files: [ReviewLogFolder.File]
  }

  /// More events than this are not read again at the next start.
  private static let additionLimit = 2000

  /// The history of the present logs.
  ///
  /// - Throws: `SystemError` if the folder of the logs cannot be listed.
  func load() throws(SystemError) -> Loaded {
    let files = try folder.files()
    if let known = goOn(files) { return known }
    var states: [LogState] = []
    let logs = ReviewLogs(folder, files) { states.append(LogState($0, $1, $2)) }
    let history = ReviewHistory(replaying: ReviewLog.union(logs.events), settings: settings)
    if states.count == files.count, !files.isEmpty { save(history, states) }
    return Loaded(history: history, problems: logs.problems, isKnown: false, files: files)
  }

  /// The kept history with the events added to the logs since; nil if it cannot be continued.
  private func goOn(_ files: [ReviewLogFolder.File]) -> Loaded? {
    guard let bytes = file.read(),
      let snapshot = ReviewSnapshot(bytes, settings: settings),
      let states = LogState.states(in: snapshot.client)
    else { return nil }
    var known: [NotePath: LogState] = [:]
    for state in states { known[state.path] = state }
    var added: [[ReviewEvent]] = []
    var problems: [ReviewLogProblem] = []
    var now: [LogState] = []
    for file in files {
      let state = known.removeValue(forKey: file.path)
      let isSame = state.map { $0.size == file.size && $0.stamp == file.stamp } ?? false
      if let state, isSame, !state.isDamaged {
        now.append(state)
        continue
      }
      // A log that is new, as after the first answer of a year, has nothing that was replayed.
      let whole = state?.whole ?? 0
      guard isSame || file.size > state?.size ?? -1, let bytes = try? folder.bytes(of: file),
        bytes.count >= whole, state.map({ LogState.tail(bytes[..<whole]) == $0.tail }) ?? true
      else { return nil }
      let lines = bytes[..<whole].count { $0 == 0x0A }
      var log = ReviewLog(Array(bytes[whole...]), after: lines)
      added.append(log.events)
      if state?.isDamaged == true { log = ReviewLog(bytes) }
      problems += ReviewLogProblem.problems(
        file.path, log, lines: bytes.count { $0 == 0x0A } + 1)
      now.append(LogState(file, bytes, log))
    }
    guard known.isEmpty else { return nil }
    var history = snapshot.history
    let events = ReviewLog.union(added)
    guard history.add(events) else { return nil }
    if events.count > Self.additionLimit { save(history, now) }
    return Loaded(history: history, problems: problems, isKnown: true, files: files)
  }

  private func save(_ history: ReviewHistory, _ states: [LogState]) {
    var client = LittleEndianBytes()
    client.add(UInt32(states.count))
    for state in states { state.append(to: &client) }
    file.replace(with: ReviewSnapshot.bytes(of: history, client: client.bytes))
  }
}

/// The replayed part of a log.
private struct LogState {
  let path: NotePath
  package let size: Int64
  let stamp: FileStamp
  let whole: Int
  let tail: UInt64
  /// True if a line of it gave no event, also an unfinished one.
  let isDamaged: Bool

  init(_ file: ReviewLogFolder.File, _ bytes: [UInt8], _ log: ReviewLog) {
    isDamaged = log.skippedCount > 0 || log.isTorn
    path = file.path
    stamp = file.stamp
    size = file.size
    whole = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    tail = Self.tail(bytes[..<whole])
  }

  static func tail(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    ReviewDevice.checksum(bytes.suffix(ReviewDevice.tailLength))
  }

  func append(to bytes: inout LittleEndianBytes) {
    bytes.add(UInt64(bitPattern: size))
    bytes.add(UInt64(bitPattern: stamp.modified))
    bytes.add(stamp.mark)
    bytes.add(UInt64(whole))
    bytes.add(tail)
    bytes.add(UInt32(isDamaged ? 1 : 0))
    bytes.add(UInt32(path.bytes.count))
    bytes.bytes += path.bytes
  }

  private init(_ reader: inout LittleEndianReader) throws(NoState) {
    size = Int64(bitPattern: reader.uint64())
    stamp = FileStamp(modified: Int64(bitPattern: reader.uint64()), mark: reader.uint64())
    whole = Int(clamping: reader.uint64())
    tail = reader.uint64()
    isDamaged = reader.uint32() != 0
    guard let path = NotePath(bytes: reader.next(Int(reader.uint32()))) else { throw NoState() }
    self.path = path
  }

  private struct NoState: Error {}

  static func states(in client: [UInt8]) -> [LogState]? {
    guard var reader = LittleEndianReader(unsealed: MappedBytes(client), magic: []) else {
      return nil
    }
    var states: [LogState] = []
    for _ in 0..<reader.uint32() {
      guard let state = try? LogState(&reader) else { return nil }
      states.append(state)
    }
    return reader.isAtEnd ? states : nil
  }
}

extension MappedBytes: SnapshotBytes {
  package func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe withBytes { unsafe body($0.assumingMemoryBound(to: UInt8.self).span) }
  }
}
