import Files
import Notes
import Reviews

/// The table of prompts and their places, kept so that only changed notes are read again.
///
/// Kept in the cache as `cards`, which may be deleted at any time. Numbers are little-endian:
///
///     cardTable := header, note*, prompt*, paths, checksum: u64
///     header    := magic "zibcard2", rules: u64, windowStart: i64, windowEnd: i64,
///                  walkedNotes: u32, notes: u32, prompts: u32, pathBytes: u32
///     note      := modified: i64, mark: u64, pathEnd: u32, promptEnd: u32
///     prompt    := fingerprint: u64, earlier: u64, line: u32, block: u32
///     paths     := the notes' paths, one after the other
///
/// `pathEnd` and `promptEnd` count from the first note's first. The upper two bits of `block` are
/// the kind of the prompt, the third is set if its fingerprint occurs in several places. A note
/// whose stamp is zero is read again. The window and `walkedNotes` are those of the folder table
/// that the stamps are from: if they are equal, no note has changed.
struct CardTable: Equatable, Sendable {
  /// A note with prompts, and the state in which it was read.
  struct Entry: Equatable, Sendable {
    let path: NotePath
    let stamp: FileStamp
    /// Its prompts among all, in order of place.
    let prompts: Range<Int>
  }

  /// A prompt without its text.
  struct Place: Equatable, Sendable {
    let fingerprint: CardID
    /// ``Prompt/earlier``, or the fingerprint itself.
    let earlier: CardID
    let kind: Prompt.Kind
    /// Counted from 1.
    let line: Int
    /// The number of its paragraph among those of its note that have prompts.
    let block: Int
    /// True if the same prompt occurs in another place as well.
    var isRepeated = false
  }

  /// The folder table that the stamps are from.
  struct Basis: Equatable, Sendable {
    let rules: UInt64
    let window: RacyWindow
    let notes: Int
  }

  let basis: Basis
  /// The notes that have prompts, sorted by path.
  var notes: [Entry] = []
  var prompts: [Place] = []

  init(_ basis: Basis) { self.basis = basis }

  /// Of a note that is to be read again.
  static let unknownStamp = FileStamp(modified: 0, mark: 0)

  /// Adds a note after those that are there.
  mutating func add(_ path: NotePath, _ stamp: FileStamp, _ places: some Collection<Place>) {
    let start = prompts.count
    prompts += places
    notes.append(Entry(path: path, stamp: stamp, prompts: start..<prompts.count))
  }

  /// Marks the prompts that occur in several places; called after all notes were added.
  mutating func markRepeated() {
    var first: [CardID: Int] = [:]
    first.reserveCapacity(prompts.count)
    for place in prompts.indices {
      let other = first.updateValue(place, forKey: prompts[place].fingerprint)
      prompts[place].isRepeated = other != nil
      if let other { prompts[other].isRepeated = true }
    }
  }

  /// The note of a prompt, by numbers.
  func note(ofPrompt number: Int) -> Int {
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].prompts.upperBound <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of a note.
  func number(of path: NotePath) -> Int? {
    var low = 0
    var high = notes.count
    while low < high {
      let middle = (low + high) / 2
      if notes[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return low < notes.count && notes[low].path == path ? low : nil
  }

  /// The prompts of a note without their texts.
  static func places(of prompts: [Prompt], in note: Note) -> [Place] {
    if prompts.isEmpty { return [] }
    let lines = LineIndex(note.source)
    var blocks: [UInt32: Int] = [:]
    return prompts.map { prompt in
      let next = blocks.count
      let block = blocks[prompt.block] ?? next
      blocks[prompt.block] = block
      return Place(
        fingerprint: prompt.id, earlier: prompt.earlier ?? prompt.id, kind: prompt.kind,
        line: lines.line(at: Int(prompt.range.start)),
        block: block)
    }
  }
}
