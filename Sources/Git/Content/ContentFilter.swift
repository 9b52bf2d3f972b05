import CGit2
import History
import OperatingSystem

/// Converts between the bytes of files and of blobs as git does: line ends, `$Id$`, encodings, and
/// the filters that a person has set up.
///
/// The stored bytes are those that `git add` would store, and the checked out bytes those that `git
/// checkout` would write. Line ends and `$Id$` are done here. Encodings and filters (LFS) are run
/// by git, with the settings that it trusts; if it cannot run them, the file is refused.
///
/// If nothing is set up, which is usual, a file costs one look into a table.
package final class ContentFilter {
  private let repository: Repository
  private let git: GitProgram?
  private let settings: ContentAttributes.Settings
  /// The filters that have a program, by name.
  private let drivers: Set<String>
  /// True if attributes can come from elsewhere than the `.gitattributes` of the folders above a
  /// file.
  private let hasCommonAttributes: Bool
  /// True for a folder that has attributes, or lies below one that has.
  private var folders: [TreePath: Bool] = [:]
  /// False after a `.gitattributes` was read: the known folders may be out of date.
  private var isRemembering = true
  /// Filters and encodings that stored the same bytes twice, by name: true if the blobs were the same.
  private var areRepeatable: [String: Bool] = [:]
  /// The stored blobs for the bytes of files, because some filters make another blob of them each time.
  private var blobs: [FileBytes: ObjectID] = [:]

  private struct FileBytes: Hashable {
    let path: TreePath
    let id: ObjectID
  }

  /// Reads the settings once; attributes are looked up for each file.
  ///
  /// - Parameter git: runs encodings and filters; if there is none, files that need them are refused.
  package init(_ repository: Repository, git: GitProgram?) throws {
    self.repository = repository
    self.git = git
    var settings = ContentAttributes.Settings()
    if try repository.setting("core.autocrlf")?.lowercased() == "input" {
      settings.automatic = .input
    } else if try repository.flag("core.autocrlf") == true {
      settings.automatic = .on
    }
    settings.isCRLF = try repository.setting("core.eol")?.lowercased() == "crlf"
    if let safe = try repository.setting("core.safecrlf"), safe.lowercased() != "warn" {
      settings.isStrict = try repository.flag("core.safecrlf") == true
    }
    self.settings = settings
    drivers = Set(
      try repository.settings(in: "filter", keys: ["clean", "smudge", "process"])
        .filter { !$0.value.isEmpty }.map(\.name))
    hasCommonAttributes = try Self.hasCommonAttributes(repository)
  }

  /// The bytes that `git add` would store of a file's bytes.
  ///
  /// - Throws: `FileRefused` if a filter or an encoding cannot be had, or if `core.safecrlf` forbids it.
  package func stored(_ bytes: [UInt8], at path: TreePath) throws -> [UInt8] {
    guard let attributes = try attributes(of: path) else { return try plain(bytes, at: path) }
    if let foreign = foreignName(attributes) {
      return try storedByGit(bytes, at: path, attributes, foreign)
    }
    let converted = try stored(bytes, at: path, attributes.lineEnds(settings))
    return attributes.ident == .set ? Ident.stored(converted) : converted
  }

  /// The bytes that `git checkout` would write for a blob.
  ///
  /// - Throws: `FileRefused` if a filter or an encoding cannot be had.
  package func checkedOut(_ blob: [UInt8], at path: TreePath) throws -> [UInt8] {
    let attributes = try attributes(of: path) ?? ContentAttributes()
    if let foreign = foreignName(attributes) { return try checkedOutByGit(blob, at: path, foreign) }
    let expanded =
      attributes.ident == .set
      ? try Ident.checkedOut(blob) { try Repository.id(ofBlob: blob) } : blob
    return attributes.lineEnds(settings).checkedOut(expanded)
  }

  /// The encoding that attributes name for a file, or nil if its bytes are stored unchanged.
  package func encoding(of path: TreePath) throws -> String? {
    try attributes(of: path)?.encodingName
  }

  /// The bytes to store if no attributes apply, so that only settings count.
  private func plain(_ bytes: [UInt8], at path: TreePath) throws -> [UInt8] {
    if settings.automatic == .off { return bytes }
    return try stored(bytes, at: path, ContentAttributes().lineEnds(settings))
  }

  private func stored(_ bytes: [UInt8], at path: TreePath, _ ends: StoredLineEnds) throws -> [UInt8]
  {
    do {
      return try ends.stored(bytes, isStrict: settings.isStrict) { try isStagedWithCRLF(path) }
    } catch is StoredLineEnds.Irreversible {
      throw FileRefused(path, .filter("core.safecrlf"))
    }
  }

  /// Git leaves the line ends of a file alone whose version in the staging index has CRLF.
  private func isStagedWithCRLF(_ path: TreePath) throws -> Bool {
    guard let id = try repository.stagedBlob(at: path) else { return false }
    let bytes: [UInt8]
    do { bytes = try repository.blob(id) } catch is MissingObject { return false }
    guard bytes.contains(0x0D) else { return false }
    let counts = LineCounts(bytes)
    return counts.crlf > 0 && !counts.isBinary
  }

  // MARK: Through the program

  /// The filter or encoding that git has to run.
  private func foreignName(_ attributes: ContentAttributes) -> String? {
    if let name = attributes.filterName, drivers.contains(name) { return name }
    return attributes.encodingName
  }

  private func storedByGit(
    _ bytes: [UInt8], at path: TreePath, _ attributes: ContentAttributes, _ name: String
  ) throws -> [UInt8] {
    // This command of git does not look into the staging index, as `git add` does to decide whether
    // line ends may change: where that could matter, the file is refused.
    if attributes.lineEnds(settings).kind == .automatic, try isStagedWithCRLF(path) {
      throw FileRefused(path, .filter(name))
    }
    if let encoding = attributes.encodingName, Self.isUTF8(bytes, besides: encoding) {
      throw FileRefused(path, .filter(encoding))
    }
    let id = try cleaned(bytes, at: path, name)
    if try isRepeatable(name, bytes, at: path, gave: id) { return try repository.blob(id) }
    return try repository.blob(firstBlob(of: bytes, at: path, name, or: id))
  }

  /// True if a file is UTF-8 and not of the encoding that attributes name for it, so that git would store other letters
  /// than people see.
  ///
  /// Text of UTF-16 or UTF-32 has zeros in it, at least in its line ends. In encodings of bytes, letters beyond ASCII
  /// that happen to be valid UTF-8 are as good as impossible; a file in ASCII is the same in both.
  private static func isUTF8(_ bytes: [UInt8], besides encoding: String) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    let name = encoding.uppercased()
    if ["UTF-16", "UTF16", "UTF-32", "UTF32", "UCS"].contains(where: name.hasPrefix) {
      return !bytes.isEmpty && !bytes.contains(0)
    }
    // Escapes of seven bits are ASCII, and other encodings of whole texts are not looked through.
    return bytes.contains { $0 >= 0x80 }
  }

  private func cleaned(_ bytes: [UInt8], at path: TreePath, _ name: String) throws -> ObjectID {
    try written(
      [Array("--path=".utf8) + path.bytes], bytes, refusing: FileRefused(path, .filter(name)))
  }

  /// False for a filter that stores the same bytes in another form each time, as programs that
  /// encrypt with a random key do (age, gpg); it is asked once more to find out.
  private func isRepeatable(
    _ name: String, _ bytes: [UInt8], at path: TreePath, gave id: ObjectID
  ) throws -> Bool {
    if let known = areRepeatable[name] { return known }
    if try repository.stagedBlob(at: path) == id { return true }
    let isRepeatable = try cleaned(bytes, at: path, name) == id
    areRepeatable[name] = isRepeatable
    return isRepeatable
  }

  /// The blob that stands for a file's bytes, of those that a filter makes of them: the one that was
  /// checked out as these bytes, here or as the staged version, or else the first that was stored.
  private func firstBlob(
    of bytes: [UInt8], at path: TreePath, _ name: String, or new: ObjectID
  ) throws -> ObjectID {
    let file = FileBytes(path: path, id: try Repository.id(ofBlob: bytes))
    if let blob = blobs[file] { return blob }
    if let staged = try repository.stagedBlob(at: path) {
      do {
        let blob = try repository.blob(staged)
        if try checkedOutByGit(blob, at: path, name) == bytes { return staged }
      } catch is FileRefused {
        // As far as can be known, the file is no copy of that version then.
      } catch is MissingObject {}
    }
    blobs[file] = new
    return new
  }

  private func checkedOutByGit(_ blob: [UInt8], at path: TreePath, _ name: String) throws -> [UInt8]
  {
    let refusal = FileRefused(path, .filter(name))
    // A merge's blob may not be on the disk yet, where git reads it.
    let id = try written([Array("--no-filters".utf8)], blob, refusing: refusal)
    var options = GitProgram.Options.reading
    options.limit = 2 << 30
    let result = try run(
      ["cat-file", "--filters"].map { Array($0.utf8) }
        + [Array("--path=".utf8) + path.bytes, Array(id.hex.utf8)], options, refusing: refusal)
    // Git gives the bytes of the blob then, which it would not take back, and reports success.
    if result.errorText.contains("failed to encode") { throw refusal }
    if areRepeatable[name] != true {
      blobs[FileBytes(path: path, id: try Repository.id(ofBlob: result.output))] = id
    }
    return result.output
  }

  private func written(_ arguments: [[UInt8]], _ bytes: [UInt8], refusing refusal: FileRefused)
    throws
    -> ObjectID
  {
    // Forced to the disk, because a blob that is already there is not written again.
    let command = ["-c", "core.fsync=all", "hash-object", "-w", "--stdin"].map { Array($0.utf8) }
    let result = try run(command + arguments, .init(input: bytes), refusing: refusal)
    guard let id = ObjectID(hex: result.text) else { throw refusal }
    return id
  }

  private func run(
    _ arguments: [[UInt8]], _ options: GitProgram.Options, refusing refusal: FileRefused
  )
    throws -> ProgramResult
  {
    guard let git, let folder = repository.workTree else { throw refusal }
    do throws(ProgramFailure) {
      let result = try git.run(arguments, in: folder, options)
      if result.isSuccess { return result }
    } catch {
      if error == .interrupted { throw error }
    }
    throw refusal
  }

  // MARK: Attributes

  /// The attributes of a file, or nil if no file of attributes can apply to it.
  private func attributes(of path: TreePath) throws -> ContentAttributes? {
    if path.isAttributes { isRemembering = false }
    guard try hasCommonAttributes || mayHaveAttributes(path.folder) else { return nil }
    var attributes = try repository.contentAttributes(of: path)
    // Git reads it as UTF-8, so a line that names an encoding for all files must not count for it: the file could be
    // neither written nor read any more, not even to take the line out.
    if path.isAttributes { attributes.encoding = .unspecified }
    return attributes
  }

  private func mayHaveAttributes(_ folder: TreePath) throws -> Bool {
    // A sync may take a `.gitattributes` away, so only that there is none is remembered.
    if isRemembering, folders[folder] == false { return false }
    guard let workTree = repository.workTree else { return false }
    let file = folder.appending(".gitattributes".utf8)
    let isHere = try DiskFile.status(workTree + [0x2F] + file.bytes) != nil
    let has = try isHere || (folder != .root && mayHaveAttributes(folder.folder))
    folders[folder] = has
    return has
  }

  private static func hasCommonAttributes(_ repository: Repository) throws -> Bool {
    // A sparse checkout may have its `.gitattributes` in the staging index alone.
    if try repository.flag("core.sparseCheckout") == true { return true }
    if try repository.setting("core.attributesFile") != nil { return true }
    var files = [
      repository.commonFolder + Array("/info/attributes".utf8), Array("/etc/gitattributes".utf8),
    ]
    let home = unsafe getenv("HOME").map { unsafe String(cString: $0) }
    if let settings = unsafe getenv("XDG_CONFIG_HOME").map({ unsafe String(cString: $0) }),
      !settings.isEmpty
    {
      files.append(Array("\(settings)/git/attributes".utf8))
    } else if let home {
      files.append(Array("\(home)/.config/git/attributes".utf8))
    }
    return try files.contains { try DiskFile.status($0) != nil }
  }
}

extension Repository {
  /// The blob that the staging index has at a path; of an unresolved merge that of our side, as for git.
  fileprivate func stagedBlob(at path: TreePath) throws -> ObjectID? {
    guard let entries = try readStaging()?.index.entries else { return nil }
    // Sorted by path, then by stage.
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path < path { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.path == path }.first { $0.stage == 0 || $0.stage == 2 }?.id
  }

  /// The attributes that decide how a file is stored; attribute files are read again if they
  /// changed.
  func contentAttributes(of path: TreePath) throws(GitError) -> ContentAttributes {
    let names = ["text", "crlf", "eol", "ident", "filter", "working-tree-encoding"]
    var values = unsafe [UnsafePointer<CChar>?](repeating: nil, count: names.count)
    let code = unsafe withCStrings(names.map { Array($0.utf8) }) { names in
      unsafe withCString(path.bytes) { path in
        unsafe names.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: values.count) {
          unsafe git_attr_get_many(
            &values, handle.pointer, UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX), path, values.count, $0)
        }
      }
    }
    try GitError.check(code, "read the attributes of \(path)")
    let read = unsafe values.map { value -> ContentAttributes.Value in
      switch unsafe git_attr_value(value) {
      case GIT_ATTR_VALUE_TRUE: .set
      case GIT_ATTR_VALUE_FALSE: .unset
      case GIT_ATTR_VALUE_STRING:
        unsafe value.map { .text(unsafe String(cString: $0)) } ?? .unspecified
      default: .unspecified
      }
    }
    var attributes = ContentAttributes()
    attributes.text = read[0]
    attributes.crlf = read[1]
    attributes.eol = read[2]
    attributes.ident = read[3]
    attributes.filter = read[4]
    attributes.encoding = read[5]
    return attributes
  }
}
