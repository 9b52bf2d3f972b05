import Files
import Settings

extension Vault {
  /// The notes below a note in a hierarchy of names, as Dendron has it: `a.b.md` and `a.b.c.md` below `a.md`; by path.
  package func notesBelow(_ path: NotePath) -> [NotePath] {
    guard path.isMarkdown,
      let stream = DirectoryStream(path.folder.map { root.appending($0) } ?? root)
    else { return [] }
    let beginning = Array(path.stem) + [UInt8(ascii: ".")]
    var found: [NotePath] = []
    while let entry = unsafe stream.next() {
      let name = unsafe entry.bytes
      guard unsafe entry.isMarkdown, name.count > beginning.count, name.starts(with: beginning),
        name[...] != path.name,
        let note = path.folder?.appending(name) ?? NotePath(bytes: name),
        note.stem.count > path.stem.count
      else { continue }
      found.append(note)
    }
    return found.sorted()
  }
}
