/// The words of a text as a shell parts them: by spaces, with quotation marks and backslashes.
///
/// Nothing else has a meaning: no variable, pattern or command is read.
/// - Returns: nil if a quotation mark is not closed.
package func shellWords(_ text: String) -> [String]? {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var isEscaped = false
  for character in text {
    if isEscaped {
      // Between double quotes a backslash stays before all but the signs that it keeps from their meaning.
      if quote == "\"", !"\"\\$`".contains(character) { word = (word ?? "") + "\\" }
      word = (word ?? "") + String(character)
      isEscaped = false
    } else if character == "\\", quote != "'" {
      isEscaped = true
    } else if let open = quote {
      if character == open { quote = nil } else { word = (word ?? "") + String(character) }
    } else if character == "'" || character == "\"" {
      quote = character
      word = word ?? ""
    } else if character == " " || character == "\t" {
      if let ended = word { words.append(ended) }
      word = nil
    } else {
      word = (word ?? "") + String(character)
    }
  }
  if quote != nil || isEscaped { return nil }
  if let word { words.append(word) }
  return words
}
