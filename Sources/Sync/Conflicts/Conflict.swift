import History
import Merge

/// A note and a copy of it as they are now, with their common ancestor and their last changes.
///
/// The conflict consists of the copy alone. The note and the copy may both have been edited since
/// the merge that made it, so their present texts are resolved, with the ancestor that history has.
package struct Conflict: Sendable {
  /// The text of a file, and who changed it last.
  package struct Version: Equatable, Sendable {
    package let text: [UInt8]
    /// The commit that changed it last, or nil if history does not have it.
    package let change: ConflictChange?

    package init(text: [UInt8], change: ConflictChange? = nil) {
      self.text = text
      self.change = change
    }
  }

  package let copy: ConflictCopy
  /// Nil if the note was deleted, or a folder has its name.
  package let noteVersion: Version?
  package let copyVersion: Version
  /// The common ancestor; nil if it is unknown, and then every difference is an overlap.
  package let ancestor: [UInt8]?
  /// The note on the left and the copy on the right, merged except where they overlap.
  package let merge: OverlappingMerge
  /// The commit that deleted the note; nil if there is a note, or the history does not tell.
  package let deletion: ConflictChange?
  /// True if a folder has the note's name by now.
  package let hasFolderInPlace: Bool
  /// True if the note or the copy is a symbolic link; its text is where it leads.
  package let hasLink: Bool
  /// True if two devices resolved the same conflict, each in its own way, and so made it a conflict again.
  package let isResolvedTwice: Bool

  package init(
    copy: ConflictCopy, note: Version?, copyVersion: Version, ancestor: [UInt8]?,
    deletion: ConflictChange? = nil, hasFolderInPlace: Bool = false, hasLink: Bool = false,
    isResolvedTwice: Bool = false
  ) {
    self.copy = copy
    noteVersion = note
    self.copyVersion = copyVersion
    self.ancestor = ancestor
    self.deletion = deletion
    self.hasFolderInPlace = hasFolderInPlace
    self.isResolvedTwice = isResolvedTwice
    self.hasLink = hasLink
    guard let note else {
      merge = OverlappingMerge(regions: [.agreed(copyVersion.text)])
      return
    }
    // By line, whatever the vault's settings: a merge by word is offered and not made.
    let versions = NoteVersions(base: ancestor, left: note.text, right: copyVersion.text)
    let texts = [ancestor ?? [], note.text, copyVersion.text]
    // Other bytes are not cut into lines, because a line might not end there; and no line of a text goes into a link.
    guard !hasLink, texts.allSatisfy(PlainText.isValid) else {
      if note.text == copyVersion.text {
        merge = OverlappingMerge(regions: [.agreed(note.text)])
        return
      }
      merge = OverlappingMerge(regions: [
        .overlap(
          Overlap(
            base: ancestor ?? [], left: note.text, right: copyVersion.text, suggestion: nil))
      ])
      return
    }
    let isNote = TrackedFiles.isNote(copy.formerOriginal)
    if !isNote, ancestor == nil {
      merge = Self.difference(note.text, copyVersion.text)
      return
    }
    switch isNote ? NoteMerge(granularity: .line).merge(versions) : PlainTextMerge.merge(versions) {
    case .merged(let text):
      // All lines of one side in the other prove nothing if it is unknown what either side removed.
      // If the copy is the ancestor, two devices ended an earlier conflict in opposite ways, one of
      // them by keeping the note.
      merge =
        ancestor == nil || ancestor == copyVersion.text
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

  /// True for a note, false for any other file.
  package var isNote: Bool { TrackedFiles.isNote(copy.path) }

  /// True if both versions are text.
  package var isText: Bool {
    PlainText.isValid(copyVersion.text) && noteVersion.map { PlainText.isValid($0.text) } ?? true
  }

  /// True if keeping both means two files: bytes that are no text, and formats that two texts one
  /// after the other would break.
  package var keepsBothAsFiles: Bool {
    guard noteVersion != nil else { return false }
    if !isText || hasLink { return true }
    let name = copy.formerOriginal.name
    guard let dot = name.lastIndex(of: 0x2E) else { return false }
    let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    return Self.structured.contains(ending)
  }

  /// Endings of text formats that are one document each.
  private static let structured: Set = [
    "json", "canvas", "svg", "xml", "html", "htm", "excalidraw", "drawio", "opml", "ipynb", "plist",
  ]

  /// The amount that a person has to decide.
  package struct Size: Equatable, Sendable {
    /// The places that both changed.
    package var places = 0
    /// Their lines, in the longer of the two versions.
    package var lines = 0
    /// The words there, separated by white space, in the longer of the two versions.
    package var words = 0
  }

  /// The size of the overlaps.
  package var size: Size {
    merge.overlaps.reduce(into: Size()) { size, overlap in
      size.places += 1
      guard isText else { return }
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

/// The ways to end a conflict without a look at each place.
package enum Resolution: Equatable, Sendable {
  /// The note stays as it is.
  case note
  /// The copy's text where the two overlap, and the note's everywhere else.
  case copy
  /// Both texts of each overlap, the note's first; two files if they are no text.
  case both
  /// The note or the copy, whichever was changed later.
  case newest
  /// The two merged word by word, if they can be in every place.
  case merged
  case text([UInt8])
}

/// The reason why a resolution does not fit a conflict.
package enum ResolutionRefusal: Error, Equatable, Sendable {
  /// The word merge has no suggestion for some of the overlaps.
  case noSuggestion(places: Int, without: Int)
  /// History does not tell which of the two is newer.
  case datesUnknown
  /// Both would follow one another, and these are no texts.
  case notText
  /// The text has git's markers that the note did not have.
  case markersLeft
  /// A key of front matter that has one value, which both versions changed: both cannot be kept.
  case oneValue(key: String)
  /// Front matter of a form in which two versions cannot be put together.
  case frontMatter
  /// The note was deleted, and the person has to decide whether it stays deleted.
  case noteDeleted
  /// A folder has the note's name, and what becomes of the copy is for the person to say.
  case folderInPlace
}

/// The result of a resolved conflict; the copy is gone in each case.
package enum ConflictOutcome: Equatable, Sendable {
  /// The note has this text.
  case text([UInt8])
  /// The note was deleted and stays so.
  case deleted
  /// The note stays as it is, and the copy becomes a file with a name of its own.
  case bothFiles
}

extension Conflict {
  /// The result of the conflict.
  package func outcome(
    for resolution: Resolution
  ) throws(ResolutionRefusal) -> ConflictOutcome {
    if resolution == .both, keepsBothAsFiles { return .bothFiles }
    return try text(for: resolution).map { .text($0) } ?? .deleted
  }

  /// The note's new text; nil if it was deleted and stays so.
  package func text(for resolution: Resolution) throws(ResolutionRefusal) -> [UInt8]? {
    if noteVersion == nil {
      switch resolution {
      case .note: return nil
      case .copy, .both: return copyVersion.text
      case .newest, .merged: throw refusalWithoutNote
      case .text(let bytes): return bytes
      }
    }
    switch resolution {
    case .note: return noteVersion?.text
    case .copy: return merge.text(preferring: .right)
    case .both:
      guard !keepsBothAsFiles else { throw .notText }
      var texts: [[UInt8]] = []
      for index in merge.overlaps.indices {
        switch merge.both(at: index) {
        case .text(let text): texts.append(text)
        case .oneValue(let key): throw .oneValue(key: key)
        case .frontMatter: throw .frontMatter
        }
      }
      var next = texts.makeIterator()
      return merge.text { next.next() ?? $0.left }
    case .newest:
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

  /// Why the texts cannot be put together where there is no note.
  package var refusalWithoutNote: ResolutionRefusal {
    hasFolderInPlace ? .folderInPlace : .noteDeleted
  }

  private func isCopyNewer() throws(ResolutionRefusal) -> Bool {
    guard let note = noteVersion?.change, let copy = copyVersion.change else { throw .datesUnknown }
    return (note.committed, note.commit) < (copy.committed, copy.commit)
  }
}
