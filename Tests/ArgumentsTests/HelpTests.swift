import Arguments
import Testing

@Suite struct HelpTests {
  @Test(arguments: [
    ([], 80, "help.txt"),
    (["search"], 80, "help-search.txt"),
    (["search"], 40, "help-search-40.txt"),
    (["tag"], 80, "help-tag.txt"),
    (["tag", "rename"], 100, "help-tag-rename-100.txt"),
    (["new"], 80, "help-new.txt"),
    (["help"], 80, "help-help.txt"),
  ])
  func `sets help in lines of the given width`(path: [String], width: Int, name: String) throws {
    let text = Sample.tool.help(for: path, width: width)
    try expectGolden(text, name)
    for line in text.split(separator: "\n") where !line.contains("$ ") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func `sets off headings, names and placeholders where that is asked for`() throws {
    try expectGolden(Sample.tool.help(for: ["show"], style: .terminal), "help-show-styled.txt")
  }
}
