extension Note {
  /// The values of `id="…"` and `name="…"`, by which links mean places in HTML.
  package var namesInHTML: Set<[UInt8]> { Self.namesInHTML(source, ByteRange(0, source.count)) }

  /// The values of `id="…"` and `name="…"` in a range.
  package func namesInHTML(in range: ByteRange) -> Set<[UInt8]> {
    Self.namesInHTML(source, range)
  }

  private static func namesInHTML(_ bytes: [UInt8], _ range: ByteRange) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    let span = bytes.span
    var index = Int(range.start)
    let limit = Int(range.end)
    while index + 2 < limit {
      defer { index += 1 }
      guard span[index] == UInt8(ascii: "="),
        span[index + 1] == UInt8(ascii: "\"") || span[index + 1] == UInt8(ascii: "'"),
        bytes[..<index].suffix(2).elementsEqual("id".utf8)
          || bytes[..<index].suffix(4).elementsEqual("name".utf8)
      else { continue }
      var end = index + 2
      while end < limit, span[end] != span[index + 1], span[end] != 0x0A { end += 1 }
      names.insert(Array(bytes[(index + 2)..<end]))
    }
    return names
  }
}
