import Layout

/// The bytes of a note beside its lines, merged on their own: byte order mark, line ends, and the
/// end of the last line.
///
/// If one side alone changed one of these, its change wins. If a text has both LF and CR LF, CR
/// counts as part of the line.
struct MergedForm {
  private let hasMark: Bool
  /// All texts end their lines in one way each, so that line ends are apart from lines.
  private let isUniform: Bool
  private let style: LineEnds.Style
  private let endsLastLine: Bool
  /// The whole merge, if one side changed only the line ends; otherwise nil.
  let flipped: [UInt8]?

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ versions: NoteVersions) {
    let texts = [versions.base, versions.left, versions.right]
    let marks = texts.map { $0?.starts(with: Self.mark) }
    hasMark = Self.merged(marks[0], marks[1], marks[2]) ?? false
    let ends = texts.map { $0.map(LineEnds.init) }
    isUniform = ends.allSatisfy { $0?.style != .mixed }
    let styles = ends.map { $0?.style == LineEnds.Style.none ? nil : $0?.style }
    style = isUniform ? Self.merged(styles[0], styles[1], styles[2]) ?? .lineFeed : .lineFeed
    let last = zip(texts, ends).map { text, ends in text?.isEmpty ?? true ? nil : ends?.endsLastLine
    }
    endsLastLine = Self.merged(last[0], last[1], last[2]) ?? true
    flipped = isUniform ? nil : Self.flipped(versions, styles)
  }

  /// A value merged on its own; nil if the versions do not decide it.
  private static func merged<Value: Equatable>(
    _ base: Value?, _ left: Value?, _ right: Value?
  ) -> Value? {
    guard let left else { return right ?? base }
    guard let right else { return left }
    if left == right || right == base { return left }
    return left == base ? right : nil
  }

  /// The other side's text with the line ends of the side that only made them uniform; nil if there
  /// is no such side.
  private static func flipped(_ versions: NoteVersions, _ styles: [LineEnds.Style?]) -> [UInt8]? {
    guard let base = versions.base.map(LineEnds.normalized) else { return nil }
    let left = LineEnds.normalized(versions.left)
    let right = LineEnds.normalized(versions.right)
    if left == base, styles[1] == .carriageReturn { return LineEnds.withReturns(right) }
    if left == base, styles[1] == .lineFeed { return right }
    if right == base, styles[2] == .carriageReturn { return LineEnds.withReturns(left) }
    if right == base, styles[2] == .lineFeed { return left }
    return nil
  }

  /// A text in the form in which it is merged: without a mark, and with LF if the line ends are
  /// merged on their own.
  func lines(of text: [UInt8]) -> [UInt8] {
    let text = text.starts(with: Self.mark) ? Array(text.dropFirst(Self.mark.count)) : text
    return isUniform && text.contains(.carriageReturn) ? LineEnds.normalized(text) : text
  }

  /// The bytes of a merge's pieces.
  func outcome(_ pieces: [MergePiece], in pool: LinePool) -> NoteMergeOutcome {
    var regions: [MergeRegion] = []
    var agreed: [UInt8] = hasMark ? Self.mark : []
    for (index, piece) in pieces.enumerated() {
      let isLast = index == pieces.count - 1
      switch piece {
      case .lines(let range): append(range, to: &agreed, pool, isLast: isLast)
      case .overlap(let base, let left, let right, let suggestion):
        if !agreed.isEmpty { regions.append(.agreed(agreed)) }
        agreed = []
        func text(_ range: Range<Int>) -> [UInt8] {
          var bytes: [UInt8] = []
          append(range, to: &bytes, pool, isLast: isLast)
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

  private func append(_ lines: Range<Int>, to bytes: inout [UInt8], _ pool: LinePool, isLast: Bool)
  {
    for line in lines {
      bytes += pool.content(line)
      if isLast, line == lines.upperBound - 1, !endsLastLine { break }
      if style == .carriageReturn { bytes.append(.carriageReturn) }
      bytes.append(.lineFeed)
    }
  }
}
