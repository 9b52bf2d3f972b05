import Arguments
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
  package enum Word: String, CaseIterable, Sendable {
    case setting, settingsMissing = "settings-missing", reviewLog = "review-log", git, hidden
    case unreadable, folder, notAFile = "not-a-file", link, tooDeep = "too-deep", loop, leftover
    case notExamined = "not-examined"
  }

  package let word: Word
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
    word = .setting
    path = problem.file?.text ?? "environment"
    line = problem.line
    message = problem.message
  }

  /// A setting of a file that was not followed, because another module found that its value means nothing.
  package init(setting: String, in file: DiskPath?, _ reason: String) {
    word = .setting
    path = file?.text ?? "environment"
    message = "\(setting): \(reason)"
  }

  /// Something in the folder or a log of reviews.
  ///
  /// - Parameter shown: gives a path as the person sees it.
  package init(_ finding: Finding, in zone: Zone, shown: (NotePath) -> String) {
    path =
      NotePath(bytes: finding.path).map(shown)
      ?? String(decoding: finding.path, as: UTF8.self)
    line = finding.position?.line
    column = finding.position?.column
    switch finding.kind {
    case .walk(let problem, let code): (word, message) = Self.words(problem, code)
    case .unreadable(let error): (word, message) = (.unreadable, ErrorWords(error).message)
    case .reviewLine(let reason): (word, message) = (.reviewLog, Self.words(reason))
    case .reviewFolder(let isLink): (word, message) = (.reviewLog, Self.reviewFolder(isLink))
    case .repositoryRefused(let error):
      (word, message) = (.git, ErrorWords(error).line)
    case .waitingRecordDamaged:
      word = .git
      message =
        "the record of the files that wait to be written (`zib/unwritten` in the git folder) is damaged; "
        + "`zib sync` makes it again"
    case .reviewsMissing: (word, message) = (.reviewLog, ReviewWords.missing)
    case .settingsMissing: (word, message) = (.settingsMissing, Self.settingsMissing)
    case .hidden: (word, message) = (.hidden, Self.hidden(path))
    case .object(let id, let isMissing):
      word = .git
      message = Self.words(object: id, isMissing, isWhole: finding.path == Array(".git".utf8))
    case .notExamined(let subject, let error):
      word = .notExamined
      message = "\(Self.words(subject)) could not be examined: \(ErrorWords(error).message)"
    case .objects(let count):
      word = .git
      message =
        "\(Amount.count(count, "object", "objects")) of git that the last commits need "
        + (count == 1 ? "is" : "are") + " missing or damaged; another clone, or the files of the "
        + "folder, may have what is lost: `zib help recovery` tells how to bring it back"
    case .reviewsAhead(let count, let last):
      word = .reviewLog
      let date = CivilDateTime(milliseconds: last.time, in: zone).date
      message =
        "\(Amount.count(count, "review is", "reviews are")) dated later than tomorrow, the last on "
        + "\(date): a clock was wrong, and what is answered before then counts as earlier; "
        + "`zib review undo \(last.id)` takes the last back"
    }
  }

  private static let settingsMissing =
    "is missing, and the history has it; until `zib init` brings it back, nothing is committed or sent"

  private static func reviewFolder(_ isLink: Bool) -> String {
    "is \(isLink ? "a symbolic link" : "no folder"), so that no review can be kept; move it away, "
      + "and the next answer makes the folder"
  }

  private static func words(_ subject: Finding.Subject) -> String {
    switch subject {
    case .history: "the history"
    case .waitingRecord:
      "the record of the files that wait to be written (`zib/unwritten` in the git folder)"
    case .ignoredNotes: "the list of notes that git ignores"
    case .lastCommits: "the last commits"
    }
  }

  private static func hidden(_ path: String) -> String {
    "is in the history, and an ignore rule keeps it out of lists and search; "
      + "`git check-ignore -v --no-index \(shellQuoted(path))` names the line"
  }

  private static func words(object id: String, _ isMissing: Bool, isWhole: Bool) -> String {
    let what = isWhole ? "a commit or its list of files" : "its last committed version"
    return
      "\(what) is \(isMissing ? "missing from" : "damaged in") git's store (object \(id.prefix(12)))"
  }

  private static func words(_ reason: ReviewLog.SkippedLine.Reason) -> String {
    switch reason {
    case .damaged: "the line is damaged, and the review it told of is not counted"
    case .newer(let kind):
      "the line was written by a newer zib (\(kind.escapingControlCharacters())); update this one"
    case .torn: "the line was not finished, and its review did not happen"
    }
  }

  private static func words(_ problem: WalkProblem.Kind, _ code: Int32) -> (Word, String) {
    let reason = Platform.message(for: code)
    return switch problem {
    case .unreadableFolder: (.unreadable, "the folder cannot be listed: \(reason)")
    case .folderNamedLikeNote: (.folder, "is a folder, though its name is a note's")
    case .notAFile: (.notAFile, "is not an ordinary file, and was not opened")
    case .linkLeavesVault: (.link, "is a symbolic link out of the vault, and was not followed")
    case .brokenLink: (.link, "is a symbolic link that leads nowhere")
    case .tooDeep: (.tooDeep, "is nested too deep, and was not read")
    case .unreadable: (.unreadable, "cannot be read: \(reason)")
    case .loop: (.loop, "is a link to a folder around it, and was not followed")
    case .leftover: (.leftover, "was left half-written by a crash, and may be removed")
    }
  }
}
