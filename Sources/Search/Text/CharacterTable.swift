/// The class of a character for the tokenizer, and its folding.
///
/// The generated ranges are spread out once, at the first character outside ASCII, into a flat
/// table of 131,072 cells (planes 0 and 1); above that there are only ideographs.
struct CharacterTable: Sendable {
  /// The tokenizer's treatment of a character.
  enum Class: UInt8 {
    /// Ends a word.
    case separator = 0
    /// Belongs to a word.
    case word = 1
    /// Belongs to a script written without spaces: indexed as overlapping pairs.
    case pair = 2
    /// A mark or joiner that search does not see.
    case ignored = 3
    /// A pictograph: a word of its own.
    case symbol = 4
  }

  static let shared = CharacterTable()

  /// 0-4: that class, folds to itself; otherwise the index of a folding, plus `firstFolding`.
  private let cells: [UInt16]
  /// Packed: class << 28 | count << 20 | start in `utf8`; counts in bytes.
  private let foldings: [UInt32]
  /// UTF-8 of the folded characters, one after the other.
  private let utf8: [UInt8]

  private static let firstFolding: UInt16 = 8
  private static let tableSize = 0x20000

  private init() {
    var cells = [UInt16](repeating: 0, count: Self.tableSize)
    let classes = UnicodeData.classes
    for range in stride(from: 0, to: classes.count, by: 3) {
      let upper = min(Int(classes[range + 1]), Self.tableSize - 1)
      guard Int(classes[range]) <= upper else { continue }
      for scalar in Int(classes[range])...upper { cells[scalar] = UInt16(classes[range + 2]) }
    }
    var foldings: [UInt32] = []
    var utf8: [UInt8] = []
    func add(_ scalar: Int, _ folded: [UInt32]) {
      let start = utf8.count
      for value in folded {
        guard let scalar = Unicode.Scalar(value), let bytes = UTF8.encode(scalar) else { continue }
        utf8.append(contentsOf: bytes)
      }
      let packed = UInt32(cells[scalar]) << 28 | UInt32(utf8.count - start) << 20 | UInt32(start)
      cells[scalar] = UInt16(foldings.count) + Self.firstFolding
      foldings.append(packed)
    }
    let runs = UnicodeData.foldRuns
    for run in stride(from: 0, to: runs.count, by: 4) {
      let step = max(1, Int(runs[run + 2]))
      for scalar in Swift.stride(from: Int(runs[run]), through: Int(runs[run + 1]), by: step) {
        add(scalar, [UInt32(Int32(scalar) + runs[run + 3])])
      }
    }
    var index = 0
    let sequences = UnicodeData.foldSequences
    while index < sequences.count {
      let count = Int(sequences[index + 1])
      add(Int(sequences[index]), Array(sequences[(index + 2)..<(index + 2 + count)]))
      index += 2 + count
    }
    self.cells = cells
    self.foldings = foldings
    self.utf8 = utf8
  }

  /// The class of `scalar`, and its folding as UTF-8 where that differs from the scalar itself.
  func lookUp(_ scalar: UInt32) -> (kind: Class, folding: ArraySlice<UInt8>?) {
    guard scalar < Self.tableSize else {
      switch scalar {
      case 0x20000...0x323AF: return (.pair, nil)
      case 0xE0000...0xE0FFF: return (.ignored, nil)
      default: return (.separator, nil)
      }
    }
    let cell = cells[Int(scalar)]
    guard cell >= Self.firstFolding else {
      return (Class(rawValue: UInt8(cell)) ?? .separator, nil)
    }
    let packed = foldings[Int(cell - Self.firstFolding)]
    let start = Int(packed & 0xFFFFF)
    let kind = Class(rawValue: UInt8(packed >> 28)) ?? .separator
    return (kind, utf8[start..<(start + Int(packed >> 20 & 0xFF))])
  }
}
