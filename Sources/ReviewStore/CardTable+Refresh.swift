import Files
import Indexing
import Notes
import OperatingSystem
import Reviews
import Search
import Settings
import Synchronization

/// Brings the table of cards in step with the notes, of which those that have changed are read.
struct CardTableRefresh {
  let search: VaultSearch
  /// The table of last time, if there is one.
  let old: CardTable?

  /// Told of each note that was read, from any thread.
  typealias Reading = @Sendable (NotePath, [Prompt]) -> Void

  /// Change it whenever notes become other cards.
  private static let revision: UInt64 = 8

  /// The folder table that the notes are compared with, and the rules by which they become cards.
  var basis: CardTable.Basis {
    let table = search.index.table
    var mixer = Mixer()
    mixer.add(Self.revision)
    mixer.add(UInt64(search.settingsFingerprint))
    mixer.add(table.rules)
    return CardTable.Basis(rules: mixer.value, window: table.window, notes: table.noteCount)
  }

  /// The table of the present notes; the old one if nothing has changed.
  func run(_ reading: @escaping Reading) throws(IndexError) -> CardTable {
    let basis = basis
    let known = old.flatMap { $0.basis.rules == basis.rules ? $0 : nil }
    if let known, known.basis == basis { return known }
    let paths = try notesWithPrompts()
    let stamps = stamps(of: paths)
    let kept = paths.indices.map { number -> Int? in
      guard let known, let stamp = stamps[number], stamp != CardTable.unknownStamp,
        let place = known.number(of: paths[number]), known.notes[place].stamp == stamp
      else { return nil }
      return place
    }
    let read = read(
      paths.indices.filter { kept[$0] == nil }.map { ($0, paths[$0]) }, basis.window, reading)
    var table = CardTable(basis)
    for (number, path) in paths.enumerated() {
      if let known, let place = kept[number] {
        let note = known.notes[place]
        table.add(path, note.stamp, known.prompts[note.prompts])
      } else if let note = read[number] {
        // A note that changed after the folder was checked is checked again next time.
        let isSure = note.stamp == stamps[number]
        table.add(path, isSure ? note.stamp : CardTable.unknownStamp, note.places)
      }
    }
    table.markRepeated()
    return table
  }

  /// The notes that the index knows to have prompts, sorted; copies that a merge has kept are not asked.
  private func notesWithPrompts() throws(IndexError) -> [NotePath] {
    let index = search.index.notes
    let all = index.emptySets().map { $0.inverted() }
    var sets = try search.flagged([.hasQuote, .hasCloze, .hasQuestion], all)
    let copies = try search.flagged([.isConflict], all)
    var paths: [NotePath] = []
    for number in sets.indices {
      sets[number].subtract(copies[number])
      try sets[number].forEach { (document) throws(IndexError) in
        let key = try index.key(of: DocumentID(segment: number, document: document))
        guard let path = NotePath(bytes: key) else { throw .damaged("path") }
        paths.append(path)
      }
    }
    return paths.sorted()
  }

  /// The stamps that the folder's table has of notes that are sorted by path.
  private func stamps(of paths: [NotePath]) -> [FileStamp?] {
    var stamps = [FileStamp?](repeating: nil, count: paths.count)
    let table = search.index.table
    var next = 0
    table.forEachNote { number, path in
      if next < paths.count, paths[next] == path {
        stamps[next] = table.stamp(ofNote: number)
        next += 1
      }
    }
    return stamps
  }

  private struct ReadNote: Sendable {
    let stamp: FileStamp
    let places: [CardTable.Place]
  }

  /// Reads notes; one that cannot be read has no prompts.
  private func read(
    _ notes: [(number: Int, path: NotePath)], _ window: RacyWindow, _ reading: @escaping Reading
  ) -> [Int: ReadNote] {
    let result = Mutex<[Int: ReadNote]>([:])
    let next = Atomic(0)
    concurrently(notes.count < 8 ? 1 : 2) { _ in
      var own: [(Int, ReadNote)] = []
      while true {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard place < notes.count else { break }
        let (number, path) = notes[place]
        guard let contents = try? search.vault.folder.read(path) else { continue }
        let note = search.note(contents.bytes, at: path)
        let prompts = note.prompts
        let isRacy = RacyWindow(start: window.start, end: Clock.now()).contains(contents.status)
        own.append(
          (
            number,
            ReadNote(
              stamp: isRacy ? CardTable.unknownStamp : contents.stamp,
              places: CardTable.places(of: prompts, in: note))
          ))
        if !prompts.isEmpty { reading(path, prompts) }
      }
      let done = own
      result.withLock { for (number, note) in done { $0[number] = note } }
    }
    return result.withLock { $0 }
  }
}
