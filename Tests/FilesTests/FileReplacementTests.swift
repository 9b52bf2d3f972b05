import Files
import OperatingSystem
import Synchronization
import TestSupport
import Testing

struct FileReplacementTests {
  private let path = NotePath("folder/note.md")!  // well formed

  private func vault(_ text: String) throws -> (TemporaryFolder, VaultFolder, VaultFolder.Contents)
  {
    let folder = try TemporaryFolder()
    folder.write(text, to: path.text)
    let vault = VaultFolder(root: folder.path)
    return (folder, vault, try vault.read(path))
  }

  @Test func `puts new text in place and keeps the permissions`() throws {
    let (folder, vault, _) = try vault("old")
    folder.setMode(0o640, of: path.text)
    let old = try vault.read(path)
    try FileReplacement(in: vault).replace(path, basedOn: old, with: Array("new".utf8))
    #expect(folder.read(path.text) == "new")
    #expect(try vault.read(path).status.permissions == 0o640)
    #expect(folder.names(in: "folder") == ["note.md"])
  }

  @Test func `a write-protected file is left as it is, for root as well`() throws {
    let (folder, vault, _) = try vault("old")
    folder.setMode(0o444, of: path.text)
    let old = try vault.read(path)
    #expect(throws: WriteError.readOnly(path)) {
      try FileReplacement(in: vault).replace(path, basedOn: old, with: Array("new".utf8))
    }
    #expect(folder.read(path.text) == "old")
    #expect(folder.names(in: "folder") == ["note.md"])
  }

  @Test(arguments: FileReplacement.Step.allCases)
  func `stopped at any step, the old text or the new one is there and nothing else`(
    step: FileReplacement.Step
  ) throws {
    let (folder, vault, old) = try vault("old")
    let replacement = FileReplacement(in: vault) { $0 == step ? ENOSPC : nil }
    #expect(throws: WriteError.self) {
      try replacement.replace(path, basedOn: old, with: Array("new".utf8))
    }
    #expect(folder.read(path.text) == (step == .synchroniseFolder ? "new" : "old"))
    #expect(folder.names(in: "folder") == ["note.md"])
  }

  @Test(arguments: FileReplacement.Step.allCases)
  func `a new file stopped at any step is there whole or not at all`(step: FileReplacement.Step)
    throws
  {
    let folder = try TemporaryFolder()
    let replacement = FileReplacement(in: VaultFolder(root: folder.path)) {
      $0 == step ? EIO : nil
    }
    #expect(throws: WriteError.self) {
      try replacement.create(path, with: Array("new".utf8))
    }
    #expect(folder.read(path.text) == (step == .synchroniseFolder ? "new" : nil))
    #expect(folder.names(in: "folder").filter { $0 != "note.md" } == [])
  }

  @Test func `a write removes what killed processes left in the folder, and nothing else`() throws {
    let (folder, vault, old) = try vault("old")
    // No system gives a process such a number.
    let gone = ".zib-tmp-2147483646-2k"
    let left = ["\(gone)-1", "\(gone)-2", ".zib-tmp-\(getpid())-2k-1"]
    let kept = [
      ".zib-tmp-\(getpid())-2k-2", ".zib-tmp-notes", "\(gone)-1.md", "\(gone)", "\(gone)-",
      "\(gone)-x",
      ".zib-tmp-0-2k-1", ".zib-tmp--1-2k-1", ".zib-tmp-99999999999-2k-1", "zib-tmp-1-2-3",
      ".zib-sync-2147483646-2k-1", "\(gone)-1-1",
    ]
    let now = Int(Clock.now() / 1_000_000_000)
    for name in left + kept {
      folder.write("half", to: "folder/" + name)
      folder.setTime(name.hasSuffix("2k-2") ? now - 3600 : now - 100_000, of: "folder/" + name)
    }
    // One that another machine may be writing, a folder, a link, and one in another folder.
    folder.write("half", to: "folder/\(gone)-7")
    folder.write("x", to: "folder/\(gone)-8/x")
    folder.link("folder/\(gone)-9", to: "note.md")
    folder.write("half", to: "other/\(gone)-1")
    for name in ["folder/\(gone)-8", "folder/\(gone)-9", "other/\(gone)-1"] {
      folder.setTime(now - 100_000, of: name)
    }
    try FileReplacement(in: vault).replace(path, basedOn: old, with: Array("new".utf8))
    #expect(
      folder.names(in: "folder").sorted()
        == (kept + ["note.md", "\(gone)-7", "\(gone)-8", "\(gone)-9"]).sorted())
    #expect(folder.names(in: "other") == ["\(gone)-1"])
  }

  @Test func `an edit made meanwhile is not overwritten`() throws {
    let (folder, vault, old) = try vault("old")
    folder.write("OLD", to: path.text)
    #expect(throws: WriteError.changedMeanwhile(path)) {
      try FileReplacement(in: vault).replace(path, basedOn: old, with: [])
    }
    #expect(folder.read(path.text) == "OLD")
  }

  @Test func `an edit made while the new text is being written is not overwritten`() throws {
    let (folder, vault, old) = try vault("old")
    let (root, name) = (folder.path, path)
    let replacement = FileReplacement(in: vault) { step in
      if step == .synchronise {
        let other = VaultFolder(root: root)
        if let read = try? other.read(name) {
          try? FileReplacement(in: other).replace(name, basedOn: read, with: Array("mine".utf8))
        }
      }
      return nil
    }
    #expect(throws: WriteError.changedMeanwhile(path)) {
      try replacement.replace(path, basedOn: old, with: Array("new".utf8))
    }
    #expect(folder.read(path.text) == "mine")
    #expect(folder.names(in: "folder") == ["note.md"])
  }

  @Test func `a note that was only touched is replaced`() throws {
    let (folder, vault, old) = try vault("old")
    folder.setTime(1_000_000_000, of: path.text)
    try FileReplacement(in: vault).replace(path, basedOn: old, with: Array("new".utf8))
    #expect(folder.read(path.text) == "new")
  }

  @Test func `a note that is gone does not come back`() throws {
    let (folder, vault, old) = try vault("old")
    folder.unlinkFile(path.text)
    #expect(throws: WriteError.changedMeanwhile(path)) {
      try FileReplacement(in: vault).replace(path, basedOn: old, with: [])
    }
    #expect(folder.names(in: "folder") == [])
  }

  @Test func `nothing is written through a link`() throws {
    let outside = try TemporaryFolder()
    outside.write("theirs", to: "note.md")
    let folder = try TemporaryFolder()
    folder.link("folder", to: outside.path.text)
    folder.link("link.md", to: outside("note.md"))
    let vault = VaultFolder(root: folder.path)
    let replacement = FileReplacement(in: vault)
    let theirs = try VaultFolder(root: outside.path).read(NotePath("note.md")!)
    #expect(throws: WriteError.throughLink(path)) {
      try replacement.replace(path, basedOn: theirs, with: [])
    }
    #expect(throws: WriteError.throughLink(NotePath("link.md")!)) {
      try replacement.replace(NotePath("link.md")!, basedOn: theirs, with: [])
    }
    #expect(throws: WriteError.throughLink(NotePath("folder/new.md")!)) {
      try replacement.create(NotePath("folder/new.md")!, with: [])
    }
    #expect(outside.read("note.md") == "theirs")
    #expect(outside.names() == ["note.md"])
  }

  @Test func `a new file never takes the place of another`() throws {
    let (folder, vault, _) = try vault("old")
    #expect(throws: WriteError.exists(path)) {
      try FileReplacement(in: vault).create(path, with: Array("new".utf8))
    }
    #expect(folder.read(path.text) == "old")
  }

  @Test func `a full disk is said and loses nothing`() throws {
    let (folder, vault, old) = try vault("old")
    let replacement = FileReplacement(in: vault) { $0 == .write ? ENOSPC : nil }
    let error = #expect(throws: WriteError.self) {
      try replacement.replace(path, basedOn: old, with: Array("new".utf8))
    }
    guard case .system(let reason)? = error else { return #expect(Bool(false)) }
    #expect(reason.isFull)
    #expect(reason.displayPath == path.text)
    #expect(folder.read(path.text) == "old")
  }

  /// Forty notes in four folders, to be edited.
  private func manyNotes() throws -> (TemporaryFolder, [FileEdit]) {
    let folder = try TemporaryFolder()
    let vault = VaultFolder(root: folder.path)
    let edits = try (0..<40).map { number in
      let path = NotePath("f\(number % 4)/\(number).md")!  // well formed
      folder.write("old \(number)", to: path.text)
      return FileEdit(path, from: try vault.read(path), to: Array("new \(number)".utf8))
    }
    return (folder, edits)
  }

  private func texts(_ folder: TemporaryFolder, _ edits: [FileEdit]) -> [String] {
    edits.map { folder.read($0.path.text) ?? "" }
  }

  private func hiddenNames(_ folder: TemporaryFolder) -> [String] {
    (0..<4).flatMap { folder.names(in: "f\($0)") }.filter { $0.hasPrefix(".") }
  }

  @Test func `of many files all are on the disk before the first gets its name`() throws {
    let (folder, edits) = try manyNotes()
    let steps = Mutex<[FileReplacement.Step]>([])
    let recorded = Mutex<[[NotePath]]>([])
    let replacement = FileReplacement(in: VaultFolder(root: folder.path)) { step in
      steps.withLock { $0.append(step) }
      return nil
    } recording: { edits in
      recorded.withLock { $0.append(edits.map(\.path)) }
    }
    let counts = Mutex<[Int]>([])
    let errors = replacement.write(edits) { done, _ in counts.withLock { $0.append(done) } }
    #expect(errors == edits.map { _ in nil })
    #expect(texts(folder, edits) == (0..<40).map { "new \($0)" })
    #expect(hiddenNames(folder) == [])
    #expect(recorded.withLock { $0 } == [edits.map(\.path)])
    #expect(counts.withLock { $0.sorted() } == Array(1...40))
    let made = steps.withLock { $0 }
    let flushes = made.indices.filter { made[$0] == .synchronise }
    #expect(flushes.count == 40)
    #expect(made.firstIndex(of: .rename)! > flushes.last!)  // forty of each
    #expect(made.count { $0 == .synchroniseFolder } == 4)
  }

  @Test func `of many files the one that cannot be written does not stop the others`() throws {
    let (folder, edits) = try manyNotes()
    folder.write("mine", to: edits[7].path.text)
    folder.setMode(0o444, of: edits[9].path.text)
    let vault = VaultFolder(root: folder.path)
    var now = edits
    now[9] = FileEdit(edits[9].path, from: try vault.read(edits[9].path), to: [])
    let errors = FileReplacement(in: vault).write(now)
    #expect(errors[7] == .changedMeanwhile(edits[7].path))
    #expect(errors[9] == .readOnly(edits[9].path))
    #expect(errors.count { $0 != nil } == 2)
    var expected = (0..<40).map { "new \($0)" }
    expected[7] = "mine"
    expected[9] = "old 9"
    #expect(texts(folder, edits) == expected)
    #expect(hiddenNames(folder) == [])
  }

  @Test func `a write that is to end at a failure leaves all after it as it was`() throws {
    let (folder, edits) = try manyNotes()
    let errors: [WriteError?]
    folder.write("mine", to: edits[7].path.text)
    errors = FileReplacement(in: VaultFolder(root: folder.path)).write(edits, endsAtFailure: true)
    #expect(errors.firstIndex { $0 != nil } == 7)
    #expect(
      texts(folder, edits)
        == (0..<40).map { $0 == 7 ? "mine" : $0 < 7 ? "new \($0)" : "old \($0)" })
    #expect(hiddenNames(folder) == [])
  }

  @Test(arguments: FileReplacement.Step.allCases)
  func `many files stopped at any step are each whole, and nothing else is left`(
    step: FileReplacement.Step
  ) throws {
    let (folder, edits) = try manyNotes()
    let count = Atomic(0)
    let replacement = FileReplacement(in: VaultFolder(root: folder.path)) {
      $0 == step && count.wrappingAdd(1, ordering: .relaxed).oldValue >= 2 ? EIO : nil
    }
    let errors = replacement.write(edits)
    #expect(errors.contains { $0 != nil })
    for (number, error) in errors.enumerated() {
      let isNew = error == nil || step == .synchroniseFolder
      #expect(folder.read(edits[number].path.text) == "\(isNew ? "new" : "old") \(number)")
    }
    #expect(hiddenNames(folder) == [])
  }

  @Test(.enabled(if: !isRoot, "the superuser may do everything"))
  func `a folder that may not be written is said`() throws {
    let (folder, vault, old) = try vault("old")
    folder.setMode(0o500, of: "folder")
    defer { folder.setMode(0o700, of: "folder") }
    let error = #expect(throws: WriteError.self) {
      try FileReplacement(in: vault).replace(path, basedOn: old, with: [])
    }
    guard case .system(let reason)? = error else { return #expect(Bool(false)) }
    #expect(reason.isReadOnly)
    #expect(folder.read(path.text) == "old")
  }

  @Test(.enabled(if: !isRoot, "the superuser may do everything"))
  func `a note that may not be read is said`() throws {
    let (folder, vault, _) = try vault("old")
    folder.setMode(0o000, of: path.text)
    let error = #expect(throws: WriteError.self) { try vault.read(path) }
    guard case .system(let reason)? = error else { return #expect(Bool(false)) }
    #expect(reason.code == EACCES)
    #expect(reason.description == "cannot open folder/note.md: Permission denied")
  }

  @Test(.timeLimit(.minutes(20))) func `fifos and folders are not read, nor what is too large`()
    throws
  {
    let folder = try TemporaryFolder()
    folder.makeFifo("pipe.md")
    folder.makeFolder("folder.md")
    folder.write("0123456789", to: "large.md")
    let vault = VaultFolder(root: folder.path)
    for name in ["pipe.md", "folder.md"] {
      #expect(throws: WriteError.notAFile(NotePath(name)!)) { try vault.read(NotePath(name)!) }
    }
    let large = NotePath("large.md")!
    #expect(throws: WriteError.tooLarge(large, size: 10, limit: 9)) {
      try vault.read(large, limit: 9)
    }
    #expect(try vault.read(large, limit: 10).bytes.count == 10)
    // 200 MB that take no room on the disk and are not read.
    folder.setSize(200 << 20, of: "large.md")
    #expect(throws: WriteError.tooLarge(large, size: 200 << 20, limit: VaultFolder.sizeLimit)) {
      try vault.read(large)
    }
  }
}

struct VaultLockTests {
  @Test func `one holder at a time, and the next when it is released`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path.appending("lock")
    do {
      let lock = try VaultLock(file)
      #expect(throws: VaultLock.Failure.held(by: getpid())) {
        _ = try VaultLock(file, timeout: 30)
      }
      _ = consume lock
    }
    _ = try VaultLock(file, timeout: 0)
  }

  @Test func `a lock that cannot be made says why`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: VaultLock.Failure.self) {
      _ = try VaultLock(folder.path.appending("nowhere/lock"))
    }
  }
}
