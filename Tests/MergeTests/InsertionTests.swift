import Merge
import Testing

/// Insertions of both sides at one place, and edits that only touch.
struct InsertionTests {
  static let appended: [MergeCase] = [
    MergeCase("paragraphs", "a\n", "a\n\nzebra\n", "a\n\napple\n", "a\n\napple\n\nzebra\n"),
    MergeCase("without a final newline", "a", "a\n\nz", "a\n\nb", "a\n\nb\n\nz"),
    MergeCase("one has a final newline", "a\n", "a\n\nz", "a\n\nb\n", "a\n\nb\n\nz"),
    MergeCase("the same", "a\n", "a\n\nz\n", "a\n\nz\n", "a\n\nz\n"),
    MergeCase("one has more", "a\n", "a\n\nz\n\ny\n", "a\n\nz\n", "a\n\nz\n\ny\n"),
    MergeCase("lines of a log", "one\n", "one\ntwo b\n", "one\ntwo a\n", "one\ntwo a\ntwo b\n"),
    MergeCase(
      "a line and a paragraph", "one\n", "one\ntwo\n", "one\n\nalso\n", "one\ntwo\n\nalso\n"),
    MergeCase("to an empty note", "", "z\n", "b\n", "b\n\nz\n"),
    MergeCase("below a heading", "# T\n", "# T\nz\n", "# T\nb\n", "# T\nb\n\nz\n"),
    MergeCase(
      "below the same new heading", "a\n", "a\n\n## Mon\n\nz\n", "a\n\n## Mon\n\nb\n",
      "a\n\n## Mon\n\nb\n\nz\n"),
    MergeCase(
      "sections", "a\n", "a\n\n## 20\n- walked\n", "a\n\n## 21\n- walked\n",
      "a\n\n## 20\n- walked\n\n## 21\n- walked\n"),
    MergeCase(
      "items, and a section", "# S\n\n- milk\n", "# S\n\n- milk\n- bread\n\n## H\n\n- nails\n",
      "# S\n\n- milk\n- eggs\n", "# S\n\n- milk\n- bread\n- eggs\n\n## H\n\n- nails\n"),
    MergeCase(
      "paragraphs, and a section of each", "a\n", "a\n\nz\n\n## A\n\nx\n", "a\n\nb\n\n## B\n\ny\n",
      "a\n\nb\n\nz\n\n## A\n\nx\n\n## B\n\ny\n"),
    MergeCase(
      "a section, and one below the last", "## L\n", "## L\n\n## A\n\nx\n", "## L\n\n### B\n\ny\n",
      "## L\n\n### B\n\ny\n\n## A\n\nx\n"),
    MergeCase(
      "sections in no order", "## L\n", "## L\n\n### A\n\nx\n\n## C\n\nz\n",
      "## L\n\n### B\n\ny\n\n## D\n\nw\n",
      "## L\n\n«|### A\n\nx\n\n## C\n\nz\n|### B\n\ny\n\n## D\n\nw\n»"),
    MergeCase(
      "to a note with blank lines at its end", "a\n\n", "a\n\nz\n", "a\n\nb\n\n",
      "a\n\nb\n\nz\n"),
    MergeCase(
      "a fence that is whole", "a\n", "a\n\n```\nx\n```\n", "a\n\nb\n",
      "a\n\n```\nx\n```\n\nb\n"),
    MergeCase("a fence left open", "a\n", "a\n\n```\nx\n", "a\n\nb\n", "a\n\n«|```\nx\n|b\n»"),
    MergeCase("into an open fence", "```\na\n", "```\na\nx\n", "```\na\ny\n", "```\na\n«|x\n|y\n»"),
    MergeCase(
      "answers", "Q: who?\n", "Q: who?\nA: me\n", "Q: who?\nA: you\n",
      "Q: who?\n«|A: me\n|A: you\n»"),
    MergeCase(
      "a row and text", "| a |\n|---|\n", "| a |\n|---|\n| b |\n", "| a |\n|---|\n\nc\n",
      "| a |\n|---|\n| b |\n\nc\n"),
    MergeCase("and the last paragraph edited", "a b\n", "a c\n", "a b\n\nd\n", "a c\n\nd\n"),
    MergeCase(
      "and the last paragraph taken out", "a\n\nb\n", "a\n", "a\n\nb\n\nc\n",
      "a\n«\nb\n||\nb\n\nc\n»"),
  ]

  /// The text that was moved was read before as if it were none of the note's.
  @Test func `text is appended where a section was moved and another edited`() {
    let note = { (sections: [String]) in "# G\n\n" + sections.joined(separator: "\n") }
    let (beans, peas, notes) = (
      "## Beans\n\nSow in May.\n\nWater.\n", "## Peas\n\nCold.\n", "## Notes\n\nAsk.\n"
    )
    let cold = "## Peas\n\nVery cold.\n"
    MergeCase(
      "", note([beans, peas, notes]), note([peas, beans, notes, "Buy twine.\n"]),
      note([beans, cold, notes, "Sharpen.\n"]),
      note([cold, beans, notes, "Buy twine.\n", "Sharpen.\n"])
    ).check()
  }

  @Test(arguments: appended) func `both keep what they append`(_ row: MergeCase) { row.check() }

  static let items: [MergeCase] = [
    MergeCase(
      "in the middle", "- a\n- d\n\ntext\n", "- a\n- c\n- d\n\ntext\n",
      "- a\n- b\n- d\n\ntext\n", "- a\n- b\n- c\n- d\n\ntext\n"),
    MergeCase(
      "the same one", "- a\n- d\n", "- a\n- b\n- d\n", "- a\n- b\n- d\n", "- a\n- b\n- d\n"),
    MergeCase(
      "one the same", "- a\n\nt\n", "- a\n- b\n- s\n\nt\n", "- a\n- c\n- s\n\nt\n",
      "- a\n- b\n- c\n- s\n\nt\n"),
    MergeCase("at the end", "- a\n", "- a\n- c\n", "- a\n- b\n", "- a\n- b\n- c\n"),
    MergeCase(
      "the deeper first", "- a\n- z\n", "- a\n- b\n- z\n", "- a\n  - c\n- z\n",
      "- a\n  - c\n- b\n- z\n"),
    MergeCase(
      "with what is below them", "* a\n\nt\n", "* a\n* c\n  more\n\nt\n",
      "* a\n* b\n  * deep\n\nt\n", "* a\n* b\n  * deep\n* c\n  more\n\nt\n"),
    MergeCase(
      "in a loose list", "- a\n\n- d\n", "- a\n\n- c\n\n- d\n", "- a\n\n- b\n\n- d\n",
      "- a\n\n- b\n\n- c\n\n- d\n"),
    MergeCase(
      "a new list", "p\n\nq\n", "p\n\n- b\n\nq\n", "p\n\n- a\n\nq\n",
      "p\n\n- a\n- b\n\nq\n"),
    MergeCase(
      "numbered", "1. a\n\nt\n", "1. a\n2. c\n\nt\n", "1. a\n2. b\n\nt\n",
      "1. a\n2. b\n2. c\n\nt\n"),
    MergeCase(
      "paragraphs do not", "a\n\nz\n", "a\n\nb\n\nz\n", "a\n\nc\n\nz\n",
      "a\n\n«|b\n|c\n»\nz\n"),
    MergeCase(
      "rows of a table do not", "| a |\n|---|\n| z |\n", "| a |\n|---|\n| b |\n| z |\n",
      "| a |\n|---|\n| c |\n| z |\n", "| a |\n|---|\n«|| b |\n|| c |\n»| z |\n"),
  ]

  @Test(arguments: items) func `both keep the items they put in`(_ row: MergeCase) { row.check() }

  static let touching: [MergeCase] = [
    MergeCase("neighbouring items", "- a\n- b\n", "- a1\n- b\n", "- a\n- b2\n", "- a1\n- b2\n"),
    MergeCase(
      "an item edited, one put in behind it", "- a\n- z\n", "- a1\n- z\n", "- a\n- b\n- z\n",
      "- a1\n- b\n- z\n"),
    MergeCase(
      "an item edited, one put in before it", "- a\n- z\n", "- a\n- z1\n", "- a\n- b\n- z\n",
      "- a\n- b\n- z1\n"),
    MergeCase(
      "an item taken out, the next one edited", "- a\n- b\n- c\n", "- a\n- c\n",
      "- a\n- b\n- c1\n", "- a\n- c1\n"),
    MergeCase("lines of a paragraph", "a\nb\n", "a1\nb\n", "a\nb2\n", "«a\nb\n|a1\nb\n|a\nb2\n»"),
    MergeCase(
      "a paragraph taken out, the next one edited", "a\n\nb\n\nc\n", "a\n\nc\n",
      "a\n\nb\n\nC\n", "a\n\nC\n"),
    MergeCase(
      "a section taken out in which an item is put in", "# A\n- a\n", "", "# A\n- a\n- b\n",
      "«# A\n- a\n||# A\n- a\n- b\n»"),
    MergeCase("both take out lines", "a\nb\nc\nd\n", "a\nd\n", "a\nb\n", "a\n"),
    MergeCase(
      "the same change, and more after it", "a\nb\n", "A\nb\n", "A\nnew\nb\n", "A\nnew\nb\n"),
    MergeCase(
      "a line taken out that the other edits beside the same change", "a\nb\nz\n", "A\nz\n",
      "A\nB\nz\n", "A\n«a\nb\n||B\n»z\n"),
  ]

  @Test(arguments: touching)
  func `edits that touch are apart where something new begins`(_ row: MergeCase) { row.check() }

  static let tasks: [MergeCase] = [
    MergeCase(
      "ticked and edited", "- [ ] buy milk\n", "- [x] buy milk\n", "- [ ] buy oat milk\n",
      "- [x] buy oat milk\n"),
    MergeCase(
      "ticked twice", "- [ ] a\n", "- [x] a\n", "- [X] a\n", "- [x] a\n"),
    MergeCase(
      "ticked on two days", "- [ ] a 📅 2026-11-30 ^b\n",
      "- [x] a 📅 2026-11-30 ✅ 2026-11-27 ^b\n", "- [x] a 📅 2026-11-30 ✅ 2026-11-26 ^b\n",
      "- [x] a 📅 2026-11-30 ✅ 2026-11-26 ^b\n"),
    MergeCase(
      "ticked on two days in brackets", "- [ ] a\n", "- [x] a  [completion:: 2026-11-26]\n",
      "- [X] a  [completion:: 2026-11-27]\n", "- [x] a  [completion:: 2026-11-26]\n"),
    MergeCase(
      "ticked with a day by one", "- [ ] a\n", "- [x] a ✅ 2026-11-26\n", "- [x] a\n",
      "- [x] a ✅ 2026-11-26\n"),
    MergeCase(
      "ticked with a day, and put off", "- [ ] a 📅 2026-11-30\n",
      "- [x] a 📅 2026-11-30 ✅ 2026-11-26\n", "- [ ] a 📅 2026-12-05\n",
      "- [x] a 📅 2026-12-05 ✅ 2026-11-26\n"),
    MergeCase(
      "a recurring task ticked by both", "- [ ] a 🔁 every week 📅 2026-11-26\n",
      "- [ ] a 🔁 every week 📅 2026-12-03\n- [x] a 🔁 every week 📅 2026-11-26 ✅ 2026-11-27\n",
      "- [ ] a 🔁 every week 📅 2026-12-03\n- [x] a 🔁 every week 📅 2026-11-26 ✅ 2026-11-26\n",
      "- [ ] a 🔁 every week 📅 2026-12-03\n- [x] a 🔁 every week 📅 2026-11-26 ✅ 2026-11-26\n"),
    MergeCase(
      "a recurring task ticked by both, the next one below",
      "- [ ] a 🔁 every day 📅 2026-11-26\nb\n",
      "- [x] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-27\n- [ ] a 🔁 every day 📅 2026-11-27\nb\n",
      "- [x] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\n- [ ] a 🔁 every day 📅 2026-11-27\nb\n",
      "- [x] a 🔁 every day 📅 2026-11-26 ✅ 2026-11-26\n- [ ] a 🔁 every day 📅 2026-11-27\nb\n"),
    MergeCase(
      "ticked by one and given up by the other", "- [ ] a\n", "- [x] a ✅ 2026-11-26\n",
      "- [-] a ❌ 2026-11-26\n",
      "«- [ ] a\n|- [x] a ✅ 2026-11-26\n|- [-] a ❌ 2026-11-26\n»"),
    MergeCase(
      "text edited twice", "- [ ] a\n", "- [x] b\n", "- [ ] c\n",
      "«- [ ] a\n|- [x] b\n|- [ ] c\n»"),
    MergeCase(
      "several ticked, one edited", "- [ ] one\n- [ ] two\n- [ ] three\n",
      "- [x] one\n- [x] two\n- [x] three\n", "- [ ] one\n- [ ] two!\n- [ ] three\n",
      "- [x] one\n- [x] two!\n- [x] three\n"),
    MergeCase(
      "ticked and taken out", "- [ ] one\n- [ ] two\n", "- [x] one\n- [ ] two\n",
      "- [ ] two\n", "«- [ ] one\n|- [x] one\n|»- [ ] two\n"),
  ]

  @Test(arguments: tasks) func `box and text of a task merge apart`(_ row: MergeCase) {
    row.check()
  }

  static let noted: [MergeCase] = [
    MergeCase(
      "both rewrite the line", "Poodles can play piano",
      "Oodles can play potties\n\n\n\nwhich not a lot of people know",
      "Poodles can fully retract their eyelids",
      """
      «Poodles can play piano|Oodles can play potties



      which not a lot of people know|Poodles can fully retract their eyelids»
      """),
    MergeCase(
      "the top of a list and a day", "- coffee\n- eggs\n\nMonday\n",
      "- tea\n- milk\n- eggs\n\nMonday\n", "- coffee\n- eggs\n\nTuesday\n",
      "- tea\n- milk\n- eggs\n\nTuesday\n"),
    MergeCase(
      "the same word", "Party on Friday\n", "Party on Saturday\n", "Party on Sunday\n",
      "«Party on Friday\n|Party on Saturday\n|Party on Sunday\n»"),
    MergeCase(
      "a line taken out that the other edits", "- milk\n- butter\n- bread: rye\n",
      "- milk\n- bread: rye\n", "- milk\n- butter, salted\n- bread: rye\n",
      "- milk\n«- butter\n||- butter, salted\n»- bread: rye\n"),
  ]

  @Test(arguments: noted) func `Noted's four cases are merged or kept twice`(_ row: MergeCase) {
    row.check()
    row.check(NoteMerge(granularity: .word))
  }
}
