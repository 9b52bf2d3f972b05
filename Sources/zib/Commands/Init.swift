import Arguments
import Notes
import Vaults

/// `zib init`: makes a folder a vault.
enum Init {
  static let folder = Positional(
    "DIR", optional: .directory, help: "The folder; the current one where none is named.")
  static let git = Flag(
    "git", invertible: true, default: true,
    help: "Begin a git history where the folder is in none; `--no-git` leaves it without one.")

  static let command = Command(
    "init", group: "Settings", summary: "Make a folder a vault",
    discussion: """
      Puts `.zib` into the folder: settings in which everything is said and little is set, two
      templates, and a place for the index that git ignores. No file that is there is changed, and
      notes need no change at all. Vaults of Obsidian, zk, Logseq, Foam and Dendron work without
      it; with it they have settings and an index of their own.

      Where the folder lies in no git repository it becomes one, on which `zib commit` and
      `zib sync` build. Nothing is committed yet.
      """,
    arguments: [folder, git],
    examples: [
      "zib init": "Make the current folder a vault.",
      "zib init ~/Commonplace": "Make a new one.",
      "zib init --no-git": "Keep notes without a history.",
    ],
    exitStatuses: [0: "Done, or the folder was a vault already.", 3: "It cannot be written."],
    seeAlso: ["zib-config(1)", "zib-new(1)", "zib-sync(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      let place = arguments[folder].map { name in
        name.hasPrefix("/") ? DiskPath(name) : session.currentFolder.appending(name)
      }
      let creation = try Vault.create(
        at: place ?? session.currentFolder, withHistory: arguments[git],
        zoneName: Zone.systemName(session.environment))
      for path in creation.made { session.messages.detail("made \(path)") }
      let root = creation.location.root
      session.messages.note(
        creation.made.isEmpty ? "\(root) is a vault already" : "\(root) is a vault now")
      if creation.beganHistory {
        session.messages.note("its history begins with `zib commit`")
      }
      return .done
    }
  }
}
