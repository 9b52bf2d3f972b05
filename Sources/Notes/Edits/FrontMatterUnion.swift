import Layout

/// The front matter of a note with what that of another one adds.
///
/// Lists are joined, a single value joins a list, keys that the first lacks are added, and those that it has otherwise are left.
struct FrontMatterUnion {
  /// A key of the other note that the first has otherwise, with its lines.
  struct Left {
    let key: String
    let lines: [[UInt8]]
  }

  private let note: Note
  private let other: Note
  private let title: String
  private var editor: FrontMatterEditor?
  private(set) var left: [Left] = []
  /// The links of the other note's front matter that have come into the whole, by key.
  private var added: [String: [Int]] = [:]

  /// - Parameter title: of the other note, which is a heading of the whole.
  init(_ note: Note, _ other: Note, title: String) throws {
    self.note = note
    self.other = other
    self.title = title
    if other.frontMatter?.entries.isEmpty == false {
      editor = try FrontMatterEditor(note.source)
    }
  }

  /// The front matter of the whole, with its markers.
  var head: ArraySlice<UInt8> {
    guard let source = editor?.source else { return note.source[..<note.bodyStart] }
    return source[..<(source.count - (note.source.count - note.bodyStart))]
  }

  mutating func merge() throws {
    if let failure = other.frontMatter?.failure {
      throw FrontMatterEditError.invalid(message: failure.message, offset: failure.offset)
    }
    for entry in other.frontMatter?.entries ?? [] {
      guard let key = entry.key.text else { continue }
      if key.lowercased() == "title", entry.value.string == title { continue }
      if try !take(key, entry.value) {
        left.append(Left(key: key, lines: lines(of: entry)))
      }
    }
  }

  /// Adds a key to the whole; false if that has it otherwise.
  private mutating func take(_ key: String, _ value: FrontMatter.Node) throws -> Bool {
    // The id is the other note's own.
    if ["id", "uid", "uuid"].contains(key.lowercased()) { return false }
    let family = Self.family(key)
    let known = note.frontMatter?.entries.compactMap(\.key.text).first {
      family.contains($0.lowercased())
    }
    guard let known, let old = note.frontMatter?[known] else {
      return try edit { try $0.set(key, to: value.value) } && remember(key, value.range)
    }
    if old.value == value.value { return true }
    let isItem = value.kind == .scalar && !value.isNull && old.kind == .list && family.count == 1
    guard value.kind == .list || family.count > 1 || isItem, old.kind != .mapping else {
      return false
    }
    let items: [FrontMatterValue]
    if value.kind == .list {
      items = value.elements.map(\.value)
    } else if isItem {
      items = [value.value]
    } else {
      items = value.strings.flatMap { text in
        text.split { $0 == "," }.map { .string(String($0.trimmingBlanks)) }
      }
    }
    let standing = Set(old.kind == .list ? old.elements.map(\.value) : [old.value])
    var numbers: [Int] = []
    for (index, item) in items.enumerated() where !standing.contains(item) {
      guard try edit({ try $0.append(item, to: known) }) else { return false }
      if value.kind == .list || isItem {
        let range = isItem ? value.range : value.elements[index].range
        numbers += other.links.indices.filter { range.contains(other.links[$0].range) }
      }
    }
    added[known, default: []] += numbers
    return true
  }

  private mutating func edit(
    _ body: (inout FrontMatterEditor) throws -> Void
  ) throws -> Bool {
    guard var changed = editor else { return false }
    do {
      try body(&changed)
    } catch FrontMatterEditError.entangled {
      return false
    }
    editor = changed
    return true
  }

  private mutating func remember(_ key: String, _ range: ByteRange) -> Bool {
    added[key, default: []] += other.links.indices.filter { range.contains(other.links[$0].range) }
    return true
  }

  /// The names of a key that are one key to the reader of notes.
  private static func family(_ key: String) -> [String] {
    let key = key.lowercased()
    for family in [FrontMatter.hashtagKeys, ["aliases", "alias"]] where family.contains(key) {
      return family
    }
    return [key]
  }

  private func lines(of entry: FrontMatter.Entry) -> [[UInt8]] {
    var start = Int(entry.key.range.start)
    while start > 0, !other.source[start - 1].isLineEnd { start -= 1 }
    var end = max(Int(entry.value.range.end), Int(entry.key.range.end) + 1)
    end = min(end, Int(other.frontMatter?.content.end ?? UInt32(other.source.count)))
    while end > start, other.source[end - 1].isASCIISpace { end -= 1 }
    return other.source[start..<end].split(omittingEmptySubsequences: false) { $0 == .lineFeed }
      .map { line in Array(line.last == .carriageReturn ? line.dropLast() : line) }
  }

  /// The origins of the links in the whole's front matter: note 0 is the first, note 1 the other.
  var links: [NoteComposition.Origin?] {
    let keys =
      (editor.map { Note(parsing: $0.source) } ?? note).frontMatter?.entries
      .compactMap(\.key.text) ?? []
    var origins: [NoteComposition.Origin?] = []
    for key in keys {
      if let entry = note.frontMatter?.entries.first(where: { $0.key.text == key }) {
        origins += note.links.indices.filter {
          note.links[$0].isInFrontMatter && entry.value.range.contains(note.links[$0].range)
        }.map { NoteComposition.Origin(note: 0, number: $0) }
      }
      origins += (added[key] ?? []).map { NoteComposition.Origin(note: 1, number: $0) }
    }
    return origins
  }
}
