import Exchange
import LanguageServer
import TestSupport
import Testing
import VaultSandbox

struct ActionTests {
  private func client(_ text: String) throws -> ProtocolClient {
    let vault = try IndexedVault()
    vault.write("---\naliases: [Second]\n---\n# Beta\n", to: "Beta.md")
    vault.write("# Gone\n", to: "deep/Found.md")
    vault.write(text, to: "Note.md")
    let client = try ProtocolClient(vault)
    client.open("Note.md")
    return client
  }

  private func actions(
    _ client: ProtocolClient, _ line: Int64, _ character: Int64, only: [JSONValue]? = nil
  ) throws -> [JSONValue] {
    let position: JSONValue = ["line": .integer(line), "character": .integer(character)]
    var context: JSONValue = ["diagnostics": []]
    if let only { context = ["diagnostics": [], "only": .array(only)] }
    return try client.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(client.uri("Note.md"))],
        "range": ["start": position, "end": position], "context": context,
      ]
    ).elements ?? []
  }

  /// The note after the action of a title.
  private func text(
    _ client: ProtocolClient, _ line: Int64, _ character: Int64, _ title: String
  ) throws -> String? {
    let found = try actions(client, line, character).first { $0["title"]?.string == title }
    return found.flatMap { client.texts(after: $0["edit"] ?? .null)["Note.md"] }
  }

  @Test func `the note of a link that leads nowhere is written`() throws {
    let client = try client("[[New one]]\n")
    let action = try actions(client, 0, 4).first
    #expect(action?["title"] == "Write the note `New one.md`")
    let changes = action?["edit"]?["documentChanges"]?.elements ?? []
    #expect(changes.first?["kind"] == "create")
    #expect(changes.first?["uri"] == .string(client.uri("New one.md")))
    #expect(changes.last?["edits"]?.elements?.first?["newText"] == "# New one\n\n")
  }

  @Test func `what check can mend is mended, one by one and all at once`() throws {
    let client = try client("[[Second]] and [[other/Found]]\n")
    #expect(
      try text(client, 0, 4, "Name the file in the link, and keep its words")
        == "[[Beta|Second]] and [[other/Found]]\n")
    let all = try actions(client, 0, 0, only: ["source.fixAll"])
    #expect(all.count == 1)
    #expect(
      client.texts(after: all.first?["edit"] ?? .null)["Note.md"]
        == "[[Beta|Second]] and [[deep/Found]]\n")
  }

  @Test func `tasks are marked, lists numbered and tables aligned`() throws {
    let client = try client(
      "- [ ] a\n- [x] b\n\n1. one\n1. two\n5. three\n\n| a | long |\n|:-:|--|\n| 2 | 言葉 |\n| 10 | y |\n"
    )
    #expect(try text(client, 0, 3, "Mark the task as done")?.hasPrefix("- [x] a\n- [x] b") == true)
    let tasks = try self.client(
      "- [ ] a 🔁 every day 📅 2026-11-26\n- [-] b ❌ 2026-11-20\n- [x] c ✅ 2026-11-20\n")
    #expect(
      try text(tasks, 0, 3, "Mark the task as done")?.hasPrefix(
        "- [ ] a 🔁 every day 📅 2026-11-27\n- [x] a 🔁 every day 📅 2026-11-26 ✅ ") == true)
    #expect(try text(tasks, 1, 3, "Mark the task as open")?.contains("\n- [ ] b\n") == true)
    #expect(try text(tasks, 2, 3, "Mark the task as open")?.hasSuffix("\n- [ ] c\n") == true)
    #expect(
      try text(client, 4, 0, "Number the list anew")?.contains("1. one\n2. two\n3. three\n") == true
    )
    #expect(
      try text(client, 9, 0, "Align the table")?.hasSuffix(
        "|  a  | long |\n| :-: | ---- |\n|  2  | 言葉 |\n| 10  | y    |\n") == true)
    #expect(
      try text(client, 9, 3, "Sort the table by this column")?.hasSuffix(
        "|  2  | 言葉 |\n| 10  | y    |\n") == true)
  }

  @Test func `a table keeps its line ends`() throws {
    let client = try client("| a | long |\r\n|:-:|--|\r\n| 2 | b |\r\n| 1 | y |\r\n\r\nEnd\r\n")
    #expect(
      try text(client, 2, 3, "Align the table")
        == "|  a  | long |\r\n| :-: | ---- |\r\n|  2  | b    |\r\n|  1  | y    |\r\n\r\nEnd\r\n")
    #expect(
      try text(client, 2, 3, "Sort the table by this column")
        == "|  a  | long |\r\n| :-: | ---- |\r\n|  1  | y    |\r\n|  2  | b    |\r\n\r\nEnd\r\n")
  }

  @Test func `numbers come before words, words before empty cells, and equal ones stay in order`()
    throws
  {
    let cells = ["", "nan", "10", "b", "NaN", "2", "A", "", "inf", "-inf", "1e1"]
    let rows = cells.enumerated().map { "| \($1) | \($0) |\n" }.joined()
    let client = try client("| key | n |\n| --- | --- |\n" + rows)
    let sorted = try text(client, 2, 3, "Sort the table by this column") ?? ""
    let order = sorted.split(separator: "\n").dropFirst(2).compactMap { row in
      row.split(separator: "|").last.flatMap { Int($0.filter(\.isNumber)) }
    }
    #expect(order == [9, 5, 2, 10, 8, 6, 3, 1, 4, 0, 7])
  }

  @Test func `a table of contents names the headings below`() throws {
    let client = try client("# Note\n\n\n\n## A\n\n### B\n\n## C\n")
    #expect(
      try text(client, 2, 0, "Insert a table of contents")
        == "# Note\n\n- [[#A]]\n  - [[#B]]\n- [[#C]]\n\n## A\n\n### B\n\n## C\n")
  }

  @Test func `words that are a note's name become a link`() throws {
    let client = try client("About beta here, and [[Beta]].\n")
    #expect(
      try text(client, 0, 8, "Link to `Beta.md`") == "About [[Beta|beta]] here, and [[Beta]].\n")
    #expect(
      try text(client, 0, 24, "Give the link the text “Beta”")
        == "About beta here, and [[Beta|Beta]].\n")
  }
}
