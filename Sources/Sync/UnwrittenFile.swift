import History

/// A file of the last commit that is missing from the folder because it could not be written; or
/// one that the last commit lacks and that could not be removed.
///
/// The staging index has its version with `--skip-worktree`, so that plain git reports no change at
/// the path.
package struct UnwrittenFile: Hashable, Sendable {
  package let path: TreePath
  package let reason: RefusedFile
  /// The commit whose version was at the path when writing first failed; nil for none.
  let base: ObjectID?
  /// True if the last commit no longer has it; set by `SyncSession.unwritten()` alone.
  package var isDeleted = false
  /// True if the folder has an older version of it; set by `SyncSession.unwritten()` alone.
  package var isOlderHere = false

  package init(_ path: TreePath, _ reason: RefusedFile, base: ObjectID?) {
    self.path = path
    self.reason = reason
    self.base = base
  }
}

extension UnwrittenFile {
  /// The paths that a record names, for tests that look at it from outside.
  package static func paths(inRecord bytes: [UInt8]) -> [TreePath] {
    UnwrittenRecord(bytes: bytes).files.keys.sorted()
  }
}

/// The record of the files that could not be written, sorted by path.
///
///     record := line*
///     line   := base " " reason " " path "\n"
///     base   := "-" | 40 hexadecimal digits
///     reason := ("unreadable" | "unwritable") ":" errno | "special" | "folder" | "repository" | "name" | "same"
///             | "filter:" name | "large:" bytes | "ignored" | "secret"
///     path   := length in bytes ":" bytes
///
/// A line that cannot be read is dropped: the staging index still keeps the file from being taken for deleted, and
/// `SyncSession.mendUnwritten()` finds it by that.
struct UnwrittenRecord: Equatable {
  var files: [TreePath: UnwrittenFile] = [:]
  /// True if a line could not be read.
  var isDamaged = false

  init() {}

  init(bytes: [UInt8]) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      // A name may contain a line end; then the line continues.
      var line = rest[..<end]
      var next = end + 1
      while !Self.isWhole(line), let more = rest[next...].firstIndex(of: 0x0A) {
        line = rest[rest.startIndex..<more]
        next = more + 1
      }
      rest = rest[next...]
      var reader = JournalReader(line + [0x0A])
      guard let base = reader.id(), let reason = reader.word().flatMap(RefusedFile.init(word:)),
        let path = reader.path()
      else {
        isDamaged = true
        continue
      }
      files[path] = UnwrittenFile(path, reason, base: base)
    }
    if !rest.isEmpty { isDamaged = true }
  }

  /// True if the line has as many bytes of a path as it says.
  private static func isWhole(_ line: ArraySlice<UInt8>) -> Bool {
    let parts = line.split(separator: 0x20, maxSplits: 2)
    guard parts.count == 3, let colon = parts[2].firstIndex(of: 0x3A),
      let count = Int(String(decoding: parts[2][..<colon], as: UTF8.self))
    else { return true }
    return parts[2].endIndex - colon - 1 >= count
  }

  var bytes: [UInt8] {
    files.values.sorted { $0.path < $1.path }.flatMap { file in
      Array("\(file.base?.hex ?? "-") \(file.reason.word) \(file.path.bytes.count):".utf8)
        + file.path.bytes + [0x0A]
    }
  }
}

extension RefusedFile {
  fileprivate var word: String {
    switch self {
    case .unreadable(let code): "unreadable:\(code)"
    case .unwritable(let code): "unwritable:\(code)"
    case .special: "special"
    case .folder: "folder"
    case .nestedRepository: "repository"
    case .reservedName: "name"
    case .sameName: "same"
    case .filter(let name): "filter:" + String(name.map { $0.isWhitespace ? "_" : $0 })
    case .tooLarge(let size): "large:\(size)"
    case .ignored: "ignored"
    case .secretEdit: "secret"
    }
  }

  fileprivate init?(word: String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    let detail = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "unreadable": self = .unreadable(code: Int32(detail) ?? 0)
    case "unwritable": self = .unwritable(code: Int32(detail) ?? 0)
    case "special": self = .special
    case "folder": self = .folder
    case "repository": self = .nestedRepository
    case "name": self = .reservedName
    case "same": self = .sameName
    case "filter": self = .filter(detail)
    case "large": self = .tooLarge(Int64(detail) ?? 0)
    case "ignored": self = .ignored
    case "secret": self = .secretEdit
    default: return nil
    }
  }
}
