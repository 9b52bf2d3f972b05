/// Makes events of the bytes that a terminal sends.
///
/// Sequences are those of ECMA-48 5.4 as xterm uses them (its `ctlseqs`: keys with modifiers, SGR mouse, bracketed
/// paste), of the Linux console's function keys, and `CSI u` of newer terminals. A sequence is read to its end, so
/// that no part of one is taken for letters; an unknown one gives no event.
package struct EventDecoder: Sendable {
  private enum State {
    case start, escape, sequence, function, console, character(missing: Int)
    /// In an operating system command: an answer of the terminal. After ESC, a backslash ends it.
    case answer(isEnding: Bool)
  }

  private var state = State.start
  private var bytes: [UInt8] = []
  /// The bytes of a text that is being pasted; nil outside of one.
  private var pasted: [UInt8]?

  /// The greatest length of a sequence and of a pasted text; what follows is left out.
  private static let (longestSequence, longestPaste) = (64, 1 << 20)
  /// The number of pauses in an answer or a pasted text after which its end is not waited for.
  private static let longestWait = 20
  private var pauses = 0
  private static let endOfPaste = Array("\u{1B}[201~".utf8)

  package init() {}

  /// True in the middle of a key or of a pasted text: more bytes belong to it, or it was the escape key alone.
  package var isWaiting: Bool {
    if pasted != nil { return true }
    if case .start = state { return false }
    return true
  }

  /// Takes a byte; gives an event when it is complete.
  package mutating func take(_ byte: UInt8) -> ScreenEvent? {
    if pasted != nil { return paste(byte) }
    switch state {
    case .start: return begin(byte, [])
    case .escape:
      state = .start
      switch byte {
      case UInt8(ascii: "["):
        bytes = []
        state = .sequence
        return nil
      case UInt8(ascii: "O"):
        state = .function
        return nil
      case UInt8(ascii: "]"):
        bytes = []
        pauses = 0
        state = .answer(isEnding: false)
        return nil
      case 0x1B:
        // Alt and Escape, or Escape twice: the second may begin a sequence.
        state = .escape
        return .key(KeyStroke(.escape))
      default: return begin(byte, .alt)
      }
    case .sequence:
      if byte == UInt8(ascii: "["), bytes.isEmpty {
        state = .console
        return nil
      }
      guard (0x40...0x7E).contains(byte) else {
        // A control character in a sequence ends it.
        if byte < 0x20 {
          state = .start
          return begin(byte, [])
        }
        if bytes.count < Self.longestSequence { bytes.append(byte) }
        return nil
      }
      state = .start
      return sequence(byte)
    case .function:
      state = .start
      return Self.letters[byte].map { .key(KeyStroke($0)) }
    case .console:
      state = .start
      guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) else { return nil }
      return .key(KeyStroke(.function(Int(byte - UInt8(ascii: "A")) + 1)))
    case .answer(let isEnding): return answer(byte, isEnding: isEnding)
    case .character(let missing):
      guard byte & 0xC0 == 0x80 else {
        state = .start
        return begin(byte, [])
      }
      bytes.append(byte)
      state = .character(missing: missing - 1)
      guard missing == 1 else { return nil }
      state = .start
      return String(decoding: bytes, as: UTF8.self).first.map { .key(.character($0)) }
    }
  }

  /// Ends an unfinished sequence after a timeout, and returns the event that it means.
  package mutating func timeOut() -> ScreenEvent? {
    if let text = pasted { return endPause(in: text) }
    // An answer over a slow line comes in pieces; none of them is a key.
    if case .answer = state, !bytes.isEmpty, pauses < Self.longestWait {
      pauses += 1
      return nil
    }
    defer { state = .start }
    switch state {
    case .escape: return .key(KeyStroke(.escape))
    case .sequence where bytes.isEmpty: return .key(.alt("["))
    case .function: return .key(.alt("O"))
    case .answer where bytes.isEmpty: return .key(.alt("]"))
    default: return nil
    }
  }

  private mutating func begin(_ byte: UInt8, _ modifiers: KeyStroke.Modifiers) -> ScreenEvent? {
    func key(_ base: KeyStroke.Base) -> ScreenEvent { .key(KeyStroke(base, modifiers)) }
    switch byte {
    case 0x1A where modifiers.isEmpty: return .suspended
    case 0x00: return .key(KeyStroke(.character(" "), modifiers.union(.control)))
    case 0x08, 0x7F: return key(.backspace)
    case 0x09: return key(.tab)
    case 0x0D: return key(.enter)
    case 0x1B:
      state = .escape
      return nil
    case 0x01...0x1A:
      let letter = Character(Unicode.Scalar(byte + 0x60))
      return .key(KeyStroke(.character(letter), modifiers.union(.control)))
    case 0x1C...0x1F:
      let sign = Character(Unicode.Scalar(byte + 0x40))
      return .key(KeyStroke(.character(sign), modifiers.union(.control)))
    case ..<0x80: return key(.character(Character(Unicode.Scalar(byte))))
    case 0xC2..<0xF5:
      bytes = [byte]
      state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
      return nil
    default: return nil
    }
  }

  // MARK: Sequences

  private static let letters: [UInt8: KeyStroke.Base] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4), UInt8(ascii: "M"): .enter,
  ]

  private static let numbers: [Int: KeyStroke.Base] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  private mutating func sequence(_ final: UInt8) -> ScreenEvent? {
    if bytes.first == UInt8(ascii: "<") { return mouse(final) }
    // The terminal's name, `CSI ? … c`, and other replies.
    if bytes.first == UInt8(ascii: "?"), final == UInt8(ascii: "c") { return .identified }
    if let first = bytes.first, !(0x30...0x3B).contains(first) { return nil }
    let numbers = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Self.number($0)
    }
    let modifiers = numbers.count > 1 ? Self.modifiers(numbers[1]) : []
    switch final {
    case UInt8(ascii: "~"):
      switch numbers.first ?? 0 {
      case 200:
        pasted = []
        pauses = 0
        return nil
      case 27 where numbers.count > 2: return Self.key(code: numbers[2], modifiers)
      case let number: return Self.numbers[number].map { .key(KeyStroke($0, modifiers)) }
      }
    case UInt8(ascii: "u"): return Self.key(code: numbers.first ?? 0, modifiers)
    case UInt8(ascii: "Z"): return .key(KeyStroke(.tab, .shift))
    case UInt8(ascii: "M"): return nil
    default:
      // A place of the cursor, `CSI row ; column R`, has the form of a key with modifiers.
      guard numbers[0] <= 1, numbers.count < 2 || numbers[1] <= 16 else { return nil }
      return Self.letters[final].map { .key(KeyStroke($0, modifiers)) }
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    // Sub-parameters after a colon say no more than is needed here.
    digits.prefix { $0 != UInt8(ascii: ":") }.reduce(0) { sum, digit in
      (0x30...0x39).contains(digit) && sum < 1_000_000 ? sum * 10 + Int(digit - 0x30) : sum
    }
  }

  /// The modifiers as xterm counts them: one more than the sum of 1 Shift, 2 Alt, 4 Ctrl, 8 Meta.
  private static func modifiers(_ number: Int) -> KeyStroke.Modifiers {
    let bits = max(0, number - 1)
    var held: KeyStroke.Modifiers = []
    if bits & 1 != 0 { held.insert(.shift) }
    if bits & 10 != 0 { held.insert(.alt) }
    if bits & 4 != 0 { held.insert(.control) }
    return held
  }

  private static func key(code: Int, _ modifiers: KeyStroke.Modifiers) -> ScreenEvent? {
    switch code {
    case 8, 127: return .key(KeyStroke(.backspace, modifiers))
    case 9: return .key(KeyStroke(.tab, modifiers))
    case 13: return .key(KeyStroke(.enter, modifiers))
    case 27: return .key(KeyStroke(.escape, modifiers))
    case 122 where modifiers == .control: return .suspended
    default:
      guard code >= 32, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      var text = String(scalar)
      if modifiers.contains(.shift) { text = text.uppercased() }
      guard let character = text.first else { return nil }
      return .key(KeyStroke(.character(character), modifiers.subtracting(.shift)))
    }
  }

  /// `CSI < button ; column ; row M`; with `m` the button was released.
  private func mouse(_ final: UInt8) -> ScreenEvent? {
    let numbers = bytes.dropFirst().split(separator: UInt8(ascii: ";")).map { Self.number($0) }
    guard final == UInt8(ascii: "M"), numbers.count == 3 else { return nil }
    let place = (row: max(0, numbers[2] - 1), column: max(0, numbers[1] - 1))
    // Bits 2 to 4 are Shift, Alt and Ctrl; 32 is a movement.
    switch numbers[0] & ~0x1C {
    case 0: return .mouse(.init(.press, row: place.row, column: place.column))
    case 64: return .mouse(.init(.wheelUp, row: place.row, column: place.column))
    case 65: return .mouse(.init(.wheelDown, row: place.row, column: place.column))
    default: return nil
    }
  }

  // MARK: Answers

  private mutating func answer(_ byte: UInt8, isEnding: Bool) -> ScreenEvent? {
    switch byte {
    case 0x07: break
    case UInt8(ascii: "\\") where isEnding: break
    case 0x1B:
      state = .answer(isEnding: true)
      return nil
    case ..<0x20:
      // A control character is none of an answer's.
      state = .start
      return begin(byte, [])
    default:
      if isEnding {
        state = .escape
        return take(byte)
      }
      if bytes.count < Self.longestSequence { bytes.append(byte) }
      return nil
    }
    state = .start
    return Self.background(String(decoding: bytes, as: UTF8.self)).map { .background(isLight: $0) }
  }

  /// True for a light colour in `11;rgb:RRRR/GGGG/BBBB`, of one to four digits each; nil of another answer.
  private static func background(_ text: String) -> Bool? {
    guard text.hasPrefix("11;rgb"), let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(separator: "/").prefix(3).map { digits in
      UInt32(digits, radix: 16).map { Double($0) / (Double(1 << (4 * digits.utf8.count)) - 1) }
    }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
      return nil
    }
    // The luma of ITU-R BT.601.
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5
  }

  private mutating func paste(_ byte: UInt8) -> ScreenEvent? {
    guard var text = pasted else { return nil }
    pasted = nil
    defer { pauses = 0 }
    // Alone after a pause, it is pressed: the end of the text is lost. In a text it is the text's, because what
    // follows it must not be taken for keys.
    if byte == 0x03, pauses > 0 {
      state = .start
      return .key(.control("c"))
    }
    text.append(byte)
    // What is too long loses all but the bytes that may be its end.
    if text.count > Self.longestPaste + Self.endOfPaste.count { text.remove(at: Self.longestPaste) }
    guard byte == Self.endOfPaste.last,
      text.suffix(Self.endOfPaste.count).elementsEqual(Self.endOfPaste)
    else {
      pasted = text
      return nil
    }
    state = .start
    return .paste(String(decoding: text.dropLast(Self.endOfPaste.count), as: UTF8.self))
  }

  /// Ends a pasted text whose end does not come: another program has read it, or a line that broke.
  private mutating func endPause(in text: [UInt8]) -> ScreenEvent? {
    pauses += 1
    guard pauses >= Self.longestWait else { return nil }
    pasted = nil
    state = .start
    return .paste(String(decoding: text, as: UTF8.self))
  }
}
