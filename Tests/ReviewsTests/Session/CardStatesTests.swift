import Reviews
import Testing

struct CardStatesTests {
  @Test(
    arguments: [
      ("tag:latin is:due", "tag:latin", ["due"], [], nil),
      ("-is:suspended is:leech rome", "rome", ["leech"], ["suspended"], nil),
      ("is:NEW", "", ["new"], [], nil),
      ("is:book is:due", "is:book", ["due"], [], nil),
      ("\"a is:due b\"", "\"a is:due b\"", [], [], nil),
      ("(a is:due) b", "(a is:due) b", [], [], "is:due)"),
      ("a OR is:due", "a OR", ["due"], [], "is:due"),
    ] as [(String, String, [String], [String], String?)])
  func `words about cards are taken out of a query`(
    text: String, rest: String, wanted: [String], unwanted: [String], misplaced: String?
  ) {
    let split = CardStates.split(text)
    #expect(split.rest.split(separator: " ").joined(separator: " ") == rest)
    #expect(Set(split.states?.wanted.map(\.rawValue) ?? []) == Set(wanted))
    #expect(Set(split.states?.unwanted.map(\.rawValue) ?? []) == Set(unwanted))
    #expect(split.misplaced == misplaced)
  }
}
