import Reviews

/// Maps the cards of a vault to cards of Anki's notes, by the events of earlier exports.
///
/// A note of Anki keeps its name, and a card its number in it, however the paragraph changes, so
/// that a second import finds them: a gap that is put before others gets the next free number.
package struct AnkiPlaces: Sendable {
  private struct Place: Hashable {
    let note: CardID
    let number: UInt16
  }

  private var places: [CardID: Place] = [:]
  /// The highest number that a note has ever had.
  private var last: [CardID: UInt16] = [:]

  /// - Parameters:
  ///   - events: by time; of two exports of a card the last counts.
  ///   - history: knows the card of each fingerprint.
  package init(_ events: [ReviewEvent], _ history: ReviewHistory) {
    for event in events {
      guard case .export(let named, let note, let number) = event.action else { continue }
      last[note] = max(last[note] ?? 0, number)
      let card = history.card(of: named)
      places[card] = Place(note: note, number: number)
    }
  }

  /// Gives notes and cards the names and numbers that they had, and free ones to the others.
  ///
  /// - Returns: the events that record the cards that had none.
  package mutating func name(_ notes: inout [AnkiNote]) -> [ReviewEvent.Action] {
    // A paragraph that was parted leaves its name to the part that has more of it.
    var votes: [(count: Int, index: Int, name: CardID)] = []
    for index in notes.indices {
      let names = notes[index].cards.compactMap { places[$0.id]?.note }
      for name in Set(names) { votes.append((names.count { $0 == name }, index, name)) }
    }
    votes.sort { ($1.count, $0.index, $0.name) < ($0.count, $1.index, $1.name) }
    var taken: Set<CardID> = []
    for (_, index, name) in votes where notes[index].name == nil {
      if taken.insert(name).inserted { notes[index].name = name }
    }
    var actions: [ReviewEvent.Action] = []
    for index in notes.indices {
      if notes[index].name == nil {
        let free = notes[index].cards.first { !taken.contains($0.id) && last[$0.id] == nil }
        notes[index].name = (free ?? notes[index].cards.first { !taken.contains($0.id) })?.id
      }
      guard let name = notes[index].name else { continue }
      taken.insert(name)
      var numbers: [CardID: UInt16] = [:]
      var used: Set<UInt16> = []
      for card in notes[index].cards {
        guard let place = places[card.id], place.note == name, used.insert(place.number).inserted
        else { continue }
        numbers[card.id] = place.number
      }
      for card in notes[index].cards where numbers[card.id] == nil {
        let number = (last[name] ?? 0) &+ 1
        numbers[card.id] = number
        last[name] = number
        places[card.id] = Place(note: name, number: number)
        actions.append(.export(card.id, note: name, number: number))
      }
      notes[index].numbers = numbers
    }
    return actions
  }
}
