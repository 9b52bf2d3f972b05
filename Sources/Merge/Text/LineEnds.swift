import Layout

/// The line ends of a text, and whether its last line has one.
struct LineEnds: Equatable {
  enum Style { case none, lineFeed, carriageReturn, mixed }

  /// `carriageReturn` is CR LF throughout; `none` is a text of one line at most, without an end.
  let style: Style
  let endsLastLine: Bool

  init(_ text: [UInt8]) {
    let span = text.span
    var feeds = 0
    var pairs = 0
    var previous: UInt8 = 0
    for index in span.indices {
      let byte = span[index]
      if byte == .lineFeed {
        feeds += 1
        if previous == .carriageReturn { pairs += 1 }
      }
      previous = byte
    }
    style = feeds == 0 ? .none : pairs == 0 ? .lineFeed : pairs == feeds ? .carriageReturn : .mixed
    endsLastLine = previous == .lineFeed
  }

  /// The text with every CR LF made LF.
  static func normalized(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    for byte in text {
      if byte == .lineFeed, result.last == .carriageReturn { result.removeLast() }
      result.append(byte)
    }
    return result
  }

  /// For each line, true if CR LF ends it, and false for LF; nil for a last line without an end.
  static func returns(in text: [UInt8]) -> [Bool?] {
    var found: [Bool?] = []
    var previous: UInt8 = .lineFeed
    for byte in text {
      if byte == .lineFeed { found.append(previous == .carriageReturn) }
      previous = byte
    }
    if previous != .lineFeed { found.append(nil) }
    return found
  }
}
