/// The last steps of the readers of all formats.
extension GrailLibrary {
  /// Puts the notes in the order of their creation.
  mutating func sortNotes() {
    notes.sort { first, second in
      let (left, right) = (first.sortTime, second.sortTime)
      return left == right ? first.id < second.id : left < right
    }
  }

  /// Puts the reviews in order, and leaves out those whose template no note has.
  mutating func dropStrayReviews() {
    let known = Set(notes.lazy.flatMap(\.templates).map(\.key))
    let count = reviews.count
    reviews.removeAll { !known.contains($0.template) }
    if reviews.count < count {
      remarks.append(
        Remark(
          .notCarried, "reviews of prompts that are in no note", value: "\(count - reviews.count)"))
    }
    reviews.sort {
      ($0.time, $0.template, $0.index, $0.correct) < ($1.time, $1.template, $1.index, $1.correct)
    }
  }
}

extension GrailLibrary.Note {
  fileprivate var sortTime: Int64 { created ?? versions.first?.time ?? .max }
}

/// The names that notes have in the old libraries.
enum GrailID {
  /// A UUID in capitals with its hyphens, however it was written; anything else as it is.
  static func normal(_ text: String) -> String {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    let isHex = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard digits.count == 32, isHex, text.utf8.count == 32 || text.utf8.count == 36 else {
      return text
    }
    return grouped(String(decoding: digits, as: UTF8.self).uppercased())
  }

  /// A UUID of its sixteen bytes; other bytes as hexadecimal digits.
  static func text(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let hex = String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    return bytes.count == 16 ? grouped(hex) : hex
  }

  private static func grouped(_ hex: String) -> String {
    var rest = Substring(hex)
    return [8, 4, 4, 4, 12].map { count in
      defer { rest = rest.dropFirst(count) }
      return String(rest.prefix(count))
    }.joined(separator: "-")
  }
}
