/// Remarks on facts that the old applications kept beside a text, if the text lacks them.
enum GrailRemarks {
  /// Hashtags that a text does not contain.
  ///
  /// In the old applications a hashtag was `#` and all characters up to white space.
  static func strayHashtags(_ hashtags: [String], in text: String) -> [String] {
    var words: Set<String> = []
    for word in text.split(whereSeparator: \.isWhitespace) where word.first == "#" {
      words.insert(String(word))
      var bare = word
      while let last = bare.last, last.isPunctuation { bare.removeLast() }
      words.insert(String(bare))
    }
    return hashtags.filter { !words.contains($0.hasPrefix("#") ? $0 : "#" + $0) }
  }

  /// Remarks on hashtags that a text does not contain.
  static func hashtags(_ hashtags: [String], of item: String, in text: String) -> [Remark] {
    strayHashtags(hashtags, in: text).map {
      Remark(.notCarried, "a hashtag that is not in the text", of: item, value: $0)
    }
  }

  /// A remark on a line that was taken from a text, such as its title, if it is not in it.
  static func line(_ subject: String, _ line: String?, of item: String, in text: String) -> [Remark]
  {
    let line = line?.collapsingSpaces ?? ""
    // A line that is longer is none that was taken from the text.
    if line.isEmpty || line.utf8.count <= 1000 && text.collapsingSpaces.contains(line) { return [] }
    return [Remark(.notCarried, subject, of: item, value: line)]
  }
}
