import Layout

/// The test that bytes have to pass before they are merged as text.
package enum PlainText {
  /// True for valid UTF-8 without NUL.
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    let span = bytes.span
    var bits: UInt8 = 0
    var least: UInt8 = .max
    for index in span.indices {
      bits |= span[index]
      least = min(least, span[index])
    }
    if least == 0, !bytes.isEmpty { return false }
    return bits < 0x80 || WellFormedUTF8.firstFlaw(in: span) == nil
  }
}
