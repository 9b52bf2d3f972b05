import Layout

/// A text with placeholders: `{{title}}`, `{{date:YYYY-MM-DD}}`, `{{author}}`.
///
/// The language is that of Obsidian's templates. A template is data: it can name no program and no
/// file. A value is put in as text; inside front matter it is quoted if YAML needs it.
package struct Template: Sendable {
  /// The result of filling a template.
  package struct Rendering: Equatable, Sendable {
    package var text: String
    /// The position of `{{cursor}}`, in bytes of the text.
    package var cursor: Int?
    /// Unknown names; they stay in the text as they were written.
    package var unknown: [String] = []
  }

  /// The values of the names.
  package struct Values: Sendable {
    package var title: String
    /// The person's date and time of day.
    package var now: CivilDateTime
    /// Seconds east of Greenwich, for patterns with a zone.
    package var secondsEast: Int
    /// A new identifier, 36 characters.
    package var uuid: String
    /// The person's own names; they go before the others.
    package var custom: [String: String]

    package init(
      title: String, now: CivilDateTime, secondsEast: Int = 0, uuid: String = UUIDText.random(),
      custom: [String: String] = [:]
    ) {
      self.title = title
      self.now = now
      self.secondsEast = secondsEast
      self.uuid = uuid
      self.custom = custom
    }
  }

  /// One part of a template.
  private enum Part {
    case text(Substring)
    /// A name with the text after its colon, and both as written.
    case place(name: String, argument: String?, written: Substring)
  }

  private let parts: [Part]

  package init(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let opening = rest.firstRange(of: "{{") {
      guard let closing = rest[opening.upperBound...].firstRange(of: "}}") else { break }
      let inside = rest[opening.upperBound..<closing.lowerBound]
      guard let place = Self.place(inside, written: rest[opening.lowerBound..<closing.upperBound])
      else {
        // Text that cannot be a name stays; a placeholder may begin inside of it.
        let next = rest.index(after: opening.lowerBound)
        parts.append(.text(rest[..<next]))
        rest = rest[next...]
        continue
      }
      parts.append(.text(rest[..<opening.lowerBound]))
      parts.append(place)
      rest = rest[closing.upperBound...]
    }
    parts.append(.text(rest))
    self.parts = parts
  }

  private static func place(_ inside: Substring, written: Substring) -> Part? {
    let colon = inside.firstIndex(of: ":")
    let name = trimmed(inside[..<(colon ?? inside.endIndex)])
    let isName =
      !name.isEmpty && !inside.contains(where: \.isNewline)
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
    guard isName else { return nil }
    return .place(
      name: name, argument: colon.map { trimmed(inside[inside.index(after: $0)...]) },
      written: written)
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The names it has, in order, each once.
  package var names: [String] {
    var names: [String] = []
    for case .place(let name, _, _) in parts where !names.contains(name) { names.append(name) }
    return names
  }

  /// Puts the values in.
  package func render(_ values: Values) -> Rendering {
    render(values) { $1 }
  }

  /// The same for the name of a file: no value can bring a slash or a character that a system refuses.
  package func renderFileName(_ values: Values) -> Rendering {
    render(values) { name, value in
      // A pattern of a date may lead into folders: the slashes are the person's own.
      let isDate = ["date", "time"].contains(name.lowercased()) && values.custom[name] == nil
      let components = isDate ? value.split(separator: "/").map(String.init) : [value]
      return components.map { FileName.stem(for: $0) }.joined(separator: "/")
    }
  }

  private func render(_ values: Values, _ fit: (_ name: String, _ value: String) -> String)
    -> Rendering
  {
    var result = Rendering(text: "")
    for (index, part) in parts.enumerated() {
      switch part {
      case .text(let text): result.text += text
      case .place(let name, let argument, let written):
        if name.lowercased() == "cursor", values.custom[name] == nil {
          result.cursor = result.cursor ?? result.text.utf8.count
        } else if let value = Self.value(of: name, argument, values) {
          let context = FrontMatterContext(before: result.text, after: next(index))
          result.text += context.fit(fit(name, value))
        } else {
          result.text += written
          if !result.unknown.contains(name) { result.unknown.append(name) }
        }
      }
    }
    return result
  }

  /// The text that follows a part up to the end of its line.
  private func next(_ index: Int) -> Substring {
    guard index + 1 < parts.count, case .text(let text) = parts[index + 1] else { return "" }
    // Two places side by side are one value for YAML, and neither is alone on its line.
    return text.isEmpty && index + 2 < parts.count ? "{" : text.prefix { !$0.isNewline }
  }

  private static func value(of name: String, _ argument: String?, _ values: Values) -> String? {
    if let value = values.custom[name] { return value }
    func moment(_ pattern: String) -> String {
      DatePattern(argument.flatMap { $0.isEmpty ? nil : $0 } ?? pattern)
        .string(of: values.now, secondsEast: values.secondsEast)
    }
    switch name.lowercased() {
    case "title": return values.title
    case "slug": return FileName.slug(for: values.title)
    case "date": return moment("YYYY-MM-DD")
    case "time": return moment("HH:mm")
    case "id": return moment("YYYYMMDDHHmmss")
    case "uuid": return values.uuid
    default: return nil
    }
  }
}

/// Random identifiers.
package enum UUIDText {
  /// A version 4 identifier (RFC 9562, section 5.4) in lower case.
  package static func random() -> String {
    var numbers = SystemRandomNumberGenerator()
    return text(numbers.next(), numbers.next())
  }

  static func text(_ high: UInt64, _ low: UInt64) -> String {
    let high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func hexadecimal(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    return [
      hexadecimal(high >> 32, 8), hexadecimal(high >> 16 & 0xFFFF, 4),
      hexadecimal(high & 0xFFFF, 4),
      hexadecimal(low >> 48, 4), hexadecimal(low & 0xFFFF_FFFF_FFFF, 12),
    ].joined(separator: "-")
  }
}
