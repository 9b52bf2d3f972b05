import Merge

/// A merge written out with its overlaps between markers, as `git merge-file --diff3` writes them.
///
///     overlap := "<<<<<<< " label "\n" note's text "||||||| " label "\n" ancestor's text
///                "======= " label "\n" copy's text ">>>>>>> " label "\n"
///
/// Every marker has a label, so that a person's own line of `=======` is text. Where a text has a line that is
/// one of the markers all the same, all of them are made longer. It is for a temporary file and never for a note.
package struct MarkedMerge: Sendable {
  package let text: [UInt8]
  private let markers: [[UInt8]]
  /// The number of signs at the start of a marker.
  private let length: Int
  private let own: Set<ArraySlice<UInt8>>

  /// The labels after the markers.
  package struct Labels: Sendable {
    package let note: String
    package let ancestor: String
    package let copy: String

    package init(note: String, ancestor: String, copy: String) {
      self.note = note
      self.ancestor = ancestor
      self.copy = copy
    }
  }

  package init(_ merge: OverlappingMerge, labels: Labels) {
    var own: Set<ArraySlice<UInt8>> = []
    for region in merge.regions {
      switch region {
      case .agreed(let bytes): own.formUnion(Self.lines(bytes))
      case .overlap(let overlap):
        for bytes in [overlap.base, overlap.left, overlap.right] {
          own.formUnion(Self.lines(bytes))
        }
      }
    }
    self.own = own
    var length = 6
    var markers: [[UInt8]]
    repeat {
      length += 1
      markers = zip("<|=>".utf8, [labels.note, labels.ancestor, labels.copy, labels.copy]).map {
        Array(repeating: $0, count: length) + Array(" \($1)".utf8.filter { $0 >= 0x20 })
      }
    } while markers.contains { own.contains($0[...]) }
    self.markers = markers
    self.length = length
    var text: [UInt8] = []
    func append(_ bytes: [UInt8]) {
      if !text.isEmpty, text.last != 0x0A { text.append(0x0A) }
      text += bytes
    }
    for region in merge.regions {
      switch region {
      case .agreed(let bytes): append(bytes)
      case .overlap(let overlap):
        for (marker, part) in zip(markers, [overlap.left, overlap.base, overlap.right, []]) {
          append(marker + [0x0A])
          append(part)
        }
      }
    }
    self.text = text
  }

  /// The number of the first line of an edited text that is still a marker or the rest of one, from
  /// 1.
  ///
  /// A line of the note, its copy or their ancestor is text, whatever it looks like.
  package func firstMarker(in edited: [UInt8]) -> Int? {
    for (index, line) in Self.lines(edited).enumerated() {
      guard let sign = line.first, "<|=>".utf8.contains(sign), !own.contains(line) else { continue }
      let rest = line.dropFirst(line.prefix { $0 == sign }.count)
      guard line.count - rest.count == length else { continue }
      // Seven `=` alone underline a heading.
      if rest.first.map({ $0 == 0x20 }) ?? (sign != 0x3D) { return index + 1 }
    }
    return nil
  }

  /// The lines without their ends.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      line.last == 0x0D ? line.dropLast() : line
    }
  }
}
