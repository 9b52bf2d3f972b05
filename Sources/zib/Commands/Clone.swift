import Arguments
import Files
import Git
import History
import PastNotes
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib clone`: a vault from elsewhere.
enum Clone {
  static let address = Positional("URL", .string, help: "Where the repository is.")
  static let folder = Positional(
    "DIR", optional: .directory,
    help: "The new folder; by default it has the name of the repository.")

  static let command = Command(
    "clone", group: "History and devices", summary: "Copy a vault to this device",
    discussion: """
      Copies a repository with its whole history, with the `git` program and so with the keys and
      passwords that git has. After that `zib sync` keeps the two in step.

      A file that cannot be written on this device, because its name is too long or an encoding is not
      known here, is named and waits in the history; all others are written.
      """,
    arguments: [address, folder],
    examples: [
      "zib clone git@example.org:me/notes.git ~/Notes": "Begin on a second device."
    ],
    exitStatuses: [0: "Done.", 3: "It could not be copied."],
    seeAlso: ["zib-sync(1)", "zib-init(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      guard let name = arguments[folder] ?? Vault.cloneName(of: arguments[address]) else {
        throw UsageError(message: "DIR is missing", hint: "the address names no folder")
      }
      let place = name.hasPrefix("/") ? DiskPath(name) : session.currentFolder.appending(name)
      let bar = ProgressLine(session)
      defer { bar.finish() }
      let unwritten: [UnwrittenFile]
      do {
        unwritten = try Vault.clone(
          arguments[address], into: place, isInteractive: session.mayAsk,
          environment: session.environment, progress: bar.show)
      } catch let error as GitError
        where error.kind == .corrupt && !Vault.hasUnfinishedClone(in: place)
      {
        throw Failure(
          ErrorWords(error).message,
          hint:
            "nothing was kept here; `git fsck` in the repository that was cloned says what is damaged"
        )
      } catch {
        if error is HistoryError || !Vault.hasUnfinishedClone(in: place) { throw error }
        let words = ErrorWords(error)
        let left =
          "\(place) is left half-way: delete that folder; everything in it is from the remote"
        throw Failure(words.message, hint: words.hint.map { "\($0). \(left)" } ?? left)
      }
      bar.finish()
      let shown = RemoteAddress.hidingPasswords(in: arguments[address])
      session.messages.note("\(place) is a copy of \(shown)")
      if try Vault.hasNothing(cloneIn: place) {
        session.messages.warning(
          "no branch came from there: it is empty, or no repository; if you expected notes, look at "
            + "the address")
      }
      session.warnOfPassword(in: arguments[address])
      session.tell(unwritten: unwritten, in: .root)
      if let unborn = UnbornBranch(at: place) {
        let words = ErrorWords(unborn)
        session.messages.warning(words.message)
        if let hint = words.hint { session.messages.note(hint) }
      } else if !Platform.isFolder(place.appending(".zib").text) {
        session.messages.note(
          "it is not a vault yet: nothing in it is committed or sent before "
            + "`zib init \(shellQuoted(place.text))` makes it one")
      }
      return .done
    }
  }
}
