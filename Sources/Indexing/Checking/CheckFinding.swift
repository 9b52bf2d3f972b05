import Files
import Layout
import Notes

/// Something in a note, or in the name of a file, that a person may want to mend.
package struct CheckFinding: Sendable, Equatable {
  /// The kind of a finding.
  package enum Kind: Sendable, Equatable {
    case note(Diagnostic.Kind)
    case empty
    /// The name is like that of a day of the journal, and there is no such day.
    case noSuchDay
    /// The clocks at home show the time of an entry twice, at offsets in seconds east; it is taken for the first moment.
    case doubledTime(ClockTime, taken: Int, other: Int)
    /// A value of a key is of another kind than it should be.
    case wrongType(key: String, value: String, expected: VaultSearch.PropertyKind)
    /// A link as it is written.
    case link(String, LinkFlaw)
    /// A key of a book names a picture of the vault that is not there.
    case missingCover(key: String, value: String)
    case name(PortableName.Flaw)
    /// The name of a note has signs that links of Obsidian cannot have.
    case unlinkableName([Character])
    /// The name has so many bytes.
    case longName(Int)
    /// Another file has the same name but for case or Unicode form.
    case sameName(as: NotePath)
    /// A copy that another program made.
    case foreignConflict
    /// A copy with a number in its name, which begins like the note without it.
    case numberedCopy(of: NotePath)
    case unusedAttachment
    /// Not all that a canvas shows is known.
    case unreadCanvas(CanvasFlaw)
    /// It has the text of another note, whose name another program gave it in exchange; so many notes link to it.
    case swapped(from: NotePath, linking: Int)
  }

  /// A reason why it is not known what a canvas shows.
  package enum CanvasFlaw: Sendable, Equatable {
    case unreadable
    case tooLarge
    /// It is cut short or of another kind, as these words say.
    case noCanvas(String)
  }

  /// A flaw of a link.
  package enum LinkFlaw: Sendable, Equatable {
    /// The file of its target is not there; the only file of its name, if there is one.
    case missing(String, elsewhere: NotePath?)
    /// No note has the name of its target, which may be written yet.
    case unwritten(String)
    /// Its target leads to a folder.
    case folder(String, NotePath)
    /// Its target leads out of the vault.
    case outside(String)
    /// Its file was moved by another program.
    case moved(to: NotePath)
    /// Its file was moved to a name that another file has too, so that a conflict waits; the file that has its text.
    case movedInConflict(to: NotePath, holder: NotePath)
    /// The file that it means lacks the heading or `^block`.
    case lacksAnchor(String, in: NotePath)
    /// The file that it means lacks the heading or `^block`, and a conflict copy of it, the second, has that.
    case anchorInConflict(String, in: NotePath, copy: NotePath)
    /// The heading or `^block` that it names has come into another note.
    case movedAnchor(String, in: NotePath, to: NotePath)
    /// It means the first, and could mean the others.
    case ambiguous([NotePath])
    /// It means a note by its title or alias; the link that other programs follow.
    case byAlias(NotePath, link: String)
    /// It means a note by its title or alias that has a conflict copy, so that a person decides first.
    case byAliasInConflict(NotePath)
    /// It names the file in another Unicode form.
    case otherForm(NotePath)
  }

  /// From the vault's root.
  package let path: [UInt8]
  /// The place in the note, if it is one.
  package var position: TextPosition?
  /// The kind, with the values that its words need.
  package let kind: Kind

  /// A finding in a note, or on a whole file where no position is given.
  package init(_ kind: Kind, at path: [UInt8], _ position: TextPosition? = nil) {
    self.path = path
    self.position = position
    self.kind = kind
  }

  /// The rule that it is a finding of.
  package var rule: CheckRule {
    switch kind {
    case .note(let kind): Self.rule(kind)
    case .empty: .emptyNote
    case .noSuchDay, .doubledTime: .journal
    case .wrongType: .wrongType
    case .link(_, let flaw): Self.rule(flaw)
    case .missingCover: .brokenLink
    case .name: .portableName
    case .longName: .longName
    case .unlinkableName: .unlinkableName
    case .sameName: .sameName
    case .foreignConflict, .numberedCopy: .conflictCopy
    case .unusedAttachment: .unusedAttachment
    case .unreadCanvas: .unreadCanvas
    case .swapped: .swappedNotes
    }
  }

  /// True if `zib check --fix` may mend it.
  package var isFixable: Bool {
    guard case .link(let text, let flaw) = kind else { return false }
    // A canvas follows files that it shows as a whole, and the texts of its cards stay as they are.
    if FileKind.ending(ofName: path) == "canvas" {
      guard case .moved = flaw else { return false }
      return !text.contains("](") && !text.contains("[[")
    }
    let isWiki = text.hasPrefix("[[") || text.hasPrefix("![[")
    func isWritable(_ path: NotePath) -> Bool {
      !isWiki
        || LinkRewriter.canWrite(
          path.text, after: String(text.drop { $0 == "!" || $0 == "[" }.dropLast(2)))
    }
    switch flaw {
    case .missing(_, let elsewhere): return elsewhere.map(isWritable) ?? false
    case .moved(let path), .movedAnchor(_, _, let path), .byAlias(let path, _):
      return isWritable(path)
    case .otherForm: return true
    case .movedInConflict, .byAliasInConflict, .lacksAnchor, .anchorInConflict, .ambiguous,
      .unwritten, .folder,
      .outside:
      return false
    }
  }

  /// True if it says that something is not as it should be, and not only what may be done yet.
  package var isFlaw: Bool { rule != .unwrittenNote }

  /// The order of findings: by path, place and rule.
  package static func isBefore(_ left: Self, _ right: Self) -> Bool {
    if left.path != right.path { return left.path.lexicographicallyPrecedes(right.path) }
    let start = TextPosition(line: 0, column: 0)
    let places = (left.position ?? start, right.position ?? start)
    return places.0 == places.1 ? left.rule.rawValue < right.rule.rawValue : places.0 < places.1
  }

  private static func rule(_ kind: Diagnostic.Kind) -> CheckRule {
    switch kind {
    case .invalidFrontMatter, .unterminatedFrontMatter, .duplicateKey: .frontMatter
    case .invalidUTF8: .notUTF8
    case .markdownLimit: .markdownLimit
    case .questionWithoutAnswer, .misspelledQuestion: .question
    case .cutAnswer: .cutAnswer
    case .unreadSource: .quoteSource
    case .undefinedFootnote: .undefinedFootnote
    case .openComment: .unclosedComment
    case .openFence: .unclosedFence
    case .entryTime, .entryZone: .journal
    case .bookValue, .futureReading: .bookValue
    }
  }

  private static func rule(_ flaw: LinkFlaw) -> CheckRule {
    switch flaw {
    case .missing, .folder, .outside: .brokenLink
    case .unwritten: .unwrittenNote
    case .moved, .movedInConflict: .movedNote
    case .lacksAnchor, .anchorInConflict, .movedAnchor: .brokenAnchor
    case .ambiguous: .ambiguousLink
    case .byAlias, .byAliasInConflict: .linkByAlias
    case .otherForm: .unicodeForm
    }
  }
}
