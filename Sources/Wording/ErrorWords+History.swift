import Arguments
import Files
import Git
import History
import Layout
import PastNotes
import Rendering
import Sync
import Terminals
import Vaults
import WorkTrees

/// The words for errors of reading, writing, fetching and pushing a history.
extension ErrorWords {
  /// The words, or nil for an error that is not of history and devices.
  init?(ofHistory error: any Error) {
    switch error {
    case let error as HistoryError: self.init(error)
    case let error as SyncRefusal: self.init(error)
    case let error as TransportError: self.init(error, of: "the remote")
    case let error as GitError: self.init(error)
    case let error as HookRefused:
      let said = error.output.isEmpty ? "" : ":\n\(error.output)"
      self.init("the hook \(error.name) refused the snapshot\(said)", "nothing was committed")
    case let error as HookChangedTree:
      self.init(
        "the hook \(error.name) changed what was to be committed, each time",
        "let it change the files, or take it away for snapshots")
    case let error as NoIdentity:
      self.init(
        "git does not know who you are (\(error.settings.joined(separator: ", ")))",
        "`git config --global user.name 'Your Name'` and `git config --global user.email you@example.org`"
      )
    case let error as SyncUnderWay:
      self.init(
        "another zib" + (error.process.map { " (process \($0))" } ?? "")
          + " is still syncing this vault; your notes are committed here",
        "run `zib sync` again when it is done")
    case let error as MissingObject: self.init(missing: error.id)
    case let error as UnsettledFile:
      self.init(
        "\(SafeText.escaped(error.path.bytes)) keeps changing: another program is writing it",
        "run the command again when it is done")
    case let error as FileRefused:
      self.init("\(SafeText.escaped(error.path.bytes)): \(error.reason.words)")
    case let error as SomethingThere:
      self.init(
        "\(SafeText.escaped(error.path.bytes)) appeared while zib was running; nothing was written",
        "run the command again")
    case let error as NothingThere:
      self.init(
        "\(SafeText.escaped(error.path.bytes)) disappeared while zib was running",
        "run the command again")
    case let error as PathsTaken:
      let first = error.paths.first.map { SafeText.escaped($0.bytes) } ?? "a file"
      self.init(
        "\(first) appeared while zib was running; nothing was imported", "run the command again")
    case is ReferenceMoved:
      self.init("the branch was moved by another program", "run the command again")
    default: return nil
    }
  }

  private init(_ error: HistoryError) {
    switch error {
    case .noRepository(let root):
      self.init(
        "\(root) is in no git repository, so it has no history",
        "`zib init` begins one; `zib clone URL` brings one from elsewhere")
    case .notAVault(let root):
      self.init(
        "\(root) is not a vault, so nothing in it is committed or sent",
        "`zib init \(shellQuoted(root.text))` makes it one, and shows what it would take; with `--dry-run` it only shows"
      )
    case .settingsMissing(let folder):
      self.init(
        "\(folder)/.zib is missing, and the history has it; nothing was committed or sent",
        "`zib init \(shellQuoted(folder.text))` brings back settings, templates and reviews")
    case .noProgram(let purpose):
      self.init("the git program is needed \(purpose), and is not on the PATH", "install git")
    case .noSuchRemote(let name, let known):
      self.init(
        "there is no remote `\(name)`",
        known.isEmpty
          ? "add one with `zib remote add URL`"
          : "the remotes are: \(known.joined(separator: ", "))",
        .usage)
    case .severalRemotes(let names):
      self.init(
        "there are several remotes: \(names.joined(separator: ", "))",
        "name one, as in `zib sync \(names[0])`", .usage)
    case .folderNotEmpty(let folder):
      self.init("\(folder) already exists and is not empty", "name another folder")
    case .cloneStopped(let folder):
      self.init(
        "a clone into \(folder) was stopped half-way",
        "delete that folder, then clone again; everything in it is from the remote")
    }
  }

  private init(_ error: GitError) {
    switch error.kind {
    case .forbiddenName(let name):
      self.init(
        "the history contains the forbidden file name `\(SafeText.escaped(Array(name.utf8)))`; nothing was changed",
        "git itself never writes such a name: do not trust the remote that it came from")
    case .corrupt:
      self.init("cannot \(error.operation): \(error.detail)", "`git fsck` says what is damaged")
    case .locked:
      self.init(
        "cannot \(error.operation): \(error.detail)",
        "run the command again when the other git is done; if none is running, "
          + "`zib help recovery` tells how to remove what it left")
    case .notOwned(let folder):
      let folder = String(decoding: folder, as: UTF8.self)
      self.init(
        "\(folder) belongs to another user, so git refuses it",
        "if you trust it: `git config --global --add safe.directory \(shellQuoted(folder))`")
    case .libraryMissing:
      self.init(
        "cannot \(error.operation), which keeps the history: \(error.detail)",
        "install libgit2 \(LibraryVersion.built.major).\(LibraryVersion.built.minor), or build zib again "
          + "with the one that is here")
    case .notFound, .exists, .notFastForward, .ambiguous, .unsupported, .system, .other:
      self.init("cannot \(error.operation): \(error.detail)", Self.hint(where: error.detail))
    }
  }

  /// The hint where git's words say that a disk is full; nil where they say something else.
  private static func hint(where detail: String) -> String? {
    Platform.tellsOfFullDisk(detail)
      ? "your notes are in the folder as they were; make room (`df -h` shows where), then run the command again"
      : nil
  }

  private init(missing id: ObjectID) {
    self.init(
      "the object \(id.hex.prefix(12)) is missing: the clone is shallow or partial, or damaged",
      "`git fetch --unshallow` brings the whole history; a partial clone needs the remote that it "
        + "is of; `git fsck` says what is damaged")
  }

  private init(_ refusal: SyncRefusal) {
    func shown(_ branch: String) -> String { SafeText.escaped(Array(branch.shortBranch.utf8)) }
    func list(_ paths: [TreePath]) -> String {
      paths.prefix(10).map { "\n  " + SafeText.escaped($0.bytes) }.joined()
        + (paths.count > 10 ? "\n  and \(paths.count - 10) more" : "")
    }
    switch refusal {
    case .obstacle(let obstacle): self.init(obstacle)
    case .detachedHead:
      self.init(
        "no branch is checked out, so a commit could be lost",
        "`git switch -c NAME` makes a branch here, with what was committed here; then `git switch BRANCH` and "
          + "`git merge NAME` take it to another branch, and `git branch` lists them")
    case .unrelatedHistories(_, _, let branch):
      self.init(
        "this vault and "
          + (branch.map { "the branch \(shown($0)) of the remote" } ?? "the remote")
          + " have no history in common; nothing was merged",
        "if they are the same vault, `zib sync --join` merges them")
    case .noSuchBranch(let name, let remote, let known):
      self.init(
        "\(remote) has no branch `\(shown(name))`",
        known.isEmpty
          ? "it has none yet; `zib sync` makes the first"
          : "it has: " + known.map(shown).joined(separator: ", "), .usage)
    case .unreadableBranch(let name, let remote, let reason):
      self.init(
        "the branch \(shown(name)) of \(remote) cannot be read (\(reason)); nothing was merged or sent",
        "whoever manages \(remote) has to take the damaged commit out; then `zib sync` goes on")
    case .historyMissing(let id): self.init(missing: id)
    case .deletionsNotConfirmed(let deletions):
      let many = "\(Amount.count(deletions.paths.count, "file")) of \(deletions.total)"
      switch deletions.source {
      case .folder:
        self.init(
          "\(many) are gone from the folder; nothing was done",
          "if that is meant, `zib commit --allow-deletions` commits it; if not, `zib restore .` in the "
            + "top folder of the vault brings them back")
      case .merge:
        self.init(
          "other devices deleted \(many); nothing was done",
          "if that is meant, run the command again with `--allow-deletions`; if not, "
            + "`zib sync --keep-deleted` keeps them here and brings them back there")
      case .commits(let commits):
        self.init(
          "plain git deleted \(many) in \(Self.commits(commits)) which no other device has yet; nothing was sent",
          "if that is meant, run the command again with `--allow-deletions`; if not, "
            + Self.takingBack(commits))
      }
    case .outsideEdited(let paths):
      self.init(
        "files outside of the vault have changes that are not committed:\(list(paths))",
        "commit them with `git commit`, or put them away with `git stash`")
    case .unsettled(let paths):
      self.init(
        "files keep changing while they are read:\(list(paths))",
        "run the command again when no program writes them")
    case .unreadableJournal(let before):
      self.init(
        "the journal of an interrupted sync cannot be read; an older zib wrote it, and the branch may "
          + "be ahead of the folder",
        "run `git reset --soft \(before?.hex ?? "HEAD@{1}")`, which moves the branch back and changes "
          + "no file"
          + (before == nil ? ", move `zib/journal` out of the git folder" : "")
          + ", then run the command again; `zib help recovery` has more")
    case .branchChanged(let old, let new):
      self.init(
        "the branch was changed from \(shown(old)) to \(shown(new)) while the remote was waited for; "
          + "nothing was merged", "run `zib sync` again")
    case .branchKeepsMoving(let name):
      self.init(
        "other programs moved \(name) again and again", "run the command again when they are done")
    case .unreadableRecord:
      self.init(
        "the record of operations (`zib/operations` in the git folder) is damaged, so zib cannot tell "
          + "what was done last",
        "`zib history NOTE` and `zib restore` bring single notes back; what is done from now on can "
          + "be undone again")
    case .newerRecord:
      self.init(
        "the last operation was written by a newer zib, and this one does not know how to undo it",
        "run `zib undo` with the newer zib; nothing was changed")
    case .nothingToUndo: self.init("there is nothing to take back", nil, .nothingFound)
    }
  }

  /// Names commits: all of them where they are few.
  private static func commits(_ ids: [ObjectID]) -> String {
    let names = ids.map { "\($0.hex.prefix(8))" }
    guard let first = names.first, names.count > fewCommits else {
      return (names.count == 1 ? "the commit " : "the commits ") + names.joined(separator: ", ")
        + ","
    }
    return "\(Amount.count(names.count, "commit")), the last of them \(first),"
  }

  /// The way in which plain git takes commits back, the newest first, and `zib` a single file.
  private static func takingBack(_ commits: [ObjectID]) -> String {
    let names = commits.prefix(fewCommits).map { "\($0.hex.prefix(8))" }
    let more = commits.count > fewCommits ? " and so on, the newest first," : ""
    return "`git revert --no-edit \(names.joined(separator: " "))`\(more) takes all of "
      + "\(commits.count == 1 ? "that commit" : "these commits") back, and `zib restore FILE` brings back a single file"
  }

  private static var fewCommits: Int { 3 }

  private init(_ obstacle: Obstacle) {
    switch obstacle {
    case .mergeInProgress:
      self.init(
        "a merge of plain git is in progress",
        "`zib resolve --adopt` takes it over, `git merge --abort` gives it up")
    case .rebaseInProgress:
      self.init(
        "a rebase is in progress",
        "`git rebase --continue` finishes it, `git rebase --abort` gives it up")
    case .cherryPickInProgress:
      self.init(
        "a cherry-pick is in progress",
        "`git cherry-pick --continue` finishes it, `git cherry-pick --abort` gives it up")
    case .revertInProgress:
      self.init(
        "a revert is in progress",
        "`git revert --continue` finishes it, `git revert --abort` gives it up")
    case .bisectInProgress:
      self.init("a bisect is in progress", "`git bisect reset` ends it")
    case .mailboxInProgress:
      self.init(
        "patches are being applied", "`git am --continue` goes on, `git am --abort` gives it up")
    case .unmergedPaths(let paths):
      let names = paths.prefix(10).map { "\n  " + SafeText.escaped($0.bytes) }.joined()
      self.init(
        "a merge left files unresolved:\(names)",
        "take git's marks out of them, then `git add` them; after a `git stash pop` git keeps the stash until "
          + "`git stash drop`")
    case .indexLocked:
      self.init(
        "another git holds the staging index (`index.lock`)",
        "wait for it; if none is running, remove `.git/index.lock`")
    case .bareRepository:
      self.init("the repository is bare and has no files", "`zib clone` it, and use the clone")
    case .unsupported(let what):
      self.init("zib cannot use this repository: \(what)")
    }
  }

  /// The words for a fetch or push that failed.
  ///
  /// - Parameter isDryRun: true where nothing was committed before it.
  package init(_ error: TransportError, of remote: String, isDryRun: Bool = false) {
    func told(_ text: String) -> String { text.isEmpty ? "" : ":\n\(text)" }
    let saved = isDryRun ? "nothing was committed" : "your notes are committed here"
    switch error {
    case .raced:
      self.init("others pushed to \(remote) at the same time", "run `zib sync` again")
    case .rejected(let text):
      self.init(
        "\(remote) refused what was pushed\(told(text))",
        "\(saved); ask whoever manages \(remote), or push to another branch")
    case .refusedByHook(let text):
      self.init(
        "a hook of this repository refused the push to \(remote)\(told(text))",
        "\(saved); run `zib sync` again when the hook, `pre-push` in git's folder of hooks, lets it pass"
      )
    case .checkedOut:
      self.init(
        "\(remote) is a folder with files of its own, into which git does not push",
        "\(saved); a bare repository between the two (`git init --bare`) can be the remote of both")
    case .offline(let text):
      self.init(
        "\(remote) cannot be reached\(told(text))",
        "\(saved); run `zib sync` again when you are online")
    case .notFound(let text):
      self.init(
        "there is no repository at the address of \(remote)\(told(text))",
        "\(saved); `zib remote list` shows the address. If it is on a disk or "
          + "stick that is not connected, connect it and run `zib sync` again")
    case .serverFailed(let text):
      self.init(
        "the server of \(remote) failed\(told(text))",
        "\(saved); run `zib sync` again later")
    case .notGit(let text):
      self.init(
        "\(remote) did not answer as a git server\(told(text))",
        "\(saved). If this network has a login page, log in with a browser; "
          + "else look at the address with `zib remote list`. Then run `zib sync` again")
    case .authentication(let text):
      self.init(
        "\(remote) did not let you in\(told(text))",
        "\(saved); `git fetch \(remote)` asks for the password or says what is "
          + "missing")
    case .diskFull(let text):
      self.init(
        "there is no space left, on this disk or at \(remote)\(told(text))",
        "\(saved); make room (`df -h` shows where), then run `zib sync` again")
    case .timedOut(let seconds):
      self.init(
        "\(remote) gave no answer for \(seconds) seconds",
        "\(saved); run `zib sync` again later")
    case .noSuchRemote(let name):
      self.init("there is no remote `\(name)`", "`zib remote list` shows them", .usage)
    case .failed(let text): self.init("git failed at \(remote)\(told(text))")
    }
  }
}
