import Merge
import Sync
import Vaults
import Wording

extension NoteConflict {
  /// The reason why a choice cannot be taken at a place; nil if it can.
  package func obstacle(
    to choice: OverlapChoice, at index: Int, of decisions: ConflictDecisions
  ) -> String? {
    switch (choice, decisions.merge.both(at: index)) {
    case (.both, .oneValue(let key)): "`\(key)` can have only one value"
    case (.both, .frontMatter): "the two versions of the front matter cannot be put together"
    default: damage(choice, at: index, of: decisions)?.reason.words
    }
  }

  /// The damage that a choice would do; places that are not decided yet count as the note has them.
  package func damage(
    _ choice: OverlapChoice, at index: Int, of decisions: ConflictDecisions
  ) -> BrokenFrontMatter? {
    func text(_ choice: OverlapChoice) -> [UInt8] {
      var place = 0
      return decisions.merge.text { overlap in
        defer { place += 1 }
        let chosen = place == index ? choice : decisions[place] ?? .note
        return decisions.merge.text(chosen, at: place) ?? overlap.left
      }
    }
    guard let damage = damage(in: text(choice)) else { return nil }
    // If every choice here leaves it broken, this choice does not break it.
    let others: [OverlapChoice] = [.note, .copy]
    return others.allSatisfy { self.damage(in: text($0)) != nil } ? nil : damage
  }
}
