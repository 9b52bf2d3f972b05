/// The names of conflict copies: a second version of a file, kept beside it.
///
///     own copy     := stem ".conflict-" hexadecimal digit{8,} ("." extension)?
///     another tool := stem ".sync-conflict-" … ("." extension)?          Syncthing
///                   | stem " (" … "conflicted copy" … ")" extension      Dropbox, Nextcloud, Obsidian Sync
///                   | stem " (SFConflict " … ")" extension               Seafile
///                   | stem " (conflict " digit … ")" extension           pCloud and others
///                   | stem " (case conflict" … ")" extension             Dropbox
///                   | stem "--conflicted-copy" … ("." extension)?
///
/// The digits of an own copy are the first of its blob id. Neither the time, the device nor the
/// side enters the name, so that every device gives the same one. The words of another tool may be
/// in any case.
package enum ConflictName {
  /// The maker of the copy.
  package enum Maker: Hashable, Sendable {
    /// A merge of zib: the history has the common ancestor.
    case merge
    case anotherTool
  }

  /// The letters before the digits of an own copy.
  package static let infix = Array(".conflict-".utf8)
  private static let fewestDigits = 8
  /// The longest name that common file systems can hold, in bytes.
  private static let longestName = 255
  /// The longest extension in bytes; a longer ending is no extension.
  private static let longestExtension = 32

  /// The name of the file that a name is a copy of, and who made the copy; nil for other names.
  ///
  /// The file need not be there: it may have moved, and a very long name was cut.
  package static func original(of name: ArraySlice<UInt8>) -> (name: [UInt8], maker: Maker)? {
    guard mayBeCopy(name) else { return nil }
    if let own = original(of: name, infix: infix) { return (own, .merge) }
    return foreignOriginal(Array(name)).map { ($0, .anotherTool) }
  }

  // MARK: - Own copies

  /// The name of a copy beside its file; the copy of a copy is named after the file too.
  ///
  /// - Parameters:
  ///   - name: the file's, or that of a copy of it.
  ///   - digits: the copy's blob id, in hexadecimal digits.
  ///   - infix: the letters before the digits, such as `.conflict-`.
  ///   - isTaken: true for a name that something else has; then the name gets more digits.
  package static func name(
    for name: ArraySlice<UInt8>, digits: [UInt8], infix: [UInt8],
    isTaken: ([UInt8]) throws -> Bool
  ) rethrows -> [UInt8] {
    let file = original(of: name, infix: infix) ?? Array(name)
    let (stem, ending) = split(file[...])
    // A name with all digits belongs to other bytes only if a person made it so; it is passed by as well.
    var digits = digits
    var count = fewestDigits
    while true {
      let suffix = infix + digits[..<count]
      let room = longestName - suffix.count - ending.count
      let copy = prefix(of: stem, upTo: room) + suffix + ending
      if try !isTaken(Array(copy)) { return Array(copy) }
      count += 1
      if count > digits.count { digits.append(0x30) }
    }
  }

  /// True if a copy's name may be cut that is named after a file with this many bytes in its name.
  ///
  /// A copy mostly has `.conflict-` and at most forty digits more than its file.
  package static func mayBeCut(nameOf count: Int) -> Bool { count + infix.count + 40 > longestName }

  /// The name of the file that a name is an own copy of; nil for other names.
  package static func original(of name: ArraySlice<UInt8>, infix: [UInt8]) -> [UInt8]? {
    guard let digits = digits(in: name, after: infix) else { return nil }
    return Array(name[..<(digits.lowerBound - infix.count)] + name[digits.upperBound...])
  }

  /// True if a name is that of an own copy of this file, and had to be cut to be short enough.
  package static func isCut(_ name: ArraySlice<UInt8>, from file: ArraySlice<UInt8>) -> Bool {
    guard let digits = digits(in: name, after: infix) else { return false }
    let (stem, ending) = split(file)
    let suffix = infix + name[digits]
    let room = longestName - suffix.count - ending.count
    return stem.count > room
      && name.elementsEqual(prefix(of: stem, upTo: room) + suffix + ending)
  }

  /// True for the name of an own copy.
  package static func isOwnCopy(_ name: ArraySlice<UInt8>) -> Bool {
    digits(in: name, after: infix) != nil
  }

  /// The range of the digits in a copy's name.
  private static func digits(in name: ArraySlice<UInt8>, after infix: [UInt8]) -> Range<Int>? {
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

  /// The name of a copy that becomes a file of its own: `pic (2).png`, cut where it would be too long.
  package static func numbered(_ name: ArraySlice<UInt8>, _ number: Int) -> [UInt8] {
    let (stem, ending) = split(name)
    let suffix = Array(" (\(number))".utf8) + ending
    return Array(prefix(of: stem, upTo: longestName - suffix.count) + suffix)
  }

  // MARK: - Copies of other tools

  /// True if a name has the word that all makers use: a vault has thousands of paths, and all are asked.
  private static func mayBeCopy(_ name: ArraySlice<UInt8>) -> Bool {
    let name = name.span
    guard name.count >= word.count else { return false }
    for start in 0...(name.count - word.count) where name[start] | 0x20 == word[0] {
      var place = 1
      while place < word.count, name[start + place] | 0x20 == word[place] { place += 1 }
      if place == word.count { return true }
    }
    return false
  }

  private static let word = Array("conflict".utf8)

  private static func foreignOriginal(_ name: [UInt8]) -> [UInt8]? {
    let folded = name.map(\.asciiLowercased)
    for mark in [".sync-conflict-", "--conflicted-copy"] {
      guard let range = folded.lastRange(of: mark), range.lowerBound > 0 else { continue }
      return Array(name[..<range.lowerBound] + name[extensionStart(of: name, after: range)...])
    }
    for mark in ["conflicted copy", "sfconflict ", " (case conflict", " (conflict "] {
      guard let found = folded.lastRange(of: mark) else { continue }
      // Words in parentheses may be a title: `Chapter 2 (conflict of interest)`.
      if mark.hasSuffix("(conflict "), folded[found.upperBound...].first?.isASCIIDigit != true {
        continue
      }
      let range = mark.hasPrefix(" (") ? (found.lowerBound + 2)..<found.upperBound : found
      guard
        let open = Array(folded[..<range.lowerBound]).lastRange(of: " ("), open.lowerBound > 0,
        let close = folded[range.upperBound...].firstIndex(of: 0x29)
      else { continue }
      return Array(name[..<open.lowerBound] + name[(close + 1)...])
    }
    return nil
  }

  /// The start of the extension that follows a mark; the end if there is none.
  private static func extensionStart(of name: [UInt8], after mark: Range<Int>) -> Int {
    name[mark.upperBound...].lastIndex(of: 0x2E) ?? name.endIndex
  }
}

extension [UInt8] {
  /// The range of the last occurrence of an ASCII text.
  fileprivate func lastRange(of text: String) -> Range<Int>? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    for start in stride(from: count - wanted.count, through: 0, by: -1)
    where self[start] == wanted[0] && self[start...].starts(with: wanted) {
      return start..<(start + wanted.count)
    }
    return nil
  }
}
