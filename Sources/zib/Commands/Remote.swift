import Arguments
import Files
import Git
import Layout
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib remote`: where a vault is synced with.
enum Remote {
  static let words = Positional(
    "[NAME] URL", each: .string, atLeast: 1,
    help: "The remote's name, by default `origin`, and its address.")

  static let command = Command(
    "remote", group: "History and devices", summary: "List and add the places to sync with",
    discussion: "Alone, the same as `zib remote list`.",
    examples: ["zib remote": "Show names and addresses."],
    exitStatuses: [0: "Listed.", 1: "There is none.", 3: "The vault has no history."],
    seeAlso: ["zib-sync(1)", "zib-clone(1)"],
    subcommands: [add, list], run: printList)

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
    exitStatuses: [
      0: "Added.", 2: "The name or the address is not valid.", 3: "It could not be added.",
    ],
    seeAlso: ["zib-sync(1)", "zib-clone(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let given = arguments[words]
      guard var address = given.last, given.count <= 2 else {
        throw UsageError(
          message: "a remote has one name and one address", hint: "`zib remote add NAME URL`")
      }
      let name = given.count == 2 ? given[0] : "origin"
      guard SafeName.isRemote(name), SafeName.isAddress(address) else {
        throw UsageError(
          message:
            "`\(SafeName.isRemote(name) ? RemoteAddress.hidingPasswords(in: address) : name)` is no "
            + (SafeName.isRemote(name) ? "address of a repository" : "name for a remote"))
      }
      let vault = try session.vault()
      // Git reads a path from the top of the repository.
      if !address.hasPrefix("/"), session.currentFolder != vault.root,
        let folder = DiskPath.real(session.currentFolder.appending(address))
      {
        address = folder.text
      }
      let isUsual = try vault.addRemote(name, at: address)
      let command = isUsual ? "zib sync" : "zib sync \(shellQuoted(name))"
      let shown = RemoteAddress.hidingPasswords(in: address)
      session.messages.note(
        "Added remote \(name) (\(shown)). Run `\(command)` to upload to it or download from it.")
      session.warnOfPassword(in: address)
      return .done
    }
  }

  private static let list = Command(
    "list", summary: "List the places that the vault is synced with",
    discussion: """
      Shows each remote's name, its address without the password, the branch that this vault is
      synced with there, and how far the two were apart when they were last synced; and where what is
      sent goes, if that is another address (`remote.NAME.pushurl`). The remote is not asked.
      """,
    arguments: [],
    examples: ["zib remote list": "Show names and addresses."],
    exitStatuses: [0: "Listed.", 1: "There is none.", 3: "The vault has no history."],
    seeAlso: ["zib-sync(1)"], run: printList)

  @Sendable private static func printList(_ arguments: ParsedArguments) -> Int32 {
    CommandSession.run(arguments) { session in
      let remotes = try session.vault().remoteStates()
      var columns = TextColumns([.left, .left, .left])
      for remote in remotes {
        columns.add([
          StyledText(remote.name, .key), StyledText(SafeText.escaped(remote.address)),
          StyledText(state(of: remote), .faint),
        ])
      }
      for line in columns.lines() { try session.output.writeLine(line) }
      if remotes.isEmpty {
        session.messages.note("No remote set. Add one with `zib remote add URL`.")
      }
      return remotes.isEmpty ? .nothingFound : .done
    }
  }

  /// The branch of a remote and the vault's distance to it as of the last fetch.
  private static func state(of remote: RemoteState) -> String {
    let branch = SafeText.escaped(Array(remote.branch.shortBranch.utf8))
    if branch.isEmpty { return "not synced while no branch is checked out" }
    let sent = remote.pushAddress.map { "; what is sent goes to \(SafeText.escaped($0))" } ?? ""
    return "\(branch): \(distance(of: remote))\(sent)"
  }

  private static func distance(of remote: RemoteState) -> String {
    if let damage = remote.damage {
      return "cannot be read as it was last synced (\(SafeText.escaped(damage)))"
    }
    switch remote.distance {
    case nil: return "never synced"
    case (0, 0)?:
      return remote.hasOthers
        ? "in step when last synced; other branches have notes that are not here"
        : "in step when last synced"
    case (let ahead, 0)?: return "\(Amount.count(ahead, "commit")) to push"
    case (0, let behind)?: return "\(Amount.count(behind, "commit")) to merge"
    case (let ahead, let behind)?:
      return "\(Amount.count(ahead, "commit")) to push, \(Amount.count(behind)) to merge"
    }
  }
}
