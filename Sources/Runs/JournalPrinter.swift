import Exchange
import Files
import Indexing
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// Prints entries of the journal, and days without entries, in the forms of `zib journal`.
package struct JournalPrinter {
  let session: CommandSession

  package init(session: CommandSession) { self.session = session }

  /// Prints a line for each entry.
  package func printLines(_ lines: [JournalList.Line]) throws {
    if session.terminal.isOutputTerminal { session.page() }
    var shown: (day: CivilDate, hasEntries: Bool)?
    for line in lines {
      switch line {
      case .entry(let entry): try printLine(of: entry, after: &shown)
      case .day(let day): try printLine(of: day, after: &shown)
      }
    }
  }

  private func printLine(
    of entry: DatedEntry, after shown: inout (day: CivilDate, hasEntries: Bool)?
  ) throws {
    guard session.terminal.isOutputTerminal else {
      var line = StyledText(session.shownPath(entry.path), .path)
      line.append(":", .faint)
      line.append("\(entry.line)", .position)
      line.append(":1: ", .faint)
      return try session.output.writeLine(
        line + session.output.inLine(EntryLine.line(of: entry, width: 1000)))
    }
    if entry.day != shown?.day || shown?.hasEntries == false {
      if shown != nil { try session.output.writeLine() }
      try session.output.writeLine(header(of: entry))
      shown = (entry.day, true)
    }
    let line = EntryLine.line(of: entry, width: session.terminal.width - 2)
    try session.output.writeLine(StyledText("  ") + line)
  }

  /// Lists a day whose note has no entries, with its first words.
  private func printLine(
    of day: JournalDay, after shown: inout (day: CivilDate, hasEntries: Bool)?
  ) throws {
    if session.terminal.isOutputTerminal, shown?.hasEntries == true {
      try session.output.writeLine()
    }
    shown = (day.day, false)
    let (note, body) = try session.vault().text(of: day)
    let words = note.plainText(in: body)
    var line = StyledText(session.shownPath(day.path), .path)
    line.append(":1:1: ", .faint)
    line.append(day.day.inWords, .heading)
    let first = words.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    if !first.isEmpty { line.append("  " + first.truncated(toWidth: 60)) }
    try session.output.writeLine(session.output.inLine(line))
  }

  private func header(of entry: DatedEntry) -> StyledText {
    header(of: entry.day, at: entry.path)
  }

  private func header(
    of day: CivilDate, at path: NotePath
  ) -> StyledText {
    let header = StyledText(day.inWords, .heading)
    let path = StyledText(session.shownPath(path), .path)
    let isWide = header.displayWidth + path.displayWidth + 2 <= session.terminal.width
    return isWide ? header + StyledText("  ") + path : header
  }

  /// Prints the entries with their text.
  package func printFull(_ lines: [JournalList.Line]) throws {
    let isDrawn = session.terminal.isOutputTerminal
    if isDrawn { session.page() }
    var shown: CivilDate?
    for line in lines {
      let (day, source) =
        switch line {
        case .entry(let entry): (entry.day, entry.source)
        case .day(let day):
          (day.day, try { $0.note.text($0.body) }(session.vault().text(of: day)))
        }
      if shown != nil { try session.output.writeLine() }
      if day != shown {
        if isDrawn {
          try session.output.writeLine(header(of: day, at: line.path))
        } else {
          try session.output.writeLine("# " + day.inWords)
        }
        try session.output.writeLine()
        shown = day
      }
      let text = JournalText.trimmed(source.utf8) + "\n"
      if isDrawn {
        try session.draw(Array(text.utf8), at: line.path)
      } else {
        try session.output.write(untrusted: text, keepingLines: true)
      }
    }
  }

  /// Prints the entries as other people may see them.
  package func share(
    _ lines: [JournalList.Line], as form: ShareForm, title: String
  ) throws {
    let places = SharedPlaces(form, [], session)
    var items: [SharedItem] = []
    var languages: Set<String?> = []
    for line in lines {
      switch line {
      case .entry(let entry):
        languages.insert(entry.language)
        if let open = entry.unclosed { places.tellUnclosed(open, in: entry.path.text) }
        if !entry.isInComment { items.append(try session.shared(entry, places)) }
      case .day(let day):
        let (note, body) = try session.vault().text(of: day, hasReferencesInPlace: true)
        languages.insert(note.language)
        let title = note.titleHeading == nil ? "" : note.readableTitle
        let piece = try sharedPiece(of: note, body)
        items.append(
          .entry(
            SharedEntry(
              when: day.day.inWords, machineTime: "\(day.day)", mood: nil,
              title: title == day.day.inWords ? "" : title.withoutComments,
              body: piece, links: places.links(of: day.path, for: piece))))
      }
    }
    let language = languages.count == 1 ? languages.first ?? nil : nil
    try session.share(as: form, title: title.isEmpty ? "Journal" : title, language: language) {
      for item in items { try $0(item) }
    }
    places.tellEmbedded()
  }

  private func sharedPiece(of note: Note, _ body: ByteRange) throws -> Note {
    Note(
      piece: SharedPiece.bytes(of: note, body), language: note.language,
      options: try session.vault().noteOptions)
  }

  /// Prints the paths of the days.
  package func printPaths(_ lines: [JournalList.Line], end: UInt8)
    throws
  {
    var last: NotePath?
    for line in lines where line.path != last {
      last = line.path
      if end == 0 || !session.output.escapesControlCharacters {
        try session.output.write(bytes: session.shownPathBytes(line.path) + [end])
      } else {
        try session.output.writeLine(StyledText(session.shownPath(line.path), .path))
      }
    }
  }

  /// Prints the entries as a table.
  package func printCSV(_ entries: [DatedEntry]) throws {
    let home = try session.journalZone()
    var table = CSVWriter(
      columns: [
        "date", "time", "zone", "mood", "moodName", "title", "tags", "words", "text", "path",
        "line",
      ])
    for entry in entries {
      table.row([
        entry.day.description, entry.time.description,
        EntryLine.zone(entry.secondsEast(home: home) / 60), entry.mood,
        entry.mood.flatMap { Mood.named(by: $0)?.name }, entry.title,
        entry.tags.joined(separator: ", "), "\(entry.words)", entry.body,
        session.shownPath(entry.path), "\(entry.line)",
      ])
      try session.output.write(draining: &table)
    }
    try session.output.write(draining: &table)
  }

  /// - Parameter isShared: true if it is for other people, who see no comments.
  package func printJSON(
    _ words: String, _ list: JournalList, isShared: Bool
  ) throws {
    let home = try session.journalZone()
    let places = SharedPlaces(.json, [], session)
    try session.output.writeJSON {
      $0.field("query", words)
      try $0.array("entries") {
        for entry in list.entries {
          if isShared {
            try session.write(entry, places, home: home, to: &$0)
          } else {
            $0.entry(entry, path: session.shownPath(entry.path), home: home)
          }
          try session.output.write(draining: &$0)
        }
      }
      try $0.array("plainDays") {
        for day in list.days {
          let (note, body) = try session.vault().text(of: day, hasReferencesInPlace: isShared)
          let piece = try sharedPiece(of: note, body)
          $0.object {
            $0.field("path", session.shownPath(day.path))
            $0.field("date", "\(day.day)")
            $0.field(
              "text",
              isShared
                ? SharedMarkdown.text(of: piece, links: places.links(of: day.path, for: piece))
                : JournalText.trimmed(note.text(body).utf8))
          }
          try session.output.write(draining: &$0)
        }
      }
    }
    places.tellEmbedded()
  }
}
