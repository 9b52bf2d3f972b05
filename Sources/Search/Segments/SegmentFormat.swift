import OperatingSystem

/// The bytes of a segment file. All numbers are little-endian.
///
/// ```
/// segment    := header section* pageChecksum* slack
/// header     := magic: 8 bytes "ZIBSEG\0\0", version: u32, documentCount: u32, fingerprint: u64,
///               sectionEnd: u64, segmentID: u64, totalLength: u64, averageLength: f64 bits,
///               checksum of all pageChecksums: u64, (offset: u64, length: u64) for each `Section`,
///               checksum of the above: u64
/// pageChecksum := u32 for each 4,096 bytes from the header's end to sectionEnd
/// slack      := 16 zero bytes, so that eight bytes may be read at any offset
///
/// keys       := block of 16: (shared: varint, rest: varint, bytes)*; shared is 0 at a block's start
/// keyBlocks  := u32 offset into keys, for each block
/// titles     := (length: varint, bytes)*
/// titleBlocks := u32 offset into titles, for each 64 documents
/// lengths    := a byte for each document: words, see `LengthByte`
/// languages  := a byte for each document: index into languageNames
/// languageNames := (count: u8, bytes)*
/// totalLength is the sum of what the length bytes say
/// columns    := for each column: minimum: i64, width: u32 (bits), hasMissing: u32,
///               packed value - minimum + hasMissing, 0 for none; padded to 8 bytes
///
/// dictionary := block of 32 terms: entry*
/// entry      := shared: varint, rest: varint, bytes, payload
/// payload    := 0, documents: varint, offset: varint, length: varint       another term's list
///             | documents << 1: varint, length: varint, [positionsLength: varint]  a list
///             | 3, document: varint, count << 1 | hasBoost: varint, [boost: varint],
///               [positionDelta: varint]*                                   one document, here
/// termPrefixes := u64 for each block: the first term's first eight bytes, big-endian
/// termBlocks := (dictionary offset, postings offset, positions offset: u32) for each block
///
/// list       := impact: u8, tailImpact: u8, flags: u8 (1: positions), pad: u8, skip*, packed*, tail
/// skip       := lastDocument: u32, packedEnd: u32, impact: u8, widths: 3 bytes,
///               [positionBits: u32 x 4]                     for each 128 documents
///               a width byte with its top bit set has exceptions
/// packed     := document deltas, counts - 1, boosts: the low bits of 128 of each, bit-packed, then
///               exceptions of each: count: u8, (index: u8, high bits: varint)*
/// tail       := parameter of deltas | hasBoosts << 5 | allOnes << 6: u8, parameter of counts: u8,
///               bits: (delta: Rice, [count - 1: Rice], [boost > 0: 1 bit, [boost - 1: Rice 3]])*
/// positions  := bits: Rice codes of the deltas, see `RiceCode`
/// ```
/// The first document's delta counts from 0. Bits are packed lowest first. Between two blocks of text
/// one position is left free. An impact is `ImpactByte`: 80 + 16 * log2 of the bound, rounded up.
/// Checksums are those of `Checksum`; a pageChecksum is the lower 32 bits of one.
enum SegmentFormat {
  static let version: UInt32 = 5
  static let magic: [UInt8] = Array("ZIBSEG\0\0".utf8)
  static let pageSize = 4096
  static let blockSize = 128
  static let termsPerBlock = 32
  static let keysPerBlock = 16
  static let titlesPerBlock = 64
  static let slack = 16
  /// Terms in one document with at most this many occurrences live in the dictionary.
  static let inlineOccurrences = 16

  enum Section: Int, CaseIterable {
    case keys, keyBlocks, titles, titleBlocks, lengths, languages, languageNames, columns
    case dictionary, termPrefixes, termBlocks, postings, positions
  }

  /// The offset of the header's table of sections.
  static let sectionTable = 64
  static let headerSize = sectionTable + 16 * Section.allCases.count + 8

  static func skipSize(hasPositions: Bool) -> Int { hasPositions ? 28 : 12 }
}

/// A document's length in words as one byte: exact below 32, then sixteen steps an octave.
enum LengthByte {
  static func encode(_ length: Int) -> UInt8 {
    guard length >= 32 else { return UInt8(max(0, length)) }
    let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
    let mantissa = length >> (exponent - 4) & 15
    return UInt8(min(255, 32 + (exponent - 5) * 16 + mantissa))
  }

  /// The length that is kept of `length`.
  static func kept(of length: Int) -> Int { decode(encode(length)) }

  static func decode(_ byte: UInt8) -> Int {
    guard byte >= 32 else { return Int(byte) }
    let step = Int(byte) - 32
    return (16 + step & 15) << (step >> 4 + 1)
  }
}

/// The upper bound of a weighted term frequency as one byte, a sixteenth of an octave a step.
enum ImpactByte {
  static func encode(_ value: Float) -> UInt8 {
    var byte = UInt8(max(0, min(255, 80 + Int(value.logarithm2 * 16))))
    while byte < 255, decode(byte) < value { byte += 1 }
    return byte
  }

  /// The last step has no bound.
  static func decode(_ byte: UInt8) -> Float {
    byte == 255 ? .infinity : table[Int(byte)]
  }

  private static let table: [Float] = (0..<256).map { exp2f((Float($0) - 80) / 16) }
}

extension Float {
  fileprivate var logarithm2: Float { self > 0 ? log2f(self) : -16 }
}

/// Rice codes for the gaps between a word's positions in a document.
///
/// gap := quotient 0-bits, a 1-bit, the low `parameter` bits; or 24 0-bits, 32 plain bits. The
/// parameter follows from the document's length and the word's count, so it costs nothing.
/// Source: R. F. Rice, "Some practical universal noiseless coding techniques", JPL 79-22 (1979).
enum RiceCode {
  static let escape = 24

  @inline(__always)
  static func parameter(length: Int, count: Int) -> Int {
    let mean = length &* 11 / (16 &* (count &+ 1))
    return Int.bitWidth - 1 - (mean | 1).leadingZeroBitCount
  }

  /// The parameter for geometric numbers of that mean.
  @inline(__always)
  static func parameter(mean: Int) -> Int {
    Int.bitWidth - 1 - (mean &* 11 / 16 | 1).leadingZeroBitCount
  }

  @inline(__always)
  static func append(_ gap: UInt32, parameter: Int, to writer: BitWriter) {
    let quotient = Int(gap >> UInt32(parameter))
    if quotient &+ parameter < 32, quotient < escape {
      let low = gap & ((1 &<< UInt32(parameter)) &- 1)
      writer.append((low &<< 1 | 1) &<< UInt32(quotient), width: quotient &+ 1 &+ parameter)
    } else if quotient < escape {
      writer.append(1 << UInt32(quotient), width: quotient + 1)
      writer.append(gap & ((1 << UInt32(parameter)) - 1), width: parameter)
    } else {
      writer.append(0, width: escape)
      writer.append(gap, width: 32)
    }
  }

  /// Appends to `output` the running sums of `count` codes, or only passes them if there is none.
  ///
  /// Codes are taken from a window of bits in a register, as waiting for a load at each costs twice
  /// the time.
  /// - Returns: false if the codes run beyond the view.
  @inline(__always)
  static func readSums(
    _ view: ByteView, bit: inout Int, parameter: Int, count: Int, into output: NumberBuffer?
  ) -> Bool {
    let end = view.count &* 8
    // A code has a bit at least, so that no damaged count asks for memory.
    guard count <= end &- bit else { return false }
    let first = output?.count ?? 0
    output?.resize(to: first &+ count)
    // Where the sums go: to append each to the buffer would take longer than to read it.
    let sums = unsafe output.map { unsafe $0.pointer + first }
    let mask: UInt64 = (1 &<< UInt64(parameter)) &- 1
    var position = bit
    var window: UInt64 = 0
    var available = 0
    var sum: UInt32 = 0
    for index in 0..<count {
      if available < escape &+ 1 &+ parameter {
        guard position < end else {
          output?.resize(to: first &+ index)
          return false
        }
        window = view.word64(position &>> 3) &>> UInt64(position & 7)
        available = 64 &- (position & 7)
      }
      let zeros = window.trailingZeroBitCount
      if zeros < escape, zeros &+ 1 &+ parameter <= available {
        let used = zeros &+ 1 &+ parameter
        let low = window &>> UInt64(zeros &+ 1) & mask
        sum &+= UInt32(truncatingIfNeeded: UInt64(zeros) &<< UInt64(parameter) | low)
        window &>>= UInt64(used)
        available &-= used
        position &+= used
      } else {
        guard position < end else {
          output?.resize(to: first &+ index)
          return false
        }
        sum &+= read(view, bit: &position, parameter: parameter)
        available = 0
      }
      if let sums = unsafe sums { unsafe sums[index] = sum }
    }
    bit = position
    return position <= end
  }

  /// - Parameter bit: the code's first bit, which is in `view`; moves past it. For a code that is
  ///   cut off at the view's end, up to eleven bytes after the view are read.
  @inline(__always)
  static func read(_ view: ByteView, bit: inout Int, parameter: Int) -> UInt32 {
    let window = view.word64(bit &>> 3) &>> UInt64(bit & 7)
    let zeros = window.trailingZeroBitCount
    if zeros < escape {
      bit &+= zeros &+ 1 &+ parameter
      let low = window &>> UInt64(zeros &+ 1) & ((1 &<< UInt64(parameter)) &- 1)
      return UInt32(truncatingIfNeeded: UInt64(zeros) &<< UInt64(parameter) | low)
    }
    bit &+= escape
    let value = view.word64(bit &>> 3) &>> UInt64(bit & 7)
    bit &+= 32
    return UInt32(truncatingIfNeeded: value)
  }
}
