import Exchange

/// The footnotes of a page: links that lead to a note in it, and the notes.
///
/// A mark is a link within the page whose text is short and has no words (`1`, `[2]`, `†`), and which is raised or
/// says that it leads to a note. Its note is the item, paragraph or element that has the id, or is around it.
struct PageFootnotes {
  /// The numbers of the notes by the element of each mark, from 1 in the order of the marks.
  private var numbers: [HTMLTree.ID: Int] = [:]
  /// The notes, in that order.
  private var notes: [HTMLTree.ID] = []
  private var isNoteElement: Set<HTMLTree.ID> = []

  init(_ tree: HTMLTree, _ part: ReadablePart) {
    var places: [String: HTMLTree.ID] = [:]
    for id in tree.below(0) where !tree.nodes[id].isText && !tree.nodes[id].range.isEmpty {
      for key in ["id", "name"] {
        if let name = tree.attribute(key, of: id), places[name] == nil { places[name] = id }
      }
    }
    var numberOfNote: [HTMLTree.ID: Int] = [:]
    let inside = part.root..<tree.nodes[part.root].end
    for mark in inside where tree.nodes[mark].name == "a" && !part.isDropped[mark] {
      guard let target = tree.attribute("href", of: mark), target.hasPrefix("#"),
        Self.isMark(mark, in: tree), let place = places[String(target.dropFirst())],
        let note = Self.note(at: place, in: tree), note > mark, inside.contains(note),
        !part.isDropped[note], !(note..<tree.nodes[note].end).contains(mark),
        !isNoteElement.contains(where: { ($0..<tree.nodes[$0].end).contains(mark) })
      else { continue }
      if numberOfNote[note] == nil {
        guard tree.below(note).allSatisfy({ !Self.unfit.contains(tree.nodes[$0].name) }) else {
          continue
        }
        notes.append(note)
        numberOfNote[note] = notes.count
        isNoteElement.insert(note)
      }
      numbers[mark] = numberOfNote[note]
    }
  }

  /// The number of the note that a link leads to; nil if it leads to none.
  func number(ofMark id: HTMLTree.ID) -> Int? { numbers[id] }

  /// True for an element that is written at the end.
  func isNote(_ id: HTMLTree.ID) -> Bool { isNoteElement.contains(id) }

  /// The notes with their numbers.
  func used() -> [(number: Int, id: HTMLTree.ID)] {
    notes.enumerated().map { (number: $0 + 1, id: $1) }
  }

  private static func isMark(_ id: HTMLTree.ID, in tree: HTMLTree) -> Bool {
    let words = tree.plainText(of: id).collapsingSpaces
    guard !words.isEmpty, words.count <= 6,
      words.contains(where: \.isNumber) || words.contains(where: { "*†‡§¶".contains($0) })
        || words.hasPrefix("[")
    else { return false }
    let says =
      tree.words("class", of: id).contains {
        $0.contains("footnote") || $0.contains("noteref") || $0 == "fn"
      }
      || tree.words("role", of: id).contains("doc-noteref")
      || tree.words("rel", of: id).contains("footnote")
    if says { return true }
    let isRaised =
      tree.nodes[tree.nodes[id].parent].name == "sup"
      || tree.children(of: id).contains { tree.nodes[$0].name == "sup" }
    return isRaised && !words.hasPrefix("↑")
  }

  /// The element of a note that has an id, or in which the id stands.
  private static func note(at place: HTMLTree.ID, in tree: HTMLTree) -> HTMLTree.ID? {
    let holders: Set<String> = ["li", "p", "div", "aside", "dd", "section", "td", "tr"]
    var note: HTMLTree.ID? = place
    while let id = note, !holders.contains(tree.nodes[id].name) {
      // An anchor before the note, as in `<p><a name="fn1">1</a> text`.
      note = id == 0 ? nil : tree.nodes[id].parent
    }
    guard var id = note, id != 0 else { return nil }
    // A row or a paragraph of a larger note.
    if tree.nodes[id].name == "td" { id = tree.nodes[id].parent }
    if tree.nodes[id].name == "p" {
      let parent = tree.nodes[id].parent
      if tree.words("class", of: parent).contains(where: { $0 == "footnote" || $0 == "note" }) {
        id = parent
      }
    }
    let size = tree.plainText(of: id).utf8.count
    return size > 0 && size <= 5000 && tree.elements("h1", below: id).isEmpty ? id : nil
  }

  private static let unfit: Set<String> = ["pre", "table", "ul", "ol", "h1", "h2", "h3"]
}
