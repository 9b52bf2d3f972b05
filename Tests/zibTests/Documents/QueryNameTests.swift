import Indexing
import Testing

/// Lists of a query's names that are written by hand have each name that there is.
struct QueryNameTests {
  @Test(arguments: QueryName.all.map(\.name))
  func `the article and the help of search have every name`(name: String) throws {
    let documents = [
      "Sources/Search/Search.docc/QueryLanguage.md", "Sources/zib/Commands/Search.swift",
    ]
    for document in documents {
      let text = try Documents.text(document)
      #expect(["`", "\"", " "].contains { text.contains("\($0)\(name):") }, "\(document)")
    }
  }

  @Test func `the article has each other name`() throws {
    let text = try Documents.text("Sources/Search/Search.docc/QueryLanguage.md")
    for name in QueryName.all {
      for other in name.otherNames {
        #expect(text.contains("`\(other):` is `\(name.name):`"), "\(other)")
      }
    }
  }

  @Test(arguments: NoteFlag.allCases)
  func `the article has every flag`(flag: NoteFlag) throws {
    let text = try Documents.text("Sources/Search/Search.docc/QueryLanguage.md")
    #expect(text.contains("`\(flag.rawValue)`"))
  }
}
