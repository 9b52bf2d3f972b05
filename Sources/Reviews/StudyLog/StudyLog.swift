import Notes

/// The study log of the notebook of 2019 (`study.log` of a `.notebundle`), as events.
///
/// ```
/// log  := (line "\n")*
/// line := ISO-8601-time " " template-sha1 " " index " correct " n " incorrect " n
/// ```
/// That application knew right and wrong only. A line is the result of a card in a session: each
/// wrong answer becomes an answer `again`, and if it was right in the end a `good` follows.
/// Replayed by ``ReviewHistory`` the answers give states; the ids of events depend on the lines
/// alone, so that a log that is read twice, or on two devices, counts once.
package struct StudyLog: Sendable {
  /// The result of a prompt in a session.
  package struct Line: Hashable, Sendable {
    /// UTC milliseconds.
    package let time: Int64
    /// Forty hexadecimal digits.
    package let template: String
    /// The number of the template's prompt, from 0.
    package let index: Int
    package let correct: Int
    package let incorrect: Int
  }

  /// A line that is not of the grammar.
  package struct UnreadLine: Hashable, Sendable {
    /// From 1.
    package let number: Int
    package let text: String
  }

  /// The answers, by time.
  package private(set) var events: [ReviewEvent] = []
  /// The lines that were read, in their order.
  package private(set) var lines: [Line] = []
  /// The number of lines.
  package var reviewCount: Int { lines.count }
  /// The lines that were not.
  package private(set) var unread: [UnreadLine] = []

  /// Answers that one line may hold of a kind; more are a damaged number.
  package static let mostAnswers = 100

  /// - Parameters:
  ///   - bytes: the log, unpacked.
  ///   - zone: where the person was; the log does not say.
  package init(_ bytes: [UInt8], zone: Zone = .utc) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      guard let entry = Line(line) else {
        unread.append(
          UnreadLine(number: index + 1, text: String(decoding: line, as: UTF8.self)))
        continue
      }
      self.lines.append(entry)
      append(entry, zone: zone)
    }
    events.sort()
  }

  /// The card of an old application's template and the index of a prompt in it, where its text is not known.
  ///
  /// - Parameter template: forty hexadecimal digits.
  package static func card(template: String, index: Int) -> CardID {
    CardID(bits: hash("study.log card \(template) \(index)"))
  }

  private mutating func append(_ entry: Line, zone: Zone) {
    let card = Self.card(template: entry.template, index: entry.index)
    let grades =
      Array(repeating: Grade.again, count: entry.incorrect) + (entry.correct > 0 ? [.good] : [])
    let zoneMinutes = Int16(clamping: zone.secondsEast(entry.time) / 60)
    for (place, grade) in grades.enumerated() {
      let id = Self.hash("study.log event \(entry.template) \(entry.index) \(entry.time) \(place)")
      events.append(
        ReviewEvent(
          id: ReviewEvent.ID(bits: id),
          // A millisecond keeps the answers of a line in their order.
          time: entry.time + Int64(place), zoneMinutes: zoneMinutes,
          action: .review(card, grade, milliseconds: 0)))
    }
  }

  private static func hash(_ text: String) -> UInt64 { XXHash64.hash(Array(text.utf8)) }
}

extension StudyLog.Line {
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 7, let instant = Instant(words[0]), words[1].count == 40,
      words[1].allSatisfy({ "0123456789abcdef".utf8.contains($0) }),
      let index = Self.number(words[2]), words[3].elementsEqual("correct".utf8),
      let correct = Self.number(words[4]), words[5].elementsEqual("incorrect".utf8),
      let incorrect = Self.number(words[6]), correct <= StudyLog.mostAnswers,
      incorrect <= StudyLog.mostAnswers
    else { return nil }
    time = instant.milliseconds
    template = String(decoding: words[1], as: UTF8.self)
    self.index = index
    self.correct = correct
    self.incorrect = incorrect
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
