import Arguments
import Notes
import Sessions
import Sync
import Vaults

/// `zib resolve`: conflicts ended, by a person or by a rule.
enum Resolve {
  /// The version to keep without asking.
  enum Keep: String, Choice {
    case note, copy, both, newest, merged

    var summary: String {
      switch self {
      case .note: "the note as it is"
      case .copy: "the copy's text where the two overlap"
      case .both: "both texts where the two overlap, one after the other; two files if no text"
      case .newest: "the note's or the copy's, whichever was changed later"
      case .merged: "the two merged word by word, if they can be"
      }
    }

    var resolution: Resolution {
      switch self {
      case .note: .note
      case .copy: .copy
      case .both: .both
      case .newest: .newest
      case .merged: .merged
      }
    }
  }

  static let note = Positional(
    "NOTE", optional: .string(completing: .values(of: "notes")),
    help: "The note or file, or one of its copies. Without it, all conflicts.")
  static let keep = Option(
    "keep", value: "WHAT", .oneOf(Keep.self), help: "Decide all places in one way.")
  static let edit = Flag("edit", short: "e", help: "Decide in your editor, between markers.")
  static let tool = Flag("tool", help: "Decide in the merge tool that git is set up with.")
  static let with = Option(
    "with", value: "TOOL", .string, help: "The merge tool to use, as `git mergetool` knows it.")
  static let from = Option("from", value: "FILE", .file, help: "Take the note's text from `FILE`.")
  static let adopt = Flag("adopt", help: "Finish a merge that plain git stopped with conflicts.")
  static let all = Flag("all", help: "With `--keep`: resolve every conflict.")
  static let dryRun = Flag(
    "dry-run", short: "n", help: "Show what would change, and change nothing.")
  static let plain = Flag("plain", help: "Ask line by line, for screen readers and scripts.")

  static let command = Command(
    "resolve", group: "History and devices", summary: "Decide between two versions of a note",
    discussion: """
      Goes through the places of a note that two devices changed, one after the other, with each \
      device's words marked as `[-deleted-]` and `{+inserted+}`: choose this note, the copy, both, \
      the original, the word merge where it is possible, or write it yourself. What does not \
      overlap is merged already; where nothing does any more and the note would change, you are asked first. When all places are decided the note is written and its copy \
      deleted, in one step that syncs to every device. The key `u` takes back a decision, and before \
      the first one the note before; afterwards `zib undo` does.

      On a terminal this is a full screen: the versions beside each other where there is room, and the \
      note as it will be. The last line names the keys; `?` shows all: a place may be decided word \
      by word, in your editor, or written there. What is decided when you leave is kept until you \
      come back. `--plain` asks line by line.

      First a snapshot is taken, so that both versions stay in the history. If the note or its copy \
      is changed in the meantime, nothing is written. By hand it works as well: edit the note, \
      delete the copy, and sync.

      A note that was renamed is found by its new name and by its old one. Where the note was \
      deleted and its copy is left, you are asked whether the copy becomes the note or both are \
      deleted. A choice that would break the front matter, such as the same key twice, is refused.
      """,
    arguments: [note, keep, edit, tool, with, from, adopt, all, dryRun, plain],
    exclusive: [[keep, edit, tool, from, adopt], [keep, edit, with, from], [adopt, dryRun]],
    sections: [
      Section(
        "Keeping without asking",
        """
        `--keep note` leaves the note as it is, and a deleted note deleted. `--keep copy` takes the copy's text wherever the \
        two overlap, and keeps what else the note has. `--keep both` puts the copy's text after \
        the note's in each place; of pictures and other files that cannot be put together both are \
        kept, and the copy gets a name of its own, such as `pic (2).png`. `--keep newest` is `note` or `copy`, whichever was changed later. \
        `--keep merged` merges every place word by word, and does nothing if one cannot be.
        """),
      Section(
        "In an editor or a merge tool",
        """
        `--edit` opens a temporary file outside of the vault with both versions between labelled \
        markers (`<<<<<<<`, `|||||||`, `=======`, `>>>>>>>`). While a marker is left nothing is \
        written, and you are asked whether to open it again. Otherwise the file is kept and named, \
        and `--from FILE` takes it when it is finished; what the note or its copy got since the file was \
        kept is added. A file that was left of one place decides \
        that place. A line of `=======` that was in the note \
        before is text.

        `--tool` runs `git mergetool` on temporary files, with your own `merge.tool` or the one \
        that `--with` names. Only your own and the system's settings of git count: those in the \
        vault's `.git/config` may have come with the vault.
        """),
      Section(
        "After a conflicted `git pull`",
        """
        `--adopt` ends a merge that plain git could not finish. Both sides are merged by the rules \
        of `zib sync`, so that no markers are left in notes. What you had typed is kept: a \
        conflicted file without markers is the resolution. One that still has some is kept as a \
        copy beside the note if you had changed it, with all its text and without the markers. \
        Other edits and what was staged stay.
        """),
    ],
    examples: [
      "zib resolve": "Decide all conflicts, one after the other.",
      "zib resolve walden": "Those of one note.",
      "zib resolve walden --keep both": "Keep both texts.",
      "zib resolve .zib/config.yml": "Decide a conflict in the settings.",
      "zib resolve --all --keep newest --dry-run": "See what the later edits would make of all.",
      "zib resolve walden --edit": "Decide in your editor.",
      "zib resolve --adopt": "Take over a conflicted `git pull`.",
    ],
    exitStatuses: [
      0: "All that was asked for is resolved.", 1: "There is no such conflict.",
      2: "The command line was wrong.",
      3: "It could not be written; both versions are still there.", 4: "Conflicts remain.",
    ],
    environment: ["VISUAL, EDITOR": "The editor; `zib config editor` goes before."],
    seeAlso: ["zib-conflicts(1)", "zib-sync(1)", "zib-undo(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try ResolveRun(session, arguments).run()
    }
  }
}
