import Layout

/// Keeps the terminal from interpreting the contents of a vault.
///
/// A name, a title or a snippet may hold escape sequences; shown raw they could recolour the
/// screen, retitle the window or answer the shell's prompt; marks of direction could show `gpj.exe`
/// as `exe.jpg`. They are shown as pictures: `␛[31m`, `‹U+202E›`.
extension String {
  /// This text with every one of ``ControlCharacters`` replaced by something visible.
  ///
  /// C0 controls become their control pictures (`\u{1B}` is `␛`), the others `‹U+202E›`. A tab
  /// becomes one space. The marks that only affect the order of adjacent punctuation (U+200E,
  /// U+200F, U+061C) and byte order marks are left out, because running text in Arabic and Hebrew
  /// is full of them.
  ///
  /// - Parameter keepingLines: true to leave line feeds and tabs as they are, for text of several
  ///   lines.
  package func escapingControlCharacters(keepingLines: Bool = false) -> String {
    guard utf8.contains(where: ControlCharacters.mayBegin) else { return self }
    return replacingControlCharacters { scalar, kind, result in
      switch kind {
      case .ascii where scalar == "\n" && keepingLines: result.unicodeScalars.append(scalar)
      case .ascii where scalar == "\t": result.append(keepingLines ? "\t" : " ")
      case .ascii where scalar.value == 0x7F: result.append("\u{2421}")
      case .ascii: result.unicodeScalars.append(picture(0x2400 + scalar.value))
      case .mark: break
      case .c1, .lineSeparator, .format, .tag:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "‹U+\(String(repeating: "0", count: max(0, 4 - hex.count)))\(hex)›"
      }
    }
  }

  /// This text with a space in place of each control character and line end, for a line that
  /// programs read.
  package func replacingControlCharacters() -> String {
    guard utf8.contains(where: ControlCharacters.mayBegin) else { return self }
    return replacingControlCharacters { _, kind, result in
      if kind != .mark { result.unicodeScalars.append(" ") }
    }
  }

  private func replacingControlCharacters(
    _ replace: (Unicode.Scalar, ControlCharacters.Kind, inout String) -> Void
  ) -> String {
    var result = ""
    result.reserveCapacity(utf8.count)
    let scalars = unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if let end = ControlCharacters.endOfFlag(in: scalars, at: index) {
        result.unicodeScalars.append(contentsOf: scalars[index..<end])
        index = end
        continue
      }
      if let kind = ControlCharacters.kind(of: scalar) {
        replace(scalar, kind, &result)
      } else {
        result.unicodeScalars.append(scalar)
      }
      index = scalars.index(after: index)
    }
    return result
  }
}

private func picture(_ value: UInt32) -> Unicode.Scalar {
  Unicode.Scalar(value) ?? "\u{FFFD}"
}

extension StyledText {
  /// The text as it is drawn, whose width is that of its characters.
  package func escapingControlCharacters() -> StyledText {
    StyledText(
      runs: runs.map { Run($0.text.escapingControlCharacters(), $0.style, link: $0.link) })
  }
}
