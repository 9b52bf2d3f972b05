import Search

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum OracleMath {
  static func log(_ value: Double) -> Double {
    #if canImport(Darwin)
      Darwin.log(value)
    #elseif canImport(Musl)
      Musl.log(value)
    #else
      Glibc.log(value)
    #endif
  }

  /// Insertions, deletions, substitutions and swaps of neighbours, by the table.
  static func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
    var table = Array(
      repeating: Array(repeating: 0, count: second.count + 1), count: first.count + 1)
    for i in 0...first.count {
      for j in 0...second.count {
        if i == 0 || j == 0 {
          table[i][j] = i + j
          continue
        }
        let isSame = first[i - 1] == second[j - 1]
        var best = min(
          table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
          best = min(best, table[i - 2][j - 2] + 1)
        }
        table[i][j] = best
      }
    }
    return table[first.count][second.count]
  }
}

/// Regular expressions by another engine than the index uses: the standard library's.
enum OracleRegex {
  static func matches(_ pattern: String, _ options: RegexOptions, _ text: String) -> Bool {
    // After a last line end PCRE has no line to begin, and the standard library has one.
    let lineStart = "(?:\\A|^(?!\\z))"
    let pattern = pattern.split(separator: "[^", omittingEmptySubsequences: false)
      .map { $0.replacing("^", with: lineStart) }.joined(separator: "[^")
    guard let regex = try? Regex(pattern) else { return false }
    return
      text.firstMatch(
        of: regex.matchingSemantics(.unicodeScalar).anchorsMatchLineEndings()
          .ignoresCase(options.contains(.ignoresCase))
          .dotMatchesNewlines(options.contains(.dotMatchesLineEnds))) != nil
  }
}
