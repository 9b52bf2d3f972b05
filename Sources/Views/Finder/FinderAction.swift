import Screens

/// Everything that a key can do in the finder.
package enum FinderAction: String, CaseIterable, Sendable {
  case open, new, links, backlinks, back, mark, pin, tag, rename, delete, link, path, share
  case today, books, quotes, review, sync, conflicts, undo, redo
  case up, down, pageUp = "page-up", pageDown = "page-down", first, last
  case previewUp = "preview-up", previewDown = "preview-down", view
  case earlier, later, focus, type, help, clear, quit

  /// The word for the line of keys.
  var word: String {
    switch self {
    case .type: "search"
    case .focus: "letters are keys"
    case .pageUp: "page up"
    case .pageDown: "page down"
    case .previewUp, .previewDown: "preview"
    case .earlier, .later: "queries"
    default: rawValue
    }
  }

  /// The explanation for the list of all keys.
  var explanation: String {
    switch self {
    case .open: "open in your editor, at the best line"
    case .new: "write a new note of what is typed"
    case .links: "the notes that this one links to"
    case .backlinks: "the notes that link to this one"
    case .back: "back to where you were"
    case .mark: "choose several, to open, tag, pin, copy, print or delete them together"
    case .pin: "pin or unpin"
    case .tag: "add a hashtag, or with `-tag` take one out"
    case .rename: "rename or move, and keep every link"
    case .delete: "delete; the history keeps it"
    case .link: "copy a link"
    case .path: "copy the path"
    case .share: "print it for other people"
    case .today: "write in today's note"
    case .books: "books alone, or all notes again"
    case .quotes: "the quotes of what is found"
    case .review: "review what is due"
    case .sync: "sync"
    case .conflicts: "decide what two devices changed"
    case .undo: "take back the last step; one of another session after a question"
    case .redo: "do again what was taken back, where it had no commit"
    case .up: "the note above"
    case .down: "the note below"
    case .pageUp: "a page up"
    case .pageDown: "a page down"
    case .first: "the first note"
    case .last: "the last note"
    case .previewUp: "the preview up"
    case .previewDown: "the preview down"
    case .view: "more of the preview, all of it, none"
    case .earlier: "an earlier query"
    case .later: "a later query"
    case .focus: "letters are keys, until `/`"
    case .type: "type again"
    case .help: "these keys"
    case .clear: "clear, then back, then leave"
    case .quit: "leave"
    }
  }

  /// The keys while a query is typed.
  private var typingKeys: [KeyStroke] {
    switch self {
    case .open: [KeyStroke(.enter)]
    case .new: [.alt("n")]
    case .links: [.alt("l")]
    case .backlinks: [.alt("L")]
    case .back: [.alt("h")]
    case .mark: [.alt("m")]
    case .pin: [.alt("p")]
    case .tag: [.alt("t")]
    case .rename: [.alt("r")]
    case .delete: [.alt("x")]
    case .link: [.alt("y")]
    case .path: [.alt("Y")]
    case .share: [.alt("s")]
    case .today: [.alt("T")]
    case .books: [.alt("B")]
    case .quotes: [.alt("Q")]
    case .review: [.alt("R")]
    case .sync: [.alt("S")]
    case .conflicts: [.alt("C")]
    case .undo: [.alt("u")]
    case .redo: [.alt("U")]
    case .up: [KeyStroke(.up), .control("p"), .control("k")]
    case .down: [KeyStroke(.down), .control("n"), .control("j")]
    case .pageUp: [KeyStroke(.pageUp), .alt("v")]
    case .pageDown: [KeyStroke(.pageDown), .control("v")]
    case .first: [.alt("g"), .alt("<"), KeyStroke(.home, .control)]
    case .last: [.alt("G"), .alt(">"), KeyStroke(.end, .control)]
    case .previewUp: [KeyStroke(.up, .shift), .alt("k")]
    case .previewDown: [KeyStroke(.down, .shift), .alt("j")]
    case .view: [.alt("w")]
    case .earlier: [KeyStroke(.up, .alt), .control("r")]
    case .later: [KeyStroke(.down, .alt), .control("s")]
    case .focus: [KeyStroke(.tab)]
    case .help: [KeyStroke(.function(1)), .alt("?")]
    case .clear: [KeyStroke(.escape), .control("g")]
    case .quit: [.control("c"), .control("q"), .alt("q")]
    case .type: []
    }
  }

  /// The keys where letters are keys: those with Alt are typed without it, and there are those of vi.
  private var listKeys: [KeyStroke] {
    let own: [KeyStroke] =
      switch self {
      case .open: [.character("o")]
      case .back: [KeyStroke(.left)]
      case .links: [KeyStroke(.right)]
      case .mark: [.character(" ")]
      case .up: [.character("k")]
      case .down: [.character("j")]
      case .pageUp: [.control("b"), .control("u")]
      case .pageDown: [.control("f"), .control("d")]
      case .first: [KeyStroke(.home)]
      case .last: [KeyStroke(.end)]
      case .previewUp: [.character("K")]
      case .previewDown: [.character("J")]
      case .type: [.character("/"), .character("i"), KeyStroke(.tab)]
      default: []
      }
    let others = typingKeys.compactMap { key -> KeyStroke? in
      guard key.modifiers == .alt, case .character(let letter) = key.base else { return key }
      // Of the preview and of pages, vi has other letters.
      return [.previewUp, .previewDown, .pageUp].contains(self) ? nil : .character(letter)
    }
    return self == .focus ? [] : own + others
  }

  /// The keys as they are without settings, the first of each shown in the line of keys.
  func keys(isTyping: Bool) -> [KeyStroke] { isTyping ? typingKeys : listKeys }
}
