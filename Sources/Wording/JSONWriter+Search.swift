import Exchange
import Rendering
import Search

extension ScoreExplanation {
  /// Why a note ranks where it does, a line for each part of the query.
  package func lines(isTitled: Bool, width: Int) -> [StyledText] {
    var lines: [StyledText] = []
    if isTitled {
      lines.append(StyledText("   first  the query is its title, name or alias", .faint))
    }
    for part in parts {
      var line = StyledText("  " + Self.words(part.score).leftPadded(toWidth: 6) + "  ", .position)
      line.append(part.label)
      line.append(
        part.count == 0
          ? "  not there"
          : "  \(Amount.count(part.count, "time"))"
            + (part.boost > 0 ? " counted as \(part.count + part.boost)" : "")
            + ", in \(Amount.count(part.documents, "note"))", .faint)
      lines.append(line.truncated(toWidth: width))
    }
    let average = Int(averageLength.rounded())
    var line = StyledText("  " + Self.words(score).leftPadded(toWidth: 6) + "  ", .position)
    line.append("\(Amount.count(length, "word")), \(Amount.count(average)) on average", .faint)
    return lines + [line]
  }

  /// A score with two decimals.
  package static func words(_ value: Float) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension JSONWriter {
  /// Writes why a note ranks where it does, as a field.
  package mutating func explanation(_ explanation: ScoreExplanation, isTitled: Bool) {
    object("explanation") {
      $0.field("isTitled", isTitled)
      $0.field("length", explanation.length)
      $0.field("averageLength", explanation.averageLength)
      $0.array("parts") {
        for part in explanation.parts {
          $0.object {
            $0.field("label", part.label)
            $0.field("score", Double(part.score))
            $0.field("count", part.count)
            $0.field("boost", part.boost)
            $0.field("documents", part.documents)
            $0.field("idf", Double(part.idf))
          }
        }
      }
    }
  }
}
