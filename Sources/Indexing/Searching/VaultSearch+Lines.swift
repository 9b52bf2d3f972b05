import Files
import Notes
import Search

/// A line of a note that a query finds, or its title if no line matches.
package struct HitLine {
  package var position = TextPosition(line: 1, column: 1)
  package var text: String
  /// The matches, in bytes of the text.
  package var highlights: [Range<Int>] = []
  package var isCutBefore = false
  package var isCutAfter = false
  package var isMatch = false
  /// Lines around it, where they are asked for.
  package var before: [NotePlaces.Line] = []
  package var after: [NotePlaces.Line] = []
  /// True if a line is missing between the place before and this one.
  package var isApart = true
}

extension VaultSearch {
  /// The greatest number of a note's matches that are weighed for the best line.
  private static let matchLimit = 2000

  /// The lines of a note that a query finds, at least one.
  ///
  /// - Parameters:
  ///   - all: every line with a match, and not the best alone.
  ///   - context: the number of lines around each.
  ///   - width: longer lines are cut at words.
  package func lines(
    in result: Result, for query: Query, all: Bool, around context: Int, width: Int
  ) throws -> [HitLine] {
    let found: NotePlaces
    do {
      found = try places(in: result, for: query, limit: all ? .max : Self.matchLimit)
    } catch is WriteError {
      // Gone or locked since the look at the folder; the index still knows its name.
      return [HitLine(text: result.title)]
    }
    let excerpts = all ? found.byLine(width: width) : found.best(width: width).map { [$0] } ?? []
    if excerpts.isEmpty { return [HitLine(text: result.title)] }
    var lines = excerpts.map {
      HitLine(
        position: $0.position, text: $0.text, highlights: $0.highlights,
        isCutBefore: $0.isCutBefore, isCutAfter: $0.isCutAfter, isMatch: true)
    }
    guard context > 0 else { return lines }
    var end = 0
    for (number, around) in found.lines(around: excerpts, context).enumerated() {
      (lines[number].before, lines[number].after) = (around.before, around.after)
      let first = around.before.first?.number ?? excerpts[number].position.line
      lines[number].isApart = first > end + 1 || number == 0
      end = around.after.last?.number ?? excerpts[number].lastLine
    }
    return lines
  }
}
