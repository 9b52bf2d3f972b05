/// A pattern for one component of a path, in the language of `.gitignore`, compiled.
///
/// Matching compares bytes, as git does: `?` and a class match one byte. It takes time linear in
/// the name for a pattern with one star and at worst the product of both lengths.
struct Glob: Equatable, Sendable {
  /// One part of a pattern.
  private enum Part: Equatable, Sendable {
    case byte(UInt8)
    case any
    case star
    case set(ByteSet)
    /// A bracket that is not closed, or a lone backslash: the pattern matches no name.
    case never

    func matches(_ byte: UInt8) -> Bool {
      switch self {
      case .byte(let wanted): byte == wanted
      case .any: true
      case .set(let set): set.contains(byte)
      case .star, .never: false
      }
    }
  }

  private let parts: [Part]
  /// The only name that the pattern matches, if it has no special characters.
  let literal: [UInt8]?
  /// The text after the star, if the star is the only special character, as in `*.log`.
  private let suffix: [UInt8]?

  /// True for two or more stars, which match any number of components.
  let isAnyDepth: Bool

  init(_ pattern: some Sequence<UInt8>) {
    let bytes = Array(pattern)
    isAnyDepth = bytes.count > 1 && bytes.allSatisfy { $0 == 0x2A }
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x2A: if parts.last != .star { parts.append(.star) }
      case 0x3F: parts.append(.any)
      case 0x5B:
        if let set = ByteSet(bytes, after: &index) {
          parts.append(.set(set))
        } else {
          parts.append(.never)
          index = bytes.count
        }
      case 0x5C:
        parts.append(index < bytes.count ? .byte(bytes[index]) : .never)
        index += 1
      default: parts.append(.byte(byte))
      }
    }
    self.parts = parts
    literal = Self.literal(parts[...])
    suffix = parts.first == .star ? Self.literal(parts.dropFirst()) : nil
  }

  private static func literal(_ parts: ArraySlice<Part>) -> [UInt8]? {
    var result: [UInt8] = []
    for part in parts {
      guard case .byte(let byte) = part else { return nil }
      result.append(byte)
    }
    return result
  }

  /// True if the pattern matches the whole name.
  func matches(_ name: ArraySlice<UInt8>) -> Bool {
    if let literal { return name.elementsEqual(literal) }
    if let suffix { return name.count >= suffix.count && name.suffix(suffix.count) == suffix[...] }
    var part = 0
    var index = name.startIndex
    // The place to continue if the text after the last star does not match: one byte further.
    var afterStar: (part: Int, index: Int)?
    while true {
      if part == parts.count {
        if index == name.endIndex { return true }
      } else if parts[part] == .star {
        part += 1
        afterStar = (part, index)
        continue
      } else if index < name.endIndex, parts[part].matches(name[index]) {
        part += 1
        index += 1
        continue
      }
      guard let star = afterStar, star.index < name.endIndex else { return false }
      index = star.index + 1
      part = star.part
      afterStar = (part, index)
    }
  }

  /// The bytes that a bracket matches.
  struct ByteSet: Equatable, Sendable {
    private var words: SIMD4<UInt64> = .zero

    /// Reads the rest of a bracket and moves the index past it; nil if it is not closed.
    init?(_ bytes: [UInt8], after index: inout Int) {
      guard index < bytes.count else { return nil }
      let isNegated = bytes[index] == 0x21 || bytes[index] == 0x5E
      if isNegated { index += 1 }
      var isFirst = true
      while true {
        guard index < bytes.count else { return nil }
        if bytes[index] == 0x5D, !isFirst { break }
        isFirst = false
        if let name = Self.className(bytes, at: index) {
          guard let members = Self.classes[name] else { return nil }
          for byte in UInt8.min...UInt8.max where members(byte) { insert(byte) }
          index += name.utf8.count + 4
          continue
        }
        guard let low = Self.member(bytes, &index) else { return nil }
        if index + 1 < bytes.count, bytes[index] == 0x2D, bytes[index + 1] != 0x5D {
          index += 1
          guard let high = Self.member(bytes, &index) else { return nil }
          if low <= high { for byte in low...high { insert(byte) } }
        } else {
          insert(low)
        }
      }
      index += 1
      if isNegated { words = ~words }
    }

    private static func member(_ bytes: [UInt8], _ index: inout Int) -> UInt8? {
      if bytes[index] == 0x5C { index += 1 }
      guard index < bytes.count else { return nil }
      defer { index += 1 }
      return bytes[index]
    }

    /// The `alpha` of `[:alpha:]`.
    private static func className(_ bytes: [UInt8], at index: Int) -> String? {
      guard index + 1 < bytes.count, bytes[index] == 0x5B, bytes[index + 1] == 0x3A,
        let close = bytes[(index + 2)...].firstIndex(of: 0x5D), close > index + 2,
        bytes[close - 1] == 0x3A
      else { return nil }
      return String(decoding: bytes[(index + 2)..<(close - 1)], as: UTF8.self)
    }

    private mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    /// The classes of POSIX, in ASCII.
    private static let classes: [String: @Sendable (UInt8) -> Bool] = [
      "alnum": { isLetter($0) || isDigit($0) },
      "alpha": isLetter,
      "blank": { $0 == 0x20 || $0 == 0x09 },
      "cntrl": { $0 < 0x20 || $0 == 0x7F },
      "digit": isDigit,
      "graph": { $0 > 0x20 && $0 < 0x7F },
      "lower": { (0x61...0x7A).contains($0) },
      "print": { $0 >= 0x20 && $0 < 0x7F },
      "punct": { $0 > 0x20 && $0 < 0x7F && !isLetter($0) && !isDigit($0) },
      "space": { $0 == 0x20 || (0x09...0x0D).contains($0) },
      "upper": { (0x41...0x5A).contains($0) },
      "xdigit": { isDigit($0) || (0x61...0x66).contains($0 | 0x20) },
    ]

    @Sendable private static func isLetter(_ byte: UInt8) -> Bool {
      (0x61...0x7A).contains(byte | 0x20)
    }

    @Sendable private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  }
}
