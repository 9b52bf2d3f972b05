import Arguments
import Testing

@Suite struct ShellWordsTests {
  @Test(arguments: [
    ("review -n 10", ["review", "-n", "10"]), ("  a \t b ", ["a", "b"]), ("", []),
    ("a 'b c' \"d e\"", ["a", "b c", "d e"]), ("a''b", ["ab"]), ("''", [""]),
    (#"a\ b \' "\"" "\x""#, ["a b", "'", "\"", #"\x"#]),
    ("$(rm) `x` $HOME *", ["$(rm)", "`x`", "$HOME", "*"]),
  ])
  func `words are parted as a shell parts them, and nothing else has a meaning`(
    text: String, words: [String]
  ) {
    #expect(shellWords(text) == words)
  }

  @Test(arguments: ["'a", "\"a", "a\\"])
  func `what is not closed is no command line`(text: String) {
    #expect(shellWords(text) == nil)
  }
}
