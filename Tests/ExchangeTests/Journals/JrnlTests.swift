import Exchange
import Notes
import Testing

@Suite struct JrnlTests {
  private static func read(_ text: String, on day: CivilDate? = nil) -> ImportedEntries {
    JrnlText.read(Array((text + "\n").utf8), on: day)
  }

  @Test func `a last entry without a line end is left out and told`() {
    let read = JrnlText.read(
      Array("[2026-11-20 08:15] One\nTwo.\n\n[2026-11-21 09:00] Three\nFour fi".utf8))
    #expect(read.entries.map(Self.words) == ["2026-11-20 08:15 One | Two. | "])
    #expect(
      read.remarks == [
        Remark(
          .unreadable, "the last entry has no line end and may be cut off; it was left out",
          of: "Three", line: 4)
      ])
  }

  /// `2026-11-20 08:15 Title | text | tags`
  private static func words(_ entry: ImportedEntry) -> String {
    let time =
      switch entry.time {
      case .local(let date, let time): "\(date) \(time)"
      case .instant(let milliseconds, let zone):
        "\(CivilDateTime(milliseconds: milliseconds, in: .utc)) UTC, \(zone ?? "")"
      }
    let mood = entry.mood.map { " " + $0 } ?? ""
    return [
      time + mood + " " + entry.title, entry.text { $0.name }, entry.tags.joined(separator: ","),
    ]
    .joined(separator: " | ")
  }

  @Test(arguments: [
    ("2026-11-20 08:15:00 PM", "2026-11-20 20:15"),
    ("2026-11-20 12:05:09 AM", "2026-11-20 00:05:09"),
    ("2026-11-20 08:15", "2026-11-20 08:15"), ("2026/11/20 8:15", "2026-11-20 08:15"),
    ("20.11.2026 08:15", "2026-11-20 08:15"), ("20/11/2026 08:15", "2026-11-20 08:15"),
    ("11/20/2026 08:15", "2026-11-20 08:15"), ("11/20/26 20:15:10", "2026-11-20 20:15:10"),
    ("20 November 2026 08:15:00 AM", "2026-11-20 08:15"),
    ("Nov 20, 2026 8:15pm", "2026-11-20 20:15"),
    ("Friday, 20 November 2026 08:15", "2026-11-20 08:15"),
    ("Fri Nov 20 08:15:30 2026", "2026-11-20 08:15:30"),
    ("20-Nov-2026 08:15", "2026-11-20 08:15"), ("2026-11-20T08:15:00", "2026-11-20 08:15"),
    ("20261120 08:15", "2026-11-20 08:15"), ("20th Nov 2026 08:15", "2026-11-20 08:15"),
    ("2026-11-20", "2026-11-20 09:00"), ("08:15, 20.11.2026", "2026-11-20 08:15"),
  ])
  func `whatever format a person has chosen for the time`(stamp: String, time: String) {
    let read = Self.read("[\(stamp)] Rain.\nAll day.\n")
    #expect(read.entries.map(Self.words) == ["\(time) Rain. | All day. | "])
    #expect(read.remarks.isEmpty)
  }

  @Test(arguments: [
    "x", "2026", "2026-13-01 08:15", "2026-11-20 25:00", "2026-11-20 13:00 pm", "12 08:15", "@x",
    "2026-11-20 08:15 08:16", "Marchmain 20 2026", "1 2 3 4", "99999999999-1-1",
    "2026-11-20 +99:99", "]",
  ])
  func `what is no time opens no entry`(stamp: String) {
    let read = Self.read("[2026-11-20 08:15] Rain.\n[\(stamp)] All day.\n")
    #expect(read.entries.count == 1)
    #expect(Self.read("[\(stamp)] All day.").entries.isEmpty)
  }

  @Test func `titles, stars, tags, and text that only looks like an entry`() {
    let read = Self.read(
      """

      [2026-11-20 08:15] A heron on the shed.
      It stood there, @garden in the rain; bob@example.org and @tools-old too.

      [2026-11-20 08:15] @Work and @c++ *

      - [x] one
      [not a time] in the text
      [2026-01-01] a day in the text
      ```
      @property
      ```
      [2026-11-21 18:00] 😀 Fine **day**
      [2026-11-21 18:01]
      only text

      """)
    #expect(
      read.entries.map(Self.words) == [
        "2026-11-20 08:15 A heron on the shed. | It stood there, #garden in the rain; "
          + "bob@example.org and #tools-old too. | ",
        "2026-11-20 08:15 #Work and @c++ | - [x] one\n[not a time] in the text\n"
          + "[2026-01-01] a day in the text\n```\n@property\n``` | starred",
        "2026-11-21 18:00 😀 Fine **day** |  | ", "2026-11-21 18:01  | only text | ",
      ])
    #expect(
      read.remarks.map { [$0.kind.rawValue, $0.subject, $0.value] } == [
        ["notCarried", "tags that cannot be hashtags", "@c++"],
        ["changed", "an emoji before the title, now the mood", ""],
      ])
  }

  @Test func `the first jrnl wrote no brackets`() {
    let text = """
      2014-06-24 23:30 Star gazing *
      Vega over the @roof at 23:45.
      2014-06 is over soon.

      2014-06-25 08:15 12 apples
      """
    #expect(JrnlText.isOne(DecodedText(Array(text.utf8))))
    #expect(
      Self.read(text).entries.map(Self.words) == [
        "2014-06-24 23:30 Star gazing | Vega over the #roof at 23:45.\n2014-06 is over soon. | starred",
        "2014-06-25 08:15 12 apples |  | ",
      ])
  }

  @Test(arguments: [
    // Only one order has a day of each; the order of the entries says it; nothing does.
    ("03/04/2026 08:00", "13/04/2026 08:00", "2026-04-03", false),
    ("03/04/2026 08:00", "03/14/2026 08:00", "2026-03-04", false),
    ("03/04/2026 08:00", "05/03/2026 08:00", "2026-03-04", false),
    ("05/03/2026 08:00", "03/04/2026 08:00", "2026-03-05", false),
    ("03/04/2026 08:00", "04/05/2026 08:00", "2026-04-03", true),
    ("04/04/2026 08:00", "05/05/2026 08:00", "2026-04-04", false),
  ])
  func `figures that do not say which is the month are read as the file has them`(
    first: String, second: String, day: String, isGuessed: Bool
  ) {
    let read = Self.read("[\(first)] a\n\n[\(second)] b\n")
    #expect(read.entries.first.map(Self.words)?.hasPrefix(day) == true)
    #expect(read.remarks.contains { $0.kind == .changed } == isGuessed)
  }

  @Test func `a folder's path has the day, a zone makes an instant, and CRLF ends lines`() {
    let day = CivilDate(year: 2026, month: 11, day: 20)
    #expect(
      Self.read("[08:15] Rain\r\nAll day.\r\n", on: day).entries.map(Self.words)
        == ["2026-11-20 08:15 Rain | All day. | "])
    #expect(
      Self.read("[2026-11-20 08:15 +0530] Rain").entries.map(Self.words)
        == ["2026-11-20 02:45 UTC, +05:30 Rain |  | "])
    let read = Self.read("lost words\n[2026-11-20 08:15] Rain")
    #expect(read.entries.count == 1)
    #expect(read.remarks.map(\.value) == ["lost words"])
  }

  @Test func `an export as JSON says the same as the text`() throws {
    // By jrnl 4.6, but for `+`, which is a mark that a person may choose.
    let json = """
      {"tags": {"@garden": 1}, "entries": [
        {"title": "A heron on the shed.", "body": "In the @garden, +Rain, @not.", "date": "2026-11-20",
         "time": "08:15", "tags": ["@garden", "+rain", "#x"], "starred": true, "uuid": "AB"},
        {"title": "No day", "body": "x", "date": "soon", "time": "08:15", "tags": [], "starred": false}]}
      """
    #expect(JrnlJSON.isOne(DecodedText(Array(json.utf8))))
    let read = try JrnlJSON.read(Array(json.utf8))
    #expect(
      read.entries.map(Self.words)
        == ["2026-11-20 08:15 A heron on the shed. | In the #garden, #Rain, @not. | starred"])
    #expect(read.remarks.map(\.subject) == ["uuid", "entries without a day"])
    let single =
      #"{"title": "a", "body": "", "date": "2026-11-20", "time": "08:15", "tags": [], "starred": false}"#
    #expect(try JrnlJSON.read(Array(single.utf8)).entries.count == 1)
    #expect(throws: ExchangeError.self) { try JrnlJSON.read(Array("{}".utf8)) }
    #expect(throws: ExchangeError.self) { try JrnlJSON.read(Array("[".utf8)) }
  }

  @Test func `a damaged file gives what is whole, and the same each time`() {
    let sample = """
      [2026-11-20 08:15:00 AM] A heron @shed *
      Text #x @y
      ```
      [20 November 2026 08:15] b
      03/04/2026 9:00pm c
      """
    let seed: UInt64 = 11
    var mutations = Mutations(
      of: Array(sample.utf8), seed: seed,
      pieces: [
        "[", "] ", "\n[", "2026-", "+0200", " am", "99999999", ":", "@", "*", "```\n", "\r", "/",
        "Mar",
      ])
    for round in 0..<Mutations.rounds {
      let bytes = mutations.next()
      let (read, again) = (JrnlText.read(bytes), JrnlText.read(bytes))
      #expect(
        read.entries == again.entries && read.remarks == again.remarks,
        "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `twenty thousand entries are read in linear time`() {
    let text = (0..<20_000).map { "[2026-11-20 08:15] Entry \($0)\nSome @words.\n" }
      .joined(separator: "\n")
    #expect(Self.read(text).entries.count == 20_000)
    #expect(Self.read(String(repeating: "[", count: 1 << 20)).entries.isEmpty)
  }
}

@Suite struct PersonalLogTests {
  private static func read(_ json: String, named name: String = "801394200.25") -> ImportedEntries {
    PersonalLogEntries.read(Array(json.utf8), named: name)
  }

  @Test func `an entry has its moment, mood, title, prompt, text and tags`() {
    let json = """
      {"date": 801394200.25, "mood": "😀", "title": "Hi *x*", "prompt": "What  now?",
       "text": "one\\ntwo #not\\n\\n## three", "tags": ["a b", "garden", "!", 7]}
      """
    #expect(PersonalLogEntries.isOne(DecodedText(Array(json.utf8))))
    let read = Self.read(json)
    let entry = read.entries.first
    #expect(entry?.time == .instant(milliseconds: 1_779_701_400_250, zone: nil))
    #expect(entry?.mood == "😀" && entry?.title == "Hi \\*x\\*" && entry?.prompt == "What now?")
    #expect(entry?.parts == [.markdown("one\\\ntwo \\#not\n\n\\## three")])
    #expect(entry?.tags == ["a-b", "garden", "tag-7"])
    #expect(read.remarks.map(\.value) == ["!"])
  }

  @Test(arguments: [
    "", "{", "[]", "7", "{\"date\": \"x\"", "\u{0}", "{\"date\": 1e300}",
  ])
  func `a damaged entry is told by its name and is no error`(json: String) {
    let read = Self.read(json)
    #expect(read.entries.isEmpty)
    #expect(read.remarks.map(\.kind) == [.unreadable])
    #expect(read.remarks.first?.item == "801394200.25")
  }

  @Test func `what is missing is not needed, and the name has the time`() {
    let read = Self.read("{\"mood\": \"fine\", \"text\": \"x\", \"colour\": \"red\"}")
    #expect(read.entries.first?.time == .instant(milliseconds: 1_779_701_400_250, zone: nil))
    #expect(read.entries.first?.mood == nil && read.entries.first?.prompt == nil)
    #expect(
      read.remarks.map { [$0.subject, $0.value] } == [
        ["moods that are no emoji", "fine"], ["colour", "red"],
      ])
  }

  @Test(arguments: [
    ("801394200.0", true), ("-5.25", true), ("8e8", true), ("nan", false), ("inf", false),
    ("index", false), (".DS_Store", false), ("1.2.3", false), ("", false), ("0x1p3", false),
  ])
  func `entries are told by their names`(name: String, isEntry: Bool) {
    #expect(PersonalLogEntries.isName(name) == isEntry)
  }

  @Test func `damaged bytes never stop the reader`() {
    let sample =
      #"{"date": 801394200.25, "mood": "😀", "title": "t", "prompt": "p", "text": "x\n", "tags": ["a"]}"#
    var mutations = Mutations(
      of: Array(sample.utf8), seed: 12, pieces: ["\"", "{", "1e308", "-", "\\u0000", "[[", "null"])
    for _ in 0..<Mutations.rounds {
      let read = PersonalLogEntries.read(mutations.next(), named: "x")
      #expect(read.entries.count + read.remarks.count { $0.kind == .unreadable } == 1)
    }
  }
}
