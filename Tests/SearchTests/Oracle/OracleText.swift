/// The facts of a query's word that only a document's text can tell: the signs right beside it, and its capitals
/// and accents.
struct OracleText {
  private enum Sign: Equatable {
    case none
    /// It goes on with these, and then with another word.
    case joint([Unicode.Scalar])
    /// These follow, and no more of their kind.
    case end([Unicode.Scalar])
  }

  private var after = Sign.none
  private var hasDotBefore = false
  private var written: String?
  private var mayGoOn = false
  private let signsMayGoOn: Bool

  /// The word `words[index]` of a query.
  init(_ words: [OracleWord], _ index: Int, isExact: Bool, lastIsPrefix: Bool = false) {
    signsMayGoOn = lastIsPrefix && index == words.count - 1
    guard words.indices.contains(index) else { return }
    let word = words[index]
    mayGoOn = word.isLonePairCharacter
    if isExact { written = word.written }
    guard word.isOfLetters else { return }
    let next = index + 1 < words.count ? words[index + 1] : nil
    let end = word.range.upperBound
    let gap = Array(word.source[end..<max(end, next?.range.lowerBound ?? word.source.count)])
    let signs = Array(gap.prefix { $0 == "+" || $0 == "#" })
    let isJoint = gap == ["."] || !gap.isEmpty && gap.allSatisfy { $0 == "_" }
    if next?.isOfLetters == true, isJoint {
      after = .joint(gap)
    } else if !signs.isEmpty, next == nil || signs.count < gap.count {
      after = .end(signs)
    }
    let before = Array(word.source[..<word.range.lowerBound])
    let touches = index > 0 && words[index - 1].range.upperBound >= before.count - 1
    guard before.last == ".", !touches, word.text.utf8.count > 1,
      let letter = word.text.unicodeScalars.first, letter > "9"
    else { return }
    let opener = before.dropLast().last
    hasDotBefore = opener == nil || " \n\t([\"'".unicodeScalars.contains(opener ?? " ")
  }

  /// True of a word with signs at its end.
  var endsInSigns: Bool { if case .end = after { true } else { false } }

  /// True where the index can tell all.
  var isNothing: Bool { after == .none && !hasDotBefore && written == nil }

  /// True where a document's word has them.
  func accepts(_ word: OracleWord) -> Bool {
    if let written {
      let isWritten = mayGoOn ? word.written.hasPrefix(written) : word.written == written
      guard isWritten else { return false }
    }
    let following = Array(word.source[word.range.upperBound...])
    switch after {
    case .none: break
    case .joint(let signs):
      guard following.starts(with: signs), following.count > signs.count,
        isLetter(following[signs.count])
      else { return false }
    case .end(let signs):
      guard following.starts(with: signs) else { return false }
      if signsMayGoOn { break }
      if following.count > signs.count, signs.contains(following[signs.count]) { return false }
    }
    guard hasDotBefore else { return true }
    let before = Array(word.source[..<word.range.lowerBound])
    guard before.last == "." else { return false }
    return before.dropLast().last.map { $0 != "." && !isLetter($0) } ?? true
  }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }
}
