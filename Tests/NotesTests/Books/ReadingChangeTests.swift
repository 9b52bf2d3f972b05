import Notes
import Testing

@Suite struct ReadingChangeTests {
  private func changed(_ text: String, _ change: ReadingChange) throws -> String {
    String(decoding: try change.applied(to: Array(text.utf8)), as: UTF8.self)
  }

  private func date(_ text: String) throws -> PartialDate { try #require(PartialDate(text)) }

  private func book(_ lines: String) -> String { "---\nauthor: A\npages: 1\n\(lines)---\n# T\n" }

  @Test(
    arguments: [
      // A book of which nothing is written yet.
      (
        "", "2026-11-21",
        "readings:\n  - started: 2026-11-21\nstatus: reading\n"
      ),
      ("status: want\n", "2026-11", "status: reading\nreadings:\n  - started: 2026-11\n"),
      (
        "status: To Read # soon\nreadings: []\n", "2026",
        "status: reading # soon\nreadings:\n  - started: 2026\n"
      ),
      ("readings:\nz: 1\n", "2026", "readings:\n  - started: 2026\nz: 1\nstatus: reading\n"),
      // A book that was read: a reread begins.
      (
        "status: read\nreadings:\n- finished: 2019 # May?\n", "2026",
        "status: reading\nreadings:\n- finished: 2019 # May?\n- started: 2026\n"
      ),
      (
        "status: read\nreadings: [{ started: 2011, finished: 2012 }]\n", "2026-10-03",
        "status: reading\nreadings: [{ started: 2011, finished: 2012 }, {started: 2026-10-03}]\n"
      ),
      (
        "status: read\nfinished: 2012-01\n", "2026",
        "status: reading\nreadings:\n  - finished: 2012-01\n  - started: 2026\n"
      ),
      (
        "status: read\nstarted: 2011\nfinished: 2012-01\n", "2026",
        "status: reading\nreadings:\n  - started: 2011\n    finished: 2012-01\n  - started: 2026\n"
      ),
      (
        "status: read\nreadings: 2012\n", "2026",
        "status: reading\nreadings: [{finished: 2012}, {started: 2026}]\n"
      ),
      (
        "status: read\nreadings: {finished: 2012}\n", "2026",
        "status: reading\nreadings: [{finished: 2012}, {started: 2026}]\n"
      ),
      (
        "status: read\nreadings: [2012, 2013-04]\n", "2026",
        "status: reading\nreadings: [2012, 2013-04, {started: 2026}]\n"
      ),
      // Put back while it was being read.
      (
        "status: want\nreadings:\n  - started: 2026-11-23\n", "2019",
        "status: reading\nreadings:\n  - started: 2019\n"
      ),
      (
        "status: want\nstarted: 2026-11-23\n", "2019",
        "status: reading\nstarted: 2019\n"
      ),
      (
        "status: want\nreadings:\n  - started: 2011\n    finished: 2012\n", "2026",
        "status: reading\nreadings:\n  - started: 2011\n    finished: 2012\n  - started: 2026\n"
      ),
      // Given up, and begun again.
      (
        "status: abandoned\nreadings:\n  - started: 2018-07\n", "2026",
        "status: reading\nreadings:\n  - started: 2018-07\n  - started: 2026\n"
      ),
      // A date that somebody gives mends the one there.
      (
        "status: reading\nreadings:\n  - started: 2018-07 # or so\n", "2018-06",
        "status: reading\nreadings:\n  - started: 2018-06 # or so\n"
      ),
      ("status: reading\nStarted: 2018\n", "2017", "status: reading\nStarted: 2017\n"),
      (
        "status: reading\nreadings:\n  - started:\n", "2018-06",
        "status: reading\nreadings:\n  - started: 2018-06\n"
      ),
    ])
  func `a book is begun`(before: String, on: String, after: String) throws {
    let change = ReadingChange.start(try date(on), isGiven: true)
    #expect(try changed(book(before), change) == book(after))
  }

  @Test(
    arguments: [
      // Never started.
      ("", "2026-11-21", "readings:\n  - finished: 2026-11-21\nstatus: read\n"),
      ("status: want\n", "2019", "status: read\nreadings:\n  - finished: 2019\n"),
      // The reading that is going on ends, in the form it has.
      (
        "status: reading\nreadings:\n  - started: 2026-10-03\n    where: Ghent\nz: 1\n", "2026-11",
        "status: read\nreadings:\n  - started: 2026-10-03\n    where: Ghent\n    finished: 2026-11\nz: 1\n"
      ),
      (
        "status: reading\nreadings: [{ started: 2026-10-03 }]\n", "2026-11",
        "status: read\nreadings: [{ started: 2026-10-03, finished: 2026-11 }]\n"
      ),
      (
        "status: reading\nreadings:\n  - {start: 2026}\n", "2026-11",
        "status: read\nreadings:\n  - {start: 2026, finished: 2026-11}\n"
      ),
      (
        "status: reading\nreadings:\n  - started: 2026\n    finished:\n", "2026-11",
        "status: read\nreadings:\n  - started: 2026\n    finished: 2026-11\n"
      ),
      (
        "status: reading\nreadings:\n  - started: 2026\n    ended: # not yet\n", "2026-11",
        "status: read\nreadings:\n  - started: 2026\n    ended: 2026-11 # not yet\n"
      ),
      (
        "status: reading\nreadings:\n  - finished: 2012\n  - started: 2026\n", "2026-11",
        "status: read\nreadings:\n  - finished: 2012\n  - started: 2026\n    finished: 2026-11\n"
      ),
      // The newest first: the one that is open ends, wherever it stands.
      (
        "status: reading\nreadings:\n  - started: 2026\n  - finished: 2012\n", "2026-11",
        "status: read\nreadings:\n  - started: 2026\n    finished: 2026-11\n  - finished: 2012\n"
      ),
      (
        "status: reading\nstarted: 2026-10\n", "2026-11",
        "status: read\nstarted: 2026-10\nfinished: 2026-11\n"
      ),
      // Given up once, read since: the old beginning stays open.
      (
        "status: read\nreadings:\n  - started: 2018\n  - started: 2020\n    finished: 2020\n",
        "2026",
        "status: read\nreadings:\n  - started: 2018\n  - started: 2020\n    finished: 2020\n  - finished: 2026\n"
      ),
      // Finished again, in the same year and on the same day.
      (
        "status: read\nreadings: [{finished: 2012}]\n", "2013",
        "status: read\nreadings: [{finished: 2012}, {finished: 2013}]\n"
      ),
      ("status: finished\nreadings: [{finished: 2012}]\n", "2012", nil),
      (
        "status: read\nreadings: [{finished: 2012}, {finished: 2015}]\n", "2012", nil
      ),
      // Forms of one date, and what is none and stays.
      (
        "started: [[2026-10]]\nfinished: []\n", "2026-11",
        "started: [[2026-10]]\nfinished: 2026-11\nstatus: read\n"
      ),
      (
        "finished: [2012]\n", "2013",
        "readings:\n  - finished: 2012\n  - finished: 2013\nstatus: read\n"
      ),
      (
        "started: 2011\nfinished: [2012, 2013]\n", "2014",
        "readings:\n  - started: 2011\n    finished: [2012, 2013]\n  - finished: 2014\nstatus: read\n"
      ),
      (
        "readings:\n  - finished: [2012, 2013]\n", "2014",
        "readings:\n  - finished: [2012, 2013]\n  - finished: 2014\nstatus: read\n"
      ),
      (
        "type: book\nlast: [2012]\n", "2014",
        "type: book\nlast: [2014]\nreadings:\n  - finished: 2012\n  - finished: 2014\nstatus: read\n"
      ),
      (
        "lastRead: [[2012-01-02]]\n", "2014-02-03",
        "lastRead: \"[[2014-02-03]]\"\nreadings:\n  - finished: 2012-01-02\n  - finished: 2014-02-03\nstatus: read\n"
      ),
      // A word of the same meaning stays.
      (
        "status: done\nfinished: 2012\n", "2013",
        "status: done\nreadings:\n  - finished: 2012\n  - finished: 2013\n"
      ),
    ] as [(String, String, String?)])
  func `a book is finished`(before: String, on: String, after: String?) throws {
    #expect(
      try changed(book(before), .finish(try date(on))) == book(after ?? before))
  }

  private func kepano(_ lines: String) -> String {
    "---\ncategories: \"[[Books]]\"\n\(lines)---\n# T\n"
  }

  @Test(
    arguments: [
      // A date says it all.
      ("last:\n", "last: 2026-11-21\nstatus: read\n"),
      ("started: 2026-10\nlast:\n", "started: 2026-10\nlast: 2026-11-21\nstatus: read\n"),
      // It counts on, and is the last one again.
      (
        "last: 2023-09-12\n",
        "last: 2026-11-21\nreadings:\n  - finished: 2023-09-12\n  - finished: 2026-11-21\nstatus: read\n"
      ),
      (
        "last: \"[[2023-09-12]]\"\n",
        "last: \"[[2026-11-21]]\"\nreadings:\n  - finished: \"[[2023-09-12]]\"\n  - finished: 2026-11-21\nstatus: read\n"
      ),
      (
        "started: 2023-09\nlast: 2023\n",
        "last: 2026-11-21\nreadings:\n  - started: 2023-09\n    finished: 2023\n  - finished: 2026-11-21\nstatus: read\n"
      ),
      // Begun again since.
      (
        "started: 2026-11-01\nlast: 2023-09-12\nstatus: reading\n",
        "last: 2026-11-21\nstatus: read\nreadings:\n  - finished: 2023-09-12\n  - started: 2026-11-01\n    finished: 2026-11-21\n"
      ),
      // Typed by hand beside a list.
      (
        "readings: [{finished: 2020}]\nlast: 2023-09-12\n",
        "readings: [{finished: 2020}, {finished: 2023-09-12}, {finished: 2026-11-21}]\nlast: 2026-11-21\nstatus: read\n"
      ),
      (
        "readings: [{finished: 2023}]\nlast: 2023-09-12\n",
        "readings: [{finished: 2023}, {finished: 2026-11-21}]\nlast: 2023-09-12\nstatus: read\n"
      ),
      // Something else.
      ("last: Smith\n", "last: Smith\nreadings:\n  - finished: 2026-11-21\nstatus: read\n"),
      // Of what is no one date, or is in no reading, nothing is lost.
      (
        "last: [2021-01-01, 2023-09-12]\n",
        "last: [2021-01-01, 2023-09-12]\nreadings:\n  - finished: 2026-11-21\nstatus: read\n"
      ),
      (
        "last:\n  - 2023-09-12\n",
        "last:\n  - 2026-11-21\nreadings:\n  - finished: 2023-09-12\n  - finished: 2026-11-21\nstatus: read\n"
      ),
      (
        "last: 2019-01-01\nreadings: [{finished: 2023-09-12}]\n",
        "last: 2019-01-01\nreadings: [{finished: 2023-09-12}, {finished: 2026-11-21}]\nstatus: read\n"
      ),
      // An empty list hides nothing.
      (
        "finished: 2019\nreadings:\n",
        "readings:\n  - finished: 2019\n  - finished: 2026-11-21\nstatus: read\n"
      ),
    ])
  func `a date that stood without a list counts on`(before: String, after: String) throws {
    #expect(
      try changed(kepano(before), .finish(try date("2026-11-21"))) == kepano(after), "\(before)")
    let count = try #require(Note(parsing: Array(kepano(before).utf8)).book).finishes.count
    #expect(try #require(Note(parsing: Array(kepano(after).utf8)).book).finishes.count == count + 1)
  }

  @Test func `a book that is begun again keeps what was read of it`() throws {
    let begin = ReadingChange.start(try date("2026-11-21"), isGiven: false)
    #expect(
      try changed(kepano("last: 2023-09-12\n"), begin)
        == kepano(
          "last: 2023-09-12\nreadings:\n  - finished: 2023-09-12\n  - started: 2026-11-21\nstatus: reading\n"
        ))
    // Of this one only the status tells.
    let undated = try changed(book("status: read\n"), begin)
    #expect(
      undated
        == book("status: reading\nread-count: 1\nreadings:\n  - started: 2026-11-21\n"))
    let again = try changed(undated, .finish(try date("2026-12-01")))
    #expect(try #require(Note(parsing: Array(again.utf8)).book).timesRead == 2)
    // Finished that day already.
    let finished = kepano("last: 2026-11-21\nstatus: read\n")
    #expect(try changed(finished, .finish(try date("2026-11-21"))) == finished)
  }

  @Test(
    arguments: [
      ("", 9, "rating: 4.5\n"), ("rating: 3\n", 10, "rating: 5\n"),
      ("rating: 9/10\n", 9, "rating: 9/10\n"), ("rating: 8/10\n", 9, "rating: 9/10\n"),
      ("rating: ★★★\n", 9, "rating: ★★★★½\n"), ("Rating: 3/5 # hm\n", 8, "Rating: 4/5 # hm\n"),
      ("rating: 3\nz: 1\n", nil, "z: 1\n"), ("", nil, ""),
    ] as [(String, Int?, String)])
  func `a rating keeps its form`(before: String, halves: Int?, after: String) throws {
    #expect(try changed(book(before), .rate(halfStars: halves)) == book(after))
  }

  @Test func `line ends, comments and the text stay`() throws {
    let text = "\u{FEFF}---\r\nauthor: A\r\npages: 3\r\n# mine\r\n---\r\nstatus: x\r\n"
    #expect(
      try changed(text, .start(try date("2026"), isGiven: false))
        == "\u{FEFF}---\r\nauthor: A\r\npages: 3\r\n# mine\r\nreadings:\r\n  - started: 2026\r\n"
        + "status: reading\r\n---\r\nstatus: x\r\n")
    #expect(try changed(book("status: read\n"), .abandon) == book("status: abandoned\n"))
    #expect(try changed(book("status: tbr\n"), .want) == book("status: tbr\n"))
  }

  @Test func `what cannot be is refused`() throws {
    let reading = book("status: reading\nreadings:\n  - started: 2026-10-03\n")
    #expect(throws: ReadingChange.Refusal.alreadyReading(since: "2026-10-03")) {
      try changed(reading, .start(try date("2026-11-21"), isGiven: false))
    }
    #expect(throws: ReadingChange.Refusal.finishedBeforeStarted("2026-10-03")) {
      try changed(reading, .finish(try date("2026-09")))
    }
    // The same month and the same year may be later in it.
    #expect(try changed(reading, .finish(try date("2026"))).contains("finished: 2026\n"))
    #expect(throws: FrontMatterEditError.self) {
      try changed("---\nreadings: [\n---\n", .finish(try date("2026")))
    }
    #expect(throws: FrontMatterEditError.self) {
      try changed("---\n{author: A, pages: 3}\n---\n", .finish(try date("2026")))
    }
  }

  @Test func `a change and its reading agree, whatever is there`() throws {
    let readings = [
      "", "readings:\n", "readings: []\n", "readings: 2012\n", "readings: [2012]\n",
      "readings:\n  - 2012\n  -\n", "readings:\n- started: 2011\n", "readings: [{}]\n",
      "readings: [{started: 2011}, {finished: 2012-03}]\n", "started: 2011\n", "finished:\n",
      "readings: {started: 2011}\n", "readings:\n  -\n    started: 2011\n",
      "readings:\n  - &a\n    started: 2011\n  - *a\n", "readings: soon\n",
    ]
    for status in ["", "status: want\n", "status: reading\n", "status: read\n"] {
      for lines in readings {
        for change in [
          ReadingChange.finish(try date("2026-11-21")),
          .start(try date("2026-11-20"), isGiven: true),
        ] {
          let before = book(status + lines)
          guard let after = try? changed(before, change) else { continue }
          let read = try #require(Note(parsing: Array(after.utf8)).book)
          if case .finish = change {
            #expect(read.status == .read && read.readings.contains { $0.finished == "2026-11-21" })
          } else {
            #expect(read.status == .reading && read.readingSince == "2026-11-20", "\(before)")
          }
          #expect(after.hasSuffix("---\n# T\n"))
        }
      }
    }
  }
}
