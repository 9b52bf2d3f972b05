import Files
import Notes
import Search
import Settings
import Synchronization

extension VaultSearch {
  /// Calls the closure with each result in order, and with a note that has the hashtags and the front matter of it, but
  /// perhaps no other text; nil for a note that cannot be read or has neither.
  ///
  /// The index tells which notes have neither, so that they are not read. The others are read from as many threads as there are
  /// processors, some hundred ahead of the closure.
  package func forEachDescription(
    of results: [Result], _ body: (Result, Note?) throws -> Void
  ) throws {
    let tagged = try documents(withFlags: [Array(NoteFlag.hasTag.rawValue.utf8)])
    var described = try documents(withFlags: [NoteIndexing.unnamed])
    described.formUnion(tagged)
    described.formUnion(
      try index.notes.documents(space: VaultSchema.Space.propertyKey.rawValue, prefix: []) { _ in
        true
      })
    let step = 256
    for start in stride(from: 0, to: results.count, by: step) {
      let part = Array(results[start..<min(start + step, results.count)])
      let notes = Mutex([Note?](repeating: nil, count: part.count))
      let read = part.indices.filter {
        described[part[$0].id.segment].contains(part[$0].id.document)
      }
      VaultNotes.each(of: read) { place in
        let (id, path) = (part[place].id, part[place].path)
        guard var bytes = try? vault.folder.read(path).bytes else { return }
        if !tagged[id.segment].contains(id.document) {
          bytes = Array(bytes.prefix(FrontMatter.length(in: bytes)))
        }
        let note = note(bytes, at: path)
        notes.withLock { $0[place] = note }
      }
      for (result, note) in zip(part, notes.withLock({ $0 })) { try body(result, note) }
    }
  }

  private func documents(withFlags flags: Set<[UInt8]>) throws(IndexError) -> [DocumentSet] {
    try index.notes.documents(space: VaultSchema.Space.flag.rawValue, prefix: []) {
      flags.contains($0)
    }
  }
}
