import Layout

/// The bytes of a note beside its lines, merged on their own: byte order mark, line ends, and the
/// end of the last line.
///
/// If one side alone changed one of these, its change wins. If a text has both LF and CR LF, the end of each line is merged
/// on its own (``MixedLineEnds``).
struct MergedForm {
  private let versions: NoteVersions
  private let hasMark: Bool
  /// The end of all lines; nil where each is merged on its own.
  private let style: LineEnds.Style?
  private let endsLastLine: Bool

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ versions: NoteVersions) {
    self.versions = versions
    let texts = [versions.base, versions.left, versions.right]
    let marks = texts.map { $0?.starts(with: Self.mark) }
    hasMark = Self.merged(marks[0], marks[1], marks[2]) ?? false
    let ends = texts.map { $0.map(LineEnds.init) }
    let styles = ends.map { $0?.style == LineEnds.Style.none ? nil : $0?.style }
    style =
      styles.contains(.mixed) ? nil : Self.merged(styles[0], styles[1], styles[2]) ?? .lineFeed
    let last = zip(texts, ends).map { text, ends in text?.isEmpty ?? true ? nil : ends?.endsLastLine
    }
    endsLastLine = Self.merged(last[0], last[1], last[2]) ?? true
  }

  /// A value merged on its own; nil if the versions do not decide it.
  static func merged<Value: Equatable>(
    _ base: Value?, _ left: Value?, _ right: Value?
  ) -> Value? {
    guard let left else { return right ?? base }
    guard let right else { return left }
    if left == right || right == base { return left }
    return left == base ? right : nil
  }

  private static func unmarked(_ text: [UInt8]) -> [UInt8] {
    text.starts(with: mark) ? Array(text.dropFirst(mark.count)) : text
  }

  /// A text in the form in which it is merged: without a mark, and with LF.
  func lines(of text: [UInt8]) -> [UInt8] {
    let text = Self.unmarked(text)
    return text.contains(.carriageReturn) ? LineEnds.normalized(text) : text
  }

  /// The bytes of a merge's pieces.
  ///
  /// - Parameter texts: the lines of the three texts.
  func outcome(
    _ pieces: [MergePiece], of texts: ThreeRanges, in pool: LinePool
  ) -> NoteMergeOutcome {
    let ends = style == nil ? mixedLineEnds(texts, in: pool) : nil
    var isReturn = ends?[texts.left.lowerBound] ?? (style == .carriageReturn)
    func append(_ lines: Range<Int>, to bytes: inout [UInt8], isLast: Bool) {
      for line in lines {
        bytes += pool.content(line)
        if isLast, line == lines.upperBound - 1, !endsLastLine { break }
        // A line that the merge has made ends as the one before it.
        if let end = ends?[line] { isReturn = end }
        if isReturn { bytes.append(.carriageReturn) }
        bytes.append(.lineFeed)
      }
    }
    var regions: [MergeRegion] = []
    var agreed: [UInt8] = hasMark ? Self.mark : []
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      switch piece {
      case .lines(let range): append(range, to: &agreed, isLast: isLast)
      case .overlap(let base, let left, let right, let suggestion):
        if !agreed.isEmpty { regions.append(.agreed(agreed)) }
        agreed = []
        func text(_ range: Range<Int>) -> [UInt8] {
          var bytes: [UInt8] = []
          append(range, to: &bytes, isLast: isLast)
          return bytes
        }
        regions.append(
          .overlap(
            Overlap(
              base: text(base), left: text(left), right: text(right),
              suggestion: suggestion.map(text))))
      }
    }
    if regions.isEmpty { return .merged(agreed) }
    if !agreed.isEmpty { regions.append(.agreed(agreed)) }
    return .overlapping(OverlappingMerge(regions: regions))
  }

  private func mixedLineEnds(_ lines: ThreeRanges, in pool: LinePool) -> MixedLineEnds {
    let texts = NoteVersions(
      base: versions.base.map(Self.unmarked), left: Self.unmarked(versions.left),
      right: Self.unmarked(versions.right))
    return MixedLineEnds(texts, lines, in: pool)
  }
}
