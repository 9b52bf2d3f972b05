import Arguments
import Testing
import zib

@Suite struct DeclarationTests {
  @Test func `every command is declared without contradictions, its examples too`() {
    #expect(Zib.tool.flaws == [])
  }
}
