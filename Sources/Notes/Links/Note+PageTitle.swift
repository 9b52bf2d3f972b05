import Layout

extension Note {
  /// The name that the first lines of a page of Logseq give it: `title:: Books/Emma`, among other properties or alone.
  package var pageTitle: ByteRange? {
    var start = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < source.count {
      let end = source[start...].firstIndex(where: \.isLineEnd) ?? source.count
      let line = source[start..<end].drop { $0.isBlank || $0 == UInt8(ascii: "-") }
      guard let sign = line.firstRange(of: "::".utf8), sign.lowerBound > line.startIndex,
        line[..<sign.lowerBound].allSatisfy({ !$0.isBlank })
      else { return nil }
      if line[..<sign.lowerBound].elementsEqual("title".utf8, by: { $0.asciiLowercased == $1 }) {
        let value = line[sign.upperBound...].drop(while: \.isBlank)
        let last = value.lastIndex { !$0.isBlank }
        return last.map { ByteRange(value.startIndex, $0 + 1) }
      }
      start =
        end + (end + 1 < source.count && source[end] == 0x0D && source[end + 1] == 0x0A ? 2 : 1)
    }
    return nil
  }
}
