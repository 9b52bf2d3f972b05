import Files
import Indexing
import Layout
import Notes
import Rendering
import Terminals
import Vaults

/// A finding of `zib check` in words.
package struct CheckWords {
  /// The flaw, in one line.
  package let message: String

  /// - Parameter shown: gives a path as the person sees it.
  package init(_ finding: CheckFinding, shown: (NotePath) -> String) {
    switch finding.kind {
    case .note(let diagnostic): message = Self.words(diagnostic)
    case .empty: message = "the note has no text"
    case .noSuchDay: message = "is named like a day of the journal, but no day has this name"
    case .wrongType(let key, let value, let expected):
      message = "`\(Self.plain(key)): \(Self.plain(value))` is \(Self.words(expected))"
    case .link(let text, let flaw):
      message = "\(Self.plain(text)) \(Self.words(flaw, finding.isFixable, shown))"
    case .missingCover(let key, let value):
      message = "`\(Self.plain(key)): \(Self.plain(value))` names a picture that is not there"
    case .name(let flaw): message = Self.words(flaw)
    case .unlinkableName(let signs):
      message =
        "the name has \(signs.map { "`\($0)`" }.joined(separator: " and ")) in it, which links of Obsidian cannot have; "
        + "`zib mv` gives it another"
    case .longName(let count):
      message =
        "the name has \(count) bytes; eCryptfs and some encrypted folders hold no more than 143"
    case .sameName(let other):
      message =
        "differs from \(shown(other)) only in case or Unicode form; "
        + "macOS and Windows hold only one of them"
    case .foreignConflict:
      message = "looks like another tool's conflict copy; compare it with the note, then delete one"
    case .numberedCopy(let original):
      message =
        "begins as \(shown(original)) does, and looks like a copy of it; compare them, then delete one"
    case .unreadCanvas(.noCanvas(let words)):
      message =
        "is no canvas that Obsidian can open, because it is cut short or of another kind: \(Self.plain(words))"
    case .unreadCanvas(.tooLarge):
      message =
        "has more than 8 MB, so nobody looked for files that it shows and that are not there"
    case .unreadCanvas(.unreadable):
      message = "cannot be read, so nobody looked for files that it shows and that are not there"
    case .doubledTime(let time, let taken, let other):
      message = EntryLine.doubled(time, taken: taken, other: other)
    case .unusedAttachment: message = "no note shows it or links to it"
    case .swapped(let former, let count):
      message =
        "has the text that \(shown(former)) had, because another program exchanged names; "
        + (count == 1 ? "1 note links" : "\(count) notes link") + " to this name"
    }
  }

  private static func plain(_ text: String) -> String {
    let text = text.escapingControlCharacters()
    return text.count > 100 ? text.prefix(99) + "…" : text
  }

  private static func words(_ expected: VaultSearch.PropertyKind) -> String {
    switch expected {
    case .date: "no date such as `2026-11-21`"
    case .number: "no number, as it is in most notes"
    default: "neither `true` nor `false`, as it is in most notes"
    }
  }

  private static func words(
    _ flaw: CheckFinding.LinkFlaw, _ isFixable: Bool, _ shown: (NotePath) -> String
  ) -> String {
    switch flaw {
    case .missing(_, let elsewhere?):
      return "leads to no file; \(shown(elsewhere)) has the name"
    case .missing: return "leads to no file"
    case .unwritten: return "leads to no note yet"
    case .folder(_, let path): return "leads to the folder \(shown(path)), and to no note"
    case .outside: return "leads out of the vault, where zib does not look"
    case .moved(let path): return "leads to no file; that is \(shown(path)) now"
    case .movedInConflict(let path, let holder):
      return "leads to no file; that is \(shown(holder)) now, "
        + (holder == path ? "which is in conflict" : "in conflict with \(shown(path))")
        + ": `zib resolve` comes first"
    case .lacksAnchor(let anchor, let path):
      // One end of a range of Dendron's is there, or none.
      let isRange = AnchorRange(anchor)?.end != nil
      let what = isRange ? "range" : anchor.hasPrefix("^") ? "block" : "heading"
      return "leads to no \(what) `\(plain(anchor))` of \(shown(path))"
    case .anchorInConflict(let anchor, let path, let copy):
      let what = anchor.hasPrefix("^") ? "block" : "heading"
      return "leads to no \(what) `\(plain(anchor))` of \(shown(path)); \(shown(copy)) has it, "
        + "and `zib resolve` decides between them"
    case .movedAnchor(let anchor, let path, let place):
      let what = anchor.hasPrefix("^") ? "block" : "heading"
      let now =
        place != path
        ? "that is in \(shown(place)) now"
        : anchor.hasPrefix("^") ? "that has another id now" : "that has other words now"
      return "leads to no \(what) `\(plain(anchor))` of \(shown(path)); \(now)"
    case .ambiguous(let paths):
      let others = paths.dropFirst().prefix(3).map { shown($0) }.joined(separator: ", ")
      let more = paths.count > 4 ? " and \(paths.count - 4) more" : ""
      return "means \(paths.first.map { shown($0) } ?? ""), and could mean \(others)\(more)"
    case .byAlias(let path, let link):
      let means = "means \(shown(path)) by its title or alias, which other programs do not follow"
      return isFixable
        ? means + "; `\(plain(link))` names its file" : means
    case .byAliasInConflict(let path):
      return
        "means \(shown(path)) by its title or alias, which is in conflict: `zib resolve` comes first"
    case .otherForm(let path):
      return "names \(shown(path)) in another Unicode form, which other programs do not find"
    }
  }

  private static func words(_ diagnostic: Diagnostic.Kind) -> String {
    switch diagnostic {
    case .invalidFrontMatter(let message):
      "the front matter cannot be read: \(message)"
    case .unterminatedFrontMatter: "the front matter has no `---` at its end"
    case .duplicateKey(let key):
      "the key `\(key)` is given twice; the first counts"
    case .invalidUTF8: "is not valid UTF-8 from here on; the note is never rewritten"
    case .questionWithoutAnswer:
      "looks like a question, but no `A:` that belongs to it follows, so it is no card"
    case .misspelledQuestion:
      "looks like a question, but is no card: write `Q:` and `A:`, with a plain colon and a space after it"
    case .cutAnswer:
      "is no part of the answer before it, because an empty line is between: take that out, or begin this with two spaces"
    case .undefinedFootnote(let label):
      "`[^\(Self.plain(label))]` refers to a footnote that is not there: a line `[^\(Self.plain(label))]: …` defines it"
    case .unreadSource:
      "looks like who said the quote, but is not read as its source: that is the quote's last line, after a dash as in `> — Jane Austen`"
    case .openComment:
      "a comment that nothing ends hides the rest of the note from readers; close it, or put a backslash before it"
    case .openFence: "a block of code that no fence ends takes in the rest of the note"
    case .entryTime(let text):
      "looks like an entry, but `\(text.escapingControlCharacters())` is no time of day as in `08:15`"
    case .entryZone(let text):
      "`\(text.escapingControlCharacters())` is no zone as in `+09:00`, so it was read as the title"
    case .bookValue(let key, let value): BookValueWords.notUnderstood(key, value)
    case .futureReading(let key, let value):
      "`\(key): \(value.escapingControlCharacters())` is in the future, and counts as a reading"
    case .markdownLimit:
      "exceeds the limits of nested Markdown here; the rest was read as plain text"
    }
  }

  private static func words(_ flaw: PortableName.Flaw) -> String {
    switch flaw {
    case .notUTF8: "the name is not valid UTF-8"
    case .character(let character):
      "the name has the character \(String(character).escapingControlCharacters()), "
        + "which other systems refuse"
    case .ending: "the name ends in a dot or a space, which Windows drops"
    case .device: "the name is that of a device on Windows"
    case .long: "the name has more than 255 bytes"
    case .git: "git refuses the name, so it is in no history and on no other device"
    }
  }
}
