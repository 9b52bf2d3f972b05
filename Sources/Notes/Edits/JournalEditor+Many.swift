extension JournalEditor {
  /// The day with several entries added, each by its time; of two with the same time the first
  /// stays first.
  ///
  /// - Throws: `.dayIsOpen` if the day or one of the entries would swallow another, or has headings that would
  ///   be entries themselves (``NewJournalEntry/readAlone()`` tells whether an entry does).
  /// - Complexity: linear in the day and the entries, but for a search of the day's entries for each.
  package func adding(_ entries: [NewJournalEntry]) throws(JournalEditError) -> [UInt8] {
    // By the instants only where all say their zone, so that there is one order.
    let isZoned = entries.allSatisfy { $0.zoneMinutes != nil }
    let ordered = entries.enumerated().map { number, entry in
      let zone = isZoned ? entry.zoneMinutes ?? 0 : 0
      return (key: (entry.time.secondOfDay - zone * 60, number), entry: entry)
    }.sorted { $0.key < $1.key }.map(\.entry)
    var groups: [Int: (slot: JournalLayout.Slot, entries: [NewJournalEntry])] = [:]
    for entry in layout.isReversed ? ordered.reversed() : ordered {
      let slot = layout.slot(for: entry)
      groups[slot.offset, default: (slot, [])].entries.append(entry)
    }
    var bytes: [UInt8] = []
    var expected: [Int: ClockTime] = [:]
    var old = note.journalEntries[...]
    var start = 0
    for group in groups.values.sorted(by: { $0.slot.offset < $1.slot.offset }) {
      let offset = group.slot.offset
      keep(&old, before: offset, movedBy: bytes.count - start, in: &expected)
      bytes += note.source[start..<offset]
      var text: [UInt8] = []
      var places: [(offset: Int, time: ClockTime)] = []
      for entry in group.entries {
        if !text.isEmpty { text += layout.partition }
        places.append((text.count, entry.time))
        text += layout.text(of: entry, at: group.slot)
      }
      let (inserted, lead) = layout.surrounded(text, at: group.slot)
      for place in places { expected[bytes.count + lead + place.offset] = place.time }
      bytes += inserted
      start = offset
    }
    keep(&old, before: .max, movedBy: bytes.count - start, in: &expected)
    bytes += note.source[start...]
    // An entry after the day shows that nothing is open at its end.
    let probe = layout.lineEnd + layout.lineEnd
    expected[bytes.count + probe.count] = .midnight
    let after = Note(
      parsing: bytes + probe + Array("## 00:00".utf8), options: options
    ).journalEntries
    guard after.count == expected.count,
      after.allSatisfy({ expected[Int($0.heading.start)] == $0.time })
    else { throw .dayIsOpen }
    return bytes
  }

  /// The day with the mood, title and text of some entries replaced; their times stay, and so does all else.
  ///
  /// - Parameter entries: by index of ``Note/journalEntries``.
  /// - Throws: `.dayIsOpen` if an entry would be read otherwise.
  package func replacing(_ entries: [Int: NewJournalEntry]) throws(JournalEditError) -> [UInt8] {
    var wanted = note.journalEntries.indices.map { entry($0) }
    var edits: [ByteEdit] = []
    for (index, new) in entries {
      let old = wanted[index]
      wanted[index] = new
      (wanted[index].time, wanted[index].zoneMinutes) = (old.time, old.zoneMinutes)
      edits.append(layout.replacement(of: index, with: wanted[index]))
      if let read = wanted[index].readAlone() { wanted[index] = read }
      wanted[index].time = old.time
    }
    let bytes = edits.applied(to: note.source)
    let after = try JournalEditor(bytes, options: options)
    guard after.note.journalEntries.count == wanted.count,
      wanted.indices.allSatisfy({ after.entry($0).says(wanted[$0]) })
    else { throw .dayIsOpen }
    return bytes
  }

  /// The new offsets of the day's entries that begin before an offset.
  private func keep(
    _ old: inout ArraySlice<JournalEntry>, before offset: Int, movedBy distance: Int,
    in expected: inout [Int: ClockTime]
  ) {
    while let entry = old.first, Int(entry.heading.start) < offset {
      expected[Int(entry.heading.start) + distance] = entry.time
      old.removeFirst()
    }
  }
}

extension NewJournalEntry {
  /// The title and the text, which an item of a list may have in one.
  package var words: String {
    [title, body].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// True if both have the same time, mood and words.
  fileprivate func says(_ other: NewJournalEntry) -> Bool {
    (time, mood ?? "", words) == (other.time, other.mood ?? "", other.words)
  }

  /// The entry as it is read when it is written between two others; nil if it is read as none or as
  /// several.
  package func readAlone() -> NewJournalEntry? {
    let layout = JournalLayout(Note(parsing: []), options: NoteOptions())
    let text = layout.text(of: self, at: layout.slot(for: self))
    guard JournalEditor.probed(text + layout.lineEnd)?.journalEntries.count == 2 else { return nil }
    return try? JournalEditor(text).entry(0)
  }

  /// The entry with `%\%` for a `%%` that would begin a comment of Obsidian and that no other ends: a percentage sign
  /// too many must not hide what comes after it, nor a second one in a later entry.
  package func escapingOpenComment() -> NewJournalEntry {
    if readAlone() != nil { return self }
    for part in [\NewJournalEntry.body, \.title] {
      let bytes = Array(self[keyPath: part].utf8)
      let marks = bytes.indices.dropLast().filter {
        bytes[$0] == UInt8(ascii: "%") && bytes[$0 + 1] == UInt8(ascii: "%")
      }
      for mark in marks.reversed() {
        var entry = self
        entry[keyPath: part] = String(
          decoding: bytes[...mark] + [UInt8(ascii: "\\")] + bytes[(mark + 1)...], as: UTF8.self)
        if entry.readAlone() != nil { return entry }
      }
    }
    return self
  }
}
