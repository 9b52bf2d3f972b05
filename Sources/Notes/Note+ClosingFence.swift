import Layout

extension Note {
  /// The line that ends the block of code which is open at the end of the note; nil if none is.
  ///
  /// It has the blanks and the marks of quotes that it needs to be in the same containers.
  package var closingFence: String? {
    guard let fence = flaws.first(where: { $0.kind == .openFence })?.offset else { return nil }
    let line = source.startOfLine(at: fence, from: bodyStart)
    let prefix = source[line..<fence].map { $0.isBlank || $0 == UInt8(ascii: ">") ? $0 : .space }
    let marks = source[fence...].prefix { $0 == source[fence] }
    return String(decoding: prefix + marks, as: UTF8.self)
  }
}
