import Notes
import Testing

@Suite struct ManyEntriesTests {
  private static func entries(of day: JournalEditor) -> [NewJournalEntry] {
    day.note.journalEntries.indices.map { day.entry($0) }
  }

  private static func lines(of day: JournalEditor) -> [ArraySlice<UInt8>] {
    day.note.source.split { $0 == 0x0A || $0 == 0x0D || $0 >= 0x80 }
  }

  @Test func `several entries at once stand as they would one after the other`() throws {
    var state: UInt64 = 41
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let days = [
      "", "\n", "# Day\n", "# Day\n\n## 08:00 a\n",
      "# Day\r\n\r\n## 08:00 a\r\n\r\nx\r\n\r\n## 10:00\r\ny",
      "## 20:00 z\n\n## 08:00 a\n", "\u{FEFF}### 09:00\n\nfirst\n\n\n### 09:00\n\nsecond\n\n",
      "text",
      "## 08:00 a\n### 08:30 b\n",
    ]
    for round in 0..<400 {
      let day = days[next(days.count)]
      let entries = (0...next(4)).map { number in
        NewJournalEntry(
          time: ClockTime(secondOfDay: (6 + next(8)) * 3600), title: "new \(number)",
          body: ["", "one", "one\n\n- two", "```\ncode\n```"][next(4)])
      }
      // A day that is written the latest first gets of the same time the first last.
      let ordered = entries.enumerated().sorted {
        ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
      }.map(\.element)
      var one = try JournalEditor(Array(day.utf8))
      for entry in ordered { one = try JournalEditor(try one.adding(entry).bytes) }
      let many = try JournalEditor(try JournalEditor(Array(day.utf8)).adding(entries))
      #expect(
        Self.entries(of: one) == Self.entries(of: many), "round \(round): \(day.debugDescription)")
      // Every line that stood there does, in its order.
      var rest = Self.lines(of: many)[...]
      for line in Self.lines(of: try JournalEditor(Array(day.utf8))) {
        rest = rest.drop { $0 != line }
        #expect(!rest.isEmpty, "round \(round): \(day.debugDescription)")
        rest = rest.dropFirst()
      }
    }
  }

  @Test(arguments: ["## 09:00 two", "```\nopen", "<!-- open", "text\n\n```"])
  func `an entry that is not one alone is refused with the day as it was`(body: String) throws {
    let entry = NewJournalEntry(time: ClockTime(secondOfDay: 0), body: body)
    #expect(entry.readAlone() == nil)
    let editor = try JournalEditor(Array("## 08:00 a\n".utf8))
    #expect(throws: JournalEditError.dayIsOpen) { try editor.adding([entry]) }
    #expect(throws: JournalEditError.dayIsOpen) {
      try JournalEditor(Array("```\nopen".utf8)).adding([NewJournalEntry(time: .midnight)])
    }
  }
}
