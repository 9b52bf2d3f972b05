import Files
import History
import Layout
import OperatingSystem
import Sync

/// The changes that one command made in files of a vault without a commit.
///
///     deed    := "zib-deed 1 " seconds " " ("-" | operation) " " token " " command "\n" change*
///     change  := path NUL version NUL version NUL bytes bytes
///     version := "-" folders? | size | "=" size
///
/// `operation` is the commit with which the last operation on record ended when the deed began. A change has its
/// versions before and after it: `-` for no file, before it with the number of folders that are made for the file, a size
/// with as many bytes, or `=` and a size where the bytes are too many to be kept. A change that a killed process left
/// incomplete was not made, and is no part of the deed.
package struct RecordedDeed: Sendable {
  /// A version of a file.
  enum Version: Equatable {
    case missing
    case bytes([UInt8])
    /// Too many bytes to be kept; their number.
    case large(Int)
  }

  struct Change {
    let path: NotePath
    let before: Version
    let after: Version
    /// The number of folders that were made for the file.
    let newFolders: Int
  }

  /// The number of its file.
  let number: Int
  package let command: String
  /// The time in seconds since 1970 in UTC, by this device's clock.
  package let seconds: Int64
  let token: String
  /// The end of the last operation before it.
  let operation: ObjectID?
  /// One a file, in the order in which they were made; a change that another one found not to be made is left out.
  let changes: [Change]

  /// The command of a deed that is the part of an import which its commit does not have.
  package static let restOfImport = "import held-back"

  /// True if it is a part of an operation, with which it is taken back.
  func isPart(of operation: Operation?) -> Bool {
    command == Self.restOfImport && operation?.kind == .import
      && operation?.after == self.operation
  }

  /// The most bytes that are kept of one deed.
  static let mostBytes = 32 << 20
  private static let head = "zib-deed 1 "

  // MARK: Reading

  /// - Returns: nil for bytes of another form or version.
  init?(number: Int, bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A), bytes.starts(with: Self.head.utf8) else {
      return nil
    }
    let line = String(decoding: bytes[Self.head.utf8.count..<end], as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count == 4, let seconds = Int64(words[0]), (0..<1 << 40).contains(seconds),
      words[3].utf8.count <= 60,
      words[3].utf8.allSatisfy({ $0 == 0x20 || $0 == 0x2D || $0.isASCIILetter })
    else { return nil }
    self.number = number
    self.seconds = seconds
    operation = ObjectID(hex: words[1])
    token = String(words[2])
    command = String(words[3])
    var changes: [Change] = []
    var rest = bytes[(end + 1)...]
    while let change = Self.change(&rest) {
      let former = changes.firstIndex { $0.path == change.path }.map { changes.remove(at: $0) }
      let isNext = former?.after == change.before
      changes.append(
        Change(
          path: change.path, before: (isNext ? former?.before : nil) ?? change.before,
          after: change.after, newFolders: max(former?.newFolders ?? 0, change.newFolders)))
    }
    self.changes = changes
  }

  private static func change(_ rest: inout ArraySlice<UInt8>) -> Change? {
    let parts = rest.split(separator: 0, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let path = NotePath(bytes: Array(parts[0])),
      // A record that came with a folder could name a file of git.
      !path.components.contains(where: { $0.first == 0x2E }) || isOfImportRecord(path)
    else { return nil }
    rest = parts[3]
    guard let before = version(parts[1], &rest), let after = version(parts[2], &rest) else {
      return nil
    }
    let folders = parts[1].first == 0x2D ? count(parts[1].dropFirst()) : nil
    return Change(path: path, before: before, after: after, newFolders: folders ?? 0)
  }

  /// True for a file of an import's record, which is taken back with its notes: otherwise they would be missing at the
  /// next import as if a person had removed them.
  static func isOfImportRecord(_ path: NotePath) -> Bool {
    let root = Array(ImportRecord.root.utf8) + [UInt8(ascii: "/")]
    return path.bytes.starts(with: root)
      && !path.components.dropFirst().contains { $0.first == 0x2E }
  }

  private static func version(
    _ form: ArraySlice<UInt8>, _ rest: inout ArraySlice<UInt8>
  ) -> Version? {
    if form.elementsEqual([0x2D]) { return .missing }
    if form.first == 0x2D { return count(form.dropFirst()).map { _ in .missing } }
    let isLarge = form.first == 0x3D
    guard let size = count(isLarge ? form.dropFirst() : form) else { return nil }
    if isLarge { return .large(size) }
    guard size <= rest.count else { return nil }
    defer { rest = rest.dropFirst(size) }
    return .bytes(Array(rest.prefix(size)))
  }

  private static func count(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
  }

  // MARK: Writing

  /// The beginning of this deed's file, with which it can be read without its changes.
  var start: [UInt8] { Self.start(command, token, seconds: seconds, after: operation) }

  /// The beginning of the file of a deed.
  static func start(
    _ command: String, _ token: String, seconds: Int64, after operation: ObjectID?
  ) -> [UInt8] {
    let line = "\(seconds) \(operation?.hex ?? "-") \(token) \(command)"
    return Array((head + line + "\n").utf8)
  }

  /// A change as it stands in the file.
  ///
  /// - Parameters:
  ///   - newFolders: the number of folders that are made for the file.
  ///   - room: the number of bytes that may be kept of it.
  package static func bytes(
    of path: NotePath, _ before: [UInt8]?, _ after: [UInt8]?, newFolders: Int = 0, room: Int
  ) -> [UInt8] {
    let isKept = (before?.count ?? 0) + (after?.count ?? 0) <= room
    func form(_ bytes: [UInt8]?) -> String {
      bytes.map { "\(isKept ? "" : "=")\($0.count)" } ?? "-"
    }
    let folders = before == nil && newFolders > 0 ? "\(newFolders)" : ""
    let head = path.bytes + [0] + Array("\(form(before))\(folders)\0\(form(after))\0".utf8)
    return isKept ? head + (before ?? []) + (after ?? []) : head
  }
}
