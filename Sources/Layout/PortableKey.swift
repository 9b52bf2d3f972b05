/// A form that two paths share if some file system would hold them as one: without regard to case
/// and to how accents are encoded.
///
/// The tables are those of the standard library, which are the same on every system. Letters that a
/// later Unicode adds may be told apart by one release of Swift and not by the next; such a pair is
/// left as it is.
package struct PortableKey: Hashable, Sendable {
  private let bytes: [UInt8]
  private let text: String?

  /// The form of a path's bytes.
  package init(_ path: [UInt8]) { self.init(path[...]) }

  /// The form of a name's bytes.
  package init(_ path: ArraySlice<UInt8>) {
    if path.allSatisfy({ $0 < 0x80 }) {
      bytes = path.map(\.asciiLowercased)
      text = nil
      return
    }
    let name = String(decoding: path, as: UTF8.self)
    guard name.utf8.elementsEqual(path) else {
      // No file system folds names that are not UTF-8.
      bytes = Array(path)
      text = nil
      return
    }
    var folded = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { folded.append(Self.folded(scalar)) }
    let result = String(folded)
    // Some letters fold into ASCII, such as the Kelvin sign.
    let isASCII = result.utf8.allSatisfy { $0 < 0x80 }
    bytes = isASCII ? Array(result.utf8) : []
    // Strings are equal and hash alike where they are canonically equivalent.
    text = isASCII ? nil : result
  }

  /// Simple case folding: one letter becomes one letter, so that `straße` and `strasse` stay two names.
  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // The dotless i has the capital of the other i and is not it.
    if scalar == "\u{131}" { return scalar }
    let upper = single(scalar.properties.uppercaseMapping) ?? scalar
    return single(upper.properties.lowercaseMapping) ?? upper
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
