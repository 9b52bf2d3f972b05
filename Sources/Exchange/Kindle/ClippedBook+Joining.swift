import Notes

extension ClippedBook {
  /// The passages of a book without duplicates, with the notes at their passages.
  ///
  /// - Parameter clippings: of one book, in the order of the file.
  /// - Complexity: n log n: of the passages of one stretch only the last are compared.
  init?(joining clippings: [Clipping]) {
    guard let first = clippings.first else { return nil }
    title = first.title
    authors = first.authors
    var passages: [Passage] = []
    var placeOfText: [[UInt8]: Int] = [:]
    var open: [Int: [Int]] = [:]
    for clipping in clippings where clipping.place.kind == .highlight {
      let key = Self.folded(clipping.text)
      if let index = placeOfText[key] {
        passages[index].update(clipping)
        continue
      }
      let candidates = Self.slots(of: clipping.place).flatMap { (open[$0] ?? []).suffix(16) }
      if let index = candidates.last(where: { passages[$0].isGrown(by: clipping, key) }) {
        // The later of two that overlap is the person's final choice.
        passages[index].update(clipping)
        passages[index].key = key
        placeOfText[key] = index
        for slot in Self.slots(of: clipping.place) where open[slot]?.last != index {
          open[slot, default: []].append(index)
        }
        continue
      }
      placeOfText[key] = passages.count
      for slot in Self.slots(of: clipping.place) { open[slot, default: []].append(passages.count) }
      passages.append(Passage(clipping, key))
    }
    var lone: [Passage] = []
    for clipping in clippings where clipping.place.kind == .note {
      // A note is at the end of its passage.
      let end = clipping.place.location?.upperBound
      let candidates = Self.slots(of: clipping.place).flatMap { (open[$0] ?? []).suffix(16) }
      let owners = Set(
        candidates.filter { index in
          guard let end, let range = passages[index].place.location else {
            return clipping.place.location == nil
              && passages[index].place.page == clipping.place.page
          }
          return range.contains(end)
        })
      if let owner = candidates.last(where: owners.contains) {
        passages[owner].addNote(clipping, isOnlyPassage: owners.count == 1)
      } else if let index = lone.firstIndex(where: {
        $0.place.location == clipping.place.location && $0.place.page == clipping.place.page
      }) {
        lone[index].addNote(clipping, isOnlyPassage: false)
      } else {
        var passage = Passage(clipping, [])
        passage.text = ""
        passage.addNote(clipping, isOnlyPassage: false)
        lone.append(passage)
      }
    }
    quotes = (passages + lone).enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map {
        var quote = Quote(
          text: $0.element.text, locator: $0.element.place.locator,
          notes: $0.element.notes.map(\.text))
        quote.earlier = $0.element.earlier
        for note in $0.element.notes where !note.earlier.isEmpty {
          quote.earlierNotes[note.text] = note.earlier
        }
        return quote
      }
  }

  /// Text that is compared: without differences of case, spaces and marks at the ends.
  private static func folded(_ text: String) -> [UInt8] {
    Array(CaseFolding.fold(text).collapsingSpaces.utf8)
  }

  /// True if one text contains the other (Karp and Rabin 1987).
  ///
  /// - Complexity: linear.
  private static func holds(_ long: [UInt8], _ short: [UInt8]) -> Bool {
    guard short.count <= long.count else { return false }
    var (own, wanted, power): (UInt64, UInt64, UInt64) = (0, 0, 1)
    for index in short.indices {
      own = own &* 1_000_003 &+ UInt64(long[index])
      wanted = wanted &* 1_000_003 &+ UInt64(short[index])
      power = power &* 1_000_003
    }
    var start = 0
    while true {
      if own == wanted, long[start...].starts(with: short) { return true }
      guard start + short.count < long.count else { return false }
      own = own &* 1_000_003 &+ UInt64(long[start + short.count]) &- power &* UInt64(long[start])
      start += 1
    }
  }

  /// The slots in which passages that may overlap meet: stretches of 64 locations, else the page.
  private static func slots(of place: ClippingPlace) -> [Int] {
    if let location = place.location {
      return Array(
        (location.lowerBound / 64)...(min(location.upperBound, location.lowerBound + 4096) / 64))
    }
    return place.page.map { [-1 - (Int($0.prefix(9)) ?? 0)] } ?? [.min]
  }

  private struct Passage {
    var text: String
    var key: [UInt8]
    var place: ClippingPlace
    var notes: [Note] = []
    var earlier: [String] = []

    /// A note on a passage.
    struct Note {
      var text: String
      /// The location of its end, where the device counts locations.
      let end: Int?
      /// The texts that it had before.
      var earlier: [String] = []
    }

    init(_ clipping: Clipping, _ key: [UInt8]) {
      text = clipping.text
      place = clipping.place
      self.key = key
    }

    /// Its position among the others.
    var order: Int {
      place.location?.lowerBound ?? place.page.flatMap { Int($0.prefix(9)) }.map { $0 * 16 } ?? 0
    }

    /// True if a later clipping marks the same passage, wider or narrower.
    func isGrown(by clipping: Clipping, _ other: [UInt8]) -> Bool {
      let overlaps =
        if let own = place.location, let new = clipping.place.location {
          own.overlaps(new)
        } else {
          place.page == clipping.place.page
        }
      return overlaps && (holds(other, key) || holds(key, other))
    }

    mutating func update(_ clipping: Clipping) {
      if text != clipping.text { earlier.append(text) }
      text = clipping.text
      place = clipping.place
    }

    /// Adds a note, or brings one forward that was rewritten: the device keeps each of its forms.
    ///
    /// A passage has one note at one location. Of two that start alike and stand apart the longer counts.
    /// - Parameter isOnlyPassage: false if the location is in several passages or in none, so that two
    ///   notes there are one only if they share most of their words.
    mutating func addNote(_ clipping: Clipping, isOnlyPassage: Bool) {
      let text = String(clipping.text.trimmingWhitespace)
      let end = clipping.place.location?.upperBound
      let forms = notes.map { [$0.text] + $0.earlier }
      let isRewritten = notes.indices.last { index in
        guard let end, notes[index].end == end else { return false }
        return isOnlyPassage || forms[index].contains { ClippedBook.areSimilar($0, text) }
      }
      if let index = isRewritten {
        let earlier = forms[index].reversed().filter { $0 != text }
        notes[index] = Note(text: text, end: end, earlier: Array(earlier))
        return
      }
      if notes.contains(where: { $0.text.hasPrefix(text) }) { return }
      let continued = notes.filter { text.hasPrefix($0.text) }
      notes.removeAll { text.hasPrefix($0.text) }
      notes.append(
        Note(text: text, end: end, earlier: continued.flatMap { $0.earlier + [$0.text] }))
    }
  }

  /// True if one text begins with the other or both share most of their words (Dice, of the sets of words).
  private static func areSimilar(_ left: String, _ right: String) -> Bool {
    if left.hasPrefix(right) || right.hasPrefix(left) { return true }
    let sets = [left, right].map {
      Set(CaseFolding.fold($0).split { !$0.isLetter && !$0.isNumber })
    }
    return sets[0].intersection(sets[1]).count * 4 >= sets[0].count + sets[1].count
  }
}
