import Notes

extension PromptText {
  /// The text under construction, with the separators between its pieces.
  struct Writer {
    private let source: [UInt8]
    private let isAsEarlier: Bool
    /// The line ends that are left out, in order.
    private let codeBreaks: [UInt32]
    private var bytes: [UInt8] = []
    /// The offset up to which the source was read.
    private(set) var last: UInt32

    init(source: [UInt8], start: UInt32, isAsEarlier: Bool, codeBreaks: [UInt32]) {
      self.source = source
      self.isAsEarlier = isAsEarlier
      self.codeBreaks = codeBreaks
      last = start
    }

    /// Writes a part of a run.
    mutating func write(_ range: ByteRange, _ run: TextRun) {
      // Of the spaces around what is not shown, such as a comment, one is left.
      let isParted = range.start > last
      separate(range.start, run.start >= last ? run : nil, isMark: false)
      let isSecond = isParted && bytes.last == 0x20 && source[Int(range.start)] == 0x20
      var index = Int(range.start) + (isSecond ? 1 : 0)
      while index < Int(range.end) {
        let byte = source[index]
        index += 1
        guard byte == 0x0A || byte == 0x0D else {
          // A U+FFFC in the note itself is no gap: it becomes U+FFFD.
          let isGap = byte == 0xBC && bytes.suffix(2).elementsEqual([0xEF, 0xBF])
          bytes.append(isGap ? 0xBD : byte)
          continue
        }
        if isLeftOut(UInt32(index - 1), UInt32(index)) {
          while index < Int(range.end), source[index] <= 0x20 { index += 1 }
          continue
        }
        while let byte = bytes.last, byte == 0x20 || byte == 0x09 { bytes.removeLast() }
        while index < Int(range.end), source[index] <= 0x20 { index += 1 }
        bytes.append(0x0A)
      }
      last = range.end
    }

    /// Writes the replacement of a part of the source.
    mutating func write(_ text: String, _ range: ByteRange, _ run: TextRun?) {
      separate(range.start, run, isMark: true)
      bytes.append(contentsOf: text.utf8)
      last = range.end
    }

    /// The text, without white space around it.
    mutating func finish(at end: UInt32) -> String {
      if let text = inlineText(source[Int(last)..<max(Int(last), Int(end))]) { bytes += text }
      let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
      let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
      return String(decoding: bytes[start..<end], as: Unicode.UTF8.self)
    }

    private mutating func separate(_ start: UInt32, _ run: TextRun?, isMark: Bool) {
      guard start > last else { return }
      let gap = source[Int(last)..<Int(start)]
      if let text = inlineText(gap), text.contains(where: { $0 > 0x20 }) {
        bytes += text
      } else if bytes.isEmpty || run?.joinsPrevious == true || isLeftOut(last, start) {
        return
      } else if run?.startsBlock == true {
        bytes += [0x0A, 0x0A]
      } else if gap.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        bytes.append(0x0A)
      } else if bytes.last != 0x20, run != nil && !isMark || gap.contains(where: { $0 <= 0x20 }) {
        bytes.append(0x20)
      }
    }

    /// True if a line end that is left out is in a stretch.
    private func isLeftOut(_ start: UInt32, _ end: UInt32) -> Bool {
      let next = codeBreaks.partition { $0 >= start }
      return next < codeBreaks.count && codeBreaks[next] < end
    }

    /// The text of a stretch without text runs if it is only entities, emphasis marks and white
    /// space.
    private func inlineText(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
      guard bytes.contains(UInt8(ascii: "&")) else { return nil }
      var text: [UInt8] = []
      var index = bytes.startIndex
      while index < bytes.endIndex {
        switch bytes[index] {
        case UInt8(ascii: "&"):
          guard let entity = Entity(bytes, at: index, isAsEarlier) else { return nil }
          text += entity.text.utf8
          index = entity.end
          continue
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"): break
        case 0x0A, 0x0D: if text.last != 0x0A { text.append(0x0A) }
        case 0...0x20: if let last = text.last, last > 0x20 { text.append(0x20) }
        default: return nil
        }
        index += 1
      }
      return text
    }
  }

  /// An entity of HTML.
  private struct Entity {
    let text: String
    let end: Int

    init?(_ bytes: ArraySlice<UInt8>, at start: Int, _ isAsEarlier: Bool) {
      let bound = min(bytes.endIndex, start + 12)
      guard let semicolon = bytes[start..<bound].firstIndex(of: UInt8(ascii: ";")) else {
        return nil
      }
      let name = String(decoding: bytes[(start + 1)..<semicolon], as: Unicode.UTF8.self)
      end = semicolon + 1
      if name.hasPrefix("#") {
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let value =
          isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = value.flatMap(Unicode.Scalar.init), scalar.value > 0 else { return nil }
        text = String(Character(scalar))
      } else {
        let reference = "&\(name);"
        text =
          Self.names[name]
          ?? (isAsEarlier ? reference : CharacterReference.decoded(reference))
      }
    }

    /// Those that earlier versions knew.
    private static let names = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–",
      "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
      "laquo": "«", "raquo": "»", "copy": "©", "times": "×", "deg": "°", "euro": "€",
    ]
  }
}
