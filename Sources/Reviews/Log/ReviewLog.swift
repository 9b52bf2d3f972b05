/// The log of one device: the events of its lines, and the lines that could not be read.
///
/// A log is only appended to, by one writer, and its lines end in LF. Fields are separated by one
/// tab:
///
///     log        := (line LF)* torn?
///     line       := id TAB time TAB zone TAB
///                   ( card TAB "review"  TAB grade TAB milliseconds
///                   | card TAB "link"    TAB fingerprint TAB "-"
///                   | card TAB "suspend" TAB ("on" | "off") TAB "-"
///                   | card TAB "bury"    TAB "-" TAB "-"
///                   | card TAB "reset"   TAB "-" TAB "-"
///                   | card TAB "anki"    TAB note TAB number
///                   | "-"  TAB "retract" TAB id TAB "-"
///                   | "-"  TAB "params"  TAB "fsrs-6" TAB weight ("," weight){20} )
///     id, card, fingerprint, note := sixteen hexadecimal digits in lower case
///     time       := UTC milliseconds, at most 2^53 away from 1970
///     zone       := minutes ahead of UTC, 16 bits
///     grade      := "1" (again) | "2" (hard) | "3" (good) | "4" (easy)
///     number     := which card of the note, from 1, 16 bits
///     milliseconds := what the answer took, 32 bits
///     weight     := a decimal number, as short as tells it from all other 64-bit ones
///     torn       := the beginning of a line; its event never happened
///
/// Whole numbers have no leading zeros. A writer that finds a torn line at the end closes it with
/// ``closingTornLine`` first, because the beginning of a line can look whole. CR LF is read as LF;
/// empty lines are ignored. Every other line is left out, and listed in ``skipped``. A newer version
/// wrote it where it begins as a line does and its kind, or the algorithm of its `params`, is unknown
/// here, or where a whole line of a known kind goes on with TAB and an eighth field; one that ends in
/// ``closingTornLine`` is torn, and any other is damage.
package struct ReviewLog: Sendable {
  /// A line that gave no event.
  package struct SkippedLine: Hashable, Sendable {
    /// The reason why a line gave no event.
    package enum Reason: Hashable, Sendable {
      /// No version writes such a line.
      case damaged
      /// A newer version may have written it: its kind, or its algorithm, is this one.
      case newer(String)
      /// Its writer was stopped in it, and the next one closed it.
      case torn
    }

    /// Counted from one, in the whole log.
    package let line: Int
    package let reason: Reason
  }

  /// The events, in the order of their lines.
  package private(set) var events: [ReviewEvent] = []
  /// The first lines that gave no event, at most ``skippedLimit``.
  package private(set) var skipped: [SkippedLine] = []
  /// The number of lines that gave no event.
  package private(set) var skippedCount = 0
  /// True if the bytes end in the middle of a line; a writer must append ``closingTornLine`` first.
  package private(set) var isTorn = false

  /// The greatest number of lines in ``skipped``: a damaged log can have millions.
  package static let skippedLimit = 100

  /// The bytes that end a torn line so that it cannot be taken for a whole one.
  package static let closingTornLine = Array("\t!\n".utf8)

  /// Reads the bytes of a log; any bytes give a log.
  ///
  /// - Parameter lines: the lines of the log that come before these bytes.
  /// - Complexity: O(n) in the number of bytes.
  package init(_ bytes: [UInt8], after lines: Int = 0) { self.init(bytes.span, after: lines) }

  /// Reads the bytes of a log; any bytes give a log.
  ///
  /// - Parameter lines: the lines of the log that come before these bytes.
  /// - Complexity: O(n) in the number of bytes.
  package init(_ bytes: Span<UInt8>, after lines: Int = 0) {
    events.reserveCapacity(bytes.count / 64)
    var number = lines + 1
    var start = 0
    while start < bytes.count {
      var reader = LogLineReader(at: start)
      let event = reader.event(in: bytes)
      let end = reader.end(in: bytes)
      guard end < bytes.count else {
        isTorn = true
        return
      }
      if let event, reader.isAtEnd {
        events.append(event)
      } else if let reason = LogLineReader.reason(of: start..<end, in: bytes) {
        skippedCount += 1
        if skipped.count < Self.skippedLimit {
          skipped.append(SkippedLine(line: number, reason: reason))
        }
      }
      start = end + 1
      number += 1
    }
  }

  /// The events of a log's bytes, without the lines that could not be read.
  package static func events(in bytes: [UInt8]) -> [ReviewEvent] { ReviewLog(bytes).events }

  /// An event as a line of a log, with its LF.
  package static func line(for event: ReviewEvent) -> [UInt8] {
    var line = Array("\(event.id)\t\(event.time)\t\(event.zoneMinutes)\t".utf8)
    let rest =
      switch event.action {
      case .review(let card, let grade, let time): "\(card)\treview\t\(grade.rawValue)\t\(time)"
      case .link(let card, let fingerprint): "\(card)\tlink\t\(fingerprint)\t-"
      case .suspend(let card, let isOn): "\(card)\tsuspend\t\(isOn ? "on" : "off")\t-"
      case .bury(let card): "\(card)\tbury\t-\t-"
      case .reset(let card): "\(card)\treset\t-\t-"
      case .export(let card, let note, let number): "\(card)\tanki\t\(note)\t\(number)"
      case .retract(let id): "-\tretract\t\(id)\t-"
      case .parameters(let parameters):
        "-\tparams\t\(LogLineReader.algorithm)\t"
          + parameters.weights.map(\.description).joined(separator: ",")
      }
    line += rest.utf8
    line.append(UInt8(ascii: "\n"))
    return line
  }
}
