/// The line ends of a file in the folder and in the store, by git's attributes and settings.
///
/// A restatement of `convert.c` of git 2.39, so that the stored bytes equal those that `git add`
/// would store; the tests compare it with git.
package struct StoredLineEnds: Equatable, Sendable {
  /// Text, binary, or decided by the bytes.
  package enum Kind: Equatable, Sendable {
    case binary, text
    /// Text if its bytes look like text, and no version with CRLF is in the staging index.
    case automatic
  }

  package let kind: Kind
  /// True if lines end with CRLF in the folder.
  package let isCRLF: Bool

  package init(_ kind: Kind, isCRLF: Bool) {
    self.kind = kind
    self.isCRLF = isCRLF
  }

  /// True if bytes stay as they are, both ways.
  var isIdentity: Bool { kind == .binary }

  /// `core.safecrlf=true` refuses to store text whose line ends would not come back as they were.
  package struct Irreversible: Error, Equatable {
    package init() {}
  }

  /// The bytes that git stores of a file's bytes.
  ///
  /// - Parameters:
  ///   - isStoredWithCRLF: true if the version in the staging index is text with CRLF; called only
  ///     where it matters.
  ///   - isStrict: `core.safecrlf=true`.
  /// - Throws: `Irreversible`, or an error of `isStoredWithCRLF`.
  package func stored(
    _ bytes: [UInt8], isStrict: Bool, isStoredWithCRLF: () throws -> Bool
  ) throws -> [UInt8] {
    if kind == .binary || bytes.isEmpty { return bytes }
    let counts = LineCounts(bytes)
    var converts = counts.crlf > 0
    if kind == .automatic {
      if counts.isBinary { return bytes }
      if converts, try isStoredWithCRLF() { converts = false }
    }
    if isStrict {
      var after = counts
      if converts {
        after.lf += after.crlf
        after.crlf = 0
      }
      if convertsToFolder(after) {
        after.crlf += after.lf
        after.lf = 0
      }
      if counts.crlf > 0 && after.crlf == 0 || counts.lf > 0 && after.lf == 0 {
        throw Irreversible()
      }
    }
    if !converts { return bytes }
    var stored: [UInt8] = []
    stored.reserveCapacity(bytes.count - counts.crlf)
    for index in bytes.indices {
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isPair { stored.append(bytes[index]) }
    }
    return stored
  }

  /// The bytes that git writes to the folder for a stored file.
  package func checkedOut(_ bytes: [UInt8]) -> [UInt8] {
    if kind == .binary || !isCRLF || bytes.isEmpty { return bytes }
    let counts = LineCounts(bytes)
    guard convertsToFolder(counts) else { return bytes }
    var file: [UInt8] = []
    file.reserveCapacity(bytes.count + counts.lf)
    var last: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A && last != 0x0D { file.append(0x0D) }
      file.append(byte)
      last = byte
    }
    return file
  }

  private func convertsToFolder(_ counts: LineCounts) -> Bool {
    guard isCRLF, kind != .binary, counts.lf > 0 else { return false }
    return kind == .text || counts.cr == 0 && counts.crlf == 0 && !counts.isBinary
  }
}

/// The counts by which git tells text from binary bytes.
package struct LineCounts {
  /// Line ends of a carriage return and a line feed.
  package fileprivate(set) var crlf = 0
  /// Line feeds that no carriage return precedes, and carriage returns that no line feed follows.
  package fileprivate(set) var lf = 0
  /// Carriage returns without a line feed after them.
  package fileprivate(set) var cr = 0
  private var zeros = 0
  private var printable = 0
  private var others = 0

  package init(_ bytes: [UInt8]) {
    var isAfterReturn = false
    for byte in bytes {
      if isAfterReturn {
        isAfterReturn = false
        if byte == 0x0A {
          crlf += 1
          continue
        }
        cr += 1
      }
      switch byte {
      case 0x0D: isAfterReturn = true
      case 0x0A: lf += 1
      // Backspace, tab, escape and form feed are text.
      case 0x08, 0x09, 0x1B, 0x0C: printable += 1
      case 0x00:
        zeros += 1
        others += 1
      case 0x01..<0x20, 0x7F: others += 1
      default: printable += 1
      }
    }
    if isAfterReturn { cr += 1 }
    // The end-of-file character of CP/M and DOS is no sign of binary bytes.
    if bytes.last == 0x1A { others -= 1 }
  }

  /// True for bytes that git takes for binary (`convert.c`, `convert_is_binary`).
  package var isBinary: Bool { cr > 0 || zeros > 0 || printable >> 7 < others }
}
