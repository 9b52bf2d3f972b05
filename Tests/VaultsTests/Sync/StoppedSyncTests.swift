import Files
import History
import OperatingSystem
import Sync
import TestSupport
import Testing
import Vaults
import WorkTrees

/// A sync of a real clone that is stopped at each step on the disk, and gone on with by the next.
@Suite(.enabled(if: Shell.hasGit, "the clones are made by git"), .serialized)
struct StoppedSyncTests {
  /// Counts the steps of a sync, and does something at one of them.
  final class Steps {
    private(set) var count = 0
    private let strike: (Int, DiskWorkTree.Step, TreePath) -> Int32?

    init(_ strike: @escaping (Int, DiskWorkTree.Step, TreePath) -> Int32? = { _, _, _ in nil }) {
      self.strike = strike
    }

    func next(_ step: DiskWorkTree.Step, _ path: TreePath) -> Int32? {
      defer { count += 1 }
      return strike(count, step, path)
    }
  }

  /// The steps that are tried: every twentieth; all with `ZIB_FUZZ_ROUNDS=20`.
  private func steps(of count: Int) -> StrideTo<Int> {
    let stride = max(1, 20 / Fuzz.factor)
    return Swift.stride(from: stride / 2, to: count, by: stride)
  }

  @Test(.timeLimit(.minutes(20)), arguments: DivergedStory.all)
  func `P13 stopped at any step, the next sync ends as if it had not been`(story: DivergedStory)
    throws
  {
    let template = try RealClones(story)
    let undisturbed = template.copy("undisturbed")
    let steps = Steps()
    #expect(try undisturbed.sync(interruption: steps.next).outcome == .inStep)
    undisturbed.expectInOrder("undisturbed", checksObjects: true)
    let expected = undisturbed.texts
    #expect(steps.count > 10)
    for (round, stop) in self.steps(of: steps.count).enumerated() {
      // Each of them in turn, as the system would give them: a full disk, permission denied, a broken disk.
      let code = [ENOSPC, EACCES, EIO][round % 3]
      let clones = template.copy("stopped")
      var struck: (step: DiskWorkTree.Step, path: TreePath)?
      let steps = Steps { count, step, path in
        guard count >= stop else { return nil }
        // Whatever is done to clean up fails as well, as in a process that is gone.
        struck = struck ?? (step, path)
        return code
      }
      #expect(throws: SystemError.self) { try clones.sync(interruption: steps.next) }
      let place = "step \(stop), \(struck.map { "\($0.step) \($0.path)" } ?? "-"), error \(code)"
      let before = clones.texts
      // No note is half of anything: each is as it was, or as it is to be.
      let story = template.texts
      for (path, text) in before where !path.contains(".zib-sync-") {
        #expect(text == story[path] || text == expected[path], "\(place): \(path)")
      }
      #expect(try clones.sync().outcome == .inStep, "\(place)")
      #expect(clones.texts == expected, "\(place)")
      clones.expectInOrder(place, checksObjects: round % 8 == 0)
    }
  }

  /// Rules that came replace others, or are new; a file of the ignored name comes, or none.
  @Test(
    .timeLimit(.minutes(20)),
    arguments: [
      "echo other.md > .gitignore", "echo other.md > .gitignore; echo theirs > private.md",
      "rm .gitignore; echo theirs > private.md",
      "echo '!private.md' > sub/.gitignore; echo theirs > sub/private.md",
    ])
  func `P27 stopped at any step, what rules that come do not ignore is shown to nobody`(
    theirs: String
  ) throws {
    let story = DivergedStory(
      testDescription: "a rule goes",
      before:
        "printf 'private.md\\nsecret/\\n' > .gitignore; mkdir sub; echo x > sub/x.md; echo note > Note.md",
      theirs: "\(theirs); echo more >> Note.md; echo new > A.md",
      ours:
        "echo PIN > private.md; cp private.md sub; mkdir secret; echo PIN > secret/one.md; echo ours > Own.md"
    )
    let template = try RealClones(story)
    var stop = 0
    while true {
      let clones = template.copy("stopped")
      let steps = Steps { count, _, _ in count >= stop ? ENOSPC : nil }
      do { try clones.sync(interruption: steps.next) } catch is SystemError {}
      for _ in 0..<2 {
        // Plain git takes what it sees; `Vault` hides the files with a moment's name from it.
        let shell = Shell(folder: clones.folder(clones.ours))
        let seen = shell.text(
          """
          git add -A; git grep --cached -l PIN -- ':!.zib-*' ':!*/.zib-*'; git reset -q
          """)
        #expect(seen.isEmpty, "stopped at \(stop): \(seen)")
        #expect(try clones.sync().outcome == .inStep, "stopped at \(stop)")
      }
      #expect(!clones.history.contains("PIN"), "stopped at \(stop)")
      let kept = clones.texts.filter { $0.value == "PIN\n" }.keys.sorted()
      #expect(kept.count == 3 && kept[0].hasPrefix("private."), "stopped at \(stop): \(kept)")
      if steps.count <= stop { break }
      stop += 1
    }
    #expect(stop > 10)
  }

  /// How a person's program saves a file.
  enum Save: CaseIterable { case byRename, inPlace, intoAnOpenFile }

  @Test(.timeLimit(.minutes(20)), arguments: DivergedStory.all)
  func `P12 what is typed at any step is in a note, a copy or the history`(story: DivergedStory)
    throws
  {
    let template = try RealClones(story)
    let all = Steps()
    try template.copy("undisturbed").sync(interruption: all.next)
    for (round, stop) in steps(of: all.count).enumerated() {
      let save = Save.allCases[round % 3]
      let isStopped = round % 2 == 0
      let clones = template.copy("edited")
      let token = "typed at step \(stop)"
      var editor: OpenFile?
      var written: String?
      let steps = Steps { count, step, path in
        if count == stop {
          // The path at which the sync is at work just now, or another one if that is no place for a note.
          let name = clones.editable(path) ?? "Else.md"
          written = "\(name), \(step)"
          switch save {
          case .byRename:
            clones.folder.write(token + "\n", to: clones.path(".editor~"))
            clones.folder.move(clones.path(".editor~"), to: clones.path(name))
          case .inPlace: clones.folder.write(token + "\n", to: clones.path(name))
          case .intoAnOpenFile: editor = OpenFile(clones.folder(clones.path(name)))
          }
        }
        if count == stop + 1 { editor?.save(token + "\n") }
        return isStopped && count >= stop + 2 ? ENOSPC : nil
      }
      let place = "step \(stop), \(save), stopped: \(isStopped)"
      do {
        try clones.sync(interruption: steps.next)
      } catch let error as SystemError {
        #expect(isStopped && error.code == ENOSPC, "\(place): \(error)")
      }
      // The last step may have been the one.
      editor?.save(token + "\n")
      for _ in 0..<2 {
        #expect(try clones.sync().outcome == .inStep, "\(place) at \(written ?? "-")")
      }
      let there = clones.texts
      #expect(
        there.values.contains { $0.contains(token) } || clones.history.contains(token),
        "\(place) at \(written ?? "-"): \(there)")
      // Files that nobody touched came all the same.
      #expect(!there.values.contains { $0.contains("<<<<<<<") }, "\(place)")
      clones.expectInOrder("\(place) at \(written ?? "-")", checksObjects: round % 8 == 0)
    }
  }
}

extension RealClones {
  /// The name of a note at a path, if one can be written there as things stand.
  fileprivate func editable(_ path: TreePath) -> String? {
    let name = path.text
    guard !name.isEmpty, !name.contains(".zib-") else { return nil }
    guard FileStatus.at(DiskPath(folder(self.path(name))), following: false)?.kind != .folder else {
      return nil
    }
    let above = name.split(separator: "/").dropLast().joined(separator: "/")
    let kind = FileStatus.at(DiskPath(folder(self.path(above))), following: false)?.kind
    return kind == .folder ? name : nil
  }
}

/// A file as an editor has it open that writes in place: it saves to the file that it opened, whatever has the name.
private final class OpenFile {
  private var number: Int32

  init(_ path: String) { number = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }

  deinit { if number >= 0 { close(number) } }

  func save(_ text: String) {
    guard number >= 0 else { return }
    ftruncate(number, 0)
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(number, $0.baseAddress, $0.count, 0) }
    close(number)
    number = -1
  }
}
