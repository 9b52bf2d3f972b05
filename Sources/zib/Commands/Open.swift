import Arguments
import Files
import Indexing
import Layout
import Notes
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib open`: a note, a file or a link in the program that the desktop has for it.
enum Open {
  static let name = Positional(
    "NOTE", .string(completing: .values(of: "notes")),
    help: """
      A path, title or file name of a note, or a part of one; the path or name of another file; `@1` of \
      the last list.
      """)
  static let link = Positional(
    "LINK", optional: .string,
    help: "A part of the text or address of a link in the note, which is opened instead.")
  static let links = Flag("links", short: "l", help: "Choose a link of the note to open.")
  static let dryRun = Flag("dry-run", short: "n", help: "Print what would be opened.")

  static let command = Command(
    "open", aliases: ["o"], group: "Read and write",
    summary: "Open a note, a file or a link in the desktop's program",
    discussion: """
      Opens a note, a picture or another file of the vault in the program that the desktop has for it,
      or what a link of a note leads to: a page in the browser, another note, a file. The program that
      opens is the one of `zib config opener`, else `xdg-open`, on macOS `open`.

      A vault may come from anywhere, so only files of kinds that a program shows are opened (texts,
      pictures, sounds, films, PDFs, books, tables, archives), and only addresses that begin with
      `https:`, `http:` or `mailto:`. Of everything else the path or address is named.
      """,
    arguments: [name, link, links, dryRun],
    exclusive: [[link, links]],
    examples: [
      "zib open walden": "A note in the desktop's editor.",
      "zib open first-frost.png": "A picture.",
      "zib open walden gutenberg": "The link of a note that says so.",
      "zib open walden --links": "Choose one.",
    ],
    exitStatuses: [
      0: "The program was started.", 1: "There is no such note, file or link.",
      2: "Several are meant.", 3: "It is not opened, or the program failed.",
    ],
    seeAlso: ["zib-edit(1)", "zib-links(1)", "zib-attach(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    let target: OpenTarget
    if arguments[link] != nil || arguments[links] {
      target = try linked(arguments, session)
    } else {
      target = .file(try session.search { try session.target(arguments[name], in: $0).path })
    }
    let argument: String
    switch target {
    case .file(let path):
      let vault = try session.vault()
      argument = vault.root.appending(path).text
      guard vault.isInside(path) else {
        throw Failure(
          "\(session.shown(path)) is, or is in, a symbolic link that leads out of the vault, so zib does not open it",
          hint:
            "open \(DiskPath.real(vault.root.appending(path))?.description ?? "its target") yourself, if you trust it"
        )
      }
      if !path.isMarkdown, FileKind(ofName: path.name) == .other {
        throw Failure(
          "\(session.shown(path)) is of a kind that may run a program, so zib does not open it",
          hint: "open it yourself, if you trust it")
      }
      if path.isMarkdown, !arguments[dryRun] { session.touch(path) }
    case .address(let address):
      argument = address
      let scheme = address.prefix { $0 != ":" }.lowercased()
      guard ["https", "http", "mailto"].contains(scheme) else {
        throw Failure(
          "an address that begins with `\(scheme):` may run a program, so zib does not open it",
          hint: "it is \(address.escapingControlCharacters())")
      }
    }
    if arguments[dryRun] {
      try session.output.write(untrusted: argument)
      try session.output.writeLine()
      return .done
    }
    try session.openOnDesktop(argument)
    return .done
  }

  private enum OpenTarget {
    case file(NotePath)
    case address(String)
  }

  /// The target of the link that is asked for.
  private static func linked(
    _ arguments: ParsedArguments, _ session: CommandSession
  ) throws -> OpenTarget {
    let path = try session.notePath(arguments[name])
    let words = CaseFolding.fold(arguments[link] ?? "")
    let (found, note) = try session.search { search in
      (try search.links(of: path), try search.note(at: path))
    }
    let texts = note.links.map { note.text($0.range) }
    let addresses = Dictionary(
      zip(texts, note.links.map { note.target(of: $0) }), uniquingKeysWith: { one, _ in one })
    var all = found.filter { link in
      guard link.target != .missing, link.target != .sameNote else { return false }
      return words.isEmpty || CaseFolding.fold(link.text).contains(words)
    }
    var seen: Set<String> = []
    all = all.filter { seen.insert($0.text).inserted }
    guard let first = all.first else {
      throw Failure(
        arguments[link].map { "no link of \(session.shown(path)) has `\($0)` in it" }
          ?? "\(session.shown(path)) has no links that lead anywhere",
        hint: "`zib links` lists the links of a note", code: .nothingFound)
    }
    let chosen = all.count == 1 ? first : try choose(all, in: path, session)
    switch chosen.target {
    case .file(let file, _): return .file(file)
    case .external: return .address(addresses[chosen.text] ?? chosen.text)
    case .missing, .sameNote: throw Failure("the link leads nowhere", code: .nothingFound)
    }
  }

  private static func choose(
    _ links: [PlacedLink], in path: NotePath, _ session: CommandSession
  ) throws -> PlacedLink {
    let heading = "\(links.count) links of \(session.shown(path)) are meant:"
    let texts = links.map { session.output.inLine($0.text) }
    guard session.mayAsk else {
      let lines = texts.enumerated().map { "\n  \($0 + 1)  \($1)" }.joined()
      throw UsageError(message: heading + lines, hint: "give more of the link's text or address")
    }
    return links[try session.choose(heading, among: texts.map { StyledText($0) }, kind: "link")]
  }
}
