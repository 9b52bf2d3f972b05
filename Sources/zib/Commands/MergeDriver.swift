import Arguments
import Files
import History
import Rendering
import Sessions
import Terminals
import Vaults
import Wording

/// `zib merge-driver`: the note merge for plain git.
enum MergeNotes {
  static let files = Positional(
    "FILE", each: .file, help: "What git puts for `%O %A %B %P`: base, ours, theirs and the path.")
  static let install = Flag(
    "install", help: "Configure git to merge notes the way `zib sync` does.")
  static let uninstall = Flag("uninstall", help: "Take that back.")

  static let command = Command(
    "merge-driver", group: "History and devices",
    summary: "Merge notes in plain `git merge` and `git pull`",
    discussion: """
      `git merge` and `git pull` merge by lines. With this driver they merge notes as `zib sync`
      does: front matter by key, days by entry, what both added at one place one after the other.

      Where edits overlap no conflict markers are written. The note keeps your branch's text in those
      places, the other version stands beside it as `Title.conflict-1a2b3c4d.md`, byte for byte, and
      git reports a conflict. Look at the two, with `zib resolve` if you like, then `git add` both
      and `git commit`.

      `--install` writes `merge.zib.driver` into the repository's `.git/config` and
      `*.md merge=zib` into its `.git/info/attributes`; nothing of it is in the vault, so each
      device is set up by itself.
      """,
    arguments: [files, install, uninstall],
    exclusive: [[install, uninstall]],
    examples: [
      "zib merge-driver --install": "Let `git pull` merge notes as `zib sync` does.",
      "zib merge-driver --uninstall": "Let it merge by lines again.",
    ],
    exitStatuses: [
      0: "Merged, or set up.", 3: "A file cannot be read or written; git keeps the conflict.",
      4: "Edits overlap, and both versions are kept; git keeps the conflict.",
    ],
    seeAlso: ["zib-sync(1)", "zib-resolve(1)", "git-merge(1)", "gitattributes(5)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      if arguments[install] || arguments[uninstall] {
        try setUp(isInstalled: arguments[install], session)
        return .done
      }
      let files = arguments[files]
      guard files.count == 4 else {
        throw UsageError(
          message: "`zib merge-driver` takes four files from git",
          hint: "`zib merge-driver --install` sets git up to run it")
      }
      let driver = MergeDriver(
        base: DiskPath(files[0]), left: DiskPath(files[1]), right: DiskPath(files[2]),
        path: TreePath(files[3]), top: session.currentFolder)
      guard case .keptBoth(let copy, let overlaps) = try driver.run() else { return .done }
      session.messages.note(
        "\(files[3]): \(Amount.count(overlaps, "overlapping edit")); "
          + "the other version is kept in \(copy)")
      return .leftToDecide
    }
  }

  private static func setUp(isInstalled: Bool, _ session: CommandSession) throws {
    try session.vault().setUpMergeDriver(isInstalled: isInstalled)
    session.messages.note(
      isInstalled
        ? "plain git merges notes as `zib sync` does, in this repository"
        : "plain git merges notes by lines again")
  }
}
