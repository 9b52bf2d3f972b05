/// A regular expression in which `\n` is the end of a line whatever ends the lines of a text.
enum LineEndPattern {
  /// `\n` as `(?:\r?\n)`, but for those in classes, in look-behinds and in what is quoted by `\Q…\E`.
  ///
  /// - Complexity: linear in the length of the pattern.
  static func both(_ pattern: String) -> String {
    let scalars = Array(pattern.unicodeScalars)
    var text = String.UnicodeScalarView()
    var index = 0
    // The depth of parentheses, and that in which a look-behind began.
    var depth = 0
    var behind: Int?
    func has(_ sign: StaticString, at index: Int) -> Bool {
      scalars[min(index, scalars.count)...].starts(with: "\(sign)".unicodeScalars)
    }
    func copy(to end: Int) {
      text.append(contentsOf: scalars[index..<min(end, scalars.count)])
      index = min(end, scalars.count)
    }
    while index < scalars.count {
      switch scalars[index] {
      case "\\":
        if has("\\Q", at: index) {
          var end = index + 2
          while end < scalars.count, !has("\\E", at: end) { end += 1 }
          copy(to: end + 2)
        } else if has("\\n", at: index), behind == nil {
          text.append(contentsOf: "(?:\\r?\\n)".unicodeScalars)
          index += 2
        } else {
          copy(to: index + 2)
        }
      case "[": copy(to: RegexCandidates.afterClass(scalars, index + 1))
      case "(":
        if behind == nil, has("(?<=", at: index) || has("(?<!", at: index) { behind = depth }
        depth += 1
        copy(to: index + 1)
      case ")":
        depth -= 1
        if depth == behind { behind = nil }
        copy(to: index + 1)
      default: copy(to: index + 1)
      }
    }
    return String(text)
  }
}
