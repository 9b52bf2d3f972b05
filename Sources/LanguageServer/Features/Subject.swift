import Exchange
import Files
import Indexing
import Layout
import Notes

/// The thing that a place of a note speaks of.
enum Subject: Equatable {
  /// A note or another file, meant by a link.
  case file(NotePath)
  /// A heading or block of a note; the anchor as a link would write it.
  case anchor(NotePath, String)
  /// The name of a note, at its title.
  case title(NotePath)
  case hashtag(Hashtag)
  /// A value of a key of the front matter.
  case property(key: String, value: String)
  /// A key of the front matter.
  case key(String)
  /// A link that means no file; its target.
  case missing(String)
  case external(String)
}

/// A subject with its place.
struct PlacedSubject {
  let subject: Subject
  /// The text that names it, such as a link's target or a heading's text.
  let name: ByteRange
  /// All of it, such as a link with its brackets.
  let range: ByteRange
  /// The link, if it is one.
  var link: Link?
}

extension LanguageServer {
  /// The thing at an offset of a note; nil at plain text.
  func subject(at offset: Int, in view: NoteView) throws -> PlacedSubject? {
    let note = view.note
    func has(_ range: ByteRange) -> Bool { Int(range.start) <= offset && offset <= Int(range.end) }
    // Of links in each other, such as a picture in the text of one, the inner.
    if let link = note.links.filter({ has($0.range) }).min(by: { $0.range.count < $1.range.count })
    {
      return try subject(of: link, in: view, at: offset)
    }
    if let tag = note.hashtags.first(where: { has($0.range) }) {
      return PlacedSubject(
        subject: .hashtag(note.hashtag(of: tag)), name: tag.name, range: tag.range)
    }
    guard let path = view.place?.path else { return nil }
    if let block = note.blockIDs.first(where: { has($0.range) }) {
      return PlacedSubject(
        subject: .anchor(path, "^" + note.text(block.id)), name: block.id, range: block.range)
    }
    if let index = note.headings.firstIndex(where: { has($0.range) }) {
      let heading = note.headings[index]
      return PlacedSubject(
        subject: heading == note.titleHeading
          ? .title(path) : .anchor(path, view.anchors.name(ofHeading: index)),
        name: heading.text, range: heading.range)
    }
    return property(at: offset, in: note, path)
  }

  private func property(at offset: Int, in note: Note, _ path: NotePath) -> PlacedSubject? {
    for entry in note.frontMatter?.entries ?? [] {
      guard let key = entry.key.text else { continue }
      if Int(entry.key.range.start) <= offset, offset <= Int(entry.key.range.end) {
        return PlacedSubject(subject: .key(key), name: entry.key.range, range: entry.key.range)
      }
      for node in [entry.value] + entry.value.elements where node.kind == .scalar {
        guard Int(node.range.start) <= offset, offset <= Int(node.range.end),
          let value = node.string, !value.isEmpty
        else { continue }
        return PlacedSubject(
          subject: key == "title" ? .title(path) : .property(key: key, value: value),
          name: node.range, range: node.range)
      }
    }
    return nil
  }

  /// The thing that a link means.
  func subject(of link: Link, in view: NoteView, at offset: Int? = nil) throws -> PlacedSubject {
    let resolver = try view.place.flatMap { place in
      link.isExternal
        ? nil : try search(place.vault).resolver(for: [view.note.target(of: link)])
    }
    return subject(of: link, in: view, by: resolver, at: offset)
  }

  /// The links of a note with the thing that each means, found by one look at the names of the vault's files.
  func linkSubjects(in view: NoteView) throws -> [PlacedSubject] {
    let targets = Set(view.note.links.filter { !$0.isExternal }.map { view.note.target(of: $0) })
    let resolver =
      targets.isEmpty ? nil : try view.place.map { try search($0.vault).resolver(for: targets) }
    return view.note.links.map { subject(of: $0, in: view, by: resolver) }
  }

  private func subject(
    of link: Link, in view: NoteView, by resolver: LinkResolver?, at offset: Int? = nil
  ) -> PlacedSubject {
    let note = view.note
    func placed(_ subject: Subject) -> PlacedSubject {
      var name = link.isDecoded ? link.range : link.target
      if case .anchor = subject, let anchor = link.anchor, !link.isDecoded { name = anchor }
      return PlacedSubject(subject: subject, name: name, range: link.range, link: link)
    }
    if link.isExternal { return placed(.external(note.target(of: link))) }
    let target = note.target(of: link)
    guard let place = view.place, let resolver else { return placed(.missing(target)) }
    var file = place.path
    switch resolver.resolve(link, in: note, at: place.path.text) {
    case .sameNote: break
    case .external: return placed(.external(target))
    case .unresolved: return placed(.missing(target))
    case .file(let number, _):
      guard let path = NotePath(resolver.paths[number]) else { return placed(.missing(target)) }
      file = path
    }
    let anchor = note.anchor(of: link).flatMap { $0.isEmpty ? nil : $0 }
    // At the name of the note in a link to a heading, the note is meant.
    let isAtName =
      offset.map { !link.isDecoded && !link.target.isEmpty && $0 <= Int(link.target.end) } ?? false
    if let anchor, file.isMarkdown, !isAtName { return placed(.anchor(file, anchor)) }
    return placed(.file(file))
  }
}
