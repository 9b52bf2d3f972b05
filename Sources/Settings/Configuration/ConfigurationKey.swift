import Notes
import Search

/// A setting: its name, its shape, its default, and its explanation.
package struct ConfigurationKey: Sendable {
  /// The shapes of a setting's value.
  package enum Shape: Equatable, Sendable {
    case text
    /// A list of texts; a single text is a list of one.
    case list
    case flag
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
  }

  /// The files that may contain the setting.
  package enum Scope: Equatable, Sendable {
    /// The vault's and the person's; the vault's goes first.
    case vault
    /// The vault's alone: all its devices have to follow the same.
    case vaultAlone
    /// The person's alone: it names a program or a server, and a vault may come from anywhere.
    case person
  }

  /// The bounds of a setting's values beyond its shape.
  struct Bounds: Sendable {
    /// The accepted values, in words: `a number from 1 to 10`.
    let expectation: String
    let hold: @Sendable (ConfigurationValue) -> Bool
  }

  /// Dotted, as `zib config` takes it: `journal.folder`.
  package let name: String
  package let shape: Shape
  package let fallback: ConfigurationValue
  package let scope: Scope
  /// The environment variable that goes before all files.
  package let variable: String?
  /// An explanation in one or two sentences.
  package let explanation: String
  let bounds: Bounds?

  init(
    _ name: String, _ shape: Shape, _ fallback: ConfigurationValue, scope: Scope = .vault,
    variable: String? = nil, bounds: Bounds? = nil, _ explanation: String
  ) {
    self.name = name
    self.shape = shape
    self.fallback = fallback
    self.scope = scope
    self.variable = variable
    self.explanation = explanation
    self.bounds = bounds
  }
}

/// The value of a setting.
package enum ConfigurationValue: Hashable, Sendable {
  case text(String)
  case list([String])
  case flag(Bool)
  case number(Int)

  /// The value as a person would type it.
  package var text: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.joined(separator: ", ")
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    }
  }
}

extension ConfigurationKey {
  /// Every setting there is.
  package static let all = general + calendar + tasks + reviews

  private static let general: [ConfigurationKey] = [
    ConfigurationKey(
      "language", .choice(languages), .text("en"), variable: "ZIB_LANGUAGE",
      "The language of the notes, by whose rules words are reduced to their stems. "
        + "A note's own `lang` goes first; `none` keeps words as they are."),
    ConfigurationKey(
      "exclude", .list, .list([]),
      "Files and folders that are no notes, in the language of .gitignore, from the vault's root."),
    ConfigurationKey(
      "new.folder", .text, .text(""), bounds: places,
      "The folder for new notes; empty for the vault's root."),
    ConfigurationKey(
      "new.filename", .text, .text("{{title}}"),
      "The file name of a new note, without .md: {{title}}, {{slug}}, {{date:YYYY-MM-DD}}, {{id}}."),
    ConfigurationKey(
      "templates.folder", .text, .text(".zib/templates"),
      "The folder of templates for new notes."),
    ConfigurationKey(
      "capture.note", .text, .text("Inbox"), bounds: places,
      "The note that `zib capture` writes into, by its path without .md."),
    ConfigurationKey(
      "capture.form", .choice(["item", "task", "paragraph"]), .text("item"),
      "What `zib capture` writes: an item of a list, a task or a paragraph."),
    ConfigurationKey(
      "capture.heading", .text, .text(""),
      "The heading below which `zib capture` writes; empty for the end of the note."),
    ConfigurationKey(
      "attachments.folder", .text, .text("Attachments"), bounds: places,
      "The folder that `zib attach` copies files into, from the vault's root; `./` is the note's own, and "
        + "`./files` one beside it."),
    ConfigurationKey(
      "journal.folder", .text, .text("Journal"), bounds: places,
      "The folder of the days."),
    ConfigurationKey(
      "journal.pattern", .text, .text("YYYY/YYYY-MM-DD"),
      "The path of a day below that folder, without .md: YYYY year, MM month, DD day, WW week, dddd weekday."
    ),
    ConfigurationKey(
      "journal.template", .text, .text("journal"),
      "The template of a new day."),
    ConfigurationKey(
      "journal.title", .text, .text(""),
      "The title of a day whose note has none, by which links call it, such as MMM Do, YYYY in Logseq; empty for the "
        + "file's name."),
    ConfigurationKey(
      "journal.heading", .text, .text("Log"),
      "The heading of a day below which entries are put, where the day has it; empty for none."),
    ConfigurationKey(
      "journal.bullets", .flag, .flag(false),
      "Read and write entries as items of a list, `- 08:15 text`, as people do in Logseq."),
    ConfigurationKey(
      "journal.zone", .text, .text(""),
      bounds: Bounds(expectation: "a time zone such as Europe/Berlin or +02:00, or empty") {
        value in
        value.text.isEmpty || Zone(named: value.text) != nil
      },
      "The time zone at home, such as Europe/Berlin or +02:00: entries made elsewhere say theirs. "
        + "Empty for the system's."),
    ConfigurationKey(
      "journal.prompts", .choice(["all", "own"]), .text("all"),
      "Which writing prompts are offered: zib's and those of .zib/prompts.md, or only the latter."),
    ConfigurationKey(
      "books.folder", .text, .text("Books"), bounds: places,
      "The folder for new notes on books."),
    ConfigurationKey(
      "books.open-library", .text, .text("https://openlibrary.org"), scope: .person,
      bounds: addresses,
      "The catalogue that `zib book add --online` asks; empty for none. Only your own configuration may "
        + "name it."),
    ConfigurationKey(
      "books.covers", .text, .text("https://covers.openlibrary.org"), scope: .person,
      bounds: addresses,
      "The address of that catalogue's covers; empty for no covers."),
    ConfigurationKey(
      "books.google-books", .text, .text("https://www.googleapis.com/books/v1"), scope: .person,
      bounds: addresses,
      "The catalogue that is asked where the first knows nothing; empty for none."),
    ConfigurationKey(
      "clip.folder", .text, .text("Clippings"), bounds: places,
      "The folder for notes that `zib clip` makes of web pages."),
    ConfigurationKey(
      "tags.multiword", .flag, .flag(false),
      "Read `#[[two words]]` as a hashtag, as Logseq does."),
    ConfigurationKey(
      "tags.colon", .flag, .flag(false),
      "Read `:a:b:` as hashtags, as zk does."),
    ConfigurationKey(
      "tags.bear", .flag, .flag(false),
      "Read `#two words#` as a hashtag, as Bear does, and zk with `multiword-tags`."),
    ConfigurationKey(
      "links.text-first", .flag, .flag(false),
      "Read and write `[[text|note]]`, as Dendron does, and not `[[note|text]]`."),
    ConfigurationKey(
      "links.pages", .choice(["files", "triple-lowbar", "legacy"]), .text("files"),
      "Which names links call notes by: those of files, or as in Logseq those of pages, which the file's name stands "
        + "for: `a/b` for a___b.md (triple-lowbar) or a.b.md (legacy). Such links have no text of their own."
    ),
    ConfigurationKey(
      "links.parts", .flag, .flag(false),
      "Let a link call a note by a part of its file's name, as zk does."),
    ConfigurationKey(
      "check.ignore", .list, .list([]),
      "What `zib check` leaves out: a rule such as `empty-note`, a rule in some files such as "
        + "`broken-link:Archive/`, or files alone, in the language of .gitignore."),
    ConfigurationKey(
      "share.typography", .flag, .flag(false),
      "Print notes for other people with the quotation marks of their language, and dashes for -- and "
        + "---; the notes stay as they were typed."),
    ConfigurationKey(
      "merge.granularity", .choice(["line", "word"]), .text("line"), scope: .vaultAlone,
      "Which edits of two devices are merged without asking: those of different lines, or also those "
        + "of different words with three unchanged words between them. All devices must have it."),
    ConfigurationKey(
      "sync.largest-file", .text, .text("50 MB"), bounds: sizes,
      "New files above this size are held back from commits until you include them: 500 kB, 50 MB, "
        + "1 GB, or none for no limit."),
    ConfigurationKey(
      "sync.timeout", .number(1...Int.max), .number(60),
      "Seconds without any answer after which a sync gives up. "
        + "Unless it is set, five minutes where you may be asked for a password."),
    ConfigurationKey(
      "watch.interval", .number(10...86_400), .number(300),
      "Seconds after which `zib watch` asks the remote again while nothing is edited here."),
    ConfigurationKey(
      "editor", .text, .text(""), scope: .person,
      "The program that opens notes, before $VISUAL and $EDITOR. Only your own configuration may name it."
    ),
    ConfigurationKey(
      "pager", .text, .text(""), scope: .person,
      "The program that shows long output, before $PAGER. Only your own configuration may name it."),
    ConfigurationKey(
      "opener", .text, .text(""), scope: .person,
      "The program that opens files and addresses; without it xdg-open, on macOS open. Only your own "
        + "configuration may name it."),
    ConfigurationKey(
      "clipboard", .text, .text(""), scope: .person,
      "The program that prints what was copied last; without it wl-paste, xclip, xsel or pbpaste. "
        + "Only your own configuration may name it."),
    ConfigurationKey(
      "screen.choices", .flag, .flag(true), scope: .person,
      "Draw a choice among notes, links or moods as a list that narrows; if false, ask for a number."
    ),
    ConfigurationKey(
      "screen.keys", .list, .list([]), scope: .person,
      "Other keys for the finder, an action and its keys each: `quit=ctrl-x`, `new=alt-a f2`."),
    ConfigurationKey(
      "screen.mouse", .flag, .flag(true), scope: .person,
      "Use the mouse on full screens; if false, it selects text as elsewhere."),
  ]

  /// Paths in the vault, none of whose folders is hidden: nothing is found there.
  private static let places = Bounds(
    expectation: "a path in the vault, without .. and without hidden folders"
  ) {
    let parts = $0.text.split(separator: "/", omittingEmptySubsequences: false)
    return !parts.enumerated().contains { $1.hasPrefix(".") && ($0 > 0 || $1 != ".") }
  }

  private static let addresses = Bounds(expectation: "an address of http or https, or empty") {
    let text = $0.text
    return text.isEmpty || ["http://", "https://"].contains { text.hasPrefix($0) && text != $0 }
  }

  private static let sizes = Bounds(expectation: "a size such as 500 kB, 50 MB or 1 GB, or none") {
    if case .text(let text) = $0 { text == "none" || ByteSize(text) != nil } else { false }
  }

  /// The languages that stems are known for, and `none`.
  private static let languages = ["none"] + StemmedLanguage.all

  /// The setting of a name.
  package static func named(_ name: String) -> ConfigurationKey? {
    all.first { $0.name == name } ?? member(name)
  }
}
