/// A word quoted for bash and zsh: unchanged if no character is special, else in single quotes.
package func shellQuoted(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "+"),
      UInt8(ascii: "@"), UInt8(ascii: "%"):
      true
    default: false
    }
  }
  if isPlain, !word.isEmpty { return word }
  return "'" + replacing("'", in: word, by: #"'\''"#) + "'"
}

/// A word in single quotes as fish reads it.
func fishQuoted(_ word: String) -> String {
  "'" + replacing("'", in: replacing(#"\"#, in: word, by: #"\\"#), by: #"\'"#) + "'"
}

/// A text with each occurrence of one character replaced.
func replacing(_ character: Character, in text: String, by replacement: String) -> String {
  var result = ""
  for next in text {
    if next == character { result += replacement } else { result.append(next) }
  }
  return result
}
