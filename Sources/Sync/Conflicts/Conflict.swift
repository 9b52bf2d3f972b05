import Merge
import Objects

/// A note and a copy of it as they are now, and what history tells of them.
///
/// The conflict is nothing but the copy: the note and the copy may both have been edited since the merge that made
/// it, so the texts that are there now are what is resolved, with the ancestor that history has.
package struct Conflict: Sendable {
  /// The text of a file, and who changed it last.
  package struct Version: Equatable, Sendable {
    package let text: [UInt8]
    /// Nothing where history does not tell.
    package let change: ConflictChange?

    package init(text: [UInt8], change: ConflictChange? = nil) {
      self.text = text
      self.change = change
    }
  }

  package let copy: ConflictCopy
  /// Nothing where there is no longer a note.
  package let noteVersion: Version?
  package let copyVersion: Version
  /// What both began with; nothing where that is not known, and then every difference is an overlap.
  package let ancestor: [UInt8]?
  /// The note on the left and the copy on the right, merged except where they overlap.
  package let merge: OverlappingMerge

  package init(copy: ConflictCopy, note: Version?, copyVersion: Version, ancestor: [UInt8]?) {
    self.copy = copy
    noteVersion = note
    self.copyVersion = copyVersion
    self.ancestor = ancestor
    guard let note else {
      merge = OverlappingMerge(regions: [.agreed(copyVersion.text)])
      return
    }
    // By line, whatever the vault's settings: what is merged by word is offered and not done.
    let versions = NoteVersions(base: ancestor, left: note.text, right: copyVersion.text)
    switch NoteMerge(granularity: .line).merge(versions) {
    case .merged(let text):
      // That one has all lines of the other says nothing where it is not known what either side took out.
      merge =
        ancestor == nil
        ? Self.difference(note.text, copyVersion.text) : OverlappingMerge(regions: [.agreed(text)])
    case .overlapping(let overlapping): merge = overlapping
    }
  }

  /// One place, from the first line that differs to the last.
  private static func difference(_ note: [UInt8], _ copy: [UInt8]) -> OverlappingMerge {
    if note == copy { return OverlappingMerge(regions: [.agreed(note)]) }
    var start = zip(note, copy).prefix { $0 == $1 }.count
    while start > 0, note[start - 1] != 0x0A { start -= 1 }
    let shorter = min(note.count, copy.count) - start
    var end = zip(note.reversed(), copy.reversed()).prefix { $0 == $1 }.prefix(shorter).count
    // The common end begins with a whole line on both sides.
    while end > 0,
      !isLineStart(note.count - end, in: note) || !isLineStart(copy.count - end, in: copy)
    {
      end -= 1
    }
    let overlap = Overlap(
      base: [], left: Array(note[start..<(note.count - end)]),
      right: Array(copy[start..<(copy.count - end)]), suggestion: nil)
    let regions: [MergeRegion] = [
      .agreed(Array(note[..<start])), .overlap(overlap),
      .agreed(Array(note[(note.count - end)...])),
    ]
    return OverlappingMerge(regions: regions.filter { $0 != .agreed([]) })
  }

  private static func isLineStart(_ place: Int, in text: [UInt8]) -> Bool {
    place == 0 || text[place - 1] == 0x0A
  }

  /// The path of the note.
  package var path: TreePath { copy.original }

  /// How much a person has to decide.
  package struct Size: Equatable, Sendable {
    /// The places that both changed.
    package var places = 0
    /// Their lines, in the longer of the two versions.
    package var lines = 0
    /// Their words, in the longer of the two versions; words are what stands between white space.
    package var words = 0
  }

  /// The size of what overlaps.
  package var size: Size {
    merge.overlaps.reduce(into: Size()) { size, overlap in
      size.places += 1
      size.lines += max(Self.lines(overlap.left), Self.lines(overlap.right))
      size.words += max(Self.words(overlap.left), Self.words(overlap.right))
    }
  }

  private static func lines(_ bytes: [UInt8]) -> Int {
    bytes.count { $0 == 0x0A } + (bytes.last.map { $0 == 0x0A ? 0 : 1 } ?? 0)
  }

  private static func words(_ bytes: [UInt8]) -> Int {
    bytes.split { $0 == 0x20 || $0 &- 0x09 < 5 }.count
  }
}

/// How a conflict is ended without looking at each place.
package enum Resolution: Equatable, Sendable {
  /// The note stays as it is.
  case note
  /// The copy's text where the two overlap, and the note's everywhere else.
  case copy
  /// Both texts where the two overlap, the note's first.
  case both
  /// The note or the copy, whichever was changed later.
  case newest
  /// The two merged word by word, if they can be in every place.
  case merged
  case text([UInt8])
}

/// Why a resolution does not fit a conflict.
package enum ResolutionRefusal: Error, Equatable, Sendable {
  /// Of so many places that overlap, the word merge has no suggestion for some.
  case noSuggestion(places: Int, without: Int)
  /// History does not tell which of the two is newer.
  case datesUnknown
  /// Both would stand one after the other, and these are no texts.
  case notText
  /// The text has markers of git's that the note did not have.
  case markersLeft
}

extension Conflict {
  /// What becomes of the note; nothing where it stays gone.
  package func text(for resolution: Resolution) throws(ResolutionRefusal) -> [UInt8]? {
    switch resolution {
    case .note: return noteVersion?.text
    case .copy: return merge.text(preferring: .right)
    case .both:
      guard merge.overlaps.allSatisfy({ PlainText.isValid($0.left) && PlainText.isValid($0.right) })
      else { throw .notText }
      return merge.text { $0.text(.both) ?? $0.left }
    case .newest:
      guard noteVersion != nil else { return copyVersion.text }
      return try text(for: isCopyNewer() ? .copy : .note)
    case .merged:
      let missing = merge.overlaps.count { $0.suggestion == nil }
      guard missing == 0 else {
        throw .noSuggestion(places: merge.overlaps.count, without: missing)
      }
      return merge.text { $0.suggestion ?? $0.left }
    case .text(let bytes): return bytes
    }
  }

  private func isCopyNewer() throws(ResolutionRefusal) -> Bool {
    guard let note = noteVersion?.change, let copy = copyVersion.change else { throw .datesUnknown }
    return (note.committed, note.commit) < (copy.committed, copy.commit)
  }
}
