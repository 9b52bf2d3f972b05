/// A character reference such as `&eacute;` in a note's text, which is in no run.
struct TextReference: Hashable, Sendable {
  let range: ByteRange
  let role: TextRun.Role
  /// True if a block begins with it.
  let startsBlock: Bool
  /// True if its block begins with it and has runs, of which the first comes after it.
  var isBeforeRuns = false
}

/// A run of a note's text, or a character reference between two: what a reader sees, in order.
package struct TextPiece: Hashable, Sendable {
  /// The bytes of the note.
  package let range: ByteRange
  /// The text that a character reference stands for; nil of a run, whose bytes are its text.
  package let decoded: String?
  package let role: TextRun.Role
  /// True if a block begins here, as of a run.
  package let startsBlock: Bool
  /// True if a word may go on from the piece before into this one, as of a run.
  package let joinsPrevious: Bool

  /// True where bytes part no words: emphasis and the brackets of links.
  static func isMarkupOnly(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy("*_~=![]`".utf8.contains)
  }
}

extension Note {
  /// Calls `body` with each run and each character reference, in order, and with the number of the runs before.
  package func forEachPiece(
    in runs: Range<Int>? = nil, _ body: (_ piece: TextPiece, _ run: Int) -> Void
  ) {
    let numbers = runs ?? self.runs.indices
    guard !references.isEmpty else {
      for number in numbers { body(TextPiece(self.runs[number]), number) }
      return
    }
    // A reference belongs to the run after it, or to the end.
    let first = numbers.lowerBound == 0 ? 0 : self.runs[numbers.lowerBound - 1].end
    var reference = firstReference(from: first)
    var last: ByteRange?
    var isBlockBegun = false
    func parts(_ start: UInt32) -> Bool {
      last.map { !TextPiece.isMarkupOnly(source[Int($0.end)..<Int(start)]) } ?? true
    }
    func emit(before end: UInt32, _ run: Int) {
      while reference < references.count, references[reference].range.start < end {
        let found = references[reference]
        let joins = !found.startsBlock && !parts(found.range.start)
        body(
          TextPiece(
            range: found.range, decoded: CharacterReference.decoded(text(found.range)),
            role: found.role, startsBlock: found.startsBlock, joinsPrevious: joins), run)
        if found.startsBlock { isBlockBegun = found.isBeforeRuns }
        last = found.range
        reference += 1
      }
    }
    for number in numbers {
      let run = self.runs[number]
      let before = reference
      emit(before: run.start, number)
      var piece = TextPiece(run)
      if reference > before {
        let startsBlock = run.startsBlock && !isBlockBegun
        piece = TextPiece(
          range: run.range, decoded: nil, role: run.role, startsBlock: startsBlock,
          joinsPrevious: !startsBlock && !parts(run.start))
      }
      body(piece, number)
      isBlockBegun = false
      last = run.range
    }
    let end = numbers.upperBound < self.runs.count ? self.runs[numbers.upperBound].start : .max
    emit(before: end, numbers.upperBound)
  }
}

extension TextPiece {
  fileprivate init(_ run: TextRun) {
    self.init(
      range: run.range, decoded: nil, role: run.role, startsBlock: run.startsBlock,
      joinsPrevious: run.joinsPrevious)
  }
}
