/// The reasons why an alias of a note does not get another name.
package enum AliasRefusal: Error, Hashable, Sendable {
  /// The front matter of the note has no such alias.
  case notFound
  /// It has that name already.
  case sameName
  /// Another alias of the note has the name.
  case taken
  /// The name cannot stand in the note's list of aliases.
  case noAlias
}

/// Another name for an alias of a note.
package struct AliasRenaming: Sendable {
  /// The alias that goes, as the front matter has it.
  package let old: String
  /// The note with the new alias, and its links as they were.
  package let renamed: Note

  /// - Parameter alias: one of the note's, as a link would name it.
  package init(
    of alias: String, to name: String, in note: Note, options: NoteOptions
  ) throws(AliasRefusal) {
    let aliases = note.aliases
    let folded = LinkResolver.foldedAlias(alias)
    let place =
      aliases.firstIndex(of: alias)
      ?? aliases.firstIndex { LinkResolver.foldedAlias($0) == folded }
    guard let place, let node = note.frontMatter?.first(of: ["aliases", "alias"]) else {
      throw .notFound
    }
    old = aliases[place]
    if name == old { throw .sameName }
    let isWritable = !name.isEmpty && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    if !isWritable { throw .noAlias }
    for (number, other) in aliases.enumerated() where number != place {
      if LinkResolver.foldedAlias(other) == LinkResolver.foldedAlias(name) { throw .taken }
    }
    var expected = aliases
    expected[place] = name
    for edit in Self.edits(of: node, old, name, in: note) {
      let new = Note(parsing: [edit].applied(to: note.source), named: note.name, options: options)
      if new.aliases == expected, new.title == note.title, new.links.count == note.links.count {
        renamed = new
        return
      }
    }
    throw .noAlias
  }

  /// The changes that may give the alias its new name, the least first.
  private static func edits(
    of node: FrontMatter.Node, _ old: String, _ name: String, in note: Note
  ) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    if node.kind == .list {
      let isFlow = note.source[Int(node.range.start)] == UInt8(ascii: "[")
      for element in node.elements where element.kind == .scalar && element.string == old {
        let style = [UInt8(ascii: "'"), UInt8(ascii: "\"")].first { $0 == element.style } ?? 0
        edits.append(
          ByteEdit(
            element.range, YAMLWriter.scalar(name, style: style, in: isFlow ? .flow : .block)))
      }
      return edits
    }
    // Of names with commas between them one.
    let (range, wanted) = (node.range.indices, Array(old.utf8))
    for start in range where note.source[start..<range.upperBound].starts(with: wanted) {
      edits.append(ByteEdit(ByteRange(start, start + wanted.count), name))
    }
    let names = (node.string ?? "").split(separator: ",").map { String($0.trimmingBlanks) }
    let text = names.map { $0 == old ? name : $0 }.joined(separator: ", ")
    edits.append(ByteEdit(node.range, YAMLWriter.scalar(text, style: 0, in: .block)))
    return edits
  }
}
