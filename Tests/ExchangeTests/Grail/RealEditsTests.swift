import Exchange
import Notes
import Reviews
import TestSupport
import Testing

/// The cards of a real notebook of 2019, with all that its owner ever changed in it: how many
/// edited ones are linked.
@Suite struct RealEditsTests {
  /// The outcomes for the cards that edits changed.
  private struct Tally {
    var changed = 0
    var linked = 0
    var asked = 0

    var row: String { "\(changed) changed: \(linked) linked, \(asked) asked" }

    mutating func add(_ card: CardID, in matching: CardMatching) {
      changed += 1
      if matching.links.contains(where: { $0.card == card }) {
        linked += 1
      } else if matching.questions.contains(where: { $0.card.id == card }) {
        asked += 1
      }
    }
  }

  private static let real = SharedFile("fixtures/notebundle/text.snippets.gz")

  private static func prompts(_ text: String) -> [Prompt] {
    Note(parsing: Array(text.utf8)).prompts
  }

  /// An edit that keeps the number of a note's cards of each kind changed those that are gone; where the number
  /// changed, what is right is not known.
  @Test(.enabled(if: real.isThere, "the shared notebook is not there"))
  func `edited cards of a real notebook are linked`() throws {
    let library = try GrailLibrary.read(folder: ["text.snippets.gz": Self.real.bytes])
    var (edited, unknown, versions) = (Tally(), Tally(), 0)
    for note in library.notes {
      let texts = note.versions.compactMap(\.text)
      for (before, after) in zip(texts, texts.dropFirst()) where before != after {
        versions += 1
        let (old, new) = (Self.prompts(before), Self.prompts(after))
        let (oldIDs, newIDs) = (Set(old.map(\.id)), Set(new.map(\.id)))
        let lost = old.filter { !newIDs.contains($0.id) }
        let fresh = new.filter { !oldIDs.contains($0.id) }
        if lost.isEmpty { continue }
        let matching = CardMatching(
          lost: lost.map { LostCard(id: $0.id, was: $0, in: note.id) },
          new: fresh.map { PlacedPrompt($0, in: note.id) },
          kept: new.filter { oldIDs.contains($0.id) }.map { PlacedPrompt($0, in: note.id) })
        for card in lost {
          if old.count == new.count,
            lost.map(\.kind.rawValue).sorted() == fresh.map(\.kind.rawValue).sorted()
          {
            edited.add(card.id, in: matching)
          } else {
            unknown.add(card.id, in: matching)
          }
        }
      }
    }
    print("\(versions) edits of notes. Cards edited in place: \(edited.row).")
    print("Beside cards that came or went: \(unknown.row).")
    #expect(edited.changed > 0)
    #expect(Double(edited.linked) >= 0.97 * Double(edited.changed))
  }
}
