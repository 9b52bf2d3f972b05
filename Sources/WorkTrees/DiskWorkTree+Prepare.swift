import Files
import History
import OperatingSystem
import Sync

/// Prepares files beside their places.
///
/// A file gets its final hidden name only when its bytes are on the disk: half a file is never
/// taken for an edit.
extension DiskWorkTree {
  package func prepare(_ blob: [UInt8], mode: FileMode, for path: TreePath) throws -> PreparedFile {
    let planned = try refusing(path) {
      let planned = try plan(blob, mode: mode, for: path)
      try writing().create(planned) { now throws(SystemError) in try step(now, path) }
      return planned
    }
    try finish([planned.file])
    return planned.file.prepared
  }

  package func prepare(_ files: [NewFile]) throws -> [PreparedFile?] {
    var planned: [FileWriting.NewFile?] = []
    do {
      for file in files {
        planned.append(
          try unlessRefused(file.path) {
            let new = try plan(file.blob, mode: file.mode, for: file.path)
            if new.file.name != nil {
              for next in [Step.write, .setPermissions] { try step(next, file.path) }
            }
            return new
          })
      }
      let places = planned.indices.filter { planned[$0] != nil }
      for (place, failure) in zip(places, try writing().run(planned.compactMap(\.self))) {
        guard let failure else { continue }
        planned[place] = try unlessRefused(files[place].path) { throw failure }
      }
    } catch {
      for file in planned { file.map { remove($0.file) } }
      throw error
    }
    try finish(planned.compactMap { $0?.file })
    return planned.map { $0?.file.prepared }
  }

  /// The result of `body`, or nil if it refuses the path, or something has come in the place of a folder above it.
  private func unlessRefused<Result>(_ path: TreePath, _ body: () throws -> Result) throws
    -> Result?
  {
    do {
      return try refusing(path, body)
    } catch is FileRefused {
      return nil
    } catch is SomethingThere {
      return nil
    }
  }

  private func writing() throws(SystemError) -> FileWriting {
    FileWriting(root: try openedRoot(), hasExecutableBit: options.hasExecutableBit)
  }

  /// Forces files to the disk and gives them their names; after a failure none is left.
  private func finish(_ files: [UnfinishedFile]) throws(SystemError) {
    do throws(SystemError) {
      for file in files where file.name != nil { try step(.synchronise, file.prepared.path) }
      try FileForcing(files, below: openedRoot()).run()
    } catch {
      for file in files { remove(file) }
      throw error
    }
  }

  private func remove(_ file: UnfinishedFile) {
    do throws(SystemError) {
      guard let folder = try openFolder(of: file.prepared.path) else { return }
      folder.unlink(file.prepared.name)
      if let name = file.name { folder.unlink(name) }
    } catch {}  // It has no name that anyone takes for an edit, and the next sync removes it.
  }

  /// Makes the folder of a new file, and finds out all that its creation needs; a link is made at once.
  private func plan(_ blob: [UInt8], mode: FileMode, for path: TreePath) throws
    -> FileWriting.NewFile
  {
    try step(.makeFolder, path)
    // Folder by folder a longer path could be made, which no other program could open.
    guard path.name.count <= HiddenName.limit,
      root.bytes.count + path.bytes.count + 2 <= Int(PATH_MAX)
    else {
      throw SystemError("write", path.bytes, code: ENAMETOOLONG)
    }
    let folder = try makeFolder(of: path)
    let hidden = PreparedFile(
      path: path, name: HiddenName.next(for: path.name, holding: try content.id(blob)))
    try step(.createHidden, path)
    if mode == .link, options.hasLinks {
      try located(path) { () throws(SystemError) in try folder.makeLink(hidden.name, to: blob) }
      return FileWriting.NewFile(link: hidden)
    }
    let model = models[path] ?? path
    return FileWriting.NewFile(
      file: UnfinishedFile(prepared: hidden, name: HiddenName.unfinished()),
      bytes: mode == .link ? blob : try checkedOut(blob, path), mode: mode, model: model,
      old: model == path ? folder.status(ofName: path.name) : try status(of: model))
  }

  private func status(of path: TreePath) throws(SystemError) -> FileStatus? {
    try openFolder(of: path)?.status(ofName: path.name)
  }

  /// The bytes that a blob is checked out as: with the line ends of the file's model where git stores both alike.
  private func checkedOut(_ blob: [UInt8], _ path: TreePath) throws -> [UInt8] {
    let usual = try content.checkedOut(blob, path)
    guard let model = models[path], !blob.contains(0x0D), blob.contains(0x0A),
      (try? content.stored(Array("a\r\nb\n".utf8), path)) == Array("a\nb\n".utf8),
      let folder = try openFolder(of: model), let status = folder.status(ofName: model.name),
      status.kind == .file, status.size <= options.sizeLimit,
      let file = try? folder.open(model.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW),
      let old = try? file.readAll(
        expecting: Int(status.size), limit: Int(options.sizeLimit), path: model.bytes)
    else { return usual }
    let bytes = Self.withLineEnds(of: old, blob)
    return try bytes != usual && content.stored(bytes, path) == blob ? bytes : usual
  }

  /// A text whose lines end in line feeds, with the line ends of another: line by line where that has as many lines, else
  /// those of its first line.
  static func withLineEnds(of old: [UInt8], _ text: [UInt8]) -> [UInt8] {
    let ends = old.indices.filter { old[$0] == 0x0A }.map { $0 > 0 && old[$0 - 1] == 0x0D }
    let isSameCount = ends.count == text.count { $0 == 0x0A }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + ends.count)
    var line = 0
    for byte in text {
      if byte == 0x0A {
        if isSameCount ? ends[line] : ends.first ?? false { bytes.append(0x0D) }
        line += 1
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// Opens the folder that holds a path, and makes it if it is not there.
  ///
  /// - Throws: `SomethingThere` if a file or a link has come in place of a folder; `SystemError`.
  func makeFolder(of path: TreePath) throws -> Descriptor {
    if let folder = try openFolder(of: path) { return folder }
    var folder = try openTop()
    var place = TreePath.root
    for component in path.components.dropLast() {
      place = place.appending(component)
      do throws(SystemError) {
        try folder.makeFolder(component)
        folder = try folder.open(component, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      } catch {
        // The system's error differs for a file and for a link.
        if [ENOTDIR, ELOOP, EMLINK].contains(error.code) { throw SomethingThere(place) }
        throw SystemError(error.operation, place.bytes, code: error.code)
      }
    }
    return folder
  }
}
