import Arguments
import Exchange
import Files
import Git
import History
import Imports
import Layout
import Notes
import PastNotes
import Programs
import Rendering
import ReviewStore
import Search
import Steps
import Sync
import Terminals
import Vaults
import WebPages

/// A command line that cannot be followed, although every option is known.
package struct UsageError: Error {
  package let message: String
  package var hint: String?

  package init(message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// Something that failed for which no part has an error of its own.
package struct Failure: Error {
  package let message: String
  package let hint: String?
  package let code: ExitCode

  package init(_ message: String, hint: String? = nil, code: ExitCode = .failed) {
    self.message = message
    self.hint = hint
    self.code = code
  }
}

/// No note, or more than one, has the name that a person typed.
package struct NoteNotFound: Error {
  package let name: String
  /// The paths of those that are, if there are several.
  package let candidates: [String]
  /// A name that was probably meant.
  package let suggestion: String?
  /// True if the candidates have the name only as a part of theirs.
  package let isPart: Bool
  /// The candidates, from which a person may choose.
  package let paths: [NotePath]

  package init(
    name: String, candidates: [String], suggestion: String?, isPart: Bool = false,
    paths: [NotePath] = []
  ) {
    self.name = name
    self.candidates = candidates
    self.suggestion = suggestion
    self.isPart = isPart
    self.paths = paths
  }
}

/// A note that the history has and that cannot be written here was asked for.
package struct NoteWaits: Error {
  package let path: NotePath
  /// The form in which it can be typed.
  package let shown: String
  package let reason: RefusedFile

  package init(path: NotePath, shown: String, reason: RefusedFile) {
    self.path = path
    self.shown = shown
    self.reason = reason
  }
}

/// The words for an error: what happened, where, and what to do next.
package struct ErrorWords {
  package let message: String
  package var hint: String?
  package var code = ExitCode.failed

  /// The message and the hint in one line, where there is no second.
  package var line: String { hint.map { "\(message); \($0)" } ?? message }

  /// Finds the words for any error of any part.
  package init(_ error: any Error) {
    switch error {
    case let error as UsageError: self.init(error.message, error.hint, .usage)
    case let error as Failure: self.init(error.message, error.hint, error.code)
    case let error as NoteNotFound: self.init(error)
    case let error as NoteWaits where error.reason == .secretEdit:
      self.init(
        "\(error.shown) is in the history, and gone from this folder, where an edit of it was held back",
        "`zib restore \(typedPath(error.shown))` brings back the last version, without that edit",
        .nothingFound)
    case let error as NoteWaits:
      self.init(
        "\(error.shown) is in the history, and not in this folder: \(error.reason.wordsOfWriting)",
        "`zib show \(typedPath(error.shown)) --at HEAD` shows it; once the cause is gone, `zib sync` writes it",
        .nothingFound)
    case let error as UpdateTakenBack:
      self.init(
        ErrorWords(error.cause).message,
        "every file is as it was before; make room (`df -h` shows where), then run the command again"
      )
    case let error as OutputError: self.init(error)
    case let error as FormatTemplateError: self.init(error)
    case let error as VaultNotFound: self.init(error)
    case let error as UnbornBranch: self.init(error)
    case let error as WriteError: self.init(error)
    case let error as LinkOut: self.init(error)
    case let error as NewNoteError: self.init(error)
    case let error as MoveRefusal: self.init(error)
    case let error as RemovalRefusal: self.init(error)
    case let error as NoteInsertionError: self.init(error)
    case let error as AttachError: self.init(error)
    case let error as DeedError: self.init(error)
    case let error as ConfigurationError: self.init(error)
    case let error as ImportError: self.init(error)
    case HashtagRenameError.notAHashtag(let name):
      self.init(
        "`#\(name)` cannot be written as a hashtag", "choose a name of letters, digits, - and /",
        .usage)
    case VaultLock.Failure.held(let holder):
      self.init(
        "another zib" + (holder.map { " (process \($0))" } ?? "") + " is writing",
        "run the command again when it is done")
    case let VaultLock.Failure.system(error): self.init(error)
    case let error as PastError: self.init(error)
    case let error as RestoreError: self.init(error)
    case let error as NotABook: self.init(error)
    case let error as ISBN.Flaw: self.init(error)
    case let error as ReadingChange.Refusal: self.init(error)
    case let error as FrontMatterEditError: self.init(error)
    case let error as JournalEditError: self.init(error)
    case let error as JournalError: self.init(error)
    case let error as ResolutionRefusal: self.init(error)
    case let error as ConflictChanged: self.init(error)
    case let error as BrokenFrontMatter: self.init(error)
    case let error as AdoptRefusal: self.init(error)
    case let error as ReviewError: self.init(error)
    case let error as ExchangeError: self.init(error)
    case is ExportError:
      self.init("its name is not valid UTF-8, and an archive cannot store it", "rename it")
    case let error as SystemError: self.init(error)
    case let error as CurlError: self.init(error)
    case let error as ProgramFailure: self.init(Self.words(for: error))
    case let error as HTMLError: self.init(error)
    case let error as IndexError: self.init(error)
    default: self = ErrorWords(ofHistory: error) ?? ErrorWords("\(error)")
    }
  }

  init(_ message: String, _ hint: String? = nil, _ code: ExitCode = .failed) {
    self.message = RemoteAddress.hidingPasswords(in: message)
    self.hint = hint
    self.code = code
  }

  private init(_ error: OutputError) {
    switch error {
    case .readerGone: self.init("standard output was closed")
    case .failed(let code):
      self.init("cannot write to standard output: \(Platform.message(for: code))")
    }
  }

  private init(_ error: FormatTemplateError) {
    switch error {
    case .unclosed(let column):
      self.init(
        "the format has a `{` at character \(column) without a `}`",
        "write `{{` for a literal brace", .usage)
    case .unknownField(let name, let known):
      self.init(
        "the format has no field `\(name)`",
        "the fields are \(known.map { "{\($0)}" }.joined(separator: " "))", .usage)
    }
  }

  private init(_ error: NoteNotFound) {
    if error.candidates.isEmpty {
      self.init(
        "no note is called `\(error.name)`",
        error.suggestion.map { "did you mean `\($0)`?" }
          ?? "`zib search` finds notes by their text",
        .nothingFound)
    } else {
      let shown = error.candidates.prefix(10).map { "\n  \($0)" }.joined()
      let more = error.candidates.count > 10 ? "\n  and \(error.candidates.count - 10) more" : ""
      self.init(
        error.isPart
          ? "\(error.candidates.count) notes have `\(error.name)` in their names:\(shown)\(more)"
          : "\(error.candidates.count) notes are called `\(error.name)`:\(shown)\(more)",
        error.isPart ? "give more of the name, or a path" : "give more of the path", .usage)
    }
  }

  private init(_ error: RestoreError) {
    switch error {
    case .notFound(let name):
      self.init(
        "no note named `\(SafeText.inLine(name))` in the history",
        "`zib list --deleted` lists deleted notes, and `zib list --at DATE` the notes of a past day",
        .nothingFound)
    case .several(let name, let paths):
      let shown = paths.prefix(10).map { "\n  \($0)" }.joined()
      let more = paths.count > 10 ? "\n  and \(paths.count - 10) more" : ""
      self.init(
        "\(paths.count) notes are called `\(name)`:\(shown)\(more)",
        "give more of the path", .nothingFound)
    case .notYet(let path):
      self.init(
        "\(path) was not there in that version",
        "`zib history \(shellQuoted(path.text))` lists its versions", .nothingFound)
    case .notDeleted(let path):
      self.init(
        "\(path) exists and was not deleted",
        "name the version to restore with `--at`; `zib history` lists them",
        .usage)
    }
  }

  private init(_ error: PastError) {
    switch error {
    case .noCommit:
      self.init("the vault has no history yet", "`zib commit` saves a first version")
    case .unknownRevision(let text):
      self.init(
        "`\(text)` is neither a date nor a version of the history",
        "give a date (2026-10-01, yesterday 18:00) or a git revision (HEAD~2, 1a2b3c4)",
        .usage)
    case .beforeHistory(let text):
      self.init(
        "the history begins after \(text)", "`zib history` lists its versions", .nothingFound)
    case .noCache:
      self.init(
        "searching the past needs a folder for the index, and none can be written",
        "make the vault or `$XDG_CACHE_HOME` writable")
    }
  }

  private init(_ error: VaultNotFound) {
    switch error {
    case .noVault(let folder):
      self.init(
        "no notes found in \(folder) or its parent folders",
        "cd to your notes, or create a vault here with `zib init`"
      )
    case .unreachable(let error): self.init(error)
    case .notAFolder(let path):
      self.init("\(path) is not a folder", "name the folder that holds the notes")
    }
  }

  private init(_ error: UnbornBranch) {
    let names = error.others.prefix(3).map {
      SafeText.escaped(Array("\($0.remote)/\($0.name)".utf8)) + ($0.holdsVault ? " (a vault)" : "")
    }
    let more = error.others.count > 3 ? " and \(error.others.count - 3) more" : ""
    self.init(
      "nothing is checked out in \(error.root): its branch \(SafeText.escaped(Array(error.name.utf8))) has no "
        + "commit; the remote has \(names.joined(separator: ", "))\(more)",
      "`\(error.command)` brings the files of "
        + SafeText.escaped(Array("\(error.others[0].remote)/\(error.others[0].name)".utf8)))
  }

  private init(_ error: WriteError) {
    switch error {
    case .changedMeanwhile(let path):
      self.init(
        "\(path) was changed by another program at the same moment; nothing was written",
        "run the command again")
    case .exists(let path):
      self.init(
        "\(path) already exists; nothing was written",
        "choose another name, or open it with `zib edit`")
    case .throughLink(let path) where path.bytes.starts(with: ".zib/reviews".utf8):
      self.init(
        "\(path) is a symbolic link, so that no answer can be kept; zib writes through no link",
        "move it away, and the next answer makes the folder; if the logs of reviews are behind the link, copy them "
          + "into that folder")
    case .throughLink(let path):
      self.init(
        "\(path) is a symbolic link, or in a linked folder; zib writes through no link, and reads "
          + "nothing outside of the vault",
        "edit the file that the link leads to")
    case .readOnly(let path):
      self.init(
        "\(path) is write-protected; it was not changed", "make the file writable (chmod u+w)")
    case .notAFile(let path): self.init("\(path) is not a file")
    case .tooLarge(let path, let size, let limit):
      self.init("\(path) is too large: \(size) bytes; the limit is \(limit)")
    case .system(let error): self.init(error)
    }
  }

  private init(_ error: IndexError) {
    switch error {
    case .damaged(let what):
      self.init("the search index is damaged (\(what))", "run `zib index --rebuild`")
    case .missing: self.init("there is no search index", "run `zib index --rebuild`")
    case .outdated:
      self.init(
        "the search index was written by another version of zib", "run `zib index --rebuild`")
    case .system(let operation, let path, let code):
      self.init("cannot \(operation) \(path): \(Platform.message(for: code))")
    }
  }

  private init(_ error: SystemError) {
    let hint: String? =
      if error.isFull {
        "make room and run the command again"
      } else if error.isReadOnly {
        "look at the permissions of the file and of its folder"
      } else if error.isNoFolder, error.path.starts(with: ".zib/".utf8) {
        "a file is where a folder has to be; move it away, and run the command again"
      } else {
        nil
      }
    self.init(error.description, hint)
  }
}

extension UnbornBranch {
  /// The command that checks out the first of the other branches.
  fileprivate var command: String {
    let (first, folder) = (others[0], shellQuoted(root.text))
    let isNameEnough = others.count { $0.name == first.name } == 1
    return isNameEnough
      ? "git -C \(folder) switch \(shellQuoted(first.name))"
      : "git -C \(folder) switch --track \(shellQuoted("\(first.remote)/\(first.name)"))"
  }
}
