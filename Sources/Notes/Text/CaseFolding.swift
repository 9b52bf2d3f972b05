/// Comparing names as people do: without regard to case and to how accents are encoded.
package enum CaseFolding {
  /// A form that two texts share when they differ only in case or in Unicode form (NFC, NFD).
  ///
  /// Strings compare by canonical equivalence in the standard library, so the form itself need
  /// not be normalised: equality and hashing are.
  package static func fold(_ text: String) -> String {
    var copy = text
    let isSimple = copy.withUTF8 { unsafe $0.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 } }
    // Lower case of upper case joins what only one of them does, as "ß" with "ẞ", "ς" with "σ".
    return isSimple ? text : text.uppercased().lowercased()
  }
}
