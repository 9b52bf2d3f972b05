import Arguments
import Testing

/// The arguments of a line that has to be runnable.
private func parsed(_ words: String...) throws -> ParsedArguments {
  guard case .run(let arguments, _) = try Sample.tool.parse(words) else {
    throw NotRunnable(words: words)
  }
  return arguments
}

private struct NotRunnable: Error { let words: [String] }

@Suite struct ParsingTests {
  @Test func `gives each option its declared type`() throws {
    let line = try parsed(
      "search", "rome", "-n", "5", "--sort=title", "--since", "2026", "--exclude", "a",
      "--exclude=b")
    #expect(line[Sample.limit] == 5)
    #expect(line[Sample.sort] == .title)
    #expect(line[Sample.since] == "2026")
    #expect(line[Sample.exclude] == ["a", "b"])
    #expect(line[Sample.query] == ["rome"])
    #expect(!line[Sample.json])
  }
}
