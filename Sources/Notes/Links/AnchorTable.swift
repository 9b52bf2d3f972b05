/// The headings and block ids of a note, as links name them.
package struct AnchorTable: Equatable, Sendable {
  /// A part of a note that an anchor names, by its place among those of its kind.
  package enum Place: Hashable, Sendable {
    case heading(Int)
    case block(Int)
  }

  /// The level of each heading.
  let levels: [Int]
  /// The text of each heading as a link writes it: without markup, and without what would end the link.
  let words: [String]
  /// The anchors of the headings in GitHub's form; a repeated one gets `-1`, `-2`, ….
  let gitHub: [String]
  /// The block ids, without `^`.
  let ids: [String]

  /// The forms by which each heading is found: of its text without markup, and of its text as written.
  private let forms: [[String]]
  /// The first heading of each form.
  private let byForm: [String: Int]
  /// The first heading of each anchor of GitHub's.
  private let byGitHub: [String: Int]
  /// The first block of each id in lower case.
  private let byID: [String: Int]

  package init(_ note: Note) {
    levels = note.headings.map(\.level)
    gitHub = note.gitHubAnchors
    ids = note.blockIDs.map { note.text($0.id) }
    let texts = note.headings.map { note.plainText(in: $0.text) }
    words = texts.map(Self.words)
    forms = zip(texts, note.headings).map { text, heading in
      [Anchor.obsidian(text), Anchor.obsidian(note.text(heading.text))]
    }
    byForm = Self.firsts(forms.enumerated().flatMap { number, forms in forms.map { ($0, number) } })
    byGitHub = Self.firsts(gitHub.enumerated().map { ($1, $0) })
    byID = Self.firsts(ids.enumerated().map { ($1.lowercased(), $0) })
  }

  private static func firsts(_ pairs: [(String, Int)]) -> [String: Int] {
    Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// A heading's text without what would end a link or the name in it.
  private static func words(_ text: String) -> String {
    let ends = "#|^[]\\".unicodeScalars
    return text.unicodeScalars.split { $0.value <= 0x20 || ends.contains($0) }
      .map { String($0) }.joined(separator: " ")
  }

  /// The heading or block that an anchor names: the first of its name.
  package func place(_ anchor: String) -> Place? {
    if anchor.hasPrefix("^") { return byID[anchor.dropFirst().lowercased()].map { .block($0) } }
    return heading(anchor).map { .heading($0) }
  }

  /// The heading that an anchor names, by Obsidian's rule and then by GitHub's.
  func heading(_ anchor: String) -> Int? {
    path(anchor)?.last ?? byGitHub[anchor] ?? byGitHub[anchor.lowercased()]
  }

  /// The headings that the parts of a path `H1#H2` name; nil if there is none for one.
  func path(_ anchor: String) -> [Int]? {
    let parts = anchor.split(separator: "#").map { Anchor.obsidian(String($0)) }
    if parts.count == 1 { return byForm[parts[0]].map { [$0] } }
    if parts.isEmpty { return nil }
    var found: [Int] = []
    for (number, forms) in forms.enumerated() {
      // A heading that is not below the ones found begins the search again.
      if let last = found.last, levels[number] <= levels[last] { found = [] }
      if forms.contains(parts[found.count]) {
        found.append(number)
        if found.count == parts.count { return found }
      }
    }
    return nil
  }

  /// The anchor by which a new link names a heading: its words, below as many of the headings above it as it takes, or
  /// else GitHub's form.
  package func name(ofHeading index: Int) -> String {
    let above = ancestors(of: index)
    for count in 0...above.count {
      let path = (above.prefix(count).reversed() + [index]).map { words[$0] }
      let name = path.joined(separator: "#")
      if !path.contains(""), place(name) == .heading(index) { return name }
    }
    return gitHub[index]
  }

  /// The headings above one, the nearest first.
  func ancestors(of heading: Int) -> [Int] {
    var found: [Int] = []
    var level = levels[heading]
    for number in (0..<heading).reversed() where levels[number] < level {
      found.append(number)
      level = levels[number]
    }
    return found
  }
}

extension Note {
  /// The heading or block that a person names: a heading of exactly this text goes before those that a link of these
  /// words would mean.
  package func place(named name: String) -> AnchorTable.Place? {
    let exact = headings.firstIndex { text($0.text) == name || plainText(in: $0.text) == name }
    return exact.map { .heading($0) } ?? AnchorTable(self).place(name)
  }
}
