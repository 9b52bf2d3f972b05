/// The folded text for fingerprints and similarity, the same on every device for ever.
///
/// ```
/// folded := word (space word)*            UTF-8
/// ```
/// - Scalars are case-folded in full and decomposed canonically (NFD), as Unicode 14 says; later
///   ones stay
///   as they are. Accents count: `año` is not `ano`.
/// - White space and controls, line ends among them, are one space between words, none at the ends.
/// - Quotation marks and dashes become `'`, `"` and `-`, an ellipsis three points, because editors
///   change them unasked.
/// - Soft hyphens, zero width spaces, word joiners and byte order marks are removed.
enum TextFolding {
  /// The folded form of a text.
  ///
  /// - Complexity: linear, but for O(n log n) in the length of a run of combining marks.
  static func fold(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return foldASCII(text) }
    var folder = Folder(capacity: text.utf8.count)
    for scalar in text.unicodeScalars { folder.add(scalar) }
    folder.flushMarks()
    return folder.bytes
  }

  private static func foldASCII(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var isSpacePending = false
    for byte in text.utf8 {
      if byte <= 0x20 || byte == 0x7F {
        isSpacePending = true
      } else {
        if isSpacePending, !bytes.isEmpty { bytes.append(0x20) }
        isSpacePending = false
        bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      }
    }
    return bytes
  }

  private static let foldings: [UInt32: [UInt32]] = {
    var foldings: [UInt32: [UInt32]] = [:]
    foldings.reserveCapacity(3200)
    var index = 0
    let entries = FoldingData.entries
    while index < entries.count {
      let count = Int(entries[index] >> 24)
      foldings[entries[index] & 0xFF_FFFF] = Array(entries[(index + 1)...(index + count)])
      index += 1 + count
    }
    return foldings
  }()

  private struct Folder {
    var bytes: [UInt8] = []
    private var isSpacePending = false
    /// Combining marks since the last starter, with their classes.
    private var marks: [(order: UInt8, index: Int, scalar: Unicode.Scalar)] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func add(_ scalar: Unicode.Scalar) {
      let value = scalar.value
      if value < 0x80 {
        if value <= 0x20 || value == 0x7F {
          isSpacePending = true
        } else {
          begin()
          bytes.append(UInt8(value &- 0x41 < 26 ? value | 0x20 : value))
        }
        return
      }
      switch value {
      case 0xAD, 0x200B, 0x2060, 0xFEFF: break
      case 0x2018...0x201B: add("'")
      case 0x201C...0x201F: add("\"")
      case 0x2010...0x2015, 0x2212: add("-")
      case 0x2026: for _ in 0..<3 { add(".") }
      case 0xAC00...0xD7A3: addHangul(value - 0xAC00)
      default:
        if value < 0xA0 || scalar.properties.isWhitespace {
          isSpacePending = true
        } else if let folding = TextFolding.foldings[value] {
          for value in folding { if let scalar = Unicode.Scalar(value) { append(scalar) } }
        } else {
          append(scalar)
        }
      }
    }

    /// A syllable as its letters (The Unicode Standard, 3.12).
    private mutating func addHangul(_ index: UInt32) {
      let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
      for value in letters where value != 0x11A7 {
        if let scalar = Unicode.Scalar(value) { append(scalar) }
      }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
      if scalar.isASCII { return add(scalar) }
      let order = scalar.properties.canonicalCombiningClass.rawValue
      if order == 0 || isSpacePending {
        begin()
      }
      if order == 0 {
        write(scalar)
      } else {
        marks.append((order, marks.count, scalar))
      }
    }

    /// Ends the text before a starter.
    private mutating func begin() {
      flushMarks()
      if isSpacePending, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      isSpacePending = false
    }

    /// Writes the marks in canonical order.
    mutating func flushMarks() {
      guard !marks.isEmpty else { return }
      if marks.count > 1 { marks.sort { ($0.order, $0.index) < ($1.order, $1.index) } }
      for mark in marks { write(mark.scalar) }
      marks.removeAll(keepingCapacity: true)
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
