/// Reads one line of a log, byte by byte, from left to right.
struct LogLineReader {
  /// The algorithm whose weights a line of parameters has.
  static let algorithm = "fsrs-6"

  private var at: Int
  /// True if all of the line has been read.
  private(set) var isAtEnd = false

  init(at start: Int) { at = start }

  /// The event of the line; nil if the line is none that this version writes.
  @inline(__always)
  mutating func event(in bytes: Span<UInt8>) -> ReviewEvent? {
    guard let id = hex(bytes), tab(bytes), let time = integer(bytes), tab(bytes),
      abs(time) <= 1 << 53, let zone = integer(bytes).flatMap(Int16.init(exactly:)), tab(bytes),
      let action = action(in: bytes)
    else { return nil }
    return ReviewEvent(
      id: ReviewEvent.ID(bits: id), time: time, zoneMinutes: zone, action: action)
  }

  /// The end of the line: its LF, or the end of the bytes if it has none.
  @inline(__always)
  mutating func end(in bytes: Span<UInt8>) -> Int {
    let stop = at
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    isAtEnd = at < bytes.count && bytes[at] == 0x0A
    if !isAtEnd {
      at = stop
      while at < bytes.count, bytes[at] != 0x0A { at += 1 }
    }
    return at
  }

  /// The reason why a line gave no event; nil for an empty line.
  static func reason(
    of line: Range<Int>, in bytes: Span<UInt8>
  ) -> ReviewLog.SkippedLine.Reason? {
    var line = line
    if !line.isEmpty, bytes[line.upperBound - 1] == 0x0D {
      line = line.lowerBound..<(line.upperBound - 1)
    }
    if line.isEmpty { return nil }
    if line.count >= 2, bytes[line.upperBound - 1] == UInt8(ascii: "!"),
      bytes[line.upperBound - 2] == 0x09
    {
      return .torn
    }
    var reader = LogLineReader(at: line.lowerBound)
    guard reader.hex(bytes) != nil, reader.tab(bytes), reader.integer(bytes) != nil,
      reader.tab(bytes), reader.integer(bytes) != nil, reader.tab(bytes),
      reader.skips("-", bytes) || reader.hex(bytes) != nil, reader.tab(bytes),
      let kind = reader.name(bytes)
    else { return .damaged }
    guard let known = Kind(name: kind) else { return .newer(kind) }
    if known == .parameters, reader.tab(bytes), let algorithm = reader.name(bytes),
      algorithm != Self.algorithm
    {
      return .newer(algorithm)
    }
    // A whole event followed by a further field comes from a newer version.
    reader = LogLineReader(at: line.lowerBound)
    return reader.event(in: bytes) != nil && reader.tab(bytes) ? .newer(kind) : .damaged
  }
}

extension LogLineReader {
  /// The kinds of lines; the raw value is the name's bytes, the first one highest.
  private enum Kind: UInt64 {
    case review = 0x7265_7669_6577
    case link = 0x6C69_6E6B
    case suspend = 0x73_7573_7065_6E64
    case bury = 0x6275_7279
    case reset = 0x72_6573_6574
    case anki = 0x616E_6B69
    case retract = 0x72_6574_7261_6374
    case parameters = 0x7061_7261_6D73

    init?(name: String) {
      guard name.utf8.count <= 8 else { return nil }
      self.init(rawValue: name.utf8.reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// The last four fields.
  @inline(__always)
  private mutating func action(in bytes: Span<UInt8>) -> ReviewEvent.Action? {
    guard let card = hex(bytes) else { return cardlessAction(in: bytes) }
    guard tab(bytes), let kind = kind(bytes), tab(bytes) else { return nil }
    let id = CardID(bits: card)
    if kind == .review {
      guard let grade = integer(bytes).flatMap(UInt8.init(exactly:)).flatMap(Grade.init(rawValue:)),
        tab(bytes), let time = integer(bytes).flatMap(UInt32.init(exactly:))
      else { return nil }
      return .review(id, grade, milliseconds: time)
    }
    return otherAction(kind, of: id, in: bytes)
  }

  private mutating func otherAction(
    _ kind: Kind, of card: CardID, in bytes: Span<UInt8>
  ) -> ReviewEvent.Action? {
    let action: ReviewEvent.Action
    switch kind {
    case .link:
      guard let fingerprint = hex(bytes) else { return nil }
      action = .link(card, to: CardID(bits: fingerprint))
    case .suspend:
      if skips("on", bytes) {
        action = .suspend(card, true)
      } else if skips("off", bytes) {
        action = .suspend(card, false)
      } else {
        return nil
      }
    case .bury:
      guard skips("-", bytes) else { return nil }
      action = .bury(card)
    case .reset:
      guard skips("-", bytes) else { return nil }
      action = .reset(card)
    case .anki:
      guard let note = hex(bytes), tab(bytes),
        let number = integer(bytes).flatMap(UInt16.init(exactly:)), number > 0
      else { return nil }
      return .export(card, note: CardID(bits: note), number: number)
    case .review, .retract, .parameters: return nil
    }
    return tab(bytes) && skips("-", bytes) ? action : nil
  }

  private mutating func cardlessAction(in bytes: Span<UInt8>) -> ReviewEvent.Action? {
    guard skips("-", bytes), tab(bytes), let kind = kind(bytes), tab(bytes) else { return nil }
    switch kind {
    case .retract:
      guard let id = hex(bytes), tab(bytes), skips("-", bytes) else { return nil }
      return .retract(ReviewEvent.ID(bits: id))
    case .parameters:
      guard skips("fsrs-6", bytes), tab(bytes), let weights = weights(bytes) else { return nil }
      return Parameters(weights).map(ReviewEvent.Action.parameters)
    case .review, .link, .suspend, .bury, .reset, .anki: return nil
    }
  }

  private mutating func weights(_ bytes: Span<UInt8>) -> [Double]? {
    var weights: [Double] = []
    while weights.count < Parameters.count {
      if !weights.isEmpty, !skips(",", bytes) { return nil }
      var text = ""
      while at < bytes.count, text.utf8.count < 32, Self.isOfNumber(bytes[at]) {
        text.unicodeScalars.append(Unicode.Scalar(bytes[at]))
        at += 1
      }
      guard let weight = Double(text), weight.isFinite else { return nil }
      weights.append(weight)
    }
    return weights
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"):
      true
    default: false
    }
  }

  @inline(__always)
  private mutating func tab(_ bytes: Span<UInt8>) -> Bool {
    guard at < bytes.count, bytes[at] == 0x09 else { return false }
    at += 1
    return true
  }

  /// Skips a word; does not move if the text here is another.
  private mutating func skips(_ word: StaticString, _ bytes: Span<UInt8>) -> Bool {
    let word = word.description.utf8
    guard bytes.count - at >= word.count else { return false }
    var place = at
    for byte in word {
      guard bytes[place] == byte else { return false }
      place += 1
    }
    at = place
    return true
  }

  /// Sixteen hexadecimal digits; stays where there are none.
  @inline(__always)
  private mutating func hex(_ bytes: Span<UInt8>) -> UInt64? {
    guard bytes.count - at >= 16 else { return nil }
    var bits: UInt64 = 0
    for place in at..<(at + 16) {
      let byte = bytes[place]
      let digit = byte &- UInt8(ascii: "0")
      let letter = byte &- UInt8(ascii: "a")
      guard digit < 10 || letter < 6 else { return nil }
      bits = bits << 4 | UInt64(digit < 10 ? digit : letter + 10)
    }
    at += 16
    return bits
  }

  /// A whole number in at most sixteen digits, written in the one way there is.
  @inline(__always)
  private mutating func integer(_ bytes: Span<UInt8>) -> Int64? {
    let isNegative = at < bytes.count && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    let start = at
    var value: Int64 = 0
    while at < bytes.count {
      let digit = bytes[at] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      guard at - start < 16 else { return nil }
      value = value * 10 + Int64(digit)
      at += 1
    }
    guard at > start, bytes[start] != UInt8(ascii: "0") || (at == start + 1 && !isNegative)
    else { return nil }
    return isNegative ? -value : value
  }

  @inline(__always)
  private mutating func kind(_ bytes: Span<UInt8>) -> Kind? {
    var value: UInt64 = 0
    let start = at
    while at < bytes.count, bytes[at] > 0x20 {
      guard at - start < 8 else { return nil }
      value = value << 8 | UInt64(bytes[at])
      at += 1
    }
    return Kind(rawValue: value)
  }

  /// A name of small letters, digits and hyphens, at most 32 long, that ends its field.
  private mutating func name(_ bytes: Span<UInt8>) -> String? {
    var name = ""
    while at < bytes.count, bytes[at] > 0x20 {
      switch bytes[at] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"):
        guard name.utf8.count < 32 else { return nil }
        name.unicodeScalars.append(Unicode.Scalar(bytes[at]))
      default: return nil
      }
      at += 1
    }
    return name.isEmpty ? nil : name
  }
}
