import Layout

/// Renames a hashtag in a note, with all its children.
///
/// `#books/2021` becomes `#reading/2021` when `books` is renamed to `reading`. Renaming to a
/// hashtag that exists merges the two: in a list of front matter that has both, one goes.
package struct HashtagEditor: Sendable {
  /// The hashtag that goes.
  package let old: Hashtag
  /// The hashtag that comes.
  package let new: Hashtag
  private let options: NoteOptions
  private let levels: Int

  /// A renaming; nil if `new` cannot be written as a hashtag.
  ///
  /// - Parameter options: as the notes are read.
  package init?(renaming old: Hashtag, to new: Hashtag, options: NoteOptions = NoteOptions()) {
    guard Hashtag.written(new.name, options) != nil, !old.name.isEmpty else { return nil }
    self.old = old
    self.new = new
    self.options = options
    levels = old.name.split(separator: "/").count
  }

  /// The changes to a note, in order; none if the hashtag does not occur.
  package func edits(for note: Note) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    for occurrence in note.hashtags where !occurrence.isInFrontMatter {
      guard let prefix = prefix(of: occurrence, in: note) else { continue }
      edits.append(
        marked(occurrence, prefix, in: note).map { ByteEdit(occurrence.range, $0) }
          ?? ByteEdit(prefix, new.name))
    }
    edits.removeAll { note.source[$0.range.indices].elementsEqual($0.replacement) }
    return frontMatterEdits(for: note) + edits
  }

  /// The name that a hashtag gets; its own if it is not renamed.
  package func renamed(_ hashtag: Hashtag) -> Hashtag {
    guard hashtag.isWithin(old) else { return hashtag }
    let parts = hashtag.name.split(separator: "/", omittingEmptySubsequences: false)
    return Hashtag(([new.name] + parts.dropFirst(levels).map(String.init)).joined(separator: "/"))
  }

  /// An occurrence without marks around its name, with those that the new one takes; nil if it takes none.
  private func marked(
    _ occurrence: HashtagOccurrence, _ prefix: ByteRange, in note: Note
  ) -> String? {
    guard occurrence.range.start + 1 == occurrence.name.start,
      occurrence.range.end == occurrence.name.end
    else { return nil }
    let name = new.name + note.text(ByteRange(start: prefix.end, end: occurrence.name.end))
    guard let written = Hashtag.written(name, options), written != "#\(name)" else { return nil }
    return written
  }

  /// The part of an occurrence's name that is renamed, if any is.
  private func prefix(of occurrence: HashtagOccurrence, in note: Note) -> ByteRange? {
    guard note.hashtag(of: occurrence).isWithin(old) else { return nil }
    var index = Int(occurrence.name.start)
    let end = Int(occurrence.name.end)
    var slashes = 0
    while index < end {
      if note.source[index] == UInt8(ascii: "/") {
        slashes += 1
        if slashes == levels { break }
      }
      index += 1
    }
    return ByteRange(Int(occurrence.name.start), index)
  }

  private func frontMatterEdits(for note: Note) -> [ByteEdit] {
    guard let frontMatter = note.frontMatter else { return [] }
    var edits: [ByteEdit] = []
    for key in FrontMatter.hashtagKeys {
      guard let node = frontMatter[key] else { continue }
      let occurrences = note.hashtags.filter {
        $0.isInFrontMatter && node.range.contains($0.range)
      }
      let renamed = occurrences.map { self.renamed($0, in: note) }
      let results = Set(renamed.compactMap { $0 })
      // The places in the list of those that stay.
      var kept: [Hashtag: Int] = [:]
      for (index, occurrence) in occurrences.enumerated() {
        let name = renamed[index] ?? note.hashtag(of: occurrence)
        if results.contains(name), let first = kept.updateValue(kept[name] ?? index, forKey: name) {
          edits += removal(of: index, keeping: first, occurrences, node, note)
        } else if renamed[index] != nil, let prefix = prefix(of: occurrence, in: note) {
          edits.append(replacement(prefix, occurrence, name, node))
        }
      }
    }
    // Stable, because a comment is moved behind a name that is replaced.
    let ordered = edits.enumerated().sorted {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }
    return ordered.map(\.element).filter {
      !note.source[$0.range.indices].elementsEqual($0.replacement)
    }
  }

  private func renamed(_ occurrence: HashtagOccurrence, in note: Note) -> Hashtag? {
    guard let prefix = prefix(of: occurrence, in: note) else { return nil }
    return Hashtag(
      new.name + note.text(ByteRange(start: prefix.end, end: occurrence.name.end)))
  }

  /// Replaces the renamed part, or all of a scalar that now needs quotation marks.
  private func replacement(
    _ prefix: ByteRange, _ occurrence: HashtagOccurrence, _ name: Hashtag,
    _ node: FrontMatter.Node
  ) -> ByteEdit {
    let context: YAMLWriter.Context = node.kind == .list ? .flow : .block
    let isPlain = occurrence.quoting == 0 && occurrence.range.start == occurrence.name.start
    let written = YAMLWriter.scalar(name.name, style: 0, in: context)
    let isWhole = node.kind == .list || node.range == occurrence.range
    return isPlain && isWhole && written != name.name
      ? ByteEdit(occurrence.range, written) : ByteEdit(prefix, new.name)
  }

  /// Takes an item out of a list, or a name out of a separated string; never the first. Its comment goes to the item that
  /// stays, or keeps its line where that has one.
  private func removal(
    of index: Int, keeping first: Int, _ occurrences: [HashtagOccurrence],
    _ node: FrontMatter.Node, _ note: Note
  ) -> [ByteEdit] {
    let range = occurrences[index].range
    guard node.kind == .list else {
      let previous = occurrences[index - 1].range
      return [ByteEdit(ByteRange(start: previous.end, end: range.end), [])]
    }
    let elements = node.elements.map(\.range)
    func place(of range: ByteRange) -> Int { elements.firstIndex { $0.contains(range) } ?? 0 }
    let item = elements[place(of: range)]
    if node.style != 0, place(of: range) > 0 {
      let before = elements[place(of: range) - 1].end
      let hasComment = note.source[Int(before)..<Int(item.start)].contains(UInt8(ascii: "#"))
      guard hasComment else { return [ByteEdit(ByteRange(start: before, end: item.end), [])] }
      let rest = note.source[Int(item.end)..<Int(node.range.end)]
      let next = rest.firstIndex { !$0.isASCIISpace } ?? rest.endIndex
      let end = rest[next...].first == UInt8(ascii: ",") ? next + 1 : Int(item.end)
      return [ByteEdit(ByteRange(Int(item.start), end), [])]
    }
    let line = note.source.line(around: item)
    let comment = note.source[Int(item.end)..<line.upperBound]
    let whole = ByteRange(
      line.lowerBound, note.source.index(afterLineEndAt: line.upperBound))
    guard comment.contains(UInt8(ascii: "#")) else { return [ByteEdit(whole, [])] }
    let other = elements[place(of: occurrences[first].range)]
    let rest = Int(other.end)..<note.source.line(around: other).upperBound
    if note.source[rest].allSatisfy(\.isBlank) {
      return [
        ByteEdit(ByteRange(start: other.end, end: other.end), Array(comment)), ByteEdit(whole, []),
      ]
    }
    // The indentation of the line stays.
    let mark = note.source[line].firstIndex(of: UInt8(ascii: "-")) ?? line.lowerBound
    let text = comment.firstIndex(of: UInt8(ascii: "#")) ?? comment.endIndex
    return [ByteEdit(ByteRange(mark, text), [])]
  }
}

extension [UInt8] {
  /// The line of a range without its end.
  fileprivate func line(around range: ByteRange) -> Range<Int> {
    let start = self[..<Int(range.start)].lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? 0
    return start..<(self[Int(range.end)...].firstIndex(where: \.isLineEnd) ?? count)
  }

  /// The offset past an end of a line, or the same at the end of the text.
  fileprivate func index(afterLineEndAt offset: Int) -> Int {
    guard offset < count else { return offset }
    let isPair =
      self[offset] == .carriageReturn && offset + 1 < count && self[offset + 1] == .lineFeed
    return offset + (isPair ? 2 : 1)
  }
}
