import History

/// The journal of an update of the folder that is under way: enough to finish it after a kill at any moment.
///
/// The ref moves after the files and the staging index. In version 1 it moved before them; such a journal is still
/// finished.
///
///     journal := "zib journal " order "\n" line* "sum " sum "\n"
///     order   := "1" | "2"                               the ref moved first, or moves last
///     line    := "kind " word "\n"                        the operation of the update
///              | "branch " path "\n"                      the ref that it moves
///              | "takesback " id "\n"                     the operation that an undo takes back, by its last commit
///              | "merged " id "\n"                       what an undo takes back; what is above it stays
///              | "origin " id "\n"                        the commit that the folder was at
///              | "from " id "\n"                          where the ref was
///              | "to " id "\n"                            where it goes
///              | "done " id "\n"                          all files were brought to this commit
///              | "file " version " " version " " path "\n"    its old and its new version
///              | "taken " version " " path "\n"           bytes that are in the history of `to`, or came from there
///              | "aside " path "\n"                     the name that a file of this device alone has now, or is about to have
///              | "ignored " path "\n"                   ignored by this device, not by an incoming `.gitignore`
///              | "edit " version " " id " " path "\n"     a person's edit that is not yet in `to`, the commit it was made to
///     id      := "-" | 40 hexadecimal digits
///     version := "-" | mode in octal ":" id
///     path    := length in bytes ":" bytes
///     sum     := FNV-1a of all before, 64 bits, 16 hexadecimal digits
///
/// Everything that it names is on the disk before it is.
struct UpdateJournal: Equatable {
  /// The order of the update, which is the version of the format.
  enum Order: UInt8 {
    /// Before the files, as versions of `zib` up to 2026-11-22 did.
    case refFirst = 1
    /// After the files and the staging index.
    case refLast = 2
  }

  /// A path of the update.
  struct File: Equatable {
    /// The version in `origin`.
    var old: FileVersion?
    /// The version in `to`.
    var new: FileVersion?
  }

  /// A version of a path.
  struct Version: Hashable {
    let path: TreePath
    let version: FileVersion
  }

  /// A version that a person made.
  struct Edit: Hashable {
    let path: TreePath
    let version: FileVersion
    /// The commit that the person saw, or nil.
    let base: ObjectID?
  }

  var order = Order.refLast
  var kind: OperationKind
  var branch: String
  /// The last commit of the operation that this one takes back.
  var takesBack: ObjectID?
  /// The commit of a merge that was taken over, or of an update beside which somebody committed or typed, without the
  /// person's changes; an undo takes back no more than it.
  var merged: ObjectID?
  /// The commit that the folder was at when the update began.
  ///
  /// An edit whose base is unknown counts as made to this one: at worst something returns that was
  /// seen and deleted.
  var origin: ObjectID?
  var from: ObjectID?
  var to: ObjectID
  /// A commit that all files were brought to; a later change of them was made on top of it.
  var done: ObjectID?
  var files: [TreePath: File] = [:]
  var taken: Set<Version> = []
  var edits: [Edit] = []
  /// The names of files that the device keeps to itself and that made way.
  var setAside: Set<TreePath> = []
  /// Paths that were ignored before `.gitignore` files came that do not ignore them; folders with a slash at the end.
  var ignored: Set<TreePath> = []

  /// True for a file that was ignored, or that is in a folder that was.
  func ignored(_ path: TreePath) -> Bool { ignored.namesIgnored(path) }

  /// True if these bytes at this path need no keeping.
  func knows(_ version: FileVersion, at path: TreePath) -> Bool {
    if let file = files[path], file.old == version || file.new == version { return true }
    return taken.contains(Version(path: path, version: version))
  }

  /// Redirects the update to another commit, which has the edits found so far.
  ///
  /// - Parameter differences: the differences between the old and the new target.
  mutating func redirect(
    to commit: ObjectID, _ differences: [TreePath: (old: FileVersion?, new: FileVersion?)]
  ) {
    taken.formUnion(edits.map { Version(path: $0.path, version: $0.version) })
    edits = []
    for (path, difference) in differences {
      if let version = difference.old { taken.insert(Version(path: path, version: version)) }
      files[path, default: File(old: difference.old, new: nil)].new = difference.new
    }
    to = commit
  }
}

extension UpdateJournal {
  private static let header = "zib journal "

  var bytes: [UInt8] {
    var bytes = Array("\(Self.header)\(order.rawValue)\n".utf8)
    func add(_ words: String, _ path: TreePath? = nil) {
      bytes += words.utf8
      if let path { bytes += Array(" \(path.bytes.count):".utf8) + path.bytes }
      bytes.append(0x0A)
    }
    add("kind \(kind.rawValue)")
    add("branch", TreePath(branch))
    if let takesBack { add("takesback \(takesBack.hex)") }
    if let merged { add("merged \(merged.hex)") }
    add("origin \(Self.text(origin))")
    add("from \(Self.text(from))")
    add("to \(to.hex)")
    if let done { add("done \(done.hex)") }
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      add("file \(Self.text(file.old)) \(Self.text(file.new))", path)
    }
    let order = { (left: Version, right: Version) in
      (left.path, left.version.id) < (right.path, right.version.id)
    }
    for taken in taken.sorted(by: order) { add("taken \(Self.text(taken.version))", taken.path) }
    for path in setAside.sorted() { add("aside", path) }
    for path in ignored.sorted() { add("ignored", path) }
    for edit in edits {
      add("edit \(Self.text(edit.version)) \(Self.text(edit.base))", edit.path)
    }
    add("sum \(Self.hex(Self.sum(bytes[...])))")
    return bytes
  }

  /// The version that the first line of a journal names, or nil; the rest need not be readable.
  static func version(of bytes: [UInt8]) -> Int? {
    var reader = JournalReader(bytes[...])
    return reader.skip(header) ? reader.word().flatMap { Int($0) } : nil
  }

  /// A journal of its bytes; nil unless they are whole and of a version that is known here.
  init?(bytes: [UInt8]) {
    var reader = JournalReader(bytes[...])
    guard reader.skip(Self.header),
      let order = reader.word().flatMap({ UInt8($0) }).flatMap(Order.init)
    else { return nil }
    var kind: OperationKind?
    var branch: String?
    var to: ObjectID?
    var journal = UpdateJournal(kind: .sync, branch: "", to: Self.nowhere)
    while true {
      let start = reader.position
      guard let key = reader.word() else { return nil }
      switch key {
      case "kind": kind = reader.word().flatMap { OperationKind(rawValue: $0) }
      case "branch": branch = reader.path()?.text
      case "takesback":
        guard let id = reader.id() else { return nil }
        journal.takesBack = id
      case "merged":
        guard let id = reader.id() else { return nil }
        journal.merged = id
      case "origin":
        guard let id = reader.id() else { return nil }
        journal.origin = id
      case "from":
        guard let id = reader.id() else { return nil }
        journal.from = id
      case "to":
        guard let id = reader.id() else { return nil }
        to = id
      case "done":
        guard let id = reader.id() else { return nil }
        journal.done = id
      case "file":
        guard let old = reader.version(), let new = reader.version(), let path = reader.path()
        else { return nil }
        journal.files[path] = File(old: old, new: new)
      case "taken":
        guard case .some(.some(let version)) = reader.version(), let path = reader.path() else {
          return nil
        }
        journal.taken.insert(Version(path: path, version: version))
      case "aside":
        guard let path = reader.path() else { return nil }
        journal.setAside.insert(path)
      case "ignored":
        guard let path = reader.path() else { return nil }
        journal.ignored.insert(path)
      case "edit":
        guard case .some(.some(let version)) = reader.version(), let base = reader.id(),
          let path = reader.path()
        else { return nil }
        journal.edits.append(Edit(path: path, version: version, base: base))
      case "sum":
        guard reader.word() == Self.hex(Self.sum(bytes[..<start])), reader.isAtEnd,
          let kind, let branch, let to
        else { return nil }
        journal.order = order
        journal.kind = kind
        journal.branch = branch
        journal.to = to
        self = journal
        return
      default: return nil
      }
    }
  }

  // Twenty bytes are an id.
  private static let nowhere = ObjectID(bytes: [UInt8](repeating: 0, count: 20))!

  private static func text(_ id: ObjectID?) -> String { id?.hex ?? "-" }

  private static func text(_ version: FileVersion?) -> String {
    version.map { String($0.mode.rawValue, radix: 8) + ":" + $0.id.hex } ?? "-"
  }

  private static func hex(_ sum: UInt64) -> String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Reads words, ids and paths one after the other.
struct JournalReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var position: Int { rest.startIndex }
  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Up to a space or line end, which is passed.
  mutating func word() -> String? {
    guard let end = rest.firstIndex(where: { $0 == 0x20 || $0 == 0x0A }) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Reads an id: nil for a word that is no id, and nil within a value for `-`.
  mutating func id() -> ObjectID?? {
    guard let word = word() else { return nil }
    if word == "-" { return .some(nil) }
    return ObjectID(hex: word).map { .some($0) }
  }

  /// Reads a version: nil for a word that is no version, and nil within a value for `-`.
  mutating func version() -> FileVersion?? {
    guard let word = word() else { return nil }
    if word == "-" { return .some(nil) }
    let parts = word.split(separator: ":")
    guard parts.count == 2, let number = UInt32(parts[0], radix: 8),
      let mode = FileMode(rawValue: number), let id = ObjectID(hex: parts[1])
    else { return nil }
    return FileVersion(mode: mode, id: id)
  }

  mutating func path() -> TreePath? {
    guard let colon = rest.firstIndex(of: 0x3A),
      let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0,
      count < rest.endIndex - colon - 1
    else { return nil }
    let end = colon + 1 + count
    guard rest[end] == 0x0A else { return nil }
    defer { rest = rest[(end + 1)...] }
    return TreePath(bytes: rest[(colon + 1)..<end])
  }
}

extension OperationKind {
  /// The operation of a journal that is on the disk; nil if it cannot be read.
  package init?(ofJournal bytes: [UInt8]) {
    guard let journal = UpdateJournal(bytes: bytes) else { return nil }
    self = journal.kind
  }
}

extension Set<TreePath> {
  /// True for a file that a journal's ignored paths name, or a folder above it.
  func namesIgnored(_ path: TreePath) -> Bool {
    if isEmpty { return false }
    return contains(path)
      || path.bytes.indices.contains {
        path.bytes[$0] == 0x2F && contains(TreePath(bytes: path.bytes[...$0]))
      }
  }
}
