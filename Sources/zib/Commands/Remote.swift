import Arguments
import Git
import Vaults

/// `zib remote`: where a vault is synced with.
enum Remote {
  static let words = Positional(
    "[NAME] URL", each: .string, atLeast: 1,
    help: "What the remote is called, `origin` where nothing is said, and where it is.")

  static let command = Command(
    "remote", group: "History and devices", summary: "The places that the vault is synced with",
    subcommands: [add, list])

  private static let add = Command(
    "add", summary: "Add a place to sync with",
    discussion: """
      Any repository that git can reach will do: on a server, at a host of repositories, on a stick
      or a shared disk. Make it empty (`git init --bare`), add it here, and `zib sync` fills it.
      """,
    arguments: [words],
    examples: [
      "zib remote add git@example.org:me/notes.git": "Sync with a server.",
      "zib remote add stick /media/stick/notes.git": "And with a stick, by its name.",
    ],
    exitStatuses: [0: "Added.", 2: "The name or address is none.", 3: "It could not be added."],
    seeAlso: ["zib-sync(1)", "zib-clone(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      let given = arguments[words]
      guard let address = given.last, given.count <= 2 else {
        throw UsageError(
          message: "a remote has one name and one address", hint: "`zib remote add NAME URL`")
      }
      let name = given.count == 2 ? given[0] : "origin"
      guard SafeName.isRemote(name), SafeName.isAddress(address) else {
        throw UsageError(
          message: "`\(SafeName.isRemote(name) ? address : name)` is no "
            + (SafeName.isRemote(name) ? "address of a repository" : "name for a remote"))
      }
      try session.vault().addRemote(name, at: address)
      session.messages.note("\(name) is \(address); `zib sync` fills it or brings what it has")
      return .done
    }
  }

  private static let list = Command(
    "list", summary: "List the places that the vault is synced with",
    arguments: [],
    examples: ["zib remote list": "Show names and addresses."],
    exitStatuses: [0: "Listed.", 1: "There is none.", 3: "The vault has no history."],
    seeAlso: ["zib-sync(1)"]
  ) { arguments in
    Session.run(arguments) { session in
      let remotes = try session.vault().remotes()
      let width = remotes.map(\.name.count).max() ?? 0
      for remote in remotes {
        var line = StyledText(
          remote.name + String(repeating: " ", count: width - remote.name.count + 2), .key)
        line.append(remote.url)
        try session.output.writeLine(line)
      }
      if remotes.isEmpty {
        session.messages.note("there is no remote; add one with `zib remote add URL`")
      }
      return remotes.isEmpty ? .nothingFound : .done
    }
  }
}
