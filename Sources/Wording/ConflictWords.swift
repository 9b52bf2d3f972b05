import Files
import History
import Layout
import Merge
import Notes
import Rendering
import Sync
import Vaults

/// One conflict in words: its two versions, its size, and its places.
package struct ConflictWords {
  package let conflict: NoteConflict
  private let zone: Zone
  private let shownPath: (NotePath) -> String

  /// The lines shown around a place.
  private static let context = 2

  /// - Parameters:
  ///   - zone: the zone of the clock that times are shown on.
  ///   - shownPath: gives a path as the person sees it.
  package init(
    _ conflict: NoteConflict, in zone: Zone, shownPath: @escaping (NotePath) -> String
  ) {
    self.conflict = conflict
    self.zone = zone
    self.shownPath = shownPath
  }

  private var texts: Conflict { conflict.texts }

  // MARK: Versions

  /// The author and time of a version's change: `laptop, 2026-11-20 18:03`.
  private func words(_ change: ConflictChange) -> String {
    let civil = CivilDateTime(milliseconds: change.author.seconds &* 1000, in: zone)
    let clock = civil.time.map { " \($0)".prefix(6) } ?? ""
    return "\(change.origin), \(civil.date)\(clock)"
  }

  /// A version: of a text its change, of a binary file its kind and size too
  /// (`PNG picture, 69 B, laptop, 2026-11-20 18:03`).
  private func words(_ version: Conflict.Version) -> String? {
    let change = version.change.map(words)
    if texts.isText { return change }
    let parts = [
      FileKindWords.words(for: conflict.formerNote), Amount.bytes(version.text.count), change,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private var noteWords: String? {
    if let note = texts.noteVersion { return words(note) }
    if texts.hasFolderInPlace { return "a folder has this name by now" }
    return texts.deletion.map { "deleted: \(words($0))" } ?? "does not exist"
  }

  /// The labels after the markers of the conflict.
  package var labels: MarkedMerge.Labels {
    let note = texts.noteVersion?.change.map { ": \(words($0))" } ?? ""
    let copy = texts.copyVersion.change.map { ": \(words($0))" } ?? ""
    return MarkedMerge.Labels(
      note: "\(conflict.word)\(note)", ancestor: "the original", copy: "the copy\(copy)")
  }

  // MARK: The whole

  /// The conflict in a list: its paths, its versions, its size.
  package var listed: [StyledText] {
    var lines = [StyledText(shownPath(conflict.note), .path)]
    if conflict.note != conflict.formerNote {
      lines.append(StyledText("  renamed from \(shownPath(conflict.formerNote))", .faint))
    }
    let sides = [
      (conflict.noun, noteWords, nil),
      ("copy", words(texts.copyVersion), shownPath(conflict.copy)),
    ]
    for (word, change, file) in sides {
      var line = StyledText("  \(word)  ", .faint)
      line.append([change, file].compactMap { $0 }.joined(separator: "  "))
      if change != nil || file != nil { lines.append(line) }
    }
    let size = texts.size
    var words: String
    if texts.noteVersion == nil {
      words = "only the copy is left"
    } else if size.places == 0 {
      words = "nothing overlaps"
    } else if !texts.isText {
      words = "two files that cannot be merged"
    } else {
      words =
        "\(Amount.count(size.places, texts.ancestor == nil ? "difference" : "overlap")): "
        + "\(Amount.count(size.lines, "line")), \(Amount.count(size.words, "word"))"
    }
    if texts.isResolvedTwice { words += "; resolved differently on two devices" }
    if texts.copy.maker == .anotherTool { words += "; another tool's copy" }
    lines.append(StyledText("  \(words)", .faint))
    return lines
  }

  /// The conflict before its places are asked about.
  ///
  /// - Parameters:
  ///   - number: the number of the conflict among `count`, from 1.
  ///   - width: the width of the screen.
  package func introduction(number: Int, of count: Int, width: Int) -> [StyledText] {
    var title = StyledText(shownPath(conflict.note), .title)
    if count > 1 { title.append("  conflict \(number) of \(count)", .faint) }
    var lines = [StyledText()] + title.wrapped(toWidth: width)
    let copy = String(decoding: conflict.copy.name, as: UTF8.self)
    let sides = [
      (texts.noteVersion == nil ? "  " : "1 ", conflict.word, noteWords ?? ""),
      (
        "2 ", "the copy",
        [words(texts.copyVersion) ?? "", copy].filter { !$0.isEmpty }
          .joined(separator: texts.isText ? "  " : "\n             ")
      ),
    ]
    for (key, name, words) in sides {
      var line = StyledText("  \(key)", .position)
      line.append(name.padded(toWidth: "this note".count), .title)
      if !words.isEmpty { line.append("  \(words)") }
      lines += line.wrapped(toWidth: width)
    }
    var remarks: [String] = []
    if conflict.note != conflict.formerNote {
      remarks.append("It was \(shownPath(conflict.formerNote)) when the conflict was made.")
    }
    if texts.isResolvedTwice { remarks.append("Resolved differently on two devices.") }
    return lines
      + (remarks + [summary]).flatMap { StyledText($0, .faint).wrapped(toWidth: width) }
  }

  /// The size of the conflict in a sentence.
  private var summary: String {
    let size = texts.size
    if texts.noteVersion == nil {
      return texts.hasFolderInPlace
        ? "A folder has this name by now, and the copy is left."
        : texts.deletion == nil
          ? "There is no such \(conflict.noun); only its copy is left."
          : "The \(conflict.noun) was deleted, and its copy is left."
    }
    if size.places == 0 { return "Nothing overlaps: the two are merged." }
    if !texts.isText { return "The two files cannot be merged." }
    return texts.ancestor == nil
      ? "\(Amount.count(size.places, "place")) where they differ; the original is not known."
      : "\(Amount.count(size.places, "place")) that both changed; everything else is merged."
  }

  /// The number of words of the text that was decided on, beside those of the two versions.
  package func result(_ text: [UInt8]) -> StyledText {
    let words = { (bytes: [UInt8]) in
      Amount.count(bytes.split { $0 == 0x20 || $0 &- 0x09 < 5 }.count, "word")
    }
    let note = texts.noteVersion.map { words($0.text) } ?? "none"
    return StyledText(
      "The \(conflict.noun) has \(words(text)) now; it had \(note), and the copy "
        + "\(words(texts.copyVersion.text)).", .faint)
  }

  // MARK: Places

  /// A place that both sides changed, with the lines around it as they are decided so far.
  ///
  /// - Parameter limit: the greatest number of lines shown of each version.
  package func place(
    _ index: Int, of decisions: ConflictDecisions, limit: Int?, width: Int
  ) -> [StyledText] {
    let around = surroundings(index, of: decisions)
    var title = StyledText("Place \(index + 1) of \(decisions.overlaps.count)", .title)
    title.append(", line \(around.line)", .faint)
    let view = OverlapView(
      overlap: decisions.overlaps[index], names: names, hasAncestor: texts.ancestor != nil,
      before: around.before, after: around.after, limit: limit)
    return [StyledText(), title] + view.lines(width: width)
  }

  /// A place that both sides changed, by itself.
  package func view(of overlap: Overlap) -> OverlapView {
    OverlapView(overlap: overlap, names: names, hasAncestor: texts.ancestor != nil)
  }

  private var names: OverlapView.Names {
    OverlapView.Names(
      note: texts.noteVersion?.change.map(words) ?? "",
      copy: texts.copyVersion.change.map(words) ?? "", word: conflict.word)
  }

  /// The last lines before a place, the first after it, and the line of the note that it begins at.
  private func surroundings(
    _ index: Int, of decisions: ConflictDecisions
  ) -> (before: [String], after: [String], line: Int) {
    var texts: [[UInt8]] = [[]]
    var number = 0
    for region in decisions.merge.regions {
      switch region {
      case .agreed(let bytes): texts[texts.count - 1] += bytes
      case .overlap(let overlap):
        let choice = decisions[number] ?? .note
        defer { number += 1 }
        texts.append(decisions.merge.text(choice, at: number) ?? overlap.left)
        texts.append([])
      }
    }
    // Agreed text lies between two places, so a place is every second text.
    let place = index * 2 + 1
    let line = texts[..<place].reduce(1) { $0 + $1.count { $0 == 0x0A } }
    return (
      Self.lines(texts[place - 1]).suffix(Self.context),
      Array(Self.lines(texts[place + 1]).prefix(Self.context)), line
    )
  }

  /// The lines of a text; none if it is no text.
  package static func lines(_ bytes: [UInt8]) -> [String] {
    guard PlainText.isValid(bytes) else { return [] }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension NoteConflict {
  /// The name of the file's version beside its copy: `this note`, `this file`.
  package var word: String { texts.isNote ? "this note" : "this file" }
  /// The noun for the file: `note`, `file`.
  package var noun: String { texts.isNote ? "note" : "file" }
}

/// The kind of a file, by its ending, in words for people.
private enum FileKindWords {
  private static let documents = [
    "epub": "EPUB book", "zip": "ZIP archive", "docx": "Word document", "xlsx": "Excel sheet",
    "odt": "OpenDocument text", "canvas": "canvas",
  ]
  /// The names of formats that are not their endings in capitals.
  private static let formats = [
    "jpg": "JPEG", "tif": "TIFF", "webp": "WebP", "ogg": "Ogg", "oga": "Ogg", "ogv": "Ogg",
    "webm": "WebM",
  ]

  /// The kind; `XYZ file` for an ending that is not known.
  static func words(for path: NotePath) -> String {
    let ending =
      path.name.count > path.stem.count
      ? String(decoding: path.name[(path.stem.endIndex + 1)...], as: UTF8.self).lowercased() : ""
    if let words = documents[ending] { return words }
    if ending.isEmpty || ending.count > 8 { return "file" }
    let format = formats[ending] ?? ending.uppercased()
    return switch FileKind(ending: ending) {
    case .image: "\(format) picture"
    case .sound: "\(format) audio"
    case .film: "\(format) video"
    case .pdf: "\(format) document"
    case .document, .other: "\(format) file"
    }
  }
}
