import Files
import Indexing
import Notes
import TestSupport
import Testing
import Vaults

/// Tasks that are done where there is no history: the notes alone change.
struct TaskChangeTests {
  private static let today = CivilDate(year: 2026, month: 11, day: 26) ?? .earliest

  private func vault(_ notes: [String: String]) throws -> (TemporaryFolder, Vault) {
    let folder = try TemporaryFolder()
    folder.makeFolder(".zib")
    for (name, text) in notes { folder.write(text, to: name) }
    return (folder, try Vault.find(from: folder.path, environment: Environment([:])))
  }

  private func tasks(_ vault: Vault) throws -> [ListedTask] {
    let search = VaultSearch(vault, try vault.index(), today: Self.today, zone: .utc)
    return try search.tasks(search.query(""), .all)
  }

  @Test func `ends several tasks of a note at once`() throws {
    let (folder, vault) = try vault([
      "a.md": "- [ ] one\r\n- [ ] two 🔁 every day 📅 2026-11-26\r\n- [ ] three\r\n"
    ])
    let report = try vault.change(
      TaskRequest(.end(.done, on: Self.today), of: Array(try tasks(vault).prefix(2))))
    #expect(report.plan.steps.count == 2)
    #expect(report.change == nil)
    #expect(
      folder.read("a.md")
        == "- [x] one\r\n- [ ] two 🔁 every day 📅 2026-11-27\r\n"
        + "- [x] two 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\r\n- [ ] three\r\n")
  }

  @Test func `leaves a note alone that was edited since its tasks were listed`() throws {
    let (folder, vault) = try vault(["a.md": "- [ ] one\n- [ ] two\n", "b.md": "- [ ] three\n"])
    let listed = try tasks(vault)
    folder.write("Intro\n\n- [ ] one\n- [ ] two\n", to: "a.md")
    let report = try vault.change(TaskRequest(.end(.done, on: Self.today), of: listed))
    #expect(report.plan.refusals.map(\.path.text) == ["a.md"])
    #expect(report.plan.steps.map(\.task.path.text) == ["b.md"])
    #expect(folder.read("a.md") == "Intro\n\n- [ ] one\n- [ ] two\n")
    #expect(folder.read("b.md") == "- [x] three\n")
  }

  @Test func `refuses what is write-protected or a link, and changes the others`() throws {
    let (folder, vault) = try vault(["a.md": "- [ ] one\n", "b.md": "- [ ] two\n"])
    let listed = try tasks(vault)
    folder.setMode(0o444, of: "a.md")
    let report = try vault.change(TaskRequest(.end(.cancelled, on: Self.today), of: listed))
    #expect(report.plan.refusals.map(\.path.text) == ["a.md"])
    #expect(folder.read("a.md") == "- [ ] one\n")
    #expect(folder.read("b.md") == "- [-] two\n")
  }

  @Test func `tells tasks that are so already`() throws {
    let (folder, vault) = try vault(["a.md": "- [x] one\n- [ ] two\n"])
    let listed = try tasks(vault)
    #expect(try vault.change(TaskRequest(.reopen, of: [listed[1]])).plan.left.count == 1)
    #expect(
      try vault.change(TaskRequest(.end(.done, on: Self.today), of: [listed[0]])).plan.left.count
        == 1)
    #expect(folder.read("a.md") == "- [x] one\n- [ ] two\n")
  }
}
