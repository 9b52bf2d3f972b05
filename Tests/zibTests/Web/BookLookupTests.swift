import OperatingSystem
import Testing

/// `zib book add --online` with a server on loopback that answers as Open Library and Google Books do.
@Suite(
  .enabled(
    if: SyncedDevices.canRun && SyncedDevices.has("curl"),
    "the program is not built, or there is no git or curl"))
struct BookLookupTests {
  private let devices: SyncedDevices
  private let server: WebServer

  init() throws {
    devices = try SyncedDevices("echo '# One' > One.md")
    server = try #require(WebServer(Self.answer))
    run(
      """
      zib config -q --user books.open-library \(server.address)/ol
      zib config -q --user books.covers \(server.address)/covers
      zib config -q --user books.google-books \(server.address)/gb
      """)
  }

  @discardableResult
  private func run(_ script: String) -> SyncedDevices.Result {
    devices.run("unset http_proxy https_proxy all_proxy ALL_PROXY; " + script, in: "a")
  }

  private static let work = """
    {"key": "/works/OL1W", "title": "Middlemarch", "author_name": ["George Eliot"],
     "first_publish_year": 1871, "number_of_pages_median": 880, "cover_i": 12, "edition_count": 900}
    """

  @Sendable private static func answer(_ target: String) -> WebServer.Answer {
    let path = String(target.prefix { $0 != "?" })
    switch path {
    case "/ol/search.json":
      if target.contains("isbn=9780141439549") || target.contains("author=eliot") {
        return .json(#"{"numFound": 1, "docs": [\#(work)]}"#)
      }
      if target.contains("title=Middlemarch&") {
        return .json(
          """
          {"numFound": 3, "docs": [\(work),
           {"key": "/works/OL2W", "title": "Middlemarch", "author_name": ["Jane Doe"], "first_publish_year": 1999},
           {"key": "/works/OL3W", "title": "The road to Middlemarch", "author_name": ["R. Mead"]}]}
          """)
      }
      if target.contains("title=broken&") { return .json("{\"docs\": [{\"title\":") }
      return .json(#"{"numFound": 0, "docs": []}"#)
    case "/ol/isbn/9780141439549.json":
      return .json(
        """
        {"key": "/books/OL3M", "title": "Middlemarch", "publishers": ["Penguin"], "publish_date": "2003",
         "number_of_pages": 852, "covers": [12], "isbn_13": ["9780141439549"]}
        """)
    case "/covers/b/id/12-L.jpg": return .picture
    case "/gb/volumes" where target.contains("Pond"):
      return .json(
        """
        {"kind": "books#volumes", "totalItems": 1, "items": [{"id": "x", "volumeInfo": {"title": "Pond",
         "authors": ["Claire-Louise Bennett"], "publisher": "Fitzcarraldo", "publishedDate": "2015-10-07",
         "pageCount": 184, "industryIdentifiers": [{"type": "ISBN_13", "identifier": "9781910695098"}]}}]}
        """)
    case "/gb/volumes": return .json(#"{"kind": "books#volumes", "totalItems": 0}"#)
    default: return .missing
    }
  }

  @Test
  func `an ISBN gives the edition, the year of the work and the cover, and nothing else is sent`()
    throws
  {
    let result = run(
      "zib book add --isbn 978-0-14-143954-9 --online && cat Books/Middlemarch.md; ls Attachments")
    #expect(
      result.output.hasPrefix(
        """
        Books/Middlemarch.md
        ---
        author: George Eliot
        isbn: "9780141439549"
        published: 1871
        edition-published: 2003
        publisher: Penguin
        pages: 852
        status: want
        cover: Attachments/Middlemarch.png
        """), "\(result.output)")
    #expect(result.output.hasSuffix("\nMiddlemarch.png"), "\(result.output)")
    #expect(server.targets.count == 3, "\(server.targets)")
    for request in server.requests {
      let sent = request.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != ":" } }
      #expect(
        Set(sent).isSubset(of: ["Host", "User-Agent", "Accept", "Accept-Encoding"]), "\(request)")
    }
    let again = run("zib book add --isbn 9780141439549 --online")
    #expect(
      again.status == 3 && again.output.contains("is in the vault already"), "\(again.output)")
  }

  @Test func `without a terminal several books are listed, and a number or an author takes one`()
    throws
  {
    let list = run("zib book add Middlemarch --online")
    #expect(list.status == 2, "\(list.output)")
    #expect(list.output.contains("  1  Middlemarch, George Eliot, 1871, 880 pages, 900 editions"))
    #expect(list.output.contains("  2  Middlemarch, Jane Doe, 1999"), "\(list.output)")
    #expect(!list.output.contains("road to"))
    let second = run("zib book add Middlemarch --online --choose 2 && grep author: Books/*")
    #expect(second.output == "Books/Middlemarch.md\nauthor: Jane Doe", "\(second.output)")
    let author = run(
      "rm -r Books; zib book add middlemarch -a eliot --online --no-cover && grep author: Books/*")
    #expect(author.output == "Books/Middlemarch.md\nauthor: George Eliot", "\(author.output)")
    #expect(run("ls Attachments").status != 0)
  }

  @Test func `Google Books is asked for what Open Library does not know`() throws {
    let result = run("zib book add Pond --online && sed -n 2,7p Books/Pond.md")
    #expect(
      result.output == """
        Books/Pond.md
        author: Claire-Louise Bennett
        isbn: "9781910695098"
        published: 2015
        publisher: Fitzcarraldo
        pages: 184
        status: want
        """, "\(result.output)")
    let asked = server.targets
    #expect(asked.count == 2 && asked[0].hasPrefix("/ol/") && asked[1].hasPrefix("/gb/"))
    let unknown = run("zib book add Nobody wrote this --online; zib book add broken --online")
    #expect(
      unknown.output.contains("no catalogue knows `Nobody wrote this`"), "\(unknown.output)")
    run("zib config -q --user books.google-books ''")
    let before = server.targets.count
    let off = run("zib book add Pond again --online")
    #expect(off.status == 1, "\(off.output)")
    #expect(server.targets.dropFirst(before).allSatisfy { $0.hasPrefix("/ol/") })
  }

  @Test func `nothing is asked without a word, and a vault names no catalogue`() throws {
    #expect(run("zib book add Emma -a 'Jane Austen'").status == 0)
    #expect(server.requests.isEmpty)
    let other = try #require(WebServer { _ in .json(#"{"docs": []}"#) })
    let result = run(
      """
      printf 'books.open-library: \(other.address)\\nbooks.covers: \(other.address)\\n' >> .zib/config.yml
      zib book add Middlemarch --online --choose 1
      """)
    #expect(result.output == "Books/Middlemarch.md")
    #expect(other.requests.isEmpty && !server.requests.isEmpty)
    let warned = run("zib config 2>&1 >/dev/null")
    #expect(warned.output.contains("it names a server that is asked"), "\(warned.output)")
  }

  @Test(
    .enabled(if: PlayedTerminal.canPlay, Comment(rawValue: PlayedTerminal.reason)),
    .timeLimit(.minutes(3)))
  func `at a terminal the person chooses`() throws {
    let (printed, screen) = devices.play(
      """
      await 'Which one?'; press '7\\r'
      await 'Which one?'; press '1\\r'
      """, on: "unset http_proxy; cd a && zib book add Middlemarch --online")
    #expect(printed == ["exit 0"], "\(screen)")
    #expect(run("grep author: Books/*").output == "author: George Eliot")
  }

  /// A photograph of the bar code 9780141439549 (PNG), in base64.
  private static let barCode =
    "iVBORw0KGgoAAAANSUhEUgAAAXcAAACMAQAAAACvmdQ9AAAAY0lEQVR42u3YMQ2AMBBA0Us6dMPC2bjtNGGAVEGRhY"
    + "0mNdBuNwEamIDk//kp+HI9S/B4/Md89GI6o4/cNpc1tFovrqel/WiLpZG1Oh6Px+PxeDwej8fj8Xg8Hv+S5+/h8X/0"
    + "N9i5Iz/qfd0qAAAAAElFTkSuQmCC"

  @Test(.enabled(if: SyncedDevices.has("zbarimg"), "there is no zbarimg"))
  func `a photograph of the bar code is looked up as its ISBN`() throws {
    let photograph = "echo '\(Self.barCode)' | base64 -d > ../cover.png; "
    let offline = run(photograph + "zib book add ../cover.png")
    #expect(offline.status == 2 && offline.output.contains("shows the ISBN 9780141439549"))
    #expect(server.requests.isEmpty)
    let found = run("zib book add ../cover.png --online && grep isbn Books/Middlemarch.md")
    #expect(
      found.output == "Books/Middlemarch.md\nisbn: \"9780141439549\"", "\(found.output)")
    let script = run("printf 'push graphic-context\\n' > ../x.png; zib book add ../x.png --online")
    #expect(script.output.contains("is no picture"), "\(script.output)")
  }
}
