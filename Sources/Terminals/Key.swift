/// A key as a person presses it.
package enum Key: Equatable, Sendable {
  case character(Character)
  case enter, escape, backspace, tab
  case up, down, left, right
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-D, or the terminal is gone.
  case end
  /// The terminal has another size.
  case resized
  /// A key that has no use here.
  case other
}

/// Makes keys of the bytes that a terminal sends.
///
/// Control sequences are read to their end (ECMA-48 5.4), so that no part of one is taken for letters.
package struct KeyDecoder: Sendable {
  private enum State { case start, escape, sequence, function, character(missing: Int) }

  private var state = State.start
  private var bytes: [UInt8] = []

  package init() {}

  /// True in the middle of a key: more bytes belong to it, or it was the escape key alone.
  package var isWaiting: Bool { if case .start = state { false } else { true } }

  /// Takes a byte; gives a key when it is complete.
  package mutating func take(_ byte: UInt8) -> Key? {
    switch state {
    case .start: return begin(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      case UInt8(ascii: "O"): state = .function
      case 0x1B: return .escape
      default:
        // Alt and a letter.
        state = .start
        return .other
      }
      return nil
    case .sequence:
      guard (0x40...0x7E).contains(byte) else { return nil }
      state = .start
      return arrow(byte)
    case .function:
      state = .start
      return arrow(byte)
    case .character(let missing):
      guard byte & 0xC0 == 0x80 else {
        state = .start
        return begin(byte)
      }
      bytes.append(byte)
      state = .character(missing: missing - 1)
      guard missing == 1 else { return nil }
      state = .start
      return String(decoding: bytes, as: UTF8.self).first.map(Key.character)
    }
  }

  /// Ends an unfinished sequence after a timeout, and returns the key that it means.
  package mutating func timeOut() -> Key? {
    defer { state = .start }
    return if case .escape = state { .escape } else { nil }
  }

  private mutating func begin(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x03: return .interrupt
    case 0x04: return .end
    case 0x08, 0x7F: return .backspace
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x1A: return .suspend
    case 0x1B:
      state = .escape
      return nil
    case ..<0x20: return .other
    case ..<0x80: return .character(Character(Unicode.Scalar(byte)))
    case 0xC2..<0xF5:
      bytes = [byte]
      state = .character(missing: byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3)
      return nil
    default: return .other
    }
  }

  private func arrow(_ final: UInt8) -> Key {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: .other
    }
  }
}

/// The keys of the person at the terminal, one at a time.
///
/// While there is one, keys are not shown and need no Enter; the terminal has its own mode back when it goes.
package struct Keyboard: ~Copyable {
  private var decoder = KeyDecoder()
  /// A byte that came while the terminal was still changing its size.
  private var early: UInt8?

  /// The time in milliseconds that the rest of a control sequence may take to arrive.
  private static let timeout: Int32 = 50
  /// The time in milliseconds that the size must be stable: a window's edge is dragged through many
  /// sizes.
  private static let settling: Int32 = 120

  /// Begins to read keys; nil if standard input is no terminal.
  package init?() {
    guard Platform.beginReadingKeys() else { return nil }
  }

  deinit { Platform.endReadingKeys() }

  /// Waits for a key. Ctrl-Z stops the process here, and the wait continues with the process.
  package mutating func next() -> Key {
    while true {
      let next =
        early.map { .byte($0) }
        ?? Platform.nextKeyByte(within: decoder.isWaiting ? Self.timeout : nil)
      early = nil
      switch next {
      case .byte(let byte):
        guard let key = decoder.take(byte) else { continue }
        if key == .suspend {
          Platform.suspend()
          return .resized
        }
        return key
      case .nothing: if let key = decoder.timeOut() { return key }
      case .resized: return settled()
      case .end: return .end
      }
    }
  }

  private mutating func settled() -> Key {
    while true {
      switch Platform.nextKeyByte(within: Self.settling) {
      case .resized: continue
      case .byte(let byte): early = byte
      case .nothing, .end: break
      }
      return .resized
    }
  }

  /// Leaves the terminal to another program until `work` returns.
  package mutating func lend<Result>(_ work: () throws -> Result) rethrows -> Result {
    Platform.endReadingKeys()
    defer { _ = Platform.beginReadingKeys() }
    return try work()
  }
}
