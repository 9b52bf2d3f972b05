/// The conflict markers that git writes into a file: both sides between markers.
///
///     conflict := "<<<<<<< " label "\n" ours ("|||||||" label? "\n" base)? "=======\n" theirs ">>>>>>> " label "\n"
///
/// Settings decide the labels, whether the base is shown, and how many agreed lines are drawn into
/// a conflict. The text that is left when one side is taken everywhere does not depend on them.
package struct GitMarkers: Equatable {
  /// The file with our side in each conflict.
  let ours: [UInt8]
  /// The file with their side in each conflict.
  let theirs: [UInt8]

  /// Reads a file; nil if it has no conflict, or if one lacks a part.
  package init?(_ bytes: [UInt8]) {
    enum Part { case agreed, ours, base, theirs }
    var part = Part.agreed
    var (ours, theirs) = ([UInt8](), [UInt8]())
    var hasConflict = false
    for line in Self.lines(bytes) {
      switch (part, Self.sign(of: line)) {
      case (.agreed, UInt8(ascii: "<")): (part, hasConflict) = (.ours, true)
      case (.ours, UInt8(ascii: "|")): part = .base
      case (.ours, UInt8(ascii: "=")), (.base, UInt8(ascii: "=")): part = .theirs
      case (.theirs, UInt8(ascii: ">")): part = .agreed
      case (.agreed, _):
        ours += line
        theirs += line
      case (.ours, _): ours += line
      case (.theirs, _): theirs += line
      case (.base, _): break
      }
    }
    guard hasConflict, part == .agreed else { return nil }
    self.ours = ours
    self.theirs = theirs
  }

  /// True if a file has a line that is or was one of git's markers, and that no other text has.
  static func areLeft(in bytes: [UInt8], beside others: [[UInt8]]) -> Bool {
    var found: Set<ArraySlice<UInt8>> = []
    for line in lines(bytes) where sign(of: line).map({ $0 != UInt8(ascii: "=") }) ?? false {
      found.insert(line)
    }
    if found.isEmpty { return false }
    for other in others { found.subtract(lines(other)) }
    return !found.isEmpty
  }

  /// A text without the markers that are left in it; everything between them stays.
  ///
  /// - Parameters:
  ///   - others: texts that people wrote; a line of one of them is text, whatever it looks like.
  ///   - written: the file as git wrote it, or nil if that is unknown. Lines of the ancestor that
  ///     no side has any more are removed too, if they are as git wrote them.
  static func removed(
    from bytes: [UInt8], beside others: [[UInt8]], written: [UInt8]?
  ) -> [UInt8] {
    var own: Set<ArraySlice<UInt8>> = []
    for other in others { own.formUnion(lines(other)) }
    let ancestor = written.map { Self.ancestorLines(of: $0) } ?? []
    let lines = lines(bytes)
    let signs = lines.map { own.contains($0) ? nil : sign(of: $0) }
    var result: [UInt8] = []
    var part: UInt8?
    for (index, line) in lines.enumerated() {
      switch signs[index] {
      case UInt8(ascii: "="):
        // Alone it underlines a heading; with the end of a conflict after it, its beginning was taken out.
        let next = signs[(index + 1)...].lazy.compactMap(\.self).first
        guard part == UInt8(ascii: "<") || part == UInt8(ascii: "|") || next == UInt8(ascii: ">")
        else { break }
        part = UInt8(ascii: "=")
        continue
      case UInt8(ascii: ">"):
        part = nil
        continue
      case let sign?:
        part = sign
        continue
      case nil: if part == UInt8(ascii: "|"), ancestor.contains(line) { continue }
      }
      result += line
    }
    return result
  }

  /// The lines between `|||||||` and `=======`.
  private static func ancestorLines(of bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
    var found: Set<ArraySlice<UInt8>> = []
    var isAncestor = false
    for line in lines(bytes) {
      if let sign = sign(of: line) {
        isAncestor = sign == UInt8(ascii: "|")
      } else if isAncestor {
        found.insert(line)
      }
    }
    return found
  }

  /// The sign of a marker, or nil for another line.
  private static func sign(of line: ArraySlice<UInt8>) -> UInt8? {
    guard let sign = line.first, "<|=>".utf8.contains(sign), line.prefix(7).count == 7,
      line.prefix(7).allSatisfy({ $0 == sign })
    else { return nil }
    let rest = line.dropFirst(7)
    // A line of eight signs is no marker, and one of `=` has no label.
    switch rest.first {
    case nil, 0x0A, 0x0D: return sign
    case 0x20: return sign == UInt8(ascii: "=") ? nil : sign
    default: return nil
    }
  }

  /// The lines with their ends.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }
}
