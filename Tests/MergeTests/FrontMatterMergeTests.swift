import Merge
import Testing

/// Front matter merges key by key.
struct FrontMatterMergeTests {
  /// A row of front matters, each put between fences unless it is empty.
  private static func row(
    _ name: String, _ base: String, _ left: String, _ right: String, _ merged: String
  ) -> MergeCase {
    func note(_ front: String) -> String { front.isEmpty ? "text\n" : "---\n\(front)---\ntext\n" }
    return MergeCase(name, note(base), note(left), note(right), note(merged))
  }

  static let keys: [MergeCase] = [
    row("neighbouring keys", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 1\nb: 2\n", "a: 2\nb: 2\n"),
    row("one key", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 3\nb: 1\n", "«a: 1\n|a: 2\n|a: 3\n»b: 1\n"),
    row("both add keys", "a: 1\n", "a: 1\nc: 1\n", "a: 1\nb: 1\n", "a: 1\nb: 1\nc: 1\n"),
    row("both add the same", "a: 1\n", "a: 1\nc: 1\n", "c: 1\na: 1\n", "c: 1\na: 1\n"),
    row(
      "both add one key, different", "a: 1\n", "a: 1\nc: 1\n", "c: 2\na: 1\n",
      "«|c: 1\n|c: 2\n»a: 1\n"),
    row("both add front matter", "", "a: 1\n", "b: 1\n", "a: 1\nb: 1\n"),
    row("one takes it out", "a: 1\n", "", "a: 1\n", ""),
    row("one takes a key out", "a: 1\nb: 1\n", "b: 1\n", "a: 1\nb: 2\n", "b: 2\n"),
    row(
      "one takes out what the other edits", "a: 1\nb: 1\n", "b: 1\n", "a: 2\nb: 1\n",
      "«a: 1\n||a: 2\n»b: 1\n"),
    row(
      "one sorts the keys", "b: 1\na: 1\n", "a: 1\nb: 1\n", "b: 1\na: 2\nc: 1\n",
      "a: 2\nc: 1\nb: 1\n"),
    row(
      "comments and layout stay", "# one\na:   1 # x\n\nb: 1\n", "# one\na:   1 # x\n\nb: 2\n",
      "# uno\na:   1 # x\n\nb: 1\n", "# uno\na:   1 # x\n\nb: 2\n"),
    row(
      "values of several lines", "a: |\n  one\n\n  two\nb:\n  c: 1\n",
      "a: |\n  one!\n\n  two\nb:\n  c: 1\n",
      "a: |\n  one\n\n  two!\nb:\n  c: 2\n", "a: |\n  one!\n\n  two!\nb:\n  c: 2\n"),
    row(
      "a map changed twice", "b:\n  c: 1\n  d: 1\n", "b:\n  c: 2\n  d: 1\n", "b:\n  c: 1\n  d: 2\n",
      "«b:\n  c: 1\n  d: 1\n|b:\n  c: 2\n  d: 1\n|b:\n  c: 1\n  d: 2\n»"),
    row(
      "what is no plain mapping", "{a: 1,\nb: 1,\nc: 1}\n", "{a: 2,\nb: 1,\nc: 1}\n",
      "{a: 1,\nb: 1,\nc: 2}\n", "{a: 2,\nb: 1,\nc: 2}\n"),
    row(
      "no key twice", "? x\na: 1\nb: 1\n", "c: 1\n? x\na: 1\nb: 1\n", "? x\na: 1\nb: 1\nc: 2\n",
      "«? x\na: 1\nb: 1\n|c: 1\n? x\na: 1\nb: 1\n|? x\na: 1\nb: 1\nc: 2\n»"
    ),
  ]

  @Test(arguments: keys) func `keys merge one by one`(_ row: MergeCase) {
    row.check()
  }

  static let lists: [MergeCase] = [
    row("both add", "tags: [a]\n", "tags: [a, c]\n", "tags: [a, b]\n", "tags: [a, b, c]\n"),
    row(
      "one adds, one takes out", "tags: [a, b]\n", "tags: [b]\n", "tags: [a, b, c]\n",
      "tags: [b, c]\n"),
    row("both take all out", "tags: [a, b]\n", "tags: [b]\n", "tags: [a]\n", "tags: []\n"),
    row(
      "on lines", "tags:\n  - a\n", "tags:\n  - a\n  - b\n", "tags:\n  - c\n  - a\n",
      "tags:\n  - c\n  - a\n  - b\n"),
    row(
      "the style that one side gave it", "tags: [a]\n", "tags:\n- a\n", "tags: [a, b]\n",
      "tags:\n- a\n- b\n"),
    row("words", "tags: a b\n", "tags: a b c\n", "tags: b\n", "tags: b c\n"),
    row(
      "keywords", "keywords:  powershell,cmdlet\n", "keywords:  powershell\n",
      "keywords:  powershell,cmdlet,x\n", "keywords:  powershell,x\n"),
    row(
      "both add the key", "a: 1\n", "a: 1\naliases: [One]\n", "a: 1\naliases: [\"Two, too\"]\n",
      "a: 1\naliases: [One, \"Two, too\"]\n"),
    row(
      "any list", "authors: [a]\n", "authors: [a, 'b']\n", "authors: [b, a]\n", "authors: [b, a]\n"),
    row(
      "a comma in an item", "x:\n- a\n", "x: [a, b]\n", "x:\n- a\n- c, d\n",
      "x:\n  - a\n  - b\n  - c, d\n"),
    row(
      "an alias is no list of words", "aliases: Old Name\n", "aliases: [Old Name, New]\n",
      "aliases: Other Name\n", "aliases: [New, Other Name]\n"),
    row(
      "lists of maps do not", "r:\n- a: 1\n", "r:\n- a: 1\n- b: 1\n", "r:\n- a: 2\n",
      "«r:\n- a: 1\n|r:\n- a: 1\n- b: 1\n|r:\n- a: 2\n»"),
  ]

  @Test(arguments: lists) func `lists merge as sets`(_ row: MergeCase) {
    let versions = versions(row.base, row.left, row.right)
    #expect(shown(NoteMerge().merge(versions)) == row.merged)
    #expect(NoteMerge().merge(versions.mirrored) == NoteMerge().merge(versions).mirrored)
  }

  static let dates: [MergeCase] = [
    row(
      "the later change", "modified: 2026-11-01\n", "modified: 2026-11-20\n",
      "modified: 2026-11-03\n",
      "modified: 2026-11-20\n"),
    row(
      "with zones", "updated: 2026-11-01T10:00Z\n", "updated: 2026-11-20T10:00+02:00\n",
      "updated: 2026-11-20T09:00:00Z\n", "updated: 2026-11-20T09:00:00Z\n"),
    row(
      "no date", "modified: 2026-11-01\n", "modified: yesterday\n", "modified: 2026-11-03\n",
      "«modified: 2026-11-01\n|modified: yesterday\n|modified: 2026-11-03\n»"),
    row(
      "the earlier creation", "", "created: 2026-11-20 08:00\n", "created: 2026-11-20 09:00\n",
      "created: 2026-11-20 08:00\n"),
    row(
      "a creation changed twice", "created: 2026\n", "created: 2026-11-20\n",
      "created: 2026-11-21\n",
      "«created: 2026\n|created: 2026-11-20\n|created: 2026-11-21\n»"),
    row(
      "any other date", "due: 2026-11-01\n", "due: 2026-11-02\n", "due: 2026-11-03\n",
      "«due: 2026-11-01\n|due: 2026-11-02\n|due: 2026-11-03\n»"),
  ]

  @Test(arguments: dates) func `of two dates of change the later stands`(_ row: MergeCase) {
    let versions = versions(row.base, row.left, row.right)
    #expect(shown(NoteMerge().merge(versions)) == row.merged)
    #expect(NoteMerge().merge(versions.mirrored) == NoteMerge().merge(versions).mirrored)
  }

  static let places: [MergeCase] = [
    row(
      "both move a note", "order: 2\nb: 1\n", "order: 1.5\nb: 1\n", "order: 7\nb: 1\n",
      "order: 1.5\nb: 1\n"),
    row(
      "both put a note in order", "b: 1\n", "b: 1\norder: 9\n", "b: 1\norder: 10\n",
      "b: 1\norder: 9\n"),
    row(
      "one moves it, one takes it out", "order: 2\nb: 1\n", "b: 1\n", "order: \"3.5\"\nb: 1\n",
      "order: \"3.5\"\nb: 1\n"),
    row(
      "an order that is no place", "order: up\n", "order: down\n", "order: 1\n",
      "«order: up\n|order: down\n|order: 1\n»"),
  ]

  @Test(arguments: places)
  func `of two places in an order the one nearer to the front stands`(_ row: MergeCase) {
    let versions = versions(row.base, row.left, row.right)
    #expect(shown(NoteMerge().merge(versions)) == row.merged)
    #expect(NoteMerge().merge(versions.mirrored) == NoteMerge().merge(versions).mirrored)
  }
}
