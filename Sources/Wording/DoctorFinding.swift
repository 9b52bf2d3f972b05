import Files
import Layout
import Notes
import Rendering
import Reviews
import Terminals
import Vaults

/// A finding of `zib doctor` in words.
package struct DoctorFinding {
  /// A word for programs, which stays the same.
  package let kind: String
  package let path: String
  package var line: Int?
  package var column: Int?
  package let message: String

  /// The finding as a line of text.
  package var text: String {
    let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "\(path)\(place): \(message)"
  }

  /// A setting that was not followed.
  package init(_ problem: Configuration.Problem) {
    kind = "setting"
    path = problem.file?.text ?? "environment"
    line = problem.line
    message = problem.message
  }

  /// Something in the folder or in a note.
  ///
  /// - Parameter shown: gives a path as the person sees it.
  package init(_ finding: Finding, in zone: Zone, shown: (NotePath) -> String) {
    path =
      NotePath(bytes: finding.path).map(shown)
      ?? String(decoding: finding.path, as: UTF8.self)
    line = finding.position?.line
    column = finding.position?.column
    switch finding.kind {
    case .walk(let problem, let code): (kind, message) = Self.words(problem, code)
    case .unreadable(let error): (kind, message) = ("unreadable", ErrorWords(error).message)
    case .note(let diagnostic): (kind, message) = Self.words(diagnostic)
    case .name(let flaw): (kind, message) = ("name", Self.words(flaw))
    case .sameName(let other):
      kind = "same-name"
      message =
        "differs from \(shown(other)) only in case or Unicode form; "
        + "macOS and Windows hold only one of them"
    case .reviewLine(let reason): (kind, message) = ("review-log", Self.words(reason))
    case .reviewsAhead(let count, let last):
      kind = "review-log"
      let date = CivilDateTime(milliseconds: last.time, in: zone).date
      message =
        "\(Amount.count(count, "review is", "reviews are")) dated later than tomorrow, the last on "
        + "\(date): a clock was wrong, and what is answered before then counts as earlier; "
        + "`zib review undo \(last.id)` takes the last back"
    case .noSuchDay:
      kind = "journal"
      message = "is named like a day of the journal, but no day has this name"
    case .foreignConflict:
      kind = "foreign-conflict"
      message = "looks like another tool's conflict copy; compare it with the note, then delete one"
    }
  }

  private static func words(_ reason: ReviewLog.SkippedLine.Reason) -> String {
    switch reason {
    case .damaged: "the line is damaged, and the review it told of is not counted"
    case .newer(let kind):
      "the line was written by a newer zib (\(kind.escapingControlCharacters())); update this one"
    case .torn: "the line was not finished, and its review did not happen"
    }
  }

  private static func words(_ problem: WalkProblem.Kind, _ code: Int32) -> (String, String) {
    let reason = Platform.message(for: code)
    return switch problem {
    case .unreadableFolder: ("unreadable", "the folder cannot be listed: \(reason)")
    case .folderNamedLikeNote: ("folder", "is a folder, though its name is a note's")
    case .notAFile: ("not-a-file", "is not an ordinary file, and was not opened")
    case .linkLeavesVault: ("link", "is a symbolic link out of the vault, and was not followed")
    case .brokenLink: ("link", "is a symbolic link that leads nowhere")
    case .tooDeep: ("too-deep", "is nested too deep, and was not read")
    case .unreadable: ("unreadable", "cannot be read: \(reason)")
    case .loop: ("loop", "is a link to a folder around it, and was not followed")
    case .leftover: ("leftover", "was left half-written by a crash, and may be removed")
    }
  }

  private static func words(_ diagnostic: Diagnostic.Kind) -> (String, String) {
    switch diagnostic {
    case .invalidFrontMatter(let message):
      ("front-matter", "the front matter cannot be read: \(message)")
    case .unterminatedFrontMatter: ("front-matter", "the front matter has no `---` at its end")
    case .duplicateKey(let key):
      ("front-matter", "the key `\(key)` is given twice; the first counts")
    case .invalidUTF8: ("utf-8", "is not valid UTF-8 from here on; the note is never rewritten")
    case .questionWithoutAnswer:
      (
        "question",
        "looks like a question, but no `A:` that belongs to it follows, so it is no card"
      )
    case .misspelledQuestion:
      (
        "question",
        "looks like a question, but is no card: write `Q:` and `A:`, with a plain colon and a space after it"
      )
    case .openComment:
      ("comment", "a comment that nothing ends hides the rest of the note from readers")
    case .entryTime(let text):
      (
        "journal",
        "looks like an entry, but `\(text.escapingControlCharacters())` is no time of day as in `08:15`"
      )
    case .entryZone(let text):
      (
        "journal",
        "`\(text.escapingControlCharacters())` is no zone as in `+09:00`, so it was read as the title"
      )
    case .bookValue(let key, let value): ("book-value", BookValueWords.notUnderstood(key, value))
    case .markdownLimit: ("markdown", "is too involved from here on, and was read as plain text")
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
