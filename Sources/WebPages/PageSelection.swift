/// A passage that a person selected in a page.
package enum PageSelection {
  /// The passages that a fragment of an address names, as a browser copies it: `#:~:text=start,end`
  /// (Scroll to Text Fragment, WICG).
  package static func named(by fragment: String?) -> [String] {
    guard let fragment, let mark = fragment.firstRange(of: ":~:") else { return [] }
    return fragment[mark.upperBound...].split(separator: "&").compactMap { directive in
      guard directive.hasPrefix("text=") else { return nil }
      var parts = directive.dropFirst("text=".count).split(separator: ",").map(decoded)
      if parts.first?.hasSuffix("-") == true { parts.removeFirst() }
      if parts.last?.hasPrefix("-") == true { parts.removeLast() }
      return parts.isEmpty ? nil : parts.prefix(2).joined(separator: " … ")
    }
  }

  /// A text without its `%XX`.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var index = 0
    while index < source.count {
      if source[index] == 0x25, index + 2 < source.count,
        let value = UInt8(
          String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The passage as the page has it, a paragraph each; nil if the page does not have it.
  ///
  /// Case, white space, and the forms of quotation marks and dashes do not count. `first words … last words`
  /// is all from the former to the latter.
  ///
  /// - Parameter words: of ``WebPage/words``.
  package static func find(_ passage: String, in words: String) -> [String]? {
    let page = Folded(words)
    let whole = Folded(passage).text
    guard !whole.isEmpty else { return nil }
    var range = page.range(of: whole, from: 0)
    if range == nil {
      let ends = passage.replacing("...", with: "…").split(separator: "…").map {
        Folded(String($0)).text
      }
      .filter { !$0.isEmpty }
      if ends.count > 1, let first = ends.first, let last = ends.last,
        let start = page.range(of: first, from: 0),
        let end = page.range(of: last, from: start.upperBound)
      {
        range = start.lowerBound..<end.upperBound
      }
    }
    guard let range else { return nil }
    let found = page.original[page.places[range.lowerBound]...page.places[range.upperBound - 1]]
    let paragraphs = String(String.UnicodeScalarView(found)).split(separator: "\n")
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return paragraphs.filter { !$0.isEmpty }
  }

  /// Letters and figures alone, with the place of each in the text.
  private struct Folded {
    let original: [Unicode.Scalar]
    var text: [Unicode.Scalar] = []
    var places: [Int] = []

    init(_ words: String) {
      original = Array(words.unicodeScalars)
      for (place, scalar) in original.enumerated() {
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
          continue
        }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
          text.append(lower)
          places.append(place)
        }
      }
      // Marks directly after the last letter belong to the passage.
    }

    /// The first place of a text at or after another (Knuth, Morris and Pratt).
    func range(of wanted: [Unicode.Scalar], from start: Int) -> Range<Int>? {
      var back = Array(repeating: 0, count: wanted.count)
      var length = 0
      for index in wanted.indices.dropFirst() {
        while length > 0, wanted[index] != wanted[length] { length = back[length - 1] }
        if wanted[index] == wanted[length] { length += 1 }
        back[index] = length
      }
      length = 0
      for index in text.indices.dropFirst(start) {
        while length > 0, text[index] != wanted[length] { length = back[length - 1] }
        if text[index] == wanted[length] { length += 1 }
        if length == wanted.count { return (index - length + 1)..<(index + 1) }
      }
      return nil
    }
  }
}

extension WebPage {
  /// A quote of the page in Markdown, with its source below it.
  package static func quote(_ paragraphs: [String], from facts: PageFacts, titled title: String)
    -> String
  {
    var lines: [String] = []
    for paragraph in paragraphs {
      var text = BlockText()
      text.add(paragraph)
      if !lines.isEmpty { lines.append(">") }
      lines += text.lines().map { "> " + $0 }
    }
    func plain(_ text: String) -> String {
      MarkdownEscape.text(
        text.filter { !"*_".contains($0) }, isLineStart: false, isInLink: true, isCell: false,
        hasDollars: true)
    }
    let work = "*\(plain(title))*"
    let authors = facts.authors.map(plain).joined(separator: " & ")
    lines.append("> — " + (authors.isEmpty ? work : "\(authors), \(work)"))
    return lines.joined(separator: "\n") + "\n"
  }

  /// A heading of the first level that says a title.
  package static func heading(_ title: String) -> String {
    var text = BlockText()
    text.add(title)
    return "# " + text.lines().joined(separator: " ") + "\n"
  }
}
