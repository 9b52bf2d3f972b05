import Layout

/// The texts and keywords at the top of a map of EDN, Clojure's notation, in which Logseq keeps the settings of a graph.
///
/// ```
/// {:journal/file-name-format "yyyy-MM-dd" ; a comment
///  :feature/enable-journals? true}
/// ```
struct EDNMap {
  /// By keyword, with its colon.
  private(set) var texts: [String: String] = [:]
  /// The keywords that are values, by keyword, all with their colons.
  private(set) var keywords: [String: String] = [:]

  /// Reads a map; values that are neither texts nor keywords are left out.
  ///
  /// - Throws: where a text or a bracket is not closed, as in a file that is half written.
  /// - Complexity: linear.
  init(_ bytes: [UInt8]) throws(UnreadSettings) {
    var forms: [Form] = []
    var depth = 0
    // `#_` leaves out the form after it.
    var skipped = 0
    func add(_ form: Form) {
      guard depth == 1 else { return }
      if skipped > 0 { skipped -= 1 } else { forms.append(form) }
    }
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: ";"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "\""):
        var text: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
          text.append(bytes[index])
          index += 1
        }
        if index >= bytes.count { throw UnreadSettings(message: "a quotation mark is not closed") }
        index += 1
        add(.text(String(decoding: text, as: UTF8.self)))
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
        depth -= 1
        add(.other)
      case UInt8(ascii: "#") where index < bytes.count && bytes[index] == UInt8(ascii: "_"):
        index += 1
        if depth == 1 { skipped += 1 }
      case UInt8(ascii: "#") where index < bytes.count && bytes[index] == UInt8(ascii: "{"): break
      case UInt8(ascii: ","): break
      case _ where byte.isASCIISpace: break
      default:
        let start = index - 1
        while index < bytes.count, !Self.ends(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        add(word.hasPrefix(":") ? .keyword(word) : .other)
      }
    }
    if depth > 0 { throw UnreadSettings(message: "a bracket is not closed") }
    for pair in stride(from: 0, to: forms.count - 1, by: 2) {
      guard case .keyword(let key) = forms[pair] else { continue }
      switch forms[pair + 1] {
      case .text(let text): texts[key] = text
      case .keyword(let word): keywords[key] = word
      case .other: continue
      }
    }
  }

  private enum Form {
    case keyword(String)
    case text(String)
    case other
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte.isASCIISpace || "\"(){}[],;".utf8.contains(byte)
  }
}
