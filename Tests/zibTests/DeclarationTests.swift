import Arguments
import Notes
import Testing
import zib

@Suite struct DeclarationTests {
  @Test func `every command is declared without contradictions, its examples too`() {
    #expect(Zib.tool.flaws == [])
  }

  @Test func `every ISBN of an example is one`() throws {
    var count = 0
    func check(_ command: Command) throws {
      for example in command.examples {
        let words = example.key.split(separator: " ")
        for (word, next) in zip(words, words.dropFirst()) where word == "--isbn" {
          #expect(throws: Never.self) { try ISBN(String(next)) }
          count += 1
        }
      }
      for command in command.subcommands { try check(command) }
    }
    try check(Zib.tool.root)
    #expect(count > 0)
  }
}
