import Reviews

/// A deck package (`.apkg`) as Anki imports it: notes with their cards, schedule, log of answers and images.
///
/// A zip archive of stored files: `collection.anki2` (a SQLite database, schema 11), `media` (JSON, a number for each
/// image's name) and the images, named by their numbers.
///
/// The same values give the same bytes. Notes have ids that follow from their cards, so that Anki
/// finds those that it imported before: it takes over later edits, adds new notes, and keeps its
/// own schedule.
package struct AnkiPackage: Sendable {
  package var notes: [AnkiNote]
  /// The deck of notes that say none.
  package var name: String
  /// The settings that the cards were scheduled with.
  package var settings: SchedulerSettings
  package var parameters: Parameters
  /// The time of the export, in UTC milliseconds.
  package var now: Int64
  /// The offset of the person's clocks from UTC, in minutes.
  package var zoneMinutes: Int16

  package init(
    _ notes: [AnkiNote], name: String = "Zibaldone", settings: SchedulerSettings = .init(),
    parameters: Parameters = .standard, now: Int64, zoneMinutes: Int16
  ) {
    self.notes = notes
    self.name = name
    self.settings = settings
    self.parameters = parameters
    self.now = now
    self.zoneMinutes = zoneMinutes
  }

  /// True if an archive is a package of Anki's, of any version.
  package static func isOne(_ archive: ZipArchive) -> Bool {
    archive.entries.contains { $0.name.hasPrefix("collection.anki2") }
  }

  /// The counts of the written parts.
  package struct Report: Hashable, Sendable {
    package var notes = 0
    package var cards = 0
    package var answers = 0
    package var images = 0
    /// Images that could not be had, by their paths: their places hold the path.
    package var missingImages: [String] = []
    /// Notes left out, since another of the package is the same.
    package var repeated = 0
  }

  /// Writes the package in place of a file, whole or not at all.
  ///
  /// - Parameters:
  ///   - path: the bytes of the file's path.
  ///   - image: the bytes of an image by its path in the vault; nil if it is not to be had. Asked once for each,
  ///     and only one is held at a time.
  /// - Throws: `.system` if the disk is full or the path cannot be written, `.format` if memory is short.
  @discardableResult
  package func write(
    to path: [UInt8], image: (String) -> [UInt8]? = { _ in nil }
  ) throws(ExchangeError) -> Report {
    var report = Report()
    var seen: Set<CardID> = []
    let notes = self.notes.filter { note in
      guard let identity = note.identity else { return false }
      return seen.insert(identity).inserted
    }
    report.repeated = self.notes.count - notes.count
    report.notes = notes.count
    for note in notes {
      report.cards += note.cards.count
      report.answers += note.cards.reduce(0) { $0 + $1.answers.count }
    }

    var file = try OutputFile(replacing: path)
    var archive = try ZipWriter(writingTo: file.temporary, called: path)
    let paths = Set(notes.flatMap(\.images)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var names = AnkiNames.media(paths)
    var media: [(key: String, value: String)] = []
    for path in paths {
      guard let bytes = image(path), let name = names[path] else {
        report.missingImages.append(path)
        names[path] = nil
        continue
      }
      try archive.add(String(media.count), bytes)
      media.append((String(media.count), JSONText.string(name)))
    }
    report.images = media.count
    let collection = AnkiCollection(of: self, notes: notes, images: names)
    try archive.add("collection.anki2", collection.bytes())
    try archive.add("media", Array(JSONText.object(media).utf8))
    try archive.finish()
    try file.putInPlace()
    return report
  }
}

extension AnkiNote {
  /// The paths of its images.
  fileprivate var images: [String] {
    switch content {
    case .quote(let front, let back, _), .question(let front, let back, _):
      return front.images + back.images
    case .cloze(let parts, let extra):
      let inText = parts.flatMap { part -> [String] in
        switch part {
        case .text(let text), .gap(let text, _, _): text.images
        }
      }
      return inText + extra.images
    }
  }
}
