import Files
import History
import Layout
import Merge
import Notes
import PastNotes
import Settings
import Sync

/// The result of taking back what a command wrote, or of doing it again; or the plan of it.
package struct TakenBack: Sendable {
  package let deed: RecordedDeed
  /// The files that changed, sorted by path.
  package fileprivate(set) var changes: [FileChange] = []
  /// The files that stay as they are, because they were edited in the same place since, or replaced.
  package fileprivate(set) var kept: [NotePath] = []
  /// The files that stay as they are, because too much was written to be kept.
  package fileprivate(set) var large: [NotePath] = []
  /// The files that the command made and that stay for that reason.
  package fileprivate(set) var largeAndNew: [NotePath] = []
  /// The files that stay as they are, because they are gone.
  package fileprivate(set) var gone: [NotePath] = []

  /// True if no file stays as it is.
  package var isWhole: Bool { kept.isEmpty && large.isEmpty && largeAndNew.isEmpty && gone.isEmpty }

  /// Takes out files that are looked at again.
  fileprivate mutating func forget(_ paths: Set<NotePath>) {
    for list in [\TakenBack.kept, \.large, \.largeAndNew, \.gone] {
      self[keyPath: list].removeAll { paths.contains($0) }
    }
  }
}

extension Vault {
  /// The last thing that a command wrote without a commit, if it came after all operations that ``undo(endingAt:confirm:waiting:)``
  /// takes back, and is no part of one.
  ///
  /// - Throws: `DeedError`
  package func lastDeed() throws(DeedError) -> RecordedDeed? {
    guard let record = DeedRecord(of: self), let deed = try record.last() else { return nil }
    if let place = RepositoryPlace.holding(root), place.isComplete, isUpdateUnfinished(in: place) {
      return nil
    }
    let order = OperationOrder(record.operationsBytes)
    if deed.isPart(of: order.lastUndoable) { return nil }
    return order.hasUndoable(after: deed.operation, seconds: deed.seconds) ? nil : deed
  }

  /// The files that an import wrote and its commit does not have, which are taken back with it; nil if there are none.
  ///
  /// - Throws: `DeedError`
  func rest(of operation: Operation) throws(DeedError) -> RecordedDeed? {
    guard let deed = try DeedRecord(of: self)?.last(), deed.isPart(of: operation) else {
      return nil
    }
    return deed
  }

  /// Takes back what ``rest(of:)`` found, for a caller that holds the lock if anything is written.
  func takeBack(rest deed: RecordedDeed, isPlanned: Bool) throws -> TakenBack {
    let steps = deed.changes.reversed().map { ($0.path, $0.after, $0.before) }
    // What is put back alone would be a part of an import.
    return try apply(deed, steps, isPlanned, takenBackAs: .past)
  }

  /// The last thing that ``takeBack(_:isPlanned:)`` took back, if no command wrote anything since.
  ///
  /// - Throws: `DeedError`
  package func lastDeedTakenBack() throws(DeedError) -> RecordedDeed? {
    try DeedRecord(of: self)?.lastTakenBack()
  }

  /// The last thing that a command wrote and that is not on record any more, if no operation that can be taken back came
  /// after it: an operation before it is not the last thing that was done.
  package var forgottenDeed: RecordedDeed? {
    guard let record = DeedRecord(of: self), let deed = record.forgotten else { return nil }
    let order = OperationOrder(record.operationsBytes)
    return order.hasUndoable(after: deed.operation, seconds: deed.seconds) ? nil : deed
  }

  /// Takes back what a command wrote; edits that were made since stay.
  ///
  /// A file that was edited since in the same place is left as it is, and so is a new one that was edited at all.
  /// - Parameter isPlanned: true to write nothing.
  /// - Throws: `WriteError`, `VaultLock.Failure`; a call after it goes on.
  package func takeBack(
    _ deed: RecordedDeed, isPlanned: Bool = false, progress: FileReplacement.Progress? = nil
  ) throws -> TakenBack {
    let lock = try isPlanned ? nil : writeLock(followsSettings: false)
    let steps = deed.changes.reversed().map { ($0.path, $0.after, $0.before) }
    let result = try apply(deed, steps, isPlanned, takenBackAs: .takenBack, progress)
    if !isPlanned {
      try removeLaterRecords(than: deed.changes.map(\.path))
      for change in deed.changes {
        folder.removeEmptyFolders(above: change.path, atMost: change.newFolders)
      }
    }
    _ = consume lock
    return result
  }

  /// Removes the later files of the same records of imports: those of imports that brought nothing, and that are no
  /// deeds.
  private func removeLaterRecords(than paths: [NotePath]) throws {
    for record in paths where RecordedDeed.isOfImportRecord(record) {
      guard let source = record.folder,
        let stream = DirectoryStream(root.appending(source))
      else { continue }
      var names: [[UInt8]] = []
      while let entry = unsafe stream.next() { names.append(unsafe Array(entry.bytes)) }
      for name in names where name.suffix(6).elementsEqual(".jsonl".utf8) {
        guard let path = source.appending(name), !paths.contains(path),
          record.bytes.lexicographicallyPrecedes(path.bytes)
        else { continue }
        try FileReplacement(in: folder).remove(path, basedOn: folder.read(path))
      }
    }
  }

  /// Does again what was taken back; where nothing of it can be done, it can be tried again.
  ///
  /// - Throws: as ``takeBack(_:isPlanned:)``.
  package func redo(
    _ deed: RecordedDeed, isPlanned: Bool = false, progress: FileReplacement.Progress? = nil
  ) throws -> TakenBack {
    let lock = try isPlanned ? nil : writeLock(followsSettings: false)
    let steps = deed.changes.map { ($0.path, $0.before, $0.after) }
    let result = try apply(deed, steps, isPlanned, takenBackAs: nil, progress)
    _ = consume lock
    return result
  }

  private typealias Step = (path: NotePath, from: RecordedDeed.Version, to: RecordedDeed.Version)

  /// - Parameter state: the state of the deed when it is taken back; nil where it is done again.
  private func apply(
    _ deed: RecordedDeed, _ steps: [Step], _ isPlanned: Bool, takenBackAs state: DeedRecord.State?,
    _ progress: FileReplacement.Progress? = nil
  ) throws -> TakenBack {
    let record = DeedRecord(of: self)
    if !isPlanned { try record?.checkWritable() }
    var result = TakenBack(deed: deed)
    var left = steps[...]
    try persisting {
      result.forget(Set(left.map(\.path)))
      let edits = try left.compactMap { try edit($0, &result) }
      let errors =
        isPlanned
        ? [WriteError?](repeating: nil, count: edits.count)
        : FileReplacement(in: folder).write(edits, endsAtFailure: true, progress: progress)
      let end = errors.firstIndex { $0 != nil } ?? edits.endIndex
      result.changes += edits[..<end].filter { !RecordedDeed.isOfImportRecord($0.path) }.map {
        FileChange(
          TreePath(bytes: $0.path.bytes),
          $0.old == nil ? .added : $0.new == nil ? .deleted : .edited)
      }
      guard end < edits.endIndex, let error = errors[end] else { return }
      left = left.drop { $0.path != edits[end].path }
      throw error
    }
    let isLeft = result.changes.isEmpty && !result.isWhole
    if !isPlanned, state != nil || !isLeft {
      try record?.set(state.map { isLeft ? .past : $0 } ?? .done, of: deed)
    }
    result.changes.sort { $0.path < $1.path }
    return result
  }

  /// The change of a file that a step asks for; nil where it stays as it is.
  private func edit(_ step: Step, _ result: inout TakenBack) throws -> FileEdit? {
    let path = step.path
    guard FileStatus.at(root.appending(path), following: false) != nil else {
      switch (step.from, step.to) {
      case (_, .missing): break
      case (.missing, .bytes(let bytes)): return FileEdit(path, from: nil, to: bytes)
      case (_, .large): result.large.append(path)
      case (.large, _), (.bytes, _): result.gone.append(path)
      }
      return nil
    }
    if folder.isThroughLink(path) { throw WriteError.throughLink(path) }
    let current = try folder.read(path)
    if step.to == .bytes(current.bytes) { return nil }
    switch (step.from, step.to) {
    case (.large, .missing): result.largeAndNew.append(path)
    case (.large, _), (_, .large): result.large.append(path)
    case (.bytes(current.bytes), .missing): return FileEdit(path, from: current, to: nil)
    case (.bytes(let old), .bytes(let new)):
      guard let text = Self.replaying(old, new, on: current.bytes) else {
        result.kept.append(path)
        return nil
      }
      if text == current.bytes { return nil }
      if folder.isReadOnly(path, current.status) { throw WriteError.readOnly(path) }
      return FileEdit(path, from: current, to: text)
    case (_, .missing), (.missing, _): result.kept.append(path)
    }
    return nil
  }

  /// A text with the change from one version to another made in it; nil where it was edited in the same place.
  private static func replaying(_ old: [UInt8], _ new: [UInt8], on text: [UInt8]) -> [UInt8]? {
    if text == old { return new }
    switch NoteMerge().merge(NoteVersions(base: old, left: text, right: new)) {
    case .merged(let merged): return merged
    case .overlapping: return removing(old, new, from: text) ?? adding(old, new, to: text)
    }
  }

  /// A text with the lines at its end that a change brought at the end of another.
  private static func adding(_ old: [UInt8], _ new: [UInt8], to text: [UInt8]) -> [UInt8]? {
    guard new.count > old.count, new.starts(with: old) else { return nil }
    let lines = new[old.count...]
    let needsEnd = text.last.map { !$0.isLineEnd } ?? false && !lines[old.count].isLineEnd
    return text + (needsEnd ? [0x0A] : []) + lines
  }

  /// A text without the lines that a change brought, where they stand in it once and nothing else was changed.
  ///
  /// Lines that were written right below them make a merge unsure, and take nothing from what goes.
  private static func removing(_ old: [UInt8], _ new: [UInt8], from text: [UInt8]) -> [UInt8]? {
    guard old.count > new.count else { return nil }
    var start = zip(old, new).prefix { $0 == $1 }.count
    guard new[start...].elementsEqual(old.suffix(new.count - start)) else { return nil }
    var end = start + old.count - new.count
    // The same bytes may begin earlier: lines are meant.
    while start > 0, old[start - 1] != 0x0A, old[start - 1] == old[end - 1] {
      (start, end) = (start - 1, end - 1)
    }
    var (first, last) = (start, end)
    while first < last, old[first].isLineEnd { first += 1 }
    while first < last, old[last - 1].isLineEnd { last -= 1 }
    guard first < last, first == 0 || old[first - 1].isLineEnd,
      last == old.count || old[last].isLineEnd, !old[first..<last].allSatisfy(\.isASCIISpace)
    else { return nil }
    // With the empty lines that came with them, or where something stands between, without.
    let places = [old[start..<end], old[first..<last]].map { lines in
      text.ranges(of: Array(lines)).filter { range in
        (lines[lines.startIndex].isLineEnd || range.lowerBound == 0
          || text[range.lowerBound - 1].isLineEnd)
          && (lines[lines.endIndex - 1].isLineEnd || range.upperBound == text.count
            || text[range.upperBound].isLineEnd)
      }
    }
    guard places[1].count == 1, var range = places[0].count == 1 ? places[0][0] : places[1].first
    else { return nil }
    if places[0].count != 1, range.upperBound < text.count {
      let isPair = text[range.upperBound...].starts(with: [0x0D, 0x0A])
      range = range.lowerBound..<(range.upperBound + (isPair ? 2 : 1))
    }
    let (head, tail) = (text[..<range.lowerBound], text[range.upperBound...])
    // A line that had no end before the change has got one, and lines below it.
    let needsEnd =
      head.last.map { !$0.isLineEnd } ?? false && tail.first.map { !$0.isLineEnd } ?? false
    let lineEnd: [UInt8] = text[range].starts(with: [0x0D, 0x0A]) ? [0x0D, 0x0A] : [0x0A]
    return Array(head + (needsEnd ? lineEnd : []) + tail)
  }
}
