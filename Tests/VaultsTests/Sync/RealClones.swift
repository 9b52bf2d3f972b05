import Files
import Git
import History
import OperatingSystem
import PastNotes
import Sync
import TestSupport
import Testing
import Vaults
import WorkTrees

/// The edits of two people in the same vault, as commands of a shell.
struct DivergedStory: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let before: String
  /// By the one whose commits are on the remote already.
  let theirs: String
  /// By the one who syncs, not committed.
  let ours: String

  static let all = [
    DivergedStory(
      testDescription: "many files come",
      before: "for n in 1 2 3 4 5 6 7 8; do echo \"note $n\" > Note$n.md; done",
      theirs: """
        for n in 1 2 3 4 5; do echo "theirs $n" >> Note$n.md; done
        mkdir -p New/Deep; echo new > New/Deep/In.md; echo new > New/Out.md
        """,
      ours: "true"),
    DivergedStory(
      testDescription: "both write in the same notes",
      before: "for n in 1 2 3 4; do printf 'one\\n\\ntwo\\n\\nthree\\n' > Note$n.md; done",
      theirs: """
        for n in 1 2 3; do sed -i.b 's/one/one of theirs/' Note$n.md; done; rm *.b
        echo twin > Twin.md
        """,
      ours: """
        for n in 1 2; do sed -i.b 's/one/one of ours/' Note$n.md; done
        sed -i.b 's/three/three of ours/' Note3.md; rm *.b; echo twin too > Twin.md
        """),
    DivergedStory(
      testDescription: "notes move and change their case",
      before: "for n in a b c d; do echo \"note $n\" > $n.md; done; echo case > Case.md",
      theirs: """
        mkdir Away; mv a.md Away/a.md; mv Case.md case.tmp; mv case.tmp case.md
        mv b.md x; mv c.md b.md; mv x c.md
        """,
      ours: "echo ours >> a.md; echo ours >> Case.md; echo ours >> d.md"),
    DivergedStory(
      testDescription: "notes go",
      before: """
        mkdir -p Deep/Er; for n in 1 2 3 4; do echo "note $n" > Note$n.md; done
        echo a > Deep/Er/a.md; echo b > Deep/Er/b.md
        """,
      theirs: "rm Note1.md Note2.md Note3.md; rm -r Deep",
      ours: "echo ours >> Note2.md; rm Note4.md; echo ours >> Deep/Er/b.md"),
    DivergedStory(
      testDescription: "files for folders and folders for files",
      before: "echo file > File; mkdir Folder; echo in > Folder/In.md; echo kept > Kept.md",
      theirs: """
        rm File; mkdir File; echo inside > File/Inside.md; rm -r Folder; echo now > Folder
        """,
      ours: "echo ours >> Kept.md; echo ours > Own.md"),
  ]
}

/// Two clones on the disk that have grown apart; the second is the one that syncs.
///
/// The first one's edits are pushed and fetched already, so that a sync is all work on the disk.
struct RealClones {
  let folder: TemporaryFolder
  private let place: String

  /// Plays a story once; `copy()` gives clones to sync.
  init(_ story: DivergedStory) throws {
    folder = try TemporaryFolder()
    place = "template"
    folder.makeFolder(place)
    Shell(folder: folder(place))(
      """
      git init -q --bare -b main remote.git && git init -q -b main theirs && cd theirs
      \(story.before)
      git add -A && git commit -qm before && git push -q ../remote.git main && cd ..
      git clone -q remote.git ours && git -C ours config user.name B && git -C ours config user.email b@c
      cd theirs && {
      \(story.theirs)
      } && git add -A && GIT_COMMITTER_DATE='1700000000 +0000' git commit -qm theirs && git push -q ../remote.git main && cd ..
      cd ours && git fetch -q && {
      \(story.ours)
      }
      """)
  }

  private init(_ folder: TemporaryFolder, _ place: String) {
    self.folder = folder
    self.place = place
  }

  func copy(_ name: String) -> RealClones {
    Shell(folder: folder.path.text)("rm -rf \(name) && cp -a \(place) \(name)")
    return RealClones(folder, name)
  }

  /// The folder that is synced.
  var ours: String { place + "/ours" }

  func path(_ name: String) -> String { "\(ours)/\(name)" }

  /// Syncs as a process would that has just been started: nothing is remembered from before.
  @discardableResult
  func sync(
    interruption: @escaping DiskWorkTree.Interruption = { _, _ in nil }
  ) throws -> SyncReport {
    let repository = try Git.Repository.open(at: folder(ours))
    let root = DiskPath(folder(ours))
    let workTree = DiskWorkTree(
      root: root, gitFolder: root.appending(".git"), scope: .root,
      options: try WorkTreeOptions(repository, environment: Environment([:])),
      content: try WorkTreeContent(repository, nil), interruption: interruption)
    let session = SyncSession(
      repository: repository, workTree: workTree, transport: FetchedBefore(), device: "ours"
    ) { CommitTime(seconds: 1_795_176_000, offset: 0) }
    return try session.sync(SyncOptions(remote: "origin"))
  }

  // MARK: What is there

  /// The notes and what else a person sees, by path.
  var texts: [String: String] { texts(below: "") }

  private func texts(below prefix: String) -> [String: String] {
    var texts: [String: String] = [:]
    for name in folder.names(in: ours + "/" + prefix) where prefix + name != ".git" {
      let path = prefix + name
      if FileStatus.at(DiskPath(folder(self.path(path))), following: false)?.kind == .folder {
        texts.merge(self.texts(below: path + "/")) { $1 }
      } else {
        texts[path] = folder.read(self.path(path))
      }
    }
    return texts
  }

  /// Every blob that a ref leads to, one after the other.
  var history: String {
    Shell(folder: folder(ours)).text(
      "git rev-list --all --objects | cut -d' ' -f1 | git cat-file --batch")
  }

  /// Files that a sync that has come to its end must not leave.
  func expectInOrder(_ circumstances: String, checksObjects: Bool = false) {
    let shell = Shell(folder: folder(ours))
    #expect(shell.text("git status --porcelain") == "", "\(circumstances)")
    #expect(!folder.exists(path(".git/zib/journal")), "\(circumstances)")
    let hidden = texts.keys.filter { $0.contains(".zib-") }
    #expect(hidden.isEmpty, "\(circumstances)")
    #expect(
      shell.text("find .git -name '*.lock' -o -path '.git/zib/*' -name 'lock-*'") == "",
      "\(circumstances)")
    if checksObjects {
      #expect(
        shell.text("git fsck --no-dangling --no-progress 2>&1") == "", "\(circumstances)")
    }
  }
}

/// A remote of which all was fetched before, and to which nothing has to go now.
private final class FetchedBefore: Transport {
  func fetch(_ remote: String) {}
  func push(_ commit: ObjectID, to branch: String, of remote: String) {}
}
