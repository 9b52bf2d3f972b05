import Objects
import Sync

/// The words for what keeps a conflict from being resolved.
extension ErrorWords {
  init(_ error: ResolutionRefusal) {
    switch error {
    case .noSuggestion(let places, let without):
      self.init(
        places == 1
          ? "the place that overlaps cannot be merged word by word"
          : "\(without) of \(places) places that overlap cannot be merged word by word",
        "decide with `zib resolve`, or keep both with `--keep both`", .nothingFound)
    case .datesUnknown:
      self.init(
        "history does not tell which of the two is newer",
        "say it with `--keep note` or `--keep copy`", .nothingFound)
    case .markersLeft:
      self.init(
        "the text has conflict markers of git's, which are not written into a note",
        "decide with `zib resolve --edit`, and take them out", .nothingFound)
    case .notText:
      self.init(
        "this is no text, so the two cannot stand one after the other",
        "keep one with `--keep note` or `--keep copy`", .nothingFound)
    }
  }

  init(_ error: ConflictChanged) {
    self.init(
      "\(error.path.text) was changed meanwhile; nothing was written",
      "run the command again to decide about what is there now")
  }

  init(_ error: AdoptRefusal) {
    switch error {
    case .noMergeInProgress:
      self.init("plain git has left no merge half-way", "`zib resolve` decides conflicts of notes")
    case .severalHeads:
      self.init(
        "more than two branches are being merged", "end it with `git merge --abort`")
    case .detachedHead:
      self.init(
        "no branch is checked out, so that the merge would soon be lost",
        "make one with `git switch -c NAME`")
    }
  }
}
