import Notes

/// A part of a note with the footnotes that it refers to, which are mostly at the note's end.
package enum SharedPiece {
  /// The bytes of the part but for comments that reach past it, and after them the definitions that it has not itself.
  package static func bytes(of note: Note, _ range: ByteRange) -> [UInt8] {
    let body = ReadableBody(of: note)
    let footnotes = body.footnotes
    var piece = body.piece(range, of: note)
    guard !footnotes.isEmpty else { return piece }
    var added: Set<String> = []
    var wanted = labels(in: piece)
    while let label = wanted.popLast() {
      guard added.insert(label).inserted,
        let found = footnotes.first(where: { $0.label == label }),
        !range.contains(found.range)
      else { continue }
      piece += [0x0A, 0x0A] + markdown(of: found, in: note)
      wanted += labels(in: found.text)
    }
    return piece
  }

  /// Labels that look as if they were referred to.
  private static func labels(in text: [UInt8]) -> [String] {
    var labels: [String] = []
    var index = 0
    while let start = text[index...].firstIndex(of: UInt8(ascii: "^")) {
      index = start + 1
      guard start > 0, text[start - 1] == UInt8(ascii: "[") else { continue }
      let label = text[index...].prefix { $0 != UInt8(ascii: "]") && $0 > 0x20 }
      guard label.endIndex < text.count, text[label.endIndex] == UInt8(ascii: "]") else { continue }
      labels.append(String(decoding: label, as: UTF8.self).lowercased())
    }
    return labels
  }

  private static func markdown(of definition: FootnoteDefinition, in note: Note) -> [UInt8] {
    let lines = definition.text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let indent = Array("\n    ".utf8)
    return Array("[^\(note.text(definition.labelRange))]: ".utf8) + lines.joined(separator: indent)
  }
}
