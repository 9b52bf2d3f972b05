import Sync
import Testing

/// The guide's list of secrets is that of the code.
struct SecretListTests {
  @Test func `the guide lists every kind that is known`() throws {
    let rows = Secret.known.map { kind in
      "| \(kind.name) | " + kind.signs.map { "`\($0)`" }.joined(separator: ", ") + " |\n"
    }
    let page = try Documents.text("Sources/zib/zib.docc/Syncing.md")
    #expect(page.contains(rows.joined()), "the page should have: \(rows.joined())")
    #expect(rows.count > 20)
  }
}
