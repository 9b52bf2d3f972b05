import Exchange
import Files
import Layout
import Notes
import Settings
import Vaults

/// A section that becomes a note, and a note that comes into another one.
extension LanguageServer {
  // MARK: Offered

  /// At a heading that is not the note's title: its section becomes a note beside this one.
  func splitActions(_ view: NoteView, _ range: Range<Int>) -> [JSONValue] {
    let note = view.note
    guard
      let index = note.headings.firstIndex(where: {
        Int($0.range.start) <= range.lowerBound && range.lowerBound <= Int($0.range.end)
      }), note.headings[index] != note.titleHeading,
      !note.plainText(in: note.headings[index].text).isEmpty
    else { return [] }
    let title = note.plainText(in: note.headings[index].text)
    return [
      command(
        "Make the section “\(title)” a note", "zib.split",
        [.string(view.uri.text), .string(view.anchors.name(ofHeading: index))], "refactor.extract")
    ]
  }

  /// At a link to another note: that note comes into this one, at the end of the section that the link is in.
  func joinActions(_ view: NoteView, _ range: Range<Int>) throws -> [JSONValue] {
    guard let own = view.place?.path, let found = try subject(at: range.lowerBound, in: view),
      let link = found.link, !link.isInFrontMatter, case .file(let path) = found.subject,
      path.isMarkdown, path != own
    else { return [] }
    let note = view.note
    let above = note.headings.lastIndex { $0.range.start <= link.range.start }
    let heading = above.flatMap { index -> JSONValue? in
      note.headings[index] == note.titleHeading ? nil : .string(view.anchors.name(ofHeading: index))
    }
    return [
      command(
        "Put the note `\(path.text)` into this one", "zib.join",
        [.string(view.uri.text), .string(path.text), heading ?? .null], "refactor.inline")
    ]
  }

  // MARK: Done

  /// `zib.split`: the address of a note, a heading as a link would name it, and perhaps the path of the new note.
  func split(_ arguments: [JSONValue]) throws -> JSONValue {
    let place = try place(arguments)
    guard arguments.count > 1, let heading = arguments[1].string else {
      throw ResponseError(
        .invalidParameters, "the arguments are the address of a note and a heading")
    }
    let to: NotePath?
    if arguments.count > 2, let text = arguments[2].string {
      to = NotePath(text)
    } else {
      let note = try view(of: place).note
      guard case .heading(let index)? = note.place(named: heading) else {
        throw ResponseError(.failed, "`\(place.path.text)` has no heading `\(heading)`")
      }
      to = place.vault.vault.path(
        ofSection: note.plainText(in: note.headings[index].text), of: place.path)
    }
    guard let to, to.isMarkdown else {
      throw ResponseError(.failed, "the new note has no name that a file could have")
    }
    var request = SplitRequest(path: place.path, heading: heading, to: to)
    request.frontMatter = place.vault.vault.frontMatter(
      ofNew: heading.split(separator: "#").last.map(String.init) ?? heading, at: clock.now,
      in: clock.zone)
    let plan = try search(place.vault).plannedSplit(request)
    guard client.appliesEdits, client.hasDocumentChanges,
      client.resourceOperations.contains("create")
    else { return try make(plan, in: place.vault) { try $0.split(request) } }
    let edits = try edits(plan.rewrites, in: place.vault)
    // A client that asks what else the making of a file changes gets nothing twice.
    let made = uri(of: VaultPlace(vault: place.vault, path: plan.to)).key
    beingMade.insert(made)
    ask("workspace/applyEdit", ["label": "Make a note of a section", "edit": json(edits)]) {
      [weak self] answer in
      self?.beingMade.remove(made)
      if answer?["applied"]?.bool == true { self?.show(Self.words(on: plan)) }
    }
    return ["path": .string(plan.to.text)]
  }

  /// `zib.join`: the address of a note, the path of the one that comes into it, and perhaps a heading, at the end of
  /// whose section it comes.
  func join(_ arguments: [JSONValue]) throws -> JSONValue {
    let place = try place(arguments)
    guard arguments.count > 1, let text = arguments[1].string, let path = NotePath(text) else {
      throw ResponseError(
        .invalidParameters, "the arguments are the address of a note and the path of another")
    }
    let heading = arguments.count > 2 ? arguments[2].string : nil
    let request = JoinRequest(path: path, into: place.path, heading: heading)
    // Never as edits: the file would be gone while its text stood in a buffer that nobody has saved.
    let plan = try search(place.vault).plannedJoin(request)
    return try make(plan, in: place.vault) { try $0.join(request) }
  }

  /// Makes the changes of a plan in the files, as one commit.
  ///
  /// - Throws: errors of the closure; `ResponseError` where a note that changes is not saved.
  private func make(
    _ plan: PartPlan, in vault: ServedVault, _ body: (Vault) throws -> PartReport
  ) throws -> JSONValue {
    let changing = Set(plan.rewrites.map(\.path) + [plan.from])
    for (_, path) in unsavedDocuments(in: vault) where changing.contains(path) {
      throw ResponseError(.failed, "save `\(path.text)` first: its file changes")
    }
    let report = try body(vault.vault)
    vault.markStale()
    filesChanged(in: vault)
    show(Self.words(on: report.plan) + "; `zib undo` takes it back")
    return ["path": .string(report.plan.to.text)]
  }

  private static func words(on plan: PartPlan) -> String {
    let links = plan.linkCount == 1 ? "1 link follows" : "\(plan.linkCount) links follow"
    return plan.isNew
      ? "`\(plan.to.text)` has the section now; \(links)"
      : "`\(plan.from.text)` is in `\(plan.to.text)` now; \(links)"
  }
}
