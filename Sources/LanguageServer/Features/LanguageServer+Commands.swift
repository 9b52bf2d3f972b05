import Exchange
import Files
import Indexing
import Notes
import PastNotes
import Rendering
import Reviews
import Search
import Settings
import Sync
import Vaults
import Wording

/// Commands that an editor runs by name: each command with arguments that are objects or texts, and a result of JSON.
extension LanguageServer {
  typealias CommandBody = @Sendable (LanguageServer) -> ([JSONValue]) throws -> JSONValue

  /// The commands, by their names.
  static let commands: [String: CommandBody] = [
    "zib.search": searchNotes,
    "zib.new": makeNote,
    "zib.today": openDay,
    "zib.log": log(entry:),
    "zib.status": status,
    "zib.due": dueCards,
    "zib.backlinks": backlinks,
    "zib.prompts": prompts,
    "zib.linkMentions": linkMentions,
    "zib.split": split,
    "zib.join": join,
    "zib.resolve": resolve,
    "zib.show": showCopy,
  ]

  /// `workspace/executeCommand`
  func executeCommand(_ request: Request) throws -> JSONValue {
    let name = request.parameters["command"]?.string ?? ""
    guard let body = Self.commands[name] else {
      throw ResponseError(.invalidParameters, "there is no command `\(name)`")
    }
    return try body(self)(request.parameters["arguments"]?.elements ?? [])
  }

  /// The vault that a command is about: the one that it names, or the first.
  func vault(_ arguments: [JSONValue]) throws(ResponseError) -> ServedVault {
    let named = arguments.first?["vault"]?.string
    if let vault = vaults.first(where: { named == nil || $0.root.text == named }) { return vault }
    guard let named, !vaults.isEmpty else { throw ResponseError(.failed, "no vault is open") }
    throw ResponseError(
      .failed,
      "`\(named)` is no vault that is open here; open are "
        + vaults.map { "`\($0.root.text)`" }.joined(separator: ", "))
  }

  func place(_ arguments: [JSONValue]) throws(ResponseError) -> VaultPlace {
    let text = arguments.first?.string ?? arguments.first?["uri"]?.string
    guard let text, let place = place(of: DocumentURI(text)) else {
      throw ResponseError(.invalidParameters, "the argument is the address of a note")
    }
    return place
  }

  /// Has the client show a place.
  private func showDocument(_ uri: DocumentURI, line: Int = 0) {
    guard client.showsDocuments else {
      return show("open `\(place(of: uri)?.path.text ?? uri.text)`")
    }
    let start = Position(line: max(0, line), character: 0).json
    ask(
      "window/showDocument",
      [
        "uri": .string(uri.text), "takeFocus": true, "selection": ["start": start, "end": start],
      ])
  }

  // MARK: Finding

  /// `zib.search`: the argument is a query, or an object with `query`, `limit` and `vault`.
  private func searchNotes(_ arguments: [JSONValue]) throws -> JSONValue {
    let vault = try vault(arguments)
    let text = arguments.first?.string ?? arguments.first?["query"]?.string ?? ""
    let limit = min(max(1, arguments.first?["limit"]?.int ?? 50), 1000)
    let search = try search(vault)
    let query = search.query(text)
    var hits: [JSONValue] = []
    for result in try search.results(query, limit: limit) {
      let line = try search.lines(in: result, for: query, all: false, around: 0, width: 120).first
      let place = VaultPlace(vault: vault, path: result.path)
      let start = Position(line: max(0, (line?.position.line ?? 1) - 1), character: 0).json
      hits.append([
        "title": .string(result.title), "path": .string(result.path.text),
        "text": .string(line?.text ?? ""), "uri": .string(uri(of: place).text),
        "range": ["start": start, "end": start],
      ])
    }
    return .array(hits)
  }

  /// `zib.backlinks`: the places of the links to a note.
  private func backlinks(_ arguments: [JSONValue]) throws -> JSONValue {
    let place = try place(arguments)
    return .array(
      try occurrences(of: .file(place.path), in: place.vault).flatMap { view, ranges in
        ranges.map { location($0, in: view) }
      })
  }

  /// `zib.prompts`: the questions, gaps and quotes of a note that are asked, with their places.
  private func prompts(_ arguments: [JSONValue]) throws -> JSONValue {
    let view = try view(of: place(arguments))
    return .array(
      prompts(of: view).map { prompt in
        let text = prompt.question.replacing(String(Prompt.gap), with: "[…]")
        return ["text": .string(text), "location": location(prompt.range, in: view)]
      })
  }

  /// The prompts of a note of the kinds that are reviewed.
  func prompts(of view: NoteView) -> [Prompt] {
    let kinds = view.place.map { ReviewSettings($0.vault.vault.configuration).kinds }
    return view.note.prompts.filter { kinds?.contains($0.kind) ?? true }
  }

  /// `zib.status`: the numbers of notes, of conflicts and of files that are not committed.
  private func status(_ arguments: [JSONValue]) throws -> JSONValue {
    let vault = try vault(arguments)
    let notes = try vault.refresh().notes.documentCount
    let json: JSONValue = ["notes": .int(notes), "root": .string(vault.root.text)]
    do {
      let status = try vault.vault.status()
      return
        json
        .with("uncommitted", .int(status.pending.changes.count))
        .with("conflicts", .int(status.conflicts.count))
        .with("ahead", status.distance.map { .int($0.ahead) })
        .with("behind", status.distance.map { .int($0.behind) })
    } catch HistoryError.noRepository {
      return json
    } catch {
      return json.with("error", .string(ErrorWords(error).message))
    }
  }

  /// `zib.due`: the number of cards that are due.
  private func dueCards(_ arguments: [JSONValue]) throws -> JSONValue {
    let vault = try vault(arguments)
    return ["due": .int(try vault.allDueCards().count)]
  }

  // MARK: Writing

  /// `zib.new`: an object with `title`, and perhaps `folder`, `template` and `vault`; the note is written and shown.
  private func makeNote(_ arguments: [JSONValue]) throws -> JSONValue {
    let vault = try vault(arguments)
    let title = arguments.first?.string ?? arguments.first?["title"]?.string ?? ""
    guard !title.isEmpty else {
      throw ResponseError(.invalidParameters, "a note needs a `title`")
    }
    let folder = arguments.first?["folder"]?.string
    let draft = try vault.vault.draft(
      NewNote(
        typed: title, folder: folder?.isEmpty == true ? nil : folder,
        template: arguments.first?["template"]?.string), at: clock.now, in: clock.zone)
    try keepingLinks(Deed("new"), besides: vault.vault.newFile(draft), in: vault) {
      ((), try $0.create(draft))
    }
    return written(draft.path, in: vault, line: draft.line - 1)
  }

  /// `zib.today`: the note of today, or of the day that `day` names; made if it is missing.
  private func openDay(_ arguments: [JSONValue]) throws -> JSONValue {
    let vault = try vault(arguments)
    let words = arguments.first?.string ?? arguments.first?["day"]?.string
    let now = CivilDateTime(milliseconds: clock.now, in: clock.zone)
    var day = now.date
    if let words {
      guard let range = DateRange(words, today: now.date), let start = range.start else {
        throw ResponseError(.invalidParameters, "`\(words)` is no day")
      }
      day = start
    }
    let path = try vault.vault.path(ofDay: day)
    let line = try keepingLinks(Deed("day"), besides: PlannedFile(path), in: vault) {
      let made = try $0.makeDay(
        day, at: now.time ?? .midnight, secondsEast: clock.zone.secondsEast(clock.now))
      return (made?.line ?? 1, made?.links ?? KeptLinks())
    }
    return written(path, in: vault, line: line - 1)
  }

  /// `zib.log`: an entry of the journal for now; a text, or an object with `text`, `mood` and `title`.
  private func log(entry arguments: [JSONValue]) throws -> JSONValue {
    let vault = try vault(arguments)
    let text = arguments.first?.string ?? arguments.first?["text"]?.string ?? ""
    let mood = arguments.first?["mood"]?.string.map { Mood.matching($0).first?.emoji ?? $0 }
    let moment = ZonedMoment(milliseconds: clock.now, in: clock.zone)
    let path = try vault.vault.path(ofDay: moment.date)
    for document in documents.values
    where document.isUnsaved && document.place?.vault === vault && document.place?.path == path {
      throw ResponseError(.failed, "save `\(path.text)` first: the entry is written into its file")
    }
    let entry = vault.vault.entry(
      at: moment, system: clock.zone, mood: mood, title: arguments.first?["title"]?.string ?? "",
      body: text)
    let logged = try keepingLinks(Deed("log"), besides: PlannedFile(path), in: vault) {
      let logged = try $0.log(entry, on: moment.date, secondsEast: moment.secondsEast)
      return (logged, logged.links)
    }
    return written(logged.path, in: vault, line: logged.line - 1)
  }

  private func written(_ path: NotePath, in vault: ServedVault, line: Int) -> JSONValue {
    vault.markStale()
    filesChanged(in: vault)
    let uri = DocumentURI(vault.root.appending(path))
    showDocument(uri, line: line)
    return ["uri": .string(uri.text), "path": .string(path.text), "line": .int(max(0, line))]
  }

  /// `zib.show`: another file of the vault of a note.
  private func showCopy(_ arguments: [JSONValue]) throws -> JSONValue {
    let place = try place(arguments)
    guard arguments.count > 1, let text = arguments[1].string, let path = NotePath(text) else {
      throw ResponseError(.invalidParameters, "the second argument is a path in the vault")
    }
    let uri = uri(of: VaultPlace(vault: place.vault, path: path))
    showDocument(uri)
    return ["uri": .string(uri.text)]
  }

  /// `zib.linkMentions`: all places in other notes where a note is named become links to it.
  private func linkMentions(_ arguments: [JSONValue]) throws -> JSONValue {
    let place = try place(arguments)
    let search = try search(place.vault)
    let found = try search.mentions(of: place.path).notes
    let request = MentionRequest(
      note: place.path,
      places: found.map {
        MentionRequest.Place(path: $0.path, text: $0.note.source, ranges: $0.ranges)
      })
    let plan = try search.plannedLinks(request)
    let count = Amount.count(plan.linked, "mention")
    if plan.rewrites.isEmpty {
      show("No other note names this one without a link")
      return .null
    }
    guard client.appliesEdits else {
      throw ResponseError(
        .failed, "this editor takes no edits; run `zib mentions \(place.path.text) --link`")
    }
    let edit = json(try edits(plan.rewrites, in: place.vault))
    ask("workspace/applyEdit", ["label": "Link mentions", "edit": edit]) { [weak self] answer in
      if answer?["applied"]?.bool == true { self?.show("\(count) linked") }
    }
    return ["linked": .int(plan.linked)]
  }
}
