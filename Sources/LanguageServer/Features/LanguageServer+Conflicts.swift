import Exchange
import Files
import Layout
import Merge
import Notes
import Settings
import Sync
import Vaults
import Wording

/// Notes that are kept twice: the places that both versions changed, and the decisions of a person.
extension LanguageServer {
  /// A place of a note that both versions changed.
  struct ConflictPlace {
    let index: Int
    /// In the note.
    let range: ByteRange
    /// In the copy.
    let copy: ByteRange
    let overlap: Overlap
  }

  /// The conflicts of a note, and those of which a note is the copy.
  func conflicts(of place: VaultPlace) -> [OpenConflict] {
    guard place.vault.mayConflict(place.path) else { return [] }
    // A history that cannot be read has no conflicts to show; `zib conflicts` says why.
    let found = (try? place.vault.conflicts()) ?? []
    return found.filter { $0.conflict.note == place.path || $0.conflict.copy == place.path }
  }

  /// The places that are not decided yet, as findings; of a copy one that names the note.
  func conflictDiagnostics(_ view: NoteView, _ place: VaultPlace) throws -> [JSONValue] {
    var found: [JSONValue] = []
    for open in conflicts(of: place) {
      let conflict = open.conflict
      if conflict.copy == place.path {
        let line = view.buffer.range(ofLine: 0)
        found.append(
          diagnostic(
            ByteRange(line.lowerBound, line.upperBound), in: view,
            "this is the other version of `\(conflict.note.text)`; the place to decide is there"))
        continue
      }
      let copy = VaultPlace(vault: place.vault, path: conflict.copy)
      let other = try? self.view(of: copy)
      for part in Self.places(of: open, in: view.buffer.bytes, copy: other?.buffer.bytes ?? []) {
        var json = diagnostic(
          part.range, in: view,
          "`\(conflict.copy.text)` has another text here (place \(part.index + 1) of "
            + "\(open.decisions.overlaps.count))")
        if client.hasRelatedInformation || client.pullsDiagnostics, let other {
          json = json.with(
            "relatedInformation",
            [["location": location(part.copy, in: other), "message": "the other version"]])
        }
        found.append(json)
      }
    }
    return found
  }

  private func diagnostic(_ range: ByteRange, in view: NoteView, _ message: String) -> JSONValue {
    [
      "range": json(range, in: view), "severity": 2, "code": "conflict", "source": "zib",
      "message": .string(message),
    ]
  }

  /// The places of a conflict that are open, as far as they are found in the texts.
  static func places(
    of open: OpenConflict, in note: [UInt8], copy: [UInt8]
  ) -> [ConflictPlace] {
    var places: [ConflictPlace] = []
    var (inNote, inCopy) = (0, 0)
    var index = 0
    for region in open.decisions.merge.regions {
      switch region {
      case .agreed(let bytes):
        // The texts differ in agreed parts that one version alone changed.
        inNote = end(of: bytes, in: note, from: inNote)
        inCopy = end(of: bytes, in: copy, from: inCopy)
      case .overlap(let overlap):
        let left = range(of: overlap.left, in: note, from: inNote)
        let right = range(of: overlap.right, in: copy, from: inCopy)
        (inNote, inCopy) = (Int(left.end), Int(right.end))
        if open.decisions[index] == nil {
          places.append(ConflictPlace(index: index, range: left, copy: right, overlap: overlap))
        }
        index += 1
      }
    }
    return places
  }

  /// The first occurrence of a text at the beginning of a line; of one that is not there an empty range.
  private static func range(of text: [UInt8], in bytes: [UInt8], from start: Int) -> ByteRange {
    if !text.isEmpty {
      var index = start
      while index + text.count <= bytes.count {
        if index == 0 || bytes[index - 1] == .lineFeed, bytes[index...].starts(with: text) {
          return ByteRange(index, index + text.count)
        }
        index = bytes[index...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.count
      }
    }
    return ByteRange(start, start)
  }

  /// Past the last lines of a text, as far as they are found.
  private static func end(of text: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
    let lines = text.split(separator: .lineFeed, omittingEmptySubsequences: false)
    guard let last = lines.last(where: { !$0.isEmpty }) else { return start }
    let found = range(of: Array(last), in: bytes, from: start)
    if found.isEmpty { return start }
    let end = Int(found.end)
    return end < bytes.count && bytes[end] == .lineFeed ? end + 1 : end
  }

  // MARK: Decisions

  /// The words of a choice in a command, and in its title.
  static let choices: [(word: String, title: String, choice: OverlapChoice)] = [
    ("note", "Keep this version", .note), ("copy", "Keep the other version", .copy),
    ("both", "Keep both versions", .both), ("merged", "Merge the two word by word", .suggestion),
  ]

  /// The actions for the places of conflicts in a range.
  func conflictActions(_ view: NoteView, _ range: Range<Int>) -> [JSONValue] {
    guard let place = view.place else { return [] }
    var actions: [JSONValue] = []
    for open in conflicts(of: place) where open.conflict.note == place.path {
      let copy = JSONValue.string(open.conflict.copy.text)
      for part in Self.places(of: open, in: view.buffer.bytes, copy: []) {
        let own = part.range.indices
        guard
          own.overlaps(range) || own.contains(range.lowerBound)
            || own.lowerBound == range.lowerBound
        else { continue }
        for choice in Self.choices
        where open.decisions.merge.text(choice.choice, at: part.index) != nil {
          actions.append(
            command(
              choice.title, "zib.resolve",
              [.string(view.uri.text), copy, .int(part.index), .string(choice.word)]))
        }
      }
      actions.append(
        command("Show the other version", "zib.show", [.string(view.uri.text), copy]))
    }
    return actions
  }

  /// Decides a place; with the last one the note is written and the copy goes, as `zib resolve` does it.
  func resolve(_ arguments: [JSONValue]) throws -> JSONValue {
    guard arguments.count == 4, let uri = arguments[0].string, let copy = arguments[1].string,
      let index = arguments[2].int,
      let choice = Self.choices.first(where: { $0.word == arguments[3].string })?.choice,
      let place = place(of: DocumentURI(uri))
    else {
      throw ResponseError(
        .invalidParameters, "the arguments are a note, its copy, a place and a choice")
    }
    let open = conflicts(of: place).first { $0.conflict.copy.text == copy }
    if open?.isAwaited == true {
      throw ResponseError(.failed, "the editor has not taken the decided text yet")
    }
    open?.refresh()
    guard let open, open.decisions.overlaps.indices.contains(index) else {
      throw ResponseError(.failed, "there is no such conflict any more")
    }
    for (_, path) in unsavedDocuments(in: place.vault)
    where [open.conflict.note, open.conflict.copy].contains(path) {
      throw ResponseError(.failed, "save `\(path.text)` first: the decision is about its file")
    }
    guard open.decisions.choose(choice, at: index) else {
      throw ResponseError(.failed, "the two versions cannot be one text here")
    }
    revision += 1
    scheduleAll()
    guard let text = open.decisions.text else {
      do {
        try open.keep()
      } catch {
        show(
          "The decision cannot be kept, and holds until the editor is closed: \(ErrorWords(error).message)",
          .warning)
      }
      show("\(open.decisions.open.count) more to decide in `\(open.conflict.note.text)`")
      return .null
    }
    let view = try view(of: VaultPlace(vault: place.vault, path: open.conflict.note))
    guard let edits = edits(of: view, to: text) else {
      try finish(open, text, in: place.vault)
      return .null
    }
    // The editor gets the text before its file does: Emacs asks whether to read a file again that has changed, and would
    // make the edit in what it has read.
    open.isAwaited = true
    ask("workspace/applyEdit", ["label": "The decided note", "edit": json(edits)]) {
      [weak self, vault = place.vault] answer in
      open.isAwaited = false
      guard let self else { return }
      guard answer?["applied"]?.bool == true else {
        takeBack(open)
        show("the editor did not take the text, so that the last place is open again", .warning)
        return
      }
      do {
        try finish(open, text, in: vault)
      } catch {
        show(ErrorWords(error).message, .error)
      }
    }
    return .null
  }

  /// Writes a note whose last place is decided, and removes its copy.
  private func finish(_ open: OpenConflict, _ text: [UInt8], in vault: ServedVault) throws {
    var conflict = open.conflict
    vault.markStale()
    // An editor may have saved the text that it was given.
    if (try? vault.vault.folder.read(conflict.note).bytes) == text,
      let now = conflicts(of: VaultPlace(vault: vault, path: conflict.note))
        .first(where: { $0.conflict.copy == conflict.copy })
    {
      conflict = now.conflict
    }
    do {
      _ = try vault.vault.resolve([(conflict, .text(text))])
    } catch {
      takeBack(open)
      throw error
    }
    open.discard()
    vault.markStale()
    filesChanged(in: vault)
    show("`\(conflict.note.text)` is one note again; `zib undo` takes it back")
  }

  /// Takes the last decision back, and shows its place as open again.
  private func takeBack(_ open: OpenConflict) {
    _ = open.decisions.undo()
    revision += 1
    scheduleAll()
  }

  /// The edits by which an open document gets the text that its file is to have; nil where none are needed, or the client
  /// reads the file again: what is saved there next would take the decision back.
  private func edits(of view: NoteView, to text: [UInt8]) -> WorkspaceEdits? {
    guard view.version != nil, client.appliesEdits, !client.readsFilesAgain else { return nil }
    var edits = WorkspaceEdits()
    edits.add(TextEdits.from(view.buffer.bytes, to: text), to: view, encoding)
    return edits.isEmpty ? nil : edits
  }
}

/// A conflict with the decisions that a person has made so far, here or in `zib resolve`, which keep them in one place.
final class OpenConflict {
  let conflict: NoteConflict
  var decisions: ConflictDecisions
  /// True while the editor is asked to take the decided text.
  var isAwaited = false
  /// The places that were begun in `zib resolve`, and stay so.
  private var begun: BegunPlaces
  private let kept: KeptDecisions?

  init(_ conflict: NoteConflict, in vault: Vault) {
    self.conflict = conflict
    kept = KeptDecisions(conflict, vault)
    let merge = conflict.texts.merge
    (decisions, begun) = kept?.state(of: merge) ?? (ConflictDecisions(merge), BegunPlaces())
  }

  /// Takes over what was decided elsewhere since.
  func refresh() {
    if let kept { (decisions, begun) = kept.state(of: conflict.texts.merge) }
  }

  /// Keeps the decisions for the next time.
  ///
  /// - Throws: `SystemError`
  func keep() throws(SystemError) { try kept?.keep(decisions, begun: begun) }

  /// Forgets the decisions: the conflict is resolved.
  func discard() { kept?.discard() }

  /// True if it is about the same texts.
  func isSame(_ other: NoteConflict) -> Bool {
    conflict.note == other.note && conflict.copy == other.copy
      && conflict.texts.noteVersion?.text == other.texts.noteVersion?.text
      && conflict.texts.copyVersion.text == other.texts.copyVersion.text
  }
}
