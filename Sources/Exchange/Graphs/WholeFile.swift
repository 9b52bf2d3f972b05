import OperatingSystem

/// A file for another program, written as a whole or not at all.
package enum WholeFile {
  /// Writes a file; an earlier one is replaced when the new one is whole.
  ///
  /// - Throws: `.system`
  package static func write(_ bytes: [UInt8], to path: [UInt8]) throws(ExchangeError) {
    var file = try OutputFile(replacing: path)
    try file.write(bytes)
    try file.putInPlace()
  }
}
