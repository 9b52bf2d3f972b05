import Objects

/// What conflict copies are called: `Title.conflict-1a2b3c4d.md`, with the first digits of the copy's blob id.
///
/// Nothing of the time, the device or the side enters the name, so that every device gives the same one.
package enum ConflictCopyName {
  private static let infix = Array(".conflict-".utf8)
  private static let fewestDigits = 8
  /// What common file systems can hold, in bytes.
  private static let longestName = 255
  /// A longer ending is no extension.
  private static let longestExtension = 32

  /// The path of a copy beside its note; the copy of a copy is named after the note too.
  ///
  /// - Parameters:
  ///   - path: the note, or a copy of it.
  ///   - blob: what the copy holds.
  ///   - isTaken: true for a path where something else stands; then the name gets more digits.
  package static func path(
    for path: TreePath, blob: ObjectID, isTaken: (TreePath) throws -> Bool
  ) rethrows -> TreePath {
    try self.path(for: path, blob: blob, infix: infix, isTaken: isTaken)
  }

  /// The path of a copy of another kind, which has other letters before the digits.
  ///
  /// - Parameter infix: such as `.ignored-`.
  package static func path(
    for path: TreePath, blob: ObjectID, infix: [UInt8], isTaken: (TreePath) throws -> Bool
  ) rethrows -> TreePath {
    let note = note(ofCopy: path, infix: infix) ?? path
    let (stem, ending) = split(note.name)
    // A name with all digits belongs to other bytes only if a person made it so; it is passed by as well.
    var digits = Array(blob.hex.utf8)
    var count = fewestDigits
    while true {
      let suffix = infix + digits[..<count]
      let room = longestName - suffix.count - ending.count
      let copy = note.folder.appending(prefix(of: stem, upTo: room) + suffix + ending)
      if try !isTaken(copy) { return copy }
      count += 1
      if count > digits.count { digits.append(0x30) }
    }
  }

  /// The note that a path is a copy of, by its name; nothing for other paths.
  ///
  /// The note need not be there: it may have moved, and a very long name was cut.
  package static func note(ofCopy path: TreePath) -> TreePath? {
    note(ofCopy: path, infix: infix)
  }

  /// The file that a path is a copy of another kind of, by its name; nil for other paths.
  package static func note(ofCopy path: TreePath, infix: [UInt8]) -> TreePath? {
    guard let digits = digits(in: path.name, after: infix) else { return nil }
    let stem = path.name[..<(digits.lowerBound - infix.count)]
    return path.folder.appending(Array(stem) + path.name[digits.upperBound...])
  }

  /// True where a path is that of a copy of this note whose name had to be cut to be short enough.
  package static func isCut(_ path: TreePath, from note: TreePath) -> Bool {
    guard path.folder == note.folder, let digits = digits(in: path.name) else { return false }
    let (stem, ending) = split(note.name)
    let suffix = infix + path.name[digits]
    let room = longestName - suffix.count - ending.count
    return stem.count > room
      && path.name.elementsEqual(prefix(of: stem, upTo: room) + suffix + ending)
  }

  /// True for the path of a conflict copy, by its name.
  package static func isCopy(_ path: TreePath) -> Bool { isCopy(name: path.name) }

  /// True for the name of a conflict copy.
  package static func isCopy(name: ArraySlice<UInt8>) -> Bool { digits(in: name) != nil }

  /// Where the digits of a copy's name stand.
  private static func digits(
    in name: ArraySlice<UInt8>, after infix: [UInt8] = infix
  ) -> Range<Int>? {
    guard name.count > infix.count + fewestDigits else { return nil }
    // The ending has no dot but its first, so that only the last two parts can hold the digits.
    guard let last = name.lastIndex(of: 0x2E) else { return nil }
    for end in [name.endIndex, last] {
      let start = (name[..<end].lastIndex { !isDigit($0) } ?? name.startIndex) + 1
      guard end - start >= fewestDigits, start - infix.count > name.startIndex,
        name[(start - infix.count)..<start].elementsEqual(infix)
      else { continue }
      return start..<end
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte &- 0x61 < 6 }

  private static func split(
    _ name: ArraySlice<UInt8>
  ) -> (stem: ArraySlice<UInt8>, ending: ArraySlice<UInt8>) {
    guard let dot = name.lastIndex(of: 0x2E), dot > name.startIndex,
      name.endIndex - dot <= longestExtension
    else { return (name, []) }
    return (name[..<dot], name[dot...])
  }

  /// As much of a name as there is room for, in whole characters.
  private static func prefix(of stem: ArraySlice<UInt8>, upTo room: Int) -> ArraySlice<UInt8> {
    guard stem.count > room else { return stem }
    var end = stem.startIndex + max(1, room)
    while end > stem.startIndex + 1, stem[end] & 0xC0 == 0x80 { end -= 1 }
    return stem[..<end]
  }
}
