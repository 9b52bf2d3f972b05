/// A word with stars for any letters: `*sync*`, `wo*d`.
struct WordPattern: Equatable {
  /// The folded pieces between the stars, at least two; the first begins the word, the last ends it.
  let pieces: [[UInt8]]

  /// The pieces in the middle and how long all of them are, known before any word is looked at.
  private let inner: ArraySlice<[UInt8]>
  private let length: Int

  init(_ pieces: [[UInt8]]) {
    self.pieces = pieces
    inner = pieces.dropFirst().dropLast()
    length = pieces.reduce(0) { $0 + $1.count }
  }

  /// The bytes that every word that matches begins with.
  var beginning: [UInt8] { pieces.first ?? [] }

  /// - Complexity: linear in the word's length, times the pieces.
  func matches(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= length, let first = pieces.first, let last = pieces.last else {
      return false
    }
    guard Self.has(first, in: word, at: word.startIndex),
      Self.has(last, in: word, at: word.endIndex - last.count)
    else { return false }
    var start = word.startIndex + first.count
    let end = word.endIndex - last.count
    for piece in inner {
      while start + piece.count <= end, !Self.has(piece, in: word, at: start) { start += 1 }
      guard start + piece.count <= end else { return false }
      start += piece.count
    }
    return true
  }

  @inline(__always)
  private static func has(_ piece: [UInt8], in word: ArraySlice<UInt8>, at start: Int) -> Bool {
    var index = 0
    while index < piece.count {
      if word[start &+ index] != piece[index] { return false }
      index &+= 1
    }
    return true
  }
}
