import Exchange
import Notes

/// A note's body as CommonMark that every program reads.
///
/// Only syntax of single programs is replaced; the rest stays as typed, also formulas, highlights
/// and footnotes, which most programs know.
package enum SharedMarkdown {
  struct Edit {
    let range: Range<Int>
    let text: String
    var isComment = false
  }

  /// The body, its lines ended by line feeds, without blank lines around it.
  ///
  /// - Parameters:
  ///   - labels: distinguish the footnotes of one note from those of the others.
  ///   - afterTitle: blocks to put below the heading that is the note's title.
  /// - Complexity: linear in the number of bytes, except the sorting of the replacements.
  package static func text(
    of note: Note, links: SharedLinks = .none, labels: SharedLabels = SharedLabels(),
    afterTitle: String = ""
  ) -> String {
    let body = SharedBody(of: note, typography: links.typography)
    if let open = body.body.unclosed(in: note) { links.tellUnclosed(open) }
    let text = text(of: body, links, labels, labels.next(), afterTitle: afterTitle)
    return ([text] + labels.takeDefinitions()).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// - Parameter isLine: true if the text is put inside a line, so that the definitions of its footnotes follow later.
  static func text(
    of body: SharedBody, _ links: SharedLinks, _ labels: SharedLabels, _ label: String,
    afterTitle: String = "", isLine: Bool = false
  ) -> String {
    let note = body.note
    let formulas = body.body.formulas.map(\.range)
    let places = EmbedPlaces(body.steps, covered: SharedMarks.covered(by: body.marks))
    var edits = body.marks.compactMap { mark -> Edit? in
      if case .link(let link, let words) = mark.kind, link.isEmbed {
        let place = places.place(of: mark.range.lowerBound)
        return embedding(link, words, in: note, place, isLine: isLine, links, labels)
      }
      if case .gap(let answer, _) = mark.kind,
        let text = line(ofGap: answer, links, labels, label)
      {
        return Edit(range: mark.range, text: text)
      }
      return replacement(of: mark, in: note, label).map { Edit(range: mark.range, text: $0) }
    }
    edits += lineEnds(before: body.lineStarts, body.steps, in: note)
    for link in note.links where !link.isInFrontMatter {
      // Programs find bare addresses themselves.
      let isBare = link.range == link.target
      if link.kind != .wiki, !isBare {
        edits += unlinking(link, in: note) + titleComments(of: link, in: note)
      }
    }
    edits.removeAll { formulas.covers($0.range.lowerBound) }
    edits += note.clozes(inside: body.body.formulas).map {
      Edit(range: $0.range.indices, text: note.text($0.answer))
    }
    let referenced = referencedFootnotes(of: body, links)
    edits += body.body.footnotes.map { definition in
      guard referenced.contains(definition.label) else {
        return Edit(range: definition.range.indices, text: "", isComment: true)
      }
      let text = self.definition(definition, in: note, links, labels, label)
      if isLine { labels.add(definition: text) }
      return Edit(range: definition.range.indices, text: isLine ? "" : text, isComment: isLine)
    }
    edits += uncommenting(body.steps, in: note)
    edits += body.body.remarks.map { Edit(range: $0.indices, text: "", isComment: true) }
    edits += body.body.comments.map {
      uncommenting($0.indices, in: note)
    }
    if !afterTitle.isEmpty, let title = note.titleHeading {
      edits.append(below(title, afterTitle, in: note))
    }
    let text = applied(edits, to: note)
    // The block of code would take in what comes after the note.
    guard body.body.openComment == nil, let fence = note.closingFence else { return text }
    return text + "\n" + fence
  }

  /// An edit that puts blocks between a title and the text after it.
  private static func below(_ title: Heading, _ blocks: String, in note: Note) -> Edit {
    var end = Int(title.range.end)
    while end > 0, [0x0A, 0x0D].contains(note.source[end - 1]) { end -= 1 }
    let rest = note.source[end...].drop { $0 == 0x0D }.dropFirst()
    let isParted = rest.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }.map { $0 == 0x0A } ?? true
    return Edit(range: end..<end, text: "\n\n" + blocks + (isParted ? "" : "\n"))
  }

  private static func applied(_ edits: [Edit], to note: Note) -> String {
    let edits = edits.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var bytes: [UInt8] = []
    var position = note.bodyStart
    for edit in edits {
      if edit.range.lowerBound >= position {
        bytes += note.source[position..<edit.range.lowerBound]
        bytes += Array(edit.text.utf8)
      } else if !edit.isComment {
        continue
      }
      // The rest of a comment after a replacement is still a comment.
      position = max(position, edit.range.upperBound)
    }
    bytes += note.source[min(position, note.source.count)...]
    let text = String(decoding: bytes, as: UTF8.self)
    return trimmed(MarkdownText.lines(of: text).map(\.withoutControlCharacters))
  }

  /// A line of plain text, escaped for use after `# `.
  package static func escaped(_ text: String) -> String {
    MarkdownText.escaped(oneLine(text), atLineStart: false)
  }

  /// The lines of a text, each after `> `.
  package static func quoted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ">" : "> " + $0 }.joined(separator: "\n")
  }

  static func oneLine(_ text: String) -> String {
    text.withoutControlCharacters.split { $0.isNewline }.joined(separator: " ").trimmingSpaces()
  }

  private static func replacement(
    of mark: SharedMarks.Mark, in note: Note, _ label: String
  ) -> String? {
    switch mark.kind {
    case .words(let words), .gap(_, let words), .link(_, let words):
      var start = mark.range.lowerBound
      while start > note.bodyStart, [0x20, 0x09, 0x3E].contains(note.source[start - 1]) {
        start -= 1
      }
      let isFirst = start == note.bodyStart || [0x0A, 0x0D].contains(note.source[start - 1])
      return escapedBesideFormulas(oneLine(words), atLineStart: isFirst)
    case .callout(let head):
      return head.kind == nil ? "" : "**\(head.words)**" + (head.hasTitle ? " " : "")
    case .footnote:
      let written = note.source[(mark.range.lowerBound + 2)..<mark.range.upperBound]
      return label.isEmpty ? nil : "[^\(label)" + String(decoding: written, as: UTF8.self)
    // Programs find addresses themselves, and know these as they are typed.
    case .address, .formula, .highlight, .inlineFootnote: return nil
    }
  }

  /// The answer of a cloze with its own markup; nil where it has none, so that its signs are escaped, or is no line.
  private static func line(
    ofGap answer: String, _ links: SharedLinks, _ labels: SharedLabels, _ label: String
  ) -> String? {
    let note = Note(piece: Array(answer.utf8), options: links.options)
    let body = SharedBody(of: note, typography: links.typography)
    guard note.clozes.isEmpty, let line = SharedSteps.line(body.steps) else { return nil }
    let hasMarkup = line.contains { step in
      switch step {
      case .open, .text(_, .html, _): true
      default: false
      }
    }
    guard hasMarkup || !body.marks.isEmpty else { return nil }
    return oneLine(text(of: body, links, labels, label))
  }

  /// A line of plain text, escaped but for its formulas, which other programs know as they are typed.
  private static func escapedBesideFormulas(_ text: String, atLineStart: Bool) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else {
      return MarkdownText.escaped(text, atLineStart: atLineStart)
    }
    let note = Note(piece: Array(text.utf8))
    var escaped = ""
    var start: UInt32 = 0
    for formula in note.formulas {
      let before = note.text(ByteRange(start: start, end: formula.range.start))
      escaped += MarkdownText.escaped(before, atLineStart: atLineStart && start == 0)
      escaped += note.text(formula.range)
      start = formula.range.end
    }
    let rest = note.text(ByteRange(start: start, end: UInt32(note.source.count)))
    return escaped + MarkdownText.escaped(rest, atLineStart: atLineStart && start == 0)
  }

  /// Backslashes that keep the line ends which Zibaldone keeps and others do not.
  private static func lineEnds(
    before lineStarts: Set<Int>, _ steps: [MarkdownStep], in note: Note
  ) -> [Edit] {
    steps.indices.dropFirst().compactMap { index in
      guard case .text("\n", .softBreak, _) = steps[index - 1],
        case .text(_, .normal, let range?) = steps[index], lineStarts.contains(range.lowerBound),
        var end = note.source[..<range.lowerBound].lastIndex(where: { $0 == 0x0A || $0 == 0x0D })
      else { return nil }
      if end > 0, note.source[end] == 0x0A, note.source[end - 1] == 0x0D { end -= 1 }
      return Edit(range: end..<end, text: "\\")
    }
  }

  /// The edits that leave only the words of a link into the vault, or to a program.
  private static func unlinking(_ link: Link, in note: Note) -> [Edit] {
    var address: String
    switch SharedAddress(link.isDecoded ? note.target(of: link) : note.text(link.target)) {
    case .web: return []
    case .picture: if link.isEmbed { return [] } else { address = "" }
    case .program(let text), .foreign(let text):
      address = link.isEmbed || text.hasPrefix("data:") ? "" : text
    case .local: address = ""
    }
    let range = link.range.indices
    if link.kind == .autolink {
      // An address of mail has no scheme.
      let text = note.text(link.target)
      return text.contains(":") ? [Edit(range: range, text: MarkdownText.escaped(text))] : []
    }
    let words = link.text.map { text in
      let length = link.isEmbed ? lengthOfWords(in: note.text(text)) : text.count
      return ByteRange(Int(text.start), Int(text.start) + length)
    }
    guard let text = words, !text.isEmpty, range.contains(Int(text.start)) else {
      let name = note.target(of: link).split(separator: "/").last.map(String.init) ?? ""
      return [Edit(range: range, text: MarkdownText.escaped(name))]
    }
    if !address.isEmpty, let anchor = note.anchor(of: link) { address += "#" + anchor }
    let isTold = address.isEmpty || note.text(text) == address
    let tail = isTold ? "" : " (" + MarkdownText.escaped(address) + ")"
    return [
      Edit(range: range.lowerBound..<Int(text.start), text: ""),
      Edit(range: Int(text.end)..<range.upperBound, text: tail),
    ]
  }

  /// The edits that remove comments of HTML from the title of a link: `[text](address "title <!-- … -->")`.
  private static func titleComments(of link: Link, in note: Note) -> [Edit] {
    let source = note.source
    guard link.range.contains(link.target), source[link.range.indices].last == UInt8(ascii: ")")
    else { return [] }
    let tail = ByteRange(start: link.target.end, end: link.range.end)
    var start: Int?
    var found = comments(in: note.text(tail), at: Int(tail.start), openedAt: &start)
    // One that is not closed reaches to the mark that ends the title.
    var mark = Int(tail.end) - 2
    while mark > Int(tail.start), source[mark] <= 0x20 { mark -= 1 }
    if let start { found.append(start..<max(start, mark)) }
    return found.map { comment in
      let isLast = comment.upperBound == mark && source[comment.lowerBound - 1] == 0x20
      let range = isLast ? (comment.lowerBound - 1)..<mark : source.withSpace(comment)
      return Edit(range: range, text: "", isComment: true)
    }
  }

  /// The number of bytes of an image's description before its size: 4 of `alt\|100`.
  private static func lengthOfWords(in description: String) -> Int {
    guard let words = PictureSize.read(description: description)?.words else {
      return description.utf8.count
    }
    // In a table the bar has a backslash before it.
    let length = words.utf8.count
    return words.utf8.last == UInt8(ascii: "\\") ? length - 1 : length
  }

  /// An edit that takes a comment out; text after one that ends on a line below stays in the quotes of that line.
  private static func uncommenting(_ comment: Range<Int>, in note: Note) -> Edit {
    let source = note.source
    let plain = Edit(range: source.withSpace(comment), text: "", isComment: true)
    let lines = source[comment].split(omittingEmptySubsequences: false) { $0 == 0x0A }
    let after = source[comment.upperBound...].drop { $0 == 0x20 || $0 == 0x09 }
    guard lines.count > 1, let next = after.first, next != 0x0A, next != 0x0D else { return plain }
    let first = source.quoteMarkers(onLineOf: comment.lowerBound, from: note.bodyStart)
    let last = source.quoteMarkers(onLineOf: comment.upperBound, from: note.bodyStart)
    let lineStart = source.startOfLine(at: comment.lowerBound, from: note.bodyStart)
    let hasTextBefore = source[max(first.end, lineStart)..<comment.lowerBound].contains {
      $0 != 0x20 && $0 != 0x09
    }
    let isParted =
      first.depth != last.depth
      || lines.contains { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    if !hasTextBefore, first.depth == last.depth { return plain }
    let prefix = String(repeating: "> ", count: last.depth)
    return Edit(
      range: (hasTextBefore ? plain.range.lowerBound : lineStart)..<after.startIndex,
      text: (hasTextBefore ? (isParted ? "\n\n" : "\n") : "") + prefix, isComment: true)
  }

  /// The edits that remove comments of HTML; one between two lists stays, without its words.
  private static func uncommenting(_ steps: [MarkdownStep], in note: Note) -> [Edit] {
    var edits: [Edit] = []
    var start: Int?
    var end = 0
    var editsBefore = 0
    for (index, step) in steps.enumerated() {
      switch step {
      case .enter(.html): editsBefore = edits.count
      case .text(let text, .html, let range?) where text.utf8.count == range.count:
        end = range.upperBound
        for comment in comments(in: text, at: range.lowerBound, openedAt: &start) {
          edits.append(
            Edit(range: note.source.withSpace(comment), text: "", isComment: true))
        }
      case .leave(let block):
        // One that is not closed reaches to the end of its block.
        if let first = start, first < end {
          edits.append(Edit(range: first..<end, text: "", isComment: true))
        }
        start = nil
        if block == .html, edits.count == editsBefore + 1, index + 1 < steps.count,
          case .enter(.list) = steps[index + 1], edits[editsBefore].range.upperBound == end
        {
          edits[editsBefore] = Edit(
            range: edits[editsBefore].range, text: "<!-- -->", isComment: true)
        }
      default: break
      }
    }
    return edits
  }

  /// The comments that end in a text.
  private static func comments(
    in text: String, at offset: Int, openedAt start: inout Int?
  ) -> [Range<Int>] {
    var comments: [Range<Int>] = []
    var rest = text[...]
    func place(_ index: String.Index) -> Int {
      offset + text.utf8.distance(from: text.startIndex, to: index)
    }
    while !rest.isEmpty {
      if let first = start {
        guard let found = rest.range(ofASCII: "-->") else { break }
        comments.append(first..<place(found.upperBound))
        start = nil
        rest = rest[found.upperBound...]
      } else {
        guard let found = rest.range(ofASCII: "<!--") else { break }
        start = place(found.lowerBound)
        rest = rest[found.upperBound...]
      }
    }
    return comments
  }

  private static func trimmed(_ lines: [String]) -> String {
    func isBlank(_ line: String) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }
    let first = lines.firstIndex { !isBlank($0) } ?? lines.endIndex
    let last = lines.lastIndex { !isBlank($0) } ?? lines.startIndex
    return first <= last && first < lines.endIndex
      ? lines[first...last].joined(separator: "\n") : ""
  }
}
