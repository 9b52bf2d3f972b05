/// A number of bytes as people write it: `50 MB`, `500kB`, `1.5 GB`, `2 GiB`, `4096`.
package struct ByteSize: Equatable, Sendable {
  /// In bytes.
  package let bytes: Int64

  /// Reads a number with its unit; nil for other text, for a negative size and for one that no file
  /// system holds.
  ///
  /// `kB`, `MB`, `GB` and `TB` are powers of 1000, `KiB` to `TiB` of 1024; case does not matter, and a number alone
  /// is bytes.
  package init?(_ text: String) {
    let text = text.lowercased().filter { $0 != " " && $0 != "_" }
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits),
      let factor = Self.factors[String(text.dropFirst(digits.count))],
      number * factor < 1e15
    else { return nil }
    bytes = Int64((number * factor).rounded())
  }

  private static let factors: [String: Double] = [
    "": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1e3, "m": 1e6, "g": 1e9,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
  ]
}

extension Configuration {
  /// The size in bytes above which new files are held back; nil for no limit.
  package var largestFile: Int64? { ByteSize(text("sync.largest-file"))?.bytes }
}
