import Arguments
import Testing

@Suite struct ManualTests {
  private static let pages = Sample.tool.manualPages(date: "2026-11-21")

  @Test func `has a page for the tool and one for each command that is not hidden`() {
    #expect(
      Self.pages.map(\.fileName) == [
        "zob.1", "zob-search.1", "zob-show.1", "zob-new.1", "zob-mv.1", "zob-tag.1",
        "zob-tag-rename.1", "zob-tag-merge.1", "zob-review.1", "zob-review-stats.1",
        "zob-completions.1", "zob-help.1",
      ])
  }

  @Test(arguments: pages) func `writes each page as it was`(page: ManualPage) throws {
    try expectGolden(page.text, page.fileName)
  }
}

extension ManualPage: CustomTestStringConvertible {
  /// The name of the test.
  public var testDescription: String { fileName }
}
