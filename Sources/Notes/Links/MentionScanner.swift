import Layout

/// Finds the places in a note's text where names stand that are no links.
///
/// A name is found in running text and in headings, on one line, in any case and Unicode form, and only as whole words:
/// what is before it and after it is no letter, digit or underscore, and no part of a path or of a file's name. Scripts
/// that are written without spaces need none around a name. Blanks in a name are any number of blanks in the text. Of
/// several names that begin at one place the longest is found. Nothing is found in links, hashtags, code, formulas,
/// comments, front matter, or across markup, nor in the text of a link of HTML, or a key such as `pond:: deep`.
package struct MentionScanner: Sendable {
  /// A character of text, or a part of one that is several letters once it is folded (`ß`).
  private struct Atom {
    /// Equal for characters that differ in case or Unicode form alone; ``unknown`` for those of no name.
    let symbol: UInt32
    let range: ByteRange
    let kind: Kind
    /// True for the first and the last part of its character.
    var isFirst = true
    var isLast = true
  }

  private enum Kind {
    /// A letter or digit of a script that has spaces between its words, or an underscore.
    case word
    /// A letter of a script that is written without spaces, or that writes particles onto its words.
    case unspaced
    case other
    /// Only markup parts the characters around it.
    case seam
  }

  private static let unknown = UInt32.max
  private static let blank = UInt32(0x20)

  /// Folded characters beyond ASCII that the names have.
  private var symbols: [String: UInt32] = [:]
  /// The names by their first character, the longest first, and whether places of them are given.
  private var names: [UInt32: [(symbols: [UInt32], isWanted: Bool)]] = [:]

  /// - Parameters:
  ///   - names: empty ones are left out.
  ///   - others: names of something else; what stands in the place of one is none of the first.
  package init(_ names: [String], besides others: [String] = []) {
    for name in names + others {
      for character in name {
        for part in CaseFolding.fold(String(character)) where symbols[String(part)] == nil {
          symbols[String(part)] = 0x80 + UInt32(symbols.count)
        }
      }
    }
    var all: [[UInt32]: Bool] = [:]
    for (number, name) in (names + others).enumerated() {
      var atoms: [Atom] = []
      let bytes = name.utf8.map { $0.isLineEnd ? .space : $0 }
      add(bytes, ByteRange(0, bytes.count), isText: true, to: &atoms)
      var symbols = atoms.map(\.symbol)[...]
      while symbols.last == Self.blank { symbols.removeLast() }
      while symbols.first == Self.blank { symbols.removeFirst() }
      if !symbols.isEmpty, !symbols.contains(Self.unknown), all[Array(symbols)] == nil {
        all[Array(symbols)] = number < names.count
      }
    }
    for (name, isWanted) in all.sorted(by: { $0.key.count > $1.key.count }) {
      self.names[name[0], default: []].append((name, isWanted))
    }
  }

  /// The places of the names, in order; they do not overlap.
  ///
  /// - Complexity: linear in the note, for each name.
  package func mentions(in note: Note) -> [ByteRange] {
    if names.isEmpty { return [] }
    let atoms = atoms(of: note)
    var found: [ByteRange] = []
    var place = 0
    while place < atoms.count {
      guard let (end, isWanted) = end(ofNameAt: place, atoms) else {
        place += 1
        continue
      }
      if isWanted {
        found.append(ByteRange(start: atoms[place].range.start, end: atoms[end - 1].range.end))
      }
      place = end
    }
    return found
  }

  private func end(ofNameAt place: Int, _ atoms: [Atom]) -> (end: Int, isWanted: Bool)? {
    guard atoms[place].isFirst, let names = names[atoms[place].symbol],
      isBoundary(place - 1, place, atoms)
    else { return nil }
    for (name, isWanted) in names {
      let end = place + name.count
      guard end <= atoms.count, atoms[end - 1].isLast,
        zip(name, atoms[place..<end]).allSatisfy({ $0 == $1.symbol }),
        isBoundary(end, end - 1, atoms), !isExtension(end, atoms), !isKey(end, atoms)
      else { continue }
      return (end, isWanted)
    }
    return nil
  }

  /// True if no word goes on from the atom inside a name into the one beside it.
  private func isBoundary(_ outside: Int, _ inside: Int, _ atoms: [Atom]) -> Bool {
    var outside = outside
    while atoms.indices.contains(outside), atoms[outside].kind == .seam {
      outside += outside < inside ? -1 : 1
    }
    guard atoms.indices.contains(outside) else { return true }
    if Self.partsOfPaths.contains(atoms[outside].symbol) { return false }
    return atoms[outside].kind != .word || atoms[inside].kind == .unspaced
  }

  /// Signs beside a name that make it a part of a path or address.
  private static let partsOfPaths = Set("/\\@".unicodeScalars.map(\.value))

  /// True for a full stop with a word right after it, as in `Pond.md`.
  private func isExtension(_ place: Int, _ atoms: [Atom]) -> Bool {
    place + 1 < atoms.count && atoms[place].symbol == UInt32(UInt8(ascii: "."))
      && atoms[place + 1].kind == .word
  }

  /// True for two colons, which make what is before them a key.
  private func isKey(_ place: Int, _ atoms: [Atom]) -> Bool {
    let colon = UInt32(UInt8(ascii: ":"))
    return place + 1 < atoms.count && atoms[place].symbol == colon
      && atoms[place + 1].symbol == colon
  }

  /// The links of HTML in a text, from `<a` to `</a>`; one that nothing ends goes to the end of its block.
  private static func anchors(in bytes: [UInt8], from start: Int) -> [ByteRange] {
    var found: [ByteRange] = []
    var index = start
    while let sign = bytes.first(UInt8(ascii: "<"), from: index, to: bytes.count) {
      index = sign + 1
      guard sign + 2 < bytes.count, bytes[sign + 1].asciiLowercased == UInt8(ascii: "a"),
        bytes[sign + 2].isASCIISpace
      else { continue }
      while index < bytes.count {
        let rest = bytes[index...].prefix(4).map(\.asciiLowercased)
        if rest.elementsEqual("</a>".utf8) || rest.prefix(2).elementsEqual("\n\n".utf8) { break }
        index += 1
      }
      found.append(ByteRange(sign, index))
    }
    return found
  }

  // MARK: Characters

  private func atoms(of note: Note) -> [Atom] {
    var atoms: [Atom] = []
    // Links and hashtags are text for a reader as well.
    let taken =
      (note.links.filter { !$0.isInFrontMatter }.map(\.range)
      + note.hashtags.filter { !$0.isInFrontMatter }.map(\.range) + note.formulas.map(\.range)
      + Self.anchors(in: note.source, from: note.bodyStart))
      .sorted { $0.start < $1.start }
    var next = 0
    var takenEnd: UInt32 = 0
    note.forEachPiece { piece, _ in
      if !atoms.isEmpty {
        let end = ByteRange(start: piece.range.start, end: piece.range.start)
        atoms.append(
          Atom(symbol: Self.unknown, range: end, kind: piece.joinsPrevious ? .seam : .other))
      }
      if let decoded = piece.decoded {
        atoms.append(
          Atom(
            symbol: Self.unknown, range: piece.range,
            kind: decoded.last.map(Self.kind(of:)) ?? .other))
        return
      }
      let first = atoms.count
      let isText = piece.role == .body || piece.role == .heading
      add(note.source, piece.range, isText: isText, to: &atoms)
      if !isText || taken.isEmpty { return }
      for number in first..<atoms.count {
        let atom = atoms[number]
        while next < taken.count, taken[next].start <= atom.range.start {
          takenEnd = max(takenEnd, taken[next].end)
          next += 1
        }
        if atom.range.start < takenEnd {
          atoms[number] = Atom(symbol: Self.unknown, range: atom.range, kind: atom.kind)
        }
      }
    }
    return atoms
  }

  /// Adds the characters of a range.
  ///
  /// - Parameter isText: false where no name is found.
  private func add(_ bytes: [UInt8], _ range: ByteRange, isText: Bool, to atoms: inout [Atom]) {
    let end = Int(range.end)
    var index = Int(range.start)
    while index < end {
      let byte = bytes[index]
      let isAlone = byte < 0x80 && (index + 1 == end || bytes[index + 1] < 0x80)
      if isAlone {
        if byte.isBlank {
          addBlank(index, index + 1, &atoms)
        } else {
          let isWord = byte.isASCIIWord || byte == UInt8(ascii: "_")
          atoms.append(
            Atom(
              symbol: isText && !byte.isLineEnd ? UInt32(byte.asciiLowercased) : Self.unknown,
              range: ByteRange(index, index + 1), kind: isWord ? .word : .other))
        }
        index += 1
        continue
      }
      // Up to the last byte of the stretch that is not ASCII; the first may have an accent that follows it.
      var stop = index + 1
      while stop < end, bytes[stop] >= 0x80 { stop += 1 }
      addCharacters(bytes[index..<stop], isText, &atoms)
      index = stop
    }
  }

  private func addCharacters(_ bytes: ArraySlice<UInt8>, _ isText: Bool, _ atoms: inout [Atom]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      atoms.append(
        Atom(
          symbol: Self.unknown, range: ByteRange(bytes.startIndex, bytes.endIndex), kind: .other))
      return
    }
    var index = bytes.startIndex
    for character in text {
      let range = ByteRange(index, index + character.utf8.count)
      index += character.utf8.count
      if character.isWhitespace, !character.isNewline {
        addBlank(Int(range.start), Int(range.end), &atoms)
        continue
      }
      let kind = Self.kind(of: character)
      guard isText else {
        atoms.append(Atom(symbol: Self.unknown, range: range, kind: kind))
        continue
      }
      let parts = Array(CaseFolding.fold(String(character)))
      for (number, part) in parts.enumerated() {
        let symbol = part.asciiValue.map(UInt32.init) ?? symbols[String(part)] ?? Self.unknown
        atoms.append(
          Atom(
            symbol: symbol, range: range, kind: kind, isFirst: number == 0,
            isLast: number == parts.count - 1))
      }
    }
  }

  /// Adds a blank, or makes the one before it longer.
  private func addBlank(_ start: Int, _ end: Int, _ atoms: inout [Atom]) {
    var start = start
    if let last = atoms.last, last.symbol == Self.blank, Int(last.range.end) == start {
      start = Int(last.range.start)
      atoms.removeLast()
    }
    atoms.append(Atom(symbol: Self.blank, range: ByteRange(start, end), kind: .other))
  }

  private static func kind(of character: Character) -> Kind {
    if character == "_" { return .word }
    guard character.isLetter || character.isNumber, let first = character.unicodeScalars.first
    else { return .other }
    return isUnspaced(first.value) ? .unspaced : .word
  }

  /// True for scripts that are written without spaces, or that write particles onto their words.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    // Thai, Lao, Burmese, Khmer; Hangul; Han, kana and what goes with them.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1100...0x11FF, 0x2E80...0x9FFF,
      0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1B000...0x1B16F,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
