import Notes
import Testing

/// The titles of days that have none of their own.
struct DayTitleTests {
  private func title(_ text: String, named name: String, path: String = "YYYY_MM_DD") -> String {
    var options = NoteOptions()
    options.links.pages = PageNames(days: DayTitles(path: path, title: "MMM Do, YYYY"))
    return Note(parsing: Array(text.utf8), named: name, options: options).title
  }

  @Test func `a day has the title that its vault gives to days`() {
    #expect(title("- 08:00 Tea.\n", named: "2026_11_23") == "Nov 23rd, 2026")
    #expect(title("", named: "2026-11-02", path: "YYYY/MM/YYYY-MM-DD") == "Nov 2nd, 2026")
  }

  @Test func `a note that names itself, or is no day, keeps its title`() {
    #expect(title("# Monday\n", named: "2026_11_23") == "Monday")
    #expect(title("---\ntitle: One\n---\n", named: "2026_11_23") == "One")
    #expect(title("", named: "2026_13_23") == "2026_13_23")
    #expect(title("", named: "Emma") == "Emma")
    #expect(title("", named: "23", path: "YYYY/MM/DD") == "23")
  }
}
