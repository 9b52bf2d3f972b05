/// The paths of notes, in which a part of one is looked for as zk does (`linkMatchesPath` in its `note_index.go`): the
/// beginning of a path first, then, for a wikilink, a part anywhere; of several notes that of the shortest path is meant.
/// The extension is no part, and case counts.
struct PathParts: Sendable {
  /// The notes by their numbers, the shortest path first.
  private let files: [Int32]
  /// The paths of these without extension, each with a zero after it.
  private let bytes: [UInt8]

  init(_ paths: [String]) {
    let notes = paths.indices.filter { LinkPath.hasNoteExtension(paths[$0]) }
    let sorted = notes.sorted {
      (paths[$0].utf8.count, paths[$0]) < (paths[$1].utf8.count, paths[$1])
    }
    files = sorted.map { Int32($0) }
    var bytes: [UInt8] = []
    for file in sorted {
      bytes += LinkPath.withoutNoteExtension(paths[file]).utf8
      bytes.append(0)
    }
    self.bytes = bytes
  }

  /// The notes whose paths have a part, the one that it means first.
  ///
  /// - Complexity: linear in the paths.
  func files(with part: String, anywhere isAnywhere: Bool, limit: Int) -> [Int] {
    let wanted = Array(part.utf8)
    guard let first = wanted.first, !wanted.contains(0) else { return [] }
    var (beginning, inside): ([Int], [Int]) = ([], [])
    let (span, wantedSpan) = (bytes.span, wanted.span)
    var (file, start) = (0, 0)
    while file < files.count, beginning.count < limit {
      var index = start
      var place: Int?
      while span[index] != 0 {
        if place == nil, span[index] == first, index == start || isAnywhere {
          var same = 1
          while same < wantedSpan.count, span[index + same] == wantedSpan[same] { same += 1 }
          if same == wantedSpan.count { place = index }
        }
        index += 1
      }
      if place == start {
        beginning.append(Int(files[file]))
      } else if place != nil {
        inside.append(Int(files[file]))
      }
      (file, start) = (file + 1, index + 1)
    }
    return Array((beginning + inside).prefix(limit))
  }
}
