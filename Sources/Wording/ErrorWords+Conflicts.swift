import Arguments
import Files
import History
import Layout
import Sync
import Terminals
import Vaults

/// The words for errors that prevent the resolution of a conflict.
extension ErrorWords {
  init(_ error: ResolutionRefusal) {
    switch error {
    case .noSuggestion(let places, let without):
      self.init(
        places == 1
          ? "the place that both changed cannot be merged word by word"
          : "\(without) of \(places) places that both changed cannot be merged word by word",
        "decide with `zib resolve`, or keep both with `--keep both`", .leftToDecide)
    case .datesUnknown:
      self.init(
        "the history does not say which of the two is newer",
        "say it with `--keep note` or `--keep copy`", .leftToDecide)
    case .markersLeft:
      self.init(
        "the text has conflict markers from git, which are never written into a note",
        "decide with `zib resolve --edit`, and take them out", .leftToDecide)
    case .notText:
      self.init(
        "the file is not text, so its versions cannot be merged",
        "keep one with `--keep note` or `--keep copy`, or both files with `--keep both`",
        .leftToDecide)
    case .oneValue(let key):
      self.init(
        "`\(key)` can have only one value, so both cannot be kept",
        "choose one with `zib resolve`, or use `--keep note` or `--keep copy`", .leftToDecide)
    case .frontMatter:
      self.init(
        "the two versions of the front matter cannot be put together",
        "decide with `zib resolve`, or use `--keep note` or `--keep copy`", .leftToDecide)
    case .noteDeleted:
      self.init(
        "the note was deleted, and only its copy is left",
        "`--keep note` leaves the note deleted, `--keep copy` makes the copy the note",
        .leftToDecide)
    case .folderInPlace:
      self.init(
        "a folder has the file's name by now, and only the copy is left",
        "`--keep note` deletes the copy, `--keep copy` gives it a name of its own", .leftToDecide)
    }
  }

  init(_ error: BrokenFrontMatter) {
    let path = SafeText.escaped(error.path.bytes)
    self.init(
      "\(path): \(error.reason.words) (line \(error.line)); nothing was written",
      "choose with `zib resolve \(typedPath(path))`, or use `--keep note` or `--keep copy`",
      .leftToDecide)
  }

  init(_ error: ConflictChanged) {
    self.init(
      "\(error.path.text) was changed in the meantime; nothing was written",
      "run the command again to decide about what is there now")
  }

  init(_ error: AdoptRefusal) {
    switch error {
    case .noMergeInProgress:
      self.init("git has no unfinished merge here", "`zib resolve` decides conflicts between notes")
    case .severalHeads:
      self.init(
        "more than two branches are being merged", "end it with `git merge --abort`")
    case .detachedHead:
      self.init(
        "no branch is checked out, so the merge could be lost",
        "make one with `git switch -c NAME`")
    }
  }
}

extension BrokenFrontMatter.Reason {
  /// The damage in words for people.
  package var words: String {
    switch self {
    case .duplicateKey(let key): "`\(key)` would be there twice, and it can have only one value"
    case .invalid(let words): "the front matter would not be valid YAML: \(words)"
    case .unterminated: "the front matter would have no end"
    }
  }
}
