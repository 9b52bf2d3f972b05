/// A card whose prompt no longer exists, with its last text.
package struct LostCard: Hashable, Sendable {
  package let id: CardID
  package let kind: Prompt.Kind
  package let question: String
  package let answer: String
  package let hint: String
  /// The name of the note it was in: any, but the same for the same note.
  package let note: String

  package init(
    id: CardID, kind: Prompt.Kind, question: String, answer: String, hint: String = "",
    note: String
  ) {
    self.id = id
    self.kind = kind
    self.question = question
    self.answer = answer
    self.hint = hint
    self.note = note
  }

  /// A card as a prompt of a note last had it.
  package init(id: CardID, was prompt: Prompt, in note: String) {
    self.init(
      id: id, kind: prompt.kind, question: prompt.question, answer: prompt.answer,
      hint: prompt.hint, note: note)
  }
}

/// A prompt with the name of its note.
package struct PlacedPrompt: Hashable, Sendable {
  package let prompt: Prompt
  package let note: String

  package init(_ prompt: Prompt, in note: String) {
    self.prompt = prompt
    self.note = note
  }
}
