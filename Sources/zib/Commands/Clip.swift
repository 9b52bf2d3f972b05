import Arguments
import Exchange
import Files
import Imports
import Layout
import Notes
import Programs
import Sessions
import Terminals
import Vaults
import WebPages
import Wording

/// `zib clip`: a note of a page of the web.
enum ClipPage {
  static let page = Positional(
    "PAGE", .string(completing: .files),
    help: "An address, a file of HTML, or `-` for HTML on standard input.")
  static let url = Option(
    "url", value: "URL", .string,
    help: "The address of a file or of standard input; its links are completed by it.")
  static let quote = Option(
    "quote", value: "TEXT", each: .string,
    help: """
      A passage of the page that becomes a quote with its source, and so a card; may be repeated. \
      `first words … last words` takes all between them.
      """)
  static let title = Option(
    "title", value: "TITLE", .string, help: "Another title than the page's.")
  static let tag = Option(
    "tag", value: "TAG", each: .string(completing: .values(of: "tags")),
    help: "A hashtag; may be repeated.")
  static let update = Flag(
    "update", help: "Fetch a page again that has a note; what you changed in the note is kept.")
  static let images = Flag(
    "images",
    help:
      "Fetch the pictures of the page too, and put them with the attachments; else the note links to them."
  )
  static let edit = Flag("edit", short: "e", help: "Open the note in your editor.")
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "clip", group: "Read and write", summary: "Make a note of a web page",
    discussion: """
      Writes the readable part of a page as Markdown, without menus, advertisements and scripts, with title,
      author, date and address in the front matter, in the folder of `zib config clip.folder`, and prints the
      path of the note. Nothing in the page is run.

      A page that has a note already is named and not written down twice: its address may have other tracking
      parameters. `--quote` then adds the passage to that note, and `--update` fetches the page again. Where you
      changed the note, the new text is a second version beside it, which `zib resolve` goes through.

      An address that a browser copied with a selection (`#:~:text=…`) quotes the selection.

      Pages are fetched with the program `curl`, which follows your proxies: at most 16 MB in a minute. With
      `--images` pictures are fetched as well, at most 100 of 10 MB each; a page of the open web gets none from
      your own network. One whose bytes are in the vault already is not written again.
      """,
    arguments: [
      page, url, quote, images, title, tag, New.folder, New.template, New.variable, update, edit,
      New.dryRun, json,
    ],
    exclusive: [[New.dryRun, json], [edit, json]],
    sections: [
      Section(
        "Templates",
        """
        The note begins as the template `clip` where the vault has one, or as `--template` says. It may use \
        `{{title}}`, `{{url}}`, `{{author}}`, `{{published}}`, `{{site}}` and what `zib new` knows.
        """)
    ],
    examples: [
      "zib clip https://example.org/essay": "The page as a note.",
      "zib clip https://example.org/essay --quote 'Too small … for this proof.'":
        "A passage of it as a quote.",
      "zib clip saved.html --url https://example.org/essay": "A page that the browser saved.",
      "wl-paste -t text/html | zib clip - --title 'A selection'": "What was copied in a browser.",
    ],
    exitStatuses: [
      0: "Done; the path is on standard output.", 1: "The page does not have what `--quote` says.",
      3: "Nothing was written.",
    ],
    seeAlso: ["zib-new(1)", "zib-quotes(1)", "zib-review(1)", "zib-config(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try clip(arguments, session) }
  }

  private static func clip(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let vault = try session.vault()
    let given = try address(arguments)
    if let given, !arguments[update], arguments[quote].isEmpty,
      PageSelection.named(by: given.fragment).isEmpty,
      let known = try standing(given, vault, session)
    {
      return try tell(known, arguments, session)
    }
    var clip = try readClip(arguments, given, session)
    clip.folder = arguments[New.folder]
    clip.template = arguments[New.template]
    for pair in arguments[New.variable] { clip.variables[pair.key] = pair.value }
    clip.hashtags = try arguments[tag].map { name in
      let hashtag = Hashtag(name)
      guard Hashtag.isWritable(hashtag.name) else {
        throw UsageError(message: "`\(name)` cannot be written as a hashtag")
      }
      return hashtag.name
    }
    if let source = clip.source {
      if let known = try standing(source, vault, session) {
        return try change(known, clip, arguments, session)
      }
    } else if let known = try session.search({ try vault.notes(clippedAs: clip, $0) }).first {
      return try tell(known, arguments, session, hasAddress: false)
    }
    let isKept = arguments[images] && !arguments[New.dryRun]
    if isKept {
      let folder = try vault.draft(clip, at: session.now, in: session.zone).path.folder
      try session.keepPictures(of: &clip, in: folder, from: given)
    }
    let draft = try vault.draft(clip, at: session.now, in: session.zone)
    if arguments[json] {
      session.tell(try vault.create(draft), besides: draft.path)
      session.tellIgnored(draft.path)
      try printJSON(draft.path, clip, isNew: true, session)
    } else {
      try session.create(draft, isDryRun: arguments[New.dryRun], isEdited: arguments[edit])
    }
    return .done
  }

  /// The address that was given: of the page, or with `--url`.
  private static func address(_ arguments: ParsedArguments) throws -> WebAddress? {
    let word = arguments[url] ?? arguments[page]
    let isAddress = arguments.isGiven(url) || word.contains("://")
    guard isAddress else { return nil }
    guard let address = WebAddress(word), address.isWeb else {
      throw UsageError(
        message: "`\(word)` is no address of the web", hint: "such as https://example.org/page")
    }
    return address
  }

  private static func standing(
    _ address: WebAddress, _ vault: Vault, _ session: CommandSession
  ) throws -> NotePath? {
    try session.search { try vault.notes(clippedFrom: address, $0) }.first
  }

  private static func readClip(
    _ arguments: ParsedArguments, _ given: WebAddress?, _ session: CommandSession
  ) throws -> Clip {
    var address = given
    var bytes: [UInt8]
    var contentType: String?
    if arguments[page].contains("://"), let given {
      let answer = try session.fetch(
        given, accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1")
      let kind = answer.contentType.prefix { $0 != ";" }.lowercased()
      guard kind.isEmpty || kind.contains("html") || kind.contains("xml") || kind.hasPrefix("text/")
      else {
        throw Failure(
          "\(given) is no page, but \(SafeText.escaped(kind))",
          hint: "download it, and `zib attach` puts it beside a note")
      }
      bytes = answer.bytes
      contentType = answer.contentType
      address = WebAddress(answer.address) ?? given
    } else {
      bytes = try session.contents(of: arguments[page])
    }
    let page = try WebPage(parsing: bytes, at: address, contentType: contentType)
    if page.isCut {
      session.messages.warning(
        "the end of the page is left out: its elements are nested too deeply to be read")
    }
    var clip = Clip(page, at: address, title: arguments[title])
    let words = page.words
    guard words.contains(where: { !$0.isWhitespace }) else {
      throw Failure(
        "the page has no text to read",
        hint: "a page that scripts fill can be saved in a browser: `zib clip saved.html --url URL`")
    }
    for passage in arguments[quote] + PageSelection.named(by: given?.fragment) {
      guard let found = PageSelection.find(passage, in: words) else {
        throw Failure("the page does not have `\(passage)`", code: .nothingFound)
      }
      clip.passages.append(found)
    }
    return clip
  }

  /// Names the note that a page has already.
  private static func tell(
    _ path: NotePath, _ arguments: ParsedArguments, _ session: CommandSession,
    hasAddress: Bool = true
  ) throws -> ExitCode {
    session.messages.note(
      hasAddress
        ? "the page is in the vault already; `--update` fetches it again, `--quote` adds a passage"
        : "a page of the same text is in the vault already"
    )
    if arguments[json] {
      try session.output.writeJSON {
        $0.field("path", session.shownPath(path))
        $0.field("isNew", false)
      }
    } else {
      try session.output.write(untrusted: session.shownPath(path))
      try session.output.writeLine()
    }
    return .done
  }

  /// Adds passages to the note of a page, or gives it the page's new text.
  private static func change(
    _ path: NotePath, _ clip: Clip, _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> ExitCode {
    let vault = try session.vault()
    var clip = clip
    if arguments[update], arguments[images], !arguments[New.dryRun] {
      try session.keepPictures(of: &clip, in: path.folder, from: nil)
    }
    guard arguments[update] else {
      if clip.passages.isEmpty { return try tell(path, arguments, session) }
      return try session.apply(
        vault.planPassages(clip, in: path), asking: "", isDryRun: arguments[New.dryRun],
        isForced: true)
    }
    switch try vault.update(path, to: clip) {
    case .same:
      session.messages.note("\(session.shown(path)) is up to date")
      return .done
    case .plan(let plan):
      return try session.apply(
        plan, asking: "", isDryRun: arguments[New.dryRun], isForced: true)
    case .beside(let draft):
      if !arguments[New.dryRun] {
        session.messages.note(
          "you changed \(session.shown(path)), so the new text is a second version beside it; "
            + "`zib resolve` goes through the differences")
      }
      try session.create(draft, isDryRun: arguments[New.dryRun], isEdited: false)
      return .done
    case .isBeside(let copy):
      session.messages.note(
        "the new text is beside \(session.shown(path)) already; `zib resolve` goes through the differences"
      )
      try session.output.write(untrusted: session.shownPath(copy))
      try session.output.writeLine()
      return .done
    }
  }

  private static func printJSON(
    _ path: NotePath, _ clip: Clip, isNew: Bool, _ session: CommandSession
  ) throws {
    let facts = clip.page.facts
    try session.output.writeJSON {
      $0.field("path", session.shownPath(path))
      $0.field("isNew", isNew)
      $0.field("title", clip.title)
      $0.field("authors", facts.authors)
      $0.field("published", facts.published)
      $0.field("site", facts.site)
      $0.field("language", facts.language)
      $0.field("source", clip.source?.description)
      $0.field("quotes", clip.passages.count)
    }
  }
}
