import Exchange
import Notes

/// Names that set the footnotes of notes in one text apart: the first note's stay as written.
package final class SharedLabels {
  private var count = 0
  /// The definitions of footnotes of notes that are embedded inside a line, to follow the text.
  private var definitions: [String] = []

  /// Names for one text.
  package init() {}

  /// The beginning of the labels of the next note.
  package func next() -> String {
    count += 1
    return count == 1 ? "" : "\(count)-"
  }

  func add(definition: String) { definitions.append(definition) }

  /// The definitions that have been added, once.
  func takeDefinitions() -> [String] {
    defer { definitions = [] }
    return definitions
  }
}

/// Pieces of a note that are read as notes of their own: embedded notes and the texts of footnotes.
extension SharedMarkdown {
  /// The labels of the footnotes to which the text refers, or another footnote that it refers to.
  static func referencedFootnotes(of body: SharedBody, _ links: SharedLinks) -> Set<String> {
    let definitions = Dictionary(body.body.footnotes.map { ($0.label, $0) }) { first, _ in first }
    guard !definitions.isEmpty else { return [] }
    let labels = Set(definitions.keys)
    var found: Set<String> = []
    var bodies = [body]
    while let next = bodies.popLast() {
      for mark in next.marks {
        guard case .footnote(let label) = mark.kind, found.insert(label).inserted,
          let definition = definitions[label]
        else { continue }
        let piece = Note(piece: definition.text, options: links.options)
        bodies.append(SharedBody(of: piece, labels: labels, typography: links.typography))
      }
    }
    return found
  }

  /// A definition with its text, the lines after the first set in.
  static func definition(
    _ definition: FootnoteDefinition, in note: Note, _ links: SharedLinks, _ labels: SharedLabels,
    _ label: String
  ) -> String {
    let piece = Note(piece: definition.text, options: links.options)
    let body = SharedBody(
      of: piece, labels: [definition.label], typography: links.typography)
    let lines = text(of: body, links, labels, label).split(
      separator: "\n", omittingEmptySubsequences: false)
    let prefix = linePrefix(before: Int(definition.range.start), in: note).rest
    let name = note.text(definition.labelRange)
    return "[^\(label)\(name)]: "
      + lines.joined(separator: "\n\(prefix)    ").withoutTrailingBlanks
  }

  /// The text in the place of an embedded file: the note's text if there is one, else its name.
  static func embedding(
    _ link: Link, _ words: String, in note: Note, _ place: EmbedPlaces.Place, isLine: Bool,
    _ links: SharedLinks, _ labels: SharedLabels
  ) -> Edit {
    let range = link.range.indices
    let target = note.target(of: link)
    let name = PictureSize.read(words, name: target).words
    let prefix = linePrefix(before: range.lowerBound, in: note)
    let next = note.source[range.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
    let isAlone = prefix.isWhole && (next == nil || next == 0x0A || next == 0x0D)
    let plain = Edit(
      range: range, text: MarkdownText.escaped(oneLine(name), atLineStart: prefix.isWhole))
    guard let found = links.embedded(target, note.anchor(of: link), place.isInline) else {
      return plain
    }
    let body = SharedBody(of: found.note, typography: found.links.typography)
    if let open = body.body.unclosed(in: found.note) { found.links.tellUnclosed(open) }
    var isParagraph = SharedSteps.line(body.steps) != nil
    let text = text(
      of: body, found.links, labels, labels.next(),
      isLine: isLine || isParagraph || place != .block)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    switch place {
    case .cell: return Edit(range: range, text: SharedCell.text(of: text))
    case .inline:
      let words =
        isParagraph
        ? text : MarkdownText.escaped(SharedSteps.words(SharedSteps.steps(of: found.note)))
      return Edit(range: range, text: oneLine(words))
    case .block: break
    }
    let whole = lines.joined(separator: "\n" + prefix.rest)
    // What it embeds itself may be blocks.
    if lines.contains("") { isParagraph = false }
    if isParagraph { return Edit(range: range, text: whole.trimmingSpaces()) }
    // Blocks are parted from the lines around them.
    let parting = "\n" + prefix.rest
    let before = isAlone ? (prefix.hasMarker ? "" : parting) : "\n" + parting
    let after = isAlone ? parting : "\n" + parting
    return Edit(range: range, text: (before + whole + after).withoutTrailingBlanks)
  }

  /// The text before a place on its line, and the prefix that the lines below it need to be in the
  /// same containers.
  private static func linePrefix(
    before place: Int, in note: Note
  ) -> (rest: String, isWhole: Bool, hasMarker: Bool) {
    var start = place
    while start > note.bodyStart, note.source[start - 1] != 0x0A, note.source[start - 1] != 0x0D {
      start -= 1
      // Nobody sets a line in so far; looking for its beginning each time takes quadratic time.
      if place - start > 1000 { return ("", false, false) }
    }
    var rest = ""
    var hasMarker = false
    var index = start
    while index < place {
      let byte = note.source[index]
      switch byte {
      case 0x20, 0x09, 0x3E: rest.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), 0x30...0x39,
        UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
        UInt8(ascii: "x"):
        rest += " "
        hasMarker = true
      default:
        return (rest, false, hasMarker)
      }
      index += 1
    }
    return (rest, true, hasMarker)
  }
}

extension String {
  /// Without the blanks at the ends of its lines.
  fileprivate var withoutTrailingBlanks: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
