import Notes
import Testing

@Suite struct OrderPlacementTests {
  private typealias Keyed = (path: String, key: OrderKey)

  /// `a=1 b=2`: notes with their keys.
  private func keyed(_ text: String) throws -> [Keyed] {
    try text.split(separator: " ").map { pair in
      let halves = pair.split(separator: "=")
      return (String(halves[0]), try #require(OrderKey(String(halves[1]))))
    }
  }

  @Test(
    arguments: [
      ("", "x", "first", "x=1"), ("a=1 b=2", "x", "first", "x=0"), ("a=1 b=2", "x", "last", "x=3"),
      ("a=1 b=2", "x", "after a", "x=1.5"), ("a=1 b=2", "x", "before b", "x=1.5"),
      ("a=1 b=2 c=3", "c", "before b", "c=1.5"), ("a=1 b=2 c=3", "a", "last", "a=4"),
      // There already.
      ("a=1 b=2 c=3", "b", "after a", ""), ("a=1 b=2", "a", "first", ""),
      ("a=1 b=2", "b", "last", ""),
      // Beside a note that has no place yet.
      ("a=1", "x", "after y", "y=2 x=3"), ("a=1", "x", "before y", "y=2 x=1.5"),
      ("", "x", "before y", "y=1 x=0"),
      // Equal keys make room.
      ("a=1 b=1 c=1 d=2", "x", "after a", "x=1.5 b=1.7 c=1.8"),
      ("a=1 b=1", "x", "after a", "x=2 b=3"), ("a=1 b=1", "x", "first", "x=0"),
      ("a=1 b=1 c=5", "x", "after b", "x=3"),
    ])
  func `a move changes as few notes as it can`(
    ordered: String, note: String, to: String, changed: String
  ) throws {
    let words = to.split(separator: " ").map(String.init)
    let placement: OrderPlacement<String> =
      switch words[0] {
      case "first": .first
      case "last": .last
      case "before": .before(words[1])
      default: .after(words[1])
      }
    let keys = OrderKey.keys(moving: note, placement, among: try keyed(ordered))
    let text = keys.map { "\($0.path)=\($0.key)" }.joined(separator: " ")
    #expect(text == changed)
  }
}
