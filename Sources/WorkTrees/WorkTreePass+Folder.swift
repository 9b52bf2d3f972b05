import Files
import History
import Layout
import OperatingSystem
import Sync
import Synchronization

extension WorkTreePass {
  /// The listing of one folder.
  struct FolderLook {
    let pass: WorkTreePass
    let path: [UInt8]
    let number: Int?
    /// All names, each with a NUL.
    private var pool: [UInt8] = []
    private var looks: [Look] = []
    /// Tracked names of files, by hash: their places among the folder's files.
    private var known: [UInt64: Int] = [:]
    private var isSeen: [Bool] = []
    private var newFiles: [(offset: Int, kind: FileStatus.Kind)] = []
    private var newFolders: [Int] = []
    private var seenFolders: [(offset: Int, number: Int32)] = []
    private var hasIgnoreFile = false
    private var isRepository = false
    private var hasHiddenFiles = false

    init(_ pass: WorkTreePass, path: [UInt8], number: Int?) {
      self.pass = pass
      self.path = path
      self.number = number
    }

    private var folder: TrackedFolders.Folder? { number.map { pass.tracked.folders[$0] } }
    private var pathWithSlash: [UInt8] { path.isEmpty ? [] : path + [0x2F] }

    mutating func list(
      rules: IgnoreScope?, isIgnored: Bool, into queue: WorkQueue<Job>, _ found: inout Findings
    ) {
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
      let target = path.isEmpty ? [0x2E] : path
      let opened = unsafe withCString(target) { text in
        Descriptor.retrying { unsafe openat(pass.root, text, flags) }
      }
      guard opened >= 0, let stream = DirectoryStream(Descriptor(taking: opened)) else {
        fail(errno, &found)
        return
      }
      if let number { pass.isVisited.withLock { $0[number] = true } }
      readNames(stream)
      if errno != 0 { fail(errno, &found) }
      found.hasHiddenFiles = hasHiddenFiles && (number == 0 || !isRepository)
      if number == nil, isRepository {
        if !isIgnored { found.changes.append(refusal(path, .nestedRepository)) }
        return
      }
      var rules = rules
      if hasIgnoreFile, !isIgnored { rules = addingRules(to: rules, in: stream.number) }
      findUnseen(stream.number, &found)
      if isRepository, number != 0 {
        // Tracked files in a folder that has become a repository are compared; its new files belong
        // to that repository.
        found.changes.append(refusal(path, .nestedRepository))
        newFiles = []
        newFolders = []
      }
      addFolders(rules, isIgnored, queue, &found)
      if isIgnored {
        if pass.options.listsIgnored { addIgnored(&found) }
      } else {
        addNewFiles(rules, in: stream.number, &found)
      }
      lookAtKnown(stream, queue, &found)
    }

    /// Files below a folder that cannot be listed do not count as deleted.
    private func fail(_ code: Int32, _ found: inout Findings) {
      if number == 0 {
        pass.failure.withLock { $0 = SystemError("open", path, code: code) }
        return
      }
      if code == ENOENT || code == ENOTDIR || code == ELOOP { return }
      found.changes.append(refusal(path, .unreadable(code: code)))
      guard let number else { return }
      var open = [Int32(number)]
      pass.isVisited.withLock { isVisited in
        while let next = open.popLast() {
          isVisited[Int(next)] = true
          open += pass.tracked.folders[Int(next)].folders
        }
      }
    }

    private func refusal(_ path: [UInt8], _ reason: RefusedFile) -> WorkChange {
      WorkChange(TreePath(bytes: path), .refused(reason))
    }

    // MARK: Names

    private mutating func readNames(_ stream: borrowing DirectoryStream) {
      let files = folder?.files ?? []
      isSeen = Array(repeating: false, count: files.count)
      known.reserveCapacity(files.count)
      for (place, entry) in files.enumerated() {
        known[unsafe pass.tracked.name(of: entry).withUnsafeBytes { unsafe Self.hash($0) }] = place
      }
      var folders: [[UInt8]: Int32] = [:]
      for child in folder?.folders ?? [] {
        folders[Array(pass.tracked.folders[Int(child)].name)] = child
      }
      while let entry = unsafe stream.next() {
        unsafe take(entry, files, folders)
      }
    }

    @unsafe private mutating func take(
      _ entry: DirectoryStream.Entry, _ files: [Int32], _ folders: [[UInt8]: Int32]
    ) {
      let offset = pool.count
      let name = unsafe entry.name
      if let place = known[unsafe Self.hash(name)],
        unsafe entry.kind != .folder || pass.tracked.isSubmodule(files[place]),
        unsafe pass.tracked.name(of: files[place]).elementsEqual(name)
      {
        isSeen[place] = true
        unsafe append(name)
        looks.append(Look(entry: files[place], offset: Int32(offset)))
        if unsafe entry.isHidden, unsafe name.elementsEqual(IgnoreFile.name) {
          hasIgnoreFile = true
        }
        return
      }
      if unsafe entry.isHidden {
        if unsafe GitName.matches(name) {
          isRepository = true
          return
        }
        if unsafe name.elementsEqual(IgnoreFile.name) { hasIgnoreFile = true }
        if unsafe name.starts(with: TemporaryName.prefix.utf8) { return }
        if unsafe name.starts(with: HiddenName.prefix.utf8) {
          hasHiddenFiles = true
          return
        }
      }
      if unsafe entry.kind == .folder {
        if let child = folders[unsafe Array(name)] {
          seenFolders.append((offset, child))
        } else {
          newFolders.append(offset)
        }
      } else {
        unsafe newFiles.append((offset, entry.kind))
      }
      unsafe append(name)
    }

    private mutating func append(_ name: UnsafeRawBufferPointer) {
      unsafe pool.append(contentsOf: name)
      pool.append(0)
    }

    /// FNV-1a, 64 bits. Where two names of a folder have one hash, one is found by `findUnseen`.
    @inline(__always)
    private static func hash(_ name: UnsafeRawBufferPointer) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for index in 0..<name.count {
        hash = unsafe (hash ^ UInt64(name[index])) &* 0x100_0000_01B3
      }
      return hash
    }

    private func name(at offset: Int) -> ArraySlice<UInt8> {
      pool[offset..<(pool[offset...].firstIndex(of: 0) ?? pool.endIndex)]
    }

    private func status(at offset: Int, in folder: Int32) -> FileStatus? {
      var status = stat()
      let result = unsafe pool.withUnsafeBytes { pool in
        unsafe fstatat(
          folder, (pool.baseAddress! + offset).assumingMemoryBound(to: CChar.self), &status,
          AT_SYMLINK_NOFOLLOW)
      }
      return result == 0 ? FileStatus(status) : nil
    }

    private func addingRules(to rules: IgnoreScope?, in folder: Int32) -> IgnoreScope? {
      guard let text = IgnoreFile.text(in: folder) else { return rules }
      let patterns = IgnorePattern.patterns(in: text)
      if patterns.isEmpty { return rules }
      return IgnoreScope(parent: rules, patterns: patterns, baseLength: pathWithSlash.count)
        ?? rules
    }

    /// Tracked names that the listing did not have: gone, or spelled otherwise on a file system that takes
    /// both spellings for one.
    private mutating func findUnseen(_ descriptor: Int32, _ found: inout Findings) {
      guard let folder else { return }
      for (place, entry) in folder.files.enumerated() where !isSeen[place] {
        let offset = pool.count
        pool += pass.tracked.name(of: entry)
        pool.append(0)
        guard let status = status(at: offset, in: descriptor), status.kind != .folder else {
          pass.missing(entry, &found)
          continue
        }
        newFiles = newFiles.filter { !isSame($0.offset, status, descriptor) }
        pass.compare(entry, status, &found)
      }
      let seen = Set(seenFolders.map(\.number))
      for child in folder.folders where !seen.contains(child) {
        let offset = pool.count
        pool += pass.tracked.folders[Int(child)].name
        pool.append(0)
        guard let status = status(at: offset, in: descriptor), status.kind == .folder else {
          continue
        }
        newFolders = newFolders.filter { !isSame($0, status, descriptor) }
        seenFolders.append((offset, child))
      }
    }

    private func isSame(_ offset: Int, _ status: FileStatus, _ descriptor: Int32) -> Bool {
      let other = self.status(at: offset, in: descriptor)
      return other?.inode == status.inode && other?.device == status.device
    }

    // MARK: Results

    private func isIgnored(_ path: [UInt8], isFolder: Bool, _ rules: IgnoreScope?) -> Bool {
      rules?.verdict(path, isFolder: isFolder) ?? false
    }

    private func addFolders(
      _ rules: IgnoreScope?, _ isIgnored: Bool, _ queue: WorkQueue<Job>, _ found: inout Findings
    ) {
      var jobs: [Job] = []
      let base = pathWithSlash
      for (_, child) in seenFolders {
        let path = Array(pass.tracked.folders[Int(child)].path)
        jobs.append(
          .folder(
            path: path, tracked: Int(child), rules: rules,
            isIgnored: isIgnored || self.isIgnored(path, isFolder: true, rules)))
      }
      if !isIgnored {
        for offset in newFolders {
          let path = base + name(at: offset)
          if isCache(path) { continue }
          if self.isIgnored(path, isFolder: true, rules) {
            if pass.options.listsIgnored { found.ignored.append(TreePath(bytes: path + [0x2F])) }
            continue
          }
          guard TreeName.isSafe(name(at: offset)) else {
            found.changes.append(refusal(path, .reservedName))
            continue
          }
          jobs.append(.folder(path: path, tracked: nil, rules: rules, isIgnored: false))
        }
      }
      queue.add(jobs)
    }

    /// Everything new in an ignored folder that tracked files keep from being listed as one.
    private func addIgnored(_ found: inout Findings) {
      let base = pathWithSlash
      found.ignored += newFiles.map { TreePath(bytes: base + name(at: $0.offset)) }
      for path in newFolders.lazy.map({ base + name(at: $0) }) where !isCache(path) {
        found.ignored.append(TreePath(bytes: path + [0x2F]))
      }
    }

    /// The index of a vault is derived, whether or not its own rules are there to say so.
    private func isCache(_ path: [UInt8]) -> Bool {
      path.elementsEqual(".zib/cache".utf8)
        || path.suffix(11).elementsEqual("/.zib/cache".utf8)
    }

    private func addNewFiles(_ rules: IgnoreScope?, in descriptor: Int32, _ found: inout Findings) {
      let base = pathWithSlash
      for (offset, kind) in newFiles {
        let path = base + name(at: offset)
        if isIgnored(path, isFolder: false, rules) {
          if pass.options.listsIgnored { found.ignored.append(TreePath(bytes: path)) }
          continue
        }
        guard TreeName.isSafe(name(at: offset)) else {
          found.changes.append(refusal(path, .reservedName))
          continue
        }
        switch kind {
        case .file, .link:
          guard let status = status(at: offset, in: descriptor) else { continue }
          if status.kind == .file, status.size > pass.options.sizeLimit {
            found.changes.append(refusal(path, .tooLarge(status.size)))
          } else if status.kind == .file || status.kind == .link {
            let mode = pass.options.mode(of: status, insteadOf: nil)
            found.changes.append(
              WorkChange(TreePath(bytes: path), .untracked(status.workStamp, mode)))
          }
        case .folder: break
        case .fifo, .socket, .device, .unknown: found.changes.append(refusal(path, .special))
        }
      }
    }

    private mutating func lookAtKnown(
      _ stream: borrowing DirectoryStream, _ queue: WorkQueue<Job>, _ found: inout Findings
    ) {
      var here = looks[...]
      if looks.count > 2 * WorkTreePass.pieceLength,
        case let copy = fcntl(stream.number, F_DUPFD_CLOEXEC, 0), copy >= 0
      {
        let shared = OpenFolder(Descriptor(taking: copy), pool: pool)
        here = looks.prefix(WorkTreePass.pieceLength)
        var jobs: [Job] = []
        for start in stride(
          from: WorkTreePass.pieceLength, to: looks.count, by: WorkTreePass.pieceLength)
        {
          let end = min(looks.count, start + WorkTreePass.pieceLength)
          jobs.append(.looks(shared, Array(looks[start..<end])))
        }
        queue.add(jobs)
      }
      unsafe pool.withUnsafeBytes { pool in
        for look in here { unsafe pass.look(at: look, in: stream.number, pool, &found) }
      }
    }
  }
}
