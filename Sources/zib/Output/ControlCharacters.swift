/// Keeps what a vault contains from being obeyed by the terminal.
///
/// A name, a title or a snippet may hold escape sequences; shown raw they could recolour the
/// screen, retitle the window or answer the shell's prompt. They are shown as pictures: `␛[31m`.
extension String {
  /// This text with every control character replaced by something visible.
  ///
  /// C0 controls become their control pictures (`\u{1B}` is `␛`), C1 controls and the two
  /// characters that reverse the rest of a line become `<U+009B>`. A tab becomes one space.
  ///
  /// - Parameter keepingLines: leaves line feeds and tabs as they are, for text of several lines.
  package func escapingControlCharacters(keepingLines: Bool = false) -> String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return self
    }
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x0A where keepingLines: result.unicodeScalars.append(scalar)
      case 0x09: result.append(keepingLines ? "\t" : " ")
      case 0..<0x20: result.unicodeScalars.append(picture(0x2400 + scalar.value))
      case 0x7F: result.append("\u{2421}")
      case 0x80..<0xA0, 0x2028, 0x2029, 0x202D, 0x202E:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "<U+\(String(repeating: "0", count: 4 - hex.count))\(hex)>"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// This text with a space in the place of each control character and line end, for a line that programs read.
  package func replacingControlCharacters() -> String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return self
    }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202D, 0x202E: result.append(" ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

private func picture(_ value: UInt32) -> Unicode.Scalar {
  Unicode.Scalar(value) ?? "\u{FFFD}"
}
