import Notes

/// The footnotes of one shared text, in the order in which a reader meets them.
///
/// Embedded notes have labels of their own, and their footnotes are in the same list.
final class SharedFootnotes {
  /// The definitions that a note's references mean.
  final class Scope {
    fileprivate let definitions: [String: FootnoteDefinition]
    fileprivate var numbers: [String: Int] = [:]
    fileprivate let links: SharedLinks
    /// The names that have a definition.
    let labels: Set<String>

    fileprivate init(_ definitions: [FootnoteDefinition], _ links: SharedLinks) {
      // The first of a name is the one that is meant.
      self.definitions = Dictionary(definitions.map { ($0.label, $0) }) { first, _ in first }
      self.links = links
      labels = Set(definitions.map(\.label))
    }
  }

  private struct Entry {
    let text: [UInt8]
    let scope: Scope
    let isInline: Bool
    var references: Int
    var steps: [MarkdownStep] = []
  }

  private var entries: [Entry] = []

  /// The definitions of a note that begins; those to which nothing refers are not shown.
  func scope(_ definitions: [FootnoteDefinition], _ links: SharedLinks) -> Scope {
    Scope(definitions, links)
  }

  /// The number of a footnote that is referred to, and the number of the reference; nil if nothing
  /// defines it.
  ///
  /// - Parameter isLinked: false if no link is possible here, so that nothing leads back to it.
  func refer(
    to label: String, in scope: Scope, isLinked: Bool
  ) -> (number: Int, reference: Int)? {
    guard let definition = scope.definitions[label] else { return nil }
    let number = scope.numbers[label] ?? add(definition.text, scope, isInline: false)
    scope.numbers[label] = number
    if isLinked { entries[number - 1].references += 1 }
    return (number, entries[number - 1].references)
  }

  /// The number of a footnote that is written in the text.
  func refer(toText text: [UInt8], in scope: Scope, isLinked: Bool) -> Int {
    let number = add(text, scope, isInline: true)
    if isLinked { entries[number - 1].references = 1 }
    return number
  }

  private func add(_ text: [UInt8], _ scope: Scope, isInline: Bool) -> Int {
    entries.append(Entry(text: text, scope: scope, isInline: isInline, references: 0))
    return entries.count
  }

  /// The steps of the list, at the end of all text.
  func steps() -> [MarkdownStep] {
    readTexts()
    guard !entries.isEmpty else { return [] }
    var steps: [MarkdownStep] = [.enter(.footnotes)]
    for (index, entry) in entries.enumerated() {
      let block = MarkdownStep.Block.footnote(number: index + 1, references: entry.references)
      steps.append(.enter(block))
      steps += entry.steps
      steps.append(.leave(block))
    }
    steps.append(.leave(.footnotes))
    return steps
  }

  /// Reads the texts, which may refer to further footnotes.
  private func readTexts() {
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      let note = Note(piece: entry.text, options: entry.scope.links.options)
      entries[index].steps = SharedSteps.steps(
        ofFootnote: note, isInline: entry.isInline, self, entry.scope, entry.scope.links)
      index += 1
    }
  }
}
