import Notes
import Testing

/// Tasks that are done, given up and opened again, byte for byte.
struct TaskEditorTests {
  private static let today = RecurrenceTests.day("2026-11-26")

  private static func done(
    _ text: String, _ ending: TaskEditor.Ending = .done, number: Int = 0,
    style: TaskStyle = TaskStyle()
  ) -> String {
    var options = NoteOptions()
    options.taskStatuses = style.statuses
    let note = Note(parsing: Array(text.utf8), options: options)
    let change = TaskEditor(note.source, style: style).ending(
      note.taskLines[number], ending, on: today)
    return String(decoding: change.edits.applied(to: note.source), as: UTF8.self)
  }

  private static func reopened(_ text: String, number: Int, style: TaskStyle = TaskStyle())
    -> String
  {
    let note = Note(parsing: Array(text.utf8))
    let change = TaskEditor(note.source, style: style).reopening(
      note.taskLines[number], among: note.taskLines)
    return String(decoding: change.edits.applied(to: note.source), as: UTF8.self)
  }

  @Test func `facts that stand together at the start of a line all go`() {
    #expect(
      Self.reopened(
        "- [x] [completion:: 2026-11-20] [cancelled:: 2026-11-21] buy\n", number: 0)
        == "- [ ] buy\n")
    #expect(
      Self.done("- [ ] [created:: 2026-11-01]  [id:: a1] mow [repeat:: every day] 📅 2026-11-26\n")
        .hasPrefix("- [ ] mow [repeat:: every day] 📅 2026-11-27\n"))
  }

  @Test func `the last line of a note has no line break again when its next task is taken back`() {
    var style = TaskStyle()
    style.putsNextAfter = true
    let text = "- [ ] mow 🔁 every day 📅 2026-11-26"
    let done = Self.done(text, style: style)
    #expect(done.hasSuffix("\n- [ ] mow 🔁 every day 📅 2026-11-27"))
    #expect(Self.reopened(done, number: 0, style: style) == text)
    #expect(Self.reopened(done + "\n", number: 0, style: style) == text + "\n")
  }

  @Test(arguments: [
    // A plain box stays plain.
    ("- [ ] milk\n", "- [x] milk\n"),
    ("* [/] milk", "* [x] milk"),
    // A line that has facts gets the day in their form, before the block id.
    ("- [ ] milk 📅 2026-11-30\r\n", "- [x] milk 📅 2026-11-30 ✅ 2026-11-26\r\n"),
    ("- [ ] milk 📅 2026-11-30 ^a1\n", "- [x] milk 📅 2026-11-30 ✅ 2026-11-26 ^a1\n"),
    ("- [ ] milk ⏫  \n", "- [x] milk ⏫ ✅ 2026-11-26  \n"),
    (
      "- [ ] milk [due:: 2026-11-30]\n",
      "- [x] milk [due:: 2026-11-30]  [completion:: 2026-11-26]\n"
    ),
    (
      "- [ ] milk (due:: 2026-11-30)\n",
      "- [x] milk (due:: 2026-11-30)  (completion:: 2026-11-26)\n"
    ),
    ("- [-] milk ❌ 2026-11-20\n", "- [x] milk ✅ 2026-11-26\n"),
    // The documentation, “Basic Example”, a day later in the week.
    (
      "- [ ] take out the trash 🔁 every Sunday 📅 2026-11-29\n",
      "- [ ] take out the trash 🔁 every Sunday 📅 2026-12-06\n"
        + "- [x] take out the trash 🔁 every Sunday 📅 2026-11-29 ✅ 2026-11-26\n"
    ),
    // The other days keep their distance, and the priority stays.
    (
      "  - [/] mow 🔼 🔁 every 2 weeks ⏳ 2026-11-28 📅 2026-11-30",
      "  - [ ] mow 🔼 🔁 every 2 weeks ⏳ 2026-12-12 📅 2026-12-14\n"
        + "  - [x] mow 🔼 🔁 every 2 weeks ⏳ 2026-11-28 📅 2026-11-30 ✅ 2026-11-26"
    ),
    (
      "- [ ] sweep [repeat:: every week when done]  [scheduled:: 2026-11-02] \r\n",
      "- [ ] sweep [repeat:: every week when done]  [scheduled:: 2026-12-03] \r\n"
        + "- [x] sweep [repeat:: every week when done]  [scheduled:: 2026-11-02]  [completion:: 2026-11-26] \r\n"
    ),
    // The next one has none of the ids, and is not made yet.
    (
      "- [ ] a 🆔 x1 ⛔ y2 ➕ 2026-11-01 🔁 every day 🛫 2026-11-26 ^b\n",
      "- [ ] a 🔁 every day 🛫 2026-11-27\n"
        + "- [x] a 🆔 x1 ⛔ y2 ➕ 2026-11-01 🔁 every day 🛫 2026-11-26 ✅ 2026-11-26 ^b\n"
    ),
    ("- [ ] a 🔁 every day\n", "- [ ] a 🔁 every day\n- [x] a 🔁 every day ✅ 2026-11-26\n"),
    // A rule or a day that is not understood makes none.
    ("- [ ] a 🔁 whenever 📅 2026-11-26\n", "- [x] a 🔁 whenever 📅 2026-11-26 ✅ 2026-11-26\n"),
    (
      "- [ ] a 🔁 every year 🛫 2024-02-27 📅 2024-02-30\n",
      "- [x] a 🔁 every year 🛫 2024-02-27 📅 2024-02-30 ✅ 2026-11-26\n"
    ),
    // A lower day that the calendar does not have becomes the new day itself.
    (
      "- [ ] a 🔁 every day ⏳ 2022-02-30 📅 2022-02-27\n",
      "- [ ] a 🔁 every day ⏳ 2022-02-28 📅 2022-02-28\n"
        + "- [x] a 🔁 every day ⏳ 2022-02-30 📅 2022-02-27 ✅ 2026-11-26\n"
    ),
  ])
  func `ends a task`(text: String, result: String) {
    #expect(Self.done(text) == result)
  }

  @Test func `follows the settings of Obsidian Tasks`() {
    var style = TaskStyle()
    style.doneDates = .always
    #expect(Self.done("- [ ] a\n", style: style) == "- [x] a ✅ 2026-11-26\n")
    style.form = .brackets
    #expect(Self.done("- [ ] a\n", style: style) == "- [x] a  [completion:: 2026-11-26]\n")
    style.doneDates = .never
    #expect(Self.done("- [ ] a 📅 2026-11-30\n", style: style) == "- [x] a 📅 2026-11-30\n")
    style.putsNextAfter = true
    style.hasCreatedDates = true
    #expect(
      Self.done("- [ ] a 🔁 every day 📅 2026-11-26\nb\n", style: style)
        == "- [x] a 🔁 every day 📅 2026-11-26\n- [ ] a 🔁 every day 📅 2026-11-27 ➕ 2026-11-26\nb\n")
    style.doneDates = .always
    style.hasCreatedDates = false
    #expect(
      Self.done("- [ ] a 🔁 every day 📅 2026-11-26\nb\n", style: style)
        == "- [x] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\n- [ ] a 🔁 every day 📅 2026-11-27\nb\n")
    style = TaskStyle()
    style.dropsScheduled = true
    #expect(
      Self.done("- [ ] a 🔁 every day 🛫 2026-11-20 ⏳ 2026-11-26\n", style: style)
        == "- [ ] a 🔁 every day 🛫 2026-11-21\n"
        + "- [x] a 🔁 every day 🛫 2026-11-20 ⏳ 2026-11-26 ✅ 2026-11-26\n")
    style.filter = "#task"
    #expect(Self.done("- [ ] a 📅 2026-11-30\n", style: style) == "- [x] a 📅 2026-11-30\n")
    #expect(
      Self.done("- [ ] #task a 📅 2026-11-30\n", style: style)
        == "- [x] #task a 📅 2026-11-30 ✅ 2026-11-26\n")
  }

  @Test func `goes through the person's statuses to the first that is done`() {
    var style = TaskStyle()
    style.statuses = TaskStatuses(written: [" :todo:/", "/:in-progress:d", "d:done: "])
    #expect(Self.done("- [ ] a\n", style: style) == "- [d] a\n")
    #expect(
      Self.done("- [/] a 🔁 every day 📅 2026-11-26\n", style: style)
        == "- [ ] a 🔁 every day 📅 2026-11-27\n- [d] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\n")
  }

  @Test func `gives a task up`() {
    #expect(
      Self.done("- [ ] a 🔁 every day 📅 2026-11-30\n", .cancelled)
        == "- [-] a 🔁 every day 📅 2026-11-30 ❌ 2026-11-26\n")
  }

  @Test(arguments: [
    ("- [x] a\n", 0, "- [ ] a\n"),
    ("- [x] a 📅 2026-11-30 ✅ 2026-11-26 ^b\n", 0, "- [ ] a 📅 2026-11-30 ^b\n"),
    ("- [x] a  [completion:: 2026-11-26]\r\n", 0, "- [ ] a\r\n"),
    // The task that came of it goes where nobody changed it.
    (
      "- [ ] a 🔁 every day 📅 2026-11-27\n- [x] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\n", 1,
      "- [ ] a 🔁 every day 📅 2026-11-26\n"
    ),
    (
      "- [ ] a b 🔁 every day 📅 2026-11-27\n- [x] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\n", 1,
      "- [ ] a b 🔁 every day 📅 2026-11-27\n- [ ] a 🔁 every day 📅 2026-11-26\n"
    ),
  ])
  func `opens a task again`(text: String, number: Int, result: String) {
    #expect(Self.reopened(text, number: number) == result)
  }

  @Test func `writes a new task with its facts in order`() {
    var draft = TaskDraft("order seeds")
    draft.due = RecurrenceTests.day("2026-11-30")
    draft.start = Self.today
    draft.priority = .high
    draft.recurrence = "every week"
    var style = TaskStyle()
    #expect(
      draft.body(style, today: Self.today)
        == "order seeds ⏫ 🔁 every week 🛫 2026-11-26 📅 2026-11-30")
    style.form = .brackets
    style.filter = "#task"
    style.hasCreatedDates = true
    #expect(
      draft.body(style, today: Self.today)
        == "#task order seeds  [priority:: high]  [repeat:: every week]  [created:: 2026-11-26]"
        + "  [start:: 2026-11-26]  [due:: 2026-11-30]")
  }

  @Test func `the facts of a new task stand before its block id`() {
    var draft = TaskDraft("order seeds ^seeds")
    draft.due = RecurrenceTests.day("2026-11-30")
    #expect(draft.body(TaskStyle(), today: Self.today) == "order seeds 📅 2026-11-30 ^seeds")
    draft.text = "2 ^ 3"
    #expect(draft.body(TaskStyle(), today: Self.today) == "2 ^ 3 📅 2026-11-30")
    draft.text = "the sign ^"
    #expect(draft.body(TaskStyle(), today: Self.today) == "the sign ^ 📅 2026-11-30")
  }

  @Test(arguments: [
    ("- [ ] a 🏁 delete\n- [ ] b\n", "- [ ] b\n"), ("x\n- [ ] a 🏁 Delete", "x"),
    ("x\r\n- [ ] a  [onCompletion:: delete]", "x"), ("- [ ] a 🏁 delete", ""),
    ("- [ ] a 🏁 keep\n", "- [x] a 🏁 keep ✅ 2026-11-26\n"),
    (
      "- [ ] a 🔁 every day 🏁 delete 📅 2026-11-26\n  - part\n",
      "- [ ] a 🔁 every day 🏁 delete 📅 2026-11-27\n  - part\n"
    ),
  ])
  func `a task that says so goes when it is done`(text: String, result: String) {
    #expect(Self.done(text) == result)
    #expect(!Self.done(text, .cancelled).isEmpty)
  }
}
