import Exchange
import Files
import Indexing
import Layout
import Notes
import Settings
import Vaults

/// Changes that are offered at a place of a note.
extension LanguageServer {
  /// The kinds of actions that are offered.
  static let actionKinds: JSONValue = [
    "quickfix", "refactor.extract", "refactor.inline", "refactor.rewrite", "source.fixAll.zib",
    "source.zib.today",
  ]

  /// `textDocument/codeAction`
  func codeActions(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    guard let place = view.place, place.path.isMarkdown,
      let range = TextRange(request.parameters["range"])
    else { return [] }
    let bytes = range.bytes(in: view.buffer, encoding)
    let only = request.parameters.at("context", "only")?.elements?.compactMap(\.string)
    func wants(_ kind: String) -> Bool {
      guard let only else { return kind != "source.fixAll.zib" }
      return only.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }
    var actions: [JSONValue] = []
    if wants("quickfix") {
      actions += conflictActions(view, bytes)
      actions += try fixes(view, place, bytes)
      actions += try missingNoteActions(view, place, bytes)
    }
    try request.checkCancelled()
    if wants("source.fixAll.zib") { actions += try fixAll(view, place) }
    if wants("refactor.rewrite") {
      actions += taskActions(view, place, bytes)
      actions += tableActions(view, bytes)
      actions += listActions(view, bytes)
      actions += contentsActions(view, bytes)
      actions += try textActions(view, place, bytes)
      actions += try mentionActions(view, place, bytes)
    }
    if wants("refactor.extract") { actions += splitActions(view, bytes) }
    if wants("refactor.inline") { actions += try joinActions(view, bytes) }
    if wants("source.zib.today") { actions += todayActions(place.vault) }
    return .array(actions)
  }

  /// An action that is an edit.
  func action(_ title: String, _ kind: String, _ edits: WorkspaceEdits) -> JSONValue? {
    guard client.hasActionLiterals, !edits.isEmpty else { return nil }
    if edits.changesFiles, !client.hasDocumentChanges { return nil }
    return ["title": .string(title), "kind": .string(kind), "edit": json(edits)]
  }

  /// An action that changes the note itself.
  func action(
    _ title: String, _ kind: String, _ edits: [ByteEdit], in view: NoteView
  ) -> JSONValue? {
    var all = WorkspaceEdits()
    all.add(edits, to: view, encoding)
    return action(title, kind, all)
  }

  /// An action that runs a command of the server.
  func command(
    _ title: String, _ name: String, _ arguments: [JSONValue], _ kind: String = "quickfix"
  ) -> JSONValue {
    let command: JSONValue = [
      "title": .string(title), "command": .string(name), "arguments": .array(arguments),
    ]
    if !client.hasActionLiterals { return command }
    return ["title": .string(title), "kind": .string(kind), "command": command]
  }

  // MARK: What `check` can mend

  private func fixes(
    _ view: NoteView, _ place: VaultPlace, _ range: Range<Int>
  ) throws -> [JSONValue] {
    let findings = try checked(view, place, isTyping: false).filter { finding in
      guard finding.isFixable else { return false }
      let own = self.range(of: finding, in: view).bytes(in: view.buffer, encoding)
      return own.overlaps(range) || own.contains(range.lowerBound)
        || own.upperBound == range.lowerBound
    }
    return try findings.compactMap { finding in
      guard let action = try mending([finding], Self.title(of: finding), "quickfix", place)
      else { return nil }
      return action.with("diagnostics", [json(finding, in: view)]).with("isPreferred", true)
    }
  }

  private static func title(of finding: CheckFinding) -> String {
    guard case .link(_, let flaw) = finding.kind else { return "Mend the link" }
    switch flaw {
    case .missing(_, let path?), .moved(let path), .movedAnchor(_, _, let path):
      return "Link to `\(path.text)`"
    case .byAlias: return "Name the file in the link, and keep its words"
    case .otherForm: return "Spell the name as the file does"
    default: return "Mend the link"
    }
  }

  private func fixAll(_ view: NoteView, _ place: VaultPlace) throws -> [JSONValue] {
    let findings = try checked(view, place, isTyping: false).filter(\.isFixable)
    if findings.isEmpty { return [] }
    return [
      try mending(
        findings, "Mend all links that can be mended", "source.fixAll.zib", place)
    ].compactMap { $0 }
  }

  private func mending(
    _ findings: [CheckFinding], _ title: String, _ kind: String, _ place: VaultPlace
  ) throws -> JSONValue? {
    let search = try search(place.vault)
    var report = CheckReport(findings: findings)
    report.moves = place.vault.moves([], search, isTyping: false)
    let plan = try search.plannedMending(of: report)
    if plan.rewrites.isEmpty { return nil }
    return action(title, kind, try edits(plan.rewrites, in: place.vault))
  }

  // MARK: A note that is not there

  private func missingNoteActions(
    _ view: NoteView, _ place: VaultPlace, _ range: Range<Int>
  ) throws -> [JSONValue] {
    guard
      let found = try subject(at: range.lowerBound, in: view),
      case .missing(let target) = found.subject,
      let link = found.link, !link.isExternal
    else { return [] }
    var actions: [JSONValue] = []
    var seen: Set<NotePath> = []
    for (folder, words) in Self.folders(for: target, of: link, beside: place) {
      let name = target.split(separator: "/").last.map(String.init) ?? target
      let title =
        NotePath(name).flatMap { $0.isMarkdown ? String(decoding: $0.stem, as: UTF8.self) : nil }
        ?? name
      guard
        let draft = try? place.vault.vault.draft(
          NewNote(title: title, folder: folder), at: clock.now, in: clock.zone),
        seen.insert(draft.path).inserted,
        FileStatus.at(place.vault.root.appending(draft.path)) == nil
      else { continue }
      let title2 = "Write the note `\(draft.path.text)`\(words)"
      var edits = WorkspaceEdits()
      edits.create(DocumentURI(place.vault.root.appending(draft.path)), draft.text)
      // A client that asks before it makes a file is told then.
      if !client.asksBeforeCreating {
        let kept = try search(place.vault).plannedLinks(besides: [place.vault.vault.newFile(draft)])
        edits.add(try self.edits(kept.rewrites, in: place.vault))
      }
      if client.resourceOperations.contains("create"),
        let action = action(title2, "quickfix", edits)
      {
        actions.append(action)
      } else {
        actions.append(
          command(
            title2, "zib.new",
            [
              [
                "title": .string(title), "folder": .string(folder ?? ""),
                "vault": .string(place.vault.root.text),
              ]
            ]))
      }
    }
    // Without a template of that name the note has its title alone.
    let templates = place.vault.vault.templates.filter { $0 != "note" }
    if let (folder, _) = Self.folders(for: target, of: link, beside: place).first {
      let name = target.split(separator: "/").last.map(String.init) ?? target
      for template in templates.prefix(Self.mostTemplates) {
        actions.append(
          command(
            "Write the note `\(name)` from the template `\(template)`", "zib.new",
            [
              [
                "title": .string(name), "folder": .string(folder ?? ""),
                "template": .string(template), "vault": .string(place.vault.root.text),
              ]
            ]))
      }
    }
    return actions
  }

  /// The greatest number of templates that are offered.
  private static let mostTemplates = 8

  /// The folders that a missing note may be written into: the one that its link names, the one of the settings, the
  /// note's own.
  private static func folders(
    for target: String, of link: Link, beside place: VaultPlace
  ) -> [(folder: String?, words: String)] {
    let own = place.path.folder?.text ?? ""
    let parts = target.split(separator: "/").map(String.init)
    if link.kind == .wiki, parts.count > 1 {
      return [(parts.dropLast().joined(separator: "/"), "")]
    }
    if link.kind != .wiki {
      // A destination of Markdown is a path from the note.
      var folders = own.split(separator: "/").map(String.init)
      for part in parts.dropLast() {
        if part == ".." { _ = folders.popLast() } else if part != "." { folders.append(part) }
      }
      return [(folders.joined(separator: "/"), "")]
    }
    return [(nil, ""), (own, "")]
  }

  // MARK: The journal

  /// The day's note, and an entry in it for now.
  private func todayActions(_ vault: ServedVault) -> [JSONValue] {
    let root = JSONValue.string(vault.root.text)
    let kind = "source.zib.today"
    return [
      command("Open today's note", "zib.today", [["vault": root]], kind),
      command("Begin an entry in today's note", "zib.log", [["text": "", "vault": root]], kind),
    ]
  }

  // MARK: Links

  /// A link gets a text of its own: the title of the note that it means.
  private func textActions(
    _ view: NoteView, _ place: VaultPlace, _ range: Range<Int>
  ) throws -> [JSONValue] {
    guard let found = try subject(at: range.lowerBound, in: view), let link = found.link,
      link.kind == .wiki, !link.isEmbed, link.text == nil, !link.isInFrontMatter
    else { return [] }
    var title = view.note.text(link.target)
    switch found.subject {
    case .file(let path), .anchor(let path, _):
      title = try search(place.vault).title(of: path) ?? title
    default: return []
    }
    guard !title.contains(where: { "|[]\n".contains($0) }) else { return [] }
    guard let edit = place.vault.vault.noteOptions.links.edit(giving: title, to: link) else {
      return []
    }
    return [action("Give the link the text “\(title)”", "refactor.rewrite", [edit], in: view)]
      .compactMap { $0 }
  }

  /// Words that name a note become a link; and all that name this note do.
  private func mentionActions(
    _ view: NoteView, _ place: VaultPlace, _ range: Range<Int>
  ) throws -> [JSONValue] {
    let search = try search(place.vault)
    var actions: [JSONValue] = []
    let words = range.isEmpty ? Self.word(at: range.lowerBound, in: view) : range
    if !words.isEmpty, words.count < 200,
      !view.note.links.contains(where: { $0.range.indices.overlaps(words) })
    {
      let text = String(decoding: view.buffer.bytes[words], as: UTF8.self)
      let ranked = NameRanking(names: try names(place.vault), query: text).best(3).matches
      for match in ranked where match.quality == .whole && match.entry.path != place.path {
        let writer = try MentionWriter(search.vault, search.index, to: match.entry.path)
        let (new, linked) = writer.linked(
          view.note, at: [ByteRange(words.lowerBound, words.upperBound)], in: place.path)
        if linked.isEmpty { continue }
        let edits = TextEdits.from(view.buffer.bytes, to: new)
        let title = "Link to `\(match.entry.path.text)`"
        actions += [action(title, "refactor.rewrite", edits, in: view)].compactMap { $0 }
      }
    }
    if range.isEmpty,
      view.note.titleHeading.map({ $0.range.indices.contains(range.lowerBound) }) == true
    {
      actions.append(
        command(
          "Link all mentions of this note", "zib.linkMentions", [.string(view.uri.text)],
          "refactor.rewrite"))
    }
    return actions
  }

  private static func word(at offset: Int, in view: NoteView) -> Range<Int> {
    ranges(around: offset, in: view).first?.indices ?? offset..<offset
  }
}
