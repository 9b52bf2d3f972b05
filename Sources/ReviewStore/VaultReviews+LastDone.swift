import Files
import Indexing
import Notes
import OperatingSystem
import Reviews
import Settings

extension VaultReviews {
  /// The last thing that this device did and nobody has taken back: an answer, or what one command did to
  /// cards. Links that no person decided, exports and what takes back are not meant.
  ///
  /// - Throws: `SystemError` if the logs cannot be listed.
  package func lastDone() throws -> [ReviewEvent] {
    let writer = try writer ?? ReviewLogWriter(for: search.vault)
    guard let own = writer.deviceName else { return [] }
    let prefix = Array("\(ReviewLogFolder.root)/\(own)/".utf8)
    let files = try logFolder.files().filter { $0.path.bytes.starts(with: prefix) }
    let done = lastDone(among: logFolder.lastEvents(of: files))
    // Whatever one command did may go on before the ends of the logs.
    if done.count == 1 { return done }
    return lastDone(among: ReviewLogs(logFolder, files).events.joined())
  }

  private func lastDone(among events: some Sequence<ReviewEvent>) -> [ReviewEvent] {
    let decided = decidedLinks.numbers
    let counting = events.filter { event in
      switch event.action {
      case .review, .suspend, .bury, .reset, .parameters: !history.isTakenBack(event.id)
      case .link: decided.contains(event.id.bits) && !history.isTakenBack(event.id)
      case .export, .retract: false
      }
    }
    let latest = counting.sorted().reversed()
    guard let last = latest.first else { return [] }
    // The log gives the events of one command one millisecond after the other.
    var done = [last]
    for event in latest.dropFirst() {
      guard let first = done.last, event.time == first.time - 1, event.action.isLike(last.action)
      else { break }
      done.append(event)
    }
    return done.reversed()
  }

  /// True if some log has an event of that id.
  ///
  /// - Throws: `SystemError` where the logs cannot be listed; `WriteError` where one cannot be
  ///   read.
  package func hasEvent(_ id: ReviewEvent.ID) throws -> Bool {
    let mark = Array("\(id)\t".utf8)
    for file in try logFolder.files() {
      let bytes = try logFolder.bytes(of: file)
      if bytes.hasLine(startingWith: mark),
        ReviewLog.events(in: bytes).contains(where: { $0.id == id })
      {
        return true
      }
    }
    return false
  }
}

extension ReviewEvent.Action {
  /// True if the same was done, to whichever card.
  fileprivate func isLike(_ other: ReviewEvent.Action) -> Bool {
    switch (self, other) {
    case (.suspend(_, let isOn), .suspend(_, let isOther)): isOn == isOther
    case (.bury, .bury), (.reset, .reset), (.parameters, .parameters): true
    // One command refuses several links.
    case (.link(let card, let prompt), .link(let otherCard, let otherPrompt)):
      card == prompt && otherCard == otherPrompt
    default: false
    }
  }
}

extension [UInt8] {
  /// True where a line starts with these bytes.
  fileprivate func hasLine(startingWith mark: [UInt8]) -> Bool {
    let (bytes, mark) = (span, mark.span)
    var start = 0
    while start + mark.count <= bytes.count {
      var same = 0
      while same < mark.count, bytes[start + same] == mark[same] { same += 1 }
      if same == mark.count { return true }
      start += same
      while start < bytes.count, bytes[start] != 0x0A { start += 1 }
      start += 1
    }
    return false
  }
}

extension VaultReviews {
  /// Makes sure that answers can be kept where they belong, before the first card is asked.
  ///
  /// - Throws: `.throughLink` or `.system` where `.zib/reviews` is a link or no folder, as the first answer would.
  package func requireFolder() throws(WriteError) {
    guard let path = NotePath(ReviewLogFolder.root),
      let status = FileStatus.at(search.vault.root.appending(path), following: false),
      status.kind != .folder
    else { return }
    if status.kind == .link { throw .throughLink(path) }
    throw .system(SystemError("write", path.bytes, code: ENOTDIR))
  }
}
