import Notes

/// An entry of another program's journal.
package struct ImportedEntry: Hashable, Sendable {
  /// The time of an entry.
  package enum Time: Hashable, Sendable {
    /// The time on a clock whose place is unknown.
    case local(CivilDate, ClockTime)
    /// UTC milliseconds, and the zone's name (`Europe/Berlin`, `GMT+0200`) where the program kept it.
    case instant(milliseconds: Int64, zone: String?)
  }

  /// A file that belongs to the entry.
  package struct Attachment: Hashable, Sendable {
    /// The name that it is kept under, unique for its contents: letters, digits and one dot.
    package let name: String
    /// The text of a link to it; empty for a picture.
    package let label: String
    /// True if it is shown in the text, and not only linked.
    package let isPicture: Bool

    package init(name: String, label: String = "", isPicture: Bool = true) {
      self.name = name
      self.label = label
      self.isPicture = isPicture
    }
  }

  /// A piece of the text.
  package enum Part: Hashable, Sendable {
    case markdown(String)
    case attachment(Attachment)
  }

  /// The program, as `zib import` names it.
  package let source: String
  /// By which the program knows it; may be empty.
  package let id: String
  package var time: Time
  /// The time of its last change in UTC, `2026-11-21T08:15:00Z`; nil where the program does not say it.
  package var modified: String?
  /// One emoji.
  package var mood: String?
  /// Markdown, on one line.
  package var title = ""
  /// The question that it answers, as plain text.
  package var prompt: String?
  package var parts: [Part] = []
  /// Facts besides its text, each a line of Markdown: `Place: Berlin`.
  package var details: [String] = []
  /// Names of hashtags that the text does not have already.
  package var tags: [String] = []

  package init(source: String, id: String = "", time: Time) {
    self.source = source
    self.id = id
    self.time = time
  }

  /// The text with its attachments at the addresses that `address` gives.
  package func text(_ address: (Attachment) -> String) -> String {
    parts.map { part in
      switch part {
      case .markdown(let text): text
      case .attachment(let file):
        (file.isPicture ? "!" : "") + "[\(file.label)](\(address(file)))"
      }
    }.joined()
  }

  /// The files that belong to it.
  package var attachments: [Attachment] {
    parts.compactMap { part in
      if case .attachment(let file) = part { file } else { nil }
    }
  }

  /// Has an emoji that the title begins with be the mood, which is where a heading shows it.
  ///
  /// - Returns: true if it does.
  mutating func takeMoodFromTitle() -> Bool {
    guard mood == nil, let word = title.split(separator: " ").first, Mood.isEmoji(String(word))
    else { return false }
    mood = String(word)
    title = String(title.dropFirst(word.count).trimmingWhitespace)
    return true
  }
}

/// A file that came with a journal; its bytes are read when they are wanted.
package struct ImportedFile: Sendable {
  /// The name of its attachment.
  package let name: String
  /// In bytes.
  package let size: Int
  package let contents: @Sendable () throws -> [UInt8]

  package init(name: String, size: Int, contents: @escaping @Sendable () throws -> [UInt8]) {
    self.name = name
    self.size = size
    self.contents = contents
  }
}

/// The entries of a journal, with remarks on losses.
package struct ImportedEntries: Sendable {
  package var entries: [ImportedEntry] = []
  package var files: [ImportedFile] = []
  package var remarks: [Remark] = []

  package init() {}

  /// Adds the contents of another file.
  package mutating func append(_ other: ImportedEntries) {
    entries += other.entries
    files += other.files
    remarks += other.remarks
  }
}
