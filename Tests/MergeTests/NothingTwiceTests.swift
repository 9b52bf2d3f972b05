import Merge
import Testing

/// P26: nothing stands in a merged note twice that neither side has twice.
struct NothingTwiceTests {
  static let alike: [MergeCase] = [
    MergeCase(
      "the same section, a line of it changed by each",
      "T\n", "T\n\n## I\n\nUse it.\n\n- Hide large.\n- Make small.\n\nUse A.\n",
      "T\n\n## I\n\nUse it.\n\n- Make small.\n\nUse A or B.\n",
      "T\n\n## I\n\nUse it.\n\n- Hide large.\n- Make small.\n\n«|Use A.\n|Use A or B.\n»"),
    MergeCase(
      "the same section, its heading changed by one", "T\n", "T\n\n## I\n\nUse it.\n",
      "T\n\n## J\n\nUse it.\n", "T\n\n«|## I\n|## J\n»\nUse it.\n"),
    MergeCase(
      "the same block, another number of blank lines after it", "Old.\n\n\n\nX\n",
      "New:\n\n```\nA=1\n```\n\nMore.\n\n\n\nX\n", "New:\n\n```\nA=1\n```\n\nMore.\n\nX\n",
      "New:\n\n```\nA=1\n```\n\nMore.\n\nX\n"),
    MergeCase(
      "the same item, its neighbour indented by one", "* A\n  * S\n* F\n",
      "* A\n    * S\n* D\n* F\n", "* A\n  * S\n* D\n* F\n", "* A\n    * S\n* D\n* F\n"),
    MergeCase(
      "the same item with other items below it", "- z\n", "- a\n  - x\n- z\n", "- a\n  - y\n- z\n",
      "- a\n  - x\n  - y\n- z\n"),
    MergeCase(
      "the same entry, longer on one side", "# Day\n", "# Day\n\n## 08:00\n\nWoke.\n",
      "# Day\n\n## 08:00\n\nWoke.\n\nAte.\n", "# Day\n\n## 08:00\n\nWoke.\n\nAte.\n"),
    MergeCase(
      "the same steps, with other numbers", "1. Mix\n2. Water\n",
      "1. Mix\n2. Water\n3. Knead\n4. Rest\n5. Bake\n",
      "1. Mix\n2. Water\n3. Salt\n4. Knead\n5. Rest\n6. Bake\n",
      "1. Mix\n2. Water\n3. Salt\n4. Knead\n5. Rest\n6. Bake\n"),
    MergeCase(
      "the same paragraph, a blank at the end of a line", "T\n", "T\n\nSame.  \nTwo.\n",
      "T\n\nSame.\nTwo.\n\nThree.\n", "T\n\nSame.  \nTwo.\n\nThree.\n"),
    MergeCase(
      "the same entry, a blank behind its time", "# Day\n", "# Day\n\n## 08:15\n\nWalked.\n",
      "# Day\n\n## 08:15 \n\nWalked.\n", "# Day\n\n## 08:15 \n\nWalked.\n"),
    MergeCase(
      "the same task, ticked by one", "- a\n", "- a\n- [ ] milk\n", "- a\n- [x] milk\n",
      "- a\n«|- [ ] milk\n|- [x] milk\n»"),
    MergeCase(
      "the same list, with other markers", "T\n", "T\n\n- one\n- two\n",
      "T\n\n* one\n* two\n* three\n",
      "T\n\n«|- one\n- two\n|* one\n* two\n* three\n»"),
    MergeCase(
      "the same list, indented more", "- a\n", "- a\n  - one\n  - two\n",
      "- a\n    - one\n    - two\n    - three\n",
      "- a\n«|  - one\n  - two\n|    - one\n    - two\n    - three\n»"),
    MergeCase(
      "the same sentence, with another space in it", "T\n", "T\n\nOne.  Two.\n", "T\n\nOne. Two.\n",
      "T\n\n«|One.  Two.\n|One. Two.\n»"),
  ]

  @Test(arguments: alike) func `insertions that are alike are two versions of one text`(
    _ row: MergeCase
  ) { row.check() }

  static let apart: [MergeCase] = [
    MergeCase(
      "below two new headings", "T\n", "T\n\n## 20\n- walked\n", "T\n\n## 21\n- walked\n",
      "T\n\n## 20\n- walked\n\n## 21\n- walked\n"),
    MergeCase(
      "below two new items", "- z\n", "- Mon\n  - ran\n- z\n", "- Tue\n  - ran\n- z\n",
      "- Mon\n  - ran\n- Tue\n  - ran\n- z\n"),
    MergeCase(
      "quotes of one author", "T\n", "T\n\n> One.\n> — Thoreau\n", "T\n\n> Two.\n> — Thoreau\n",
      "T\n\n> One.\n> — Thoreau\n\n> Two.\n> — Thoreau\n"),
    MergeCase(
      "at two places", "a\n\nb\n\nc\n", "x\n\na\n\nb\n\nc\n", "a\n\nb\n\nx\n\nc\n",
      "x\n\na\n\nb\n\nx\n\nc\n"),
  ]

  @Test(arguments: apart) func `what both put in at different places is meant twice`(
    _ row: MergeCase
  ) { row.check() }

  private static let sections = "# A\n\na1\n\na2\n\n# B\n\nb1\n\nb2\n\n# C\n\nc1\n\nc2\n\nc3\n"
  private static let moved = "# B\n\nb1\n\nb2\n\n# C\n\nc1\n\nc2\n\nc3\n\n# A\n\na1\n\na2\n"

  static let moves: [MergeCase] = [
    MergeCase(
      "edited where it was", sections, moved, sections.replacing("a2", with: "a two"),
      moved.replacing("a2", with: "a two")),
    MergeCase(
      "put into where it was", sections, moved,
      sections.replacing("a1\n", with: "a1\n\nnew\n"), moved.replacing("a1\n", with: "a1\n\nnew\n")),
    MergeCase(
      "an edit elsewhere", sections, moved, sections.replacing("b1", with: "b one"),
      moved.replacing("b1", with: "b one")),
    MergeCase(
      "edited by both", sections, moved.replacing("a2", with: "a zwei"),
      sections.replacing("a2", with: "a two"),
      "«# A\n\na1\n\na2\n\n||# A\n\na1\n\na two\n\n»# B\n\nb1\n\nb2\n\n# C\n\nc1\n\nc2\n\nc3\n«|\n# A\n\na1\n\na zwei\n|»"
    ),
  ]

  @Test(arguments: moves) func `a section that one side moved stands at one place`(
    _ row: MergeCase
  ) { row.check() }

  @Test func `a paragraph does not come under a heading that the other side put in before it`() {
    let row = MergeCase(
      "headings", "# A\n\na\n\n# C\n\nc\n", "# A\n\na\n\n# B\n\nb\n\n# C\n\nc\n",
      "# A\n\na\n\nmore of a\n", "# A\n\na\n\n«# C\n\nc\n|# B\n\nb\n\n# C\n\nc\n|more of a\n»")
    row.check()
  }

  private static let front = "---\nid: 1\ntags: [a]\n---\n\nText\n"
  private static let tagged = front.replacing("[a]", with: "[a, b]")

  static let below: [MergeCase] = [
    MergeCase(
      "a blank line above it, a key changed", front, "\n" + front, tagged,
      "«\(front)|\n\(front)|\(tagged)»"),
    MergeCase(
      "a line above it, another below", front, "- corn\n\n" + front, front + "More\n",
      "- corn\n\n" + front + "More\n"),
  ]

  @Test(arguments: below) func `front matter that is text on one side is not there twice`(
    _ row: MergeCase
  ) { row.check() }

  @Test func `a lone fence of each side does not make text front matter`() {
    let row = MergeCase(
      "fences", "---\n---\n", "---\n- text\n# H\n", "- text\n# H\n---\n",
      "«---\n---\n|---\n- text\n# H\n|- text\n# H\n---\n»")
    row.check()
  }
}
