import Notes
import Testing

/// Lines of tasks with their facts.
struct TaskLineTests {
  private static func line(_ text: String) throws -> TaskLine {
    let note = Note(parsing: Array(text.utf8))
    return note.line(of: try #require(note.tasks.first))
  }

  @Test func `reads the facts of Obsidian Tasks from the end of the line`() throws {
    let line = try Self.line(
      "- [ ] order seeds #garden 🔺 🔁 every month ➕ 2026-11-01 🛫 2026-11-20 ⏳ 2026-11-25 📅 2026-11-30 ^ab-1\n"
    )
    #expect(line.description == "order seeds #garden")
    #expect(line.priority == .highest)
    #expect(line.recurrence == "every month")
    #expect(line.day(.created)?.description == "2026-11-01")
    #expect(line.day(.start)?.description == "2026-11-20")
    #expect(line.day(.scheduled)?.description == "2026-11-25")
    #expect(line.day(.due)?.description == "2026-11-30")
    #expect(line.blockID != nil)
    #expect(line.style == .sign)
  }

  @Test(arguments: [
    ("- [ ] a 📅2026-11-30", "a"), ("* [ ] a 📆  2026-11-30 #b", "a #b"),
    ("1. [ ] a 🗓️ 2026-11-30", "a"), ("+ [ ] #b 📅 2026-11-30 #c ⏫", "#b #c"),
    ("> - [ ] a 📅 2026-11-30", "a"), ("- [ ] a [due:: 2026-11-30]", "a"),
    ("- [ ] a (due::2026-11-30) b", "a b"),
    ("- [ ] a  [due:: 2026-11-30],  [priority:: low]", "a ,"),
    ("- [ ] a [due:: 2026-11-30T10:00]", "a"), ("- [ ] 📅 2026-11-30", ""),
    ("- [ ] see [b](c) [due:: 2026-11-30]", "see [b](c)"),
    ("- [ ] a 🏁 delete 📅 2026-11-30 🆔 abc ⛔ def,ghi", "a"),
    ("- [x] a 📅 2026-11-30 ✅ 2026-11-26\r\n  more", "a"),
  ])
  func `finds the due day`(text: String, description: String) throws {
    let line = try Self.line(text)
    #expect(line.day(.due)?.description == "2026-11-30")
    #expect(line.description == description)
  }

  @Test(arguments: [
    "- [ ] 📅 2026-11-30 buy milk", "- [ ] buy milk 2026-11-30", "- [ ] a [due: 2026-11-30]",
    "- [ ] a [due:: tomorrow]", "- [ ] a [due:: 2026-11-30)", "- [ ] a 📅 26-11-30",
    "- [ ] a\n  📅 2026-11-30",
  ])
  func `takes what stands elsewhere for text`(text: String) throws {
    #expect(try Self.line(text).field(.due) == nil)
  }

  @Test func `knows a day that the calendar does not have as a fact without one`() throws {
    let line = try Self.line("- [ ] a 📅 2026-02-30")
    #expect(line.field(.due) != nil)
    #expect(line.day(.due) == nil)
    #expect(line.description == "a")
  }

  @Test(arguments: [
    ("- [ ] a 🔺", TaskPriority.highest), ("- [ ] a ⏫", .high), ("- [ ] a 🔼", .medium),
    ("- [ ] a", .normal), ("- [ ] a 🔽", .low), ("- [ ] a ⏬️", .lowest),
    ("- [ ] a [priority:: high]", .high), ("- [ ] a [priority:: urgent]", .normal),
  ])
  func `reads priorities`(text: String, priority: TaskPriority) throws {
    #expect(try Self.line(text).priority == priority)
  }

  @Test(arguments: [
    ("- [/] a", "/", false), ("- [-] a", "-", true), ("- [>] a", ">", false),
    ("- [x] a", "x", true),
    ("- [X] a", "X", true), ("- [✓] a", "✓", false), ("2) [!] a", "!", false),
    ("- [?]", "?", false),
  ])
  func `sees any mark in a box`(text: String, symbol: String, isDone: Bool) throws {
    let note = Note(parsing: Array(text.utf8))
    let task = try #require(note.tasks.first)
    #expect(note.line(of: task).symbol == symbol)
    #expect(task.isDone == isDone)
  }

  @Test(arguments: [
    "- [/](a.md)", "- [ab] c", "- [[a]] b", "[/] a", "- a [/] b", "- > [/] a", "- []", "- `[/] a`",
    "- [/]a", "    - [/] a",
  ])
  func `sees no box elsewhere`(text: String) {
    #expect(Note(parsing: Array(text.utf8)).tasks.isEmpty)
  }

  @Test func `gives marks the kinds of the settings`() {
    var options = NoteOptions()
    options.taskStatuses = TaskStatuses(written: [">:on-hold:x", "✓:done", "B:none:B", "bad"])
    let note = Note(parsing: Array("- [>] a\n- [✓] b\n- [B] c\n- [/] d\n".utf8), options: options)
    #expect(note.tasks.map(\.isDone) == [false, true, true, false])
    #expect(options.taskStatuses.status(of: ">").kind == .onHold)
    #expect(options.taskStatuses.done(from: ">") == "x")
  }

  @Test func `takes linear time on hostile lines`() {
    for piece in ["[due:: ", "(((((", "🔁 every ", "⛔ a,", "#a ", "📅 2026-11-30 ", "^a "] {
      let text = "- [ ] " + String(repeating: piece, count: 20_000)
      let note = Note(parsing: Array(text.utf8))
      #expect(note.taskLines.count == 1)
    }
  }
}
