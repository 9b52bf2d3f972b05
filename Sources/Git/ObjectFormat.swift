import History
import Layout

/// The bytes of trees and commits (gitformat-tree and gitformat-commit;
/// `Documentation/user-manual`):
///
/// tree := entry*, sorted as if the names of folders ended with a slash
/// entry := mode: octal digits, " ", name: bytes without 0 and "/", 0: byte, id: 20 bytes
///
/// commit := "tree " id LF, ("parent " id LF)*, "author " who LF, "committer " who LF, header*, LF, message
/// id := 40 hexadecimal digits
/// who := name, " <", email, "> ", seconds since 1970, " ", ("+" | "-") hours: 2 digits, minutes: 2 digits
/// header := key, " ", value, LF, (" " more of the value, LF)*
enum ObjectFormat {
  /// Bytes that are no object of their kind, with the reason.
  struct Malformed: Error {
    let reason: String
    var kind = GitError.Kind.corrupt
  }

  // MARK: Trees

  /// - Parameter leavesOutForbidden: true to leave out entries whose names no file may have.
  static func tree(
    _ bytes: [UInt8], leavesOutForbidden: Bool = false
  ) throws(Malformed) -> [TreeEntry] {
    var entries: [TreeEntry] = []
    // An entry has some 30 bytes and a name.
    entries.reserveCapacity(bytes.count / 48 + 1)
    var position = 0
    while position < bytes.count {
      let (mode, name) = try head(bytes, &position)
      guard let mode = FileMode(git: mode) else {
        throw Malformed(reason: "the mode of an entry is not known")
      }
      // A hostile tree is refused whole, before anything of it can become a file.
      guard TreeName.isSafe(bytes[name]) else {
        if leavesOutForbidden { continue }
        let name = String(decoding: bytes[name], as: UTF8.self)
        throw Malformed(
          reason: "it contains the forbidden file name `\(name)`", kind: .forbiddenName(name))
      }
      guard entries.last?.name.elementsEqual(bytes[name]) != true else {
        throw Malformed(reason: "it has a file name twice")
      }
      let id = ObjectID(in: bytes, at: position - ObjectID.byteCount)
      entries.append(
        TreeEntry(name: Array(bytes[name]), version: FileVersion(mode: mode, id: id)))
    }
    return entries
  }

  /// One entry of a tree, found without making the others.
  static func entry(_ name: [UInt8], in bytes: [UInt8]) throws(Malformed) -> FileVersion? {
    var position = 0
    while position < bytes.count {
      let (mode, range) = try head(bytes, &position)
      guard range.count == name.count, bytes[range].elementsEqual(name) else { continue }
      guard let mode = FileMode(git: mode) else {
        throw Malformed(reason: "the mode of an entry is not known")
      }
      return FileVersion(mode: mode, id: ObjectID(in: bytes, at: position - ObjectID.byteCount))
    }
    return nil
  }

  /// Reads an entry's mode and the range of its name; its id ends at the new position.
  private static func head(
    _ bytes: [UInt8], _ position: inout Int
  ) throws(Malformed) -> (mode: UInt32, name: Range<Int>) {
    var mode: UInt32 = 0
    while true {
      guard position < bytes.count else { throw Malformed(reason: "an entry is cut short") }
      let digit = bytes[position]
      position += 1
      if digit == 0x20 { break }
      guard digit & ~7 == 0x30, mode < 0o1000000 else {
        throw Malformed(reason: "the mode of an entry is not a number")
      }
      mode = mode << 3 | UInt32(digit & 7)
    }
    let start = position
    while position < bytes.count, bytes[position] != 0 { position += 1 }
    guard position + ObjectID.byteCount < bytes.count else {
      throw Malformed(reason: "an entry is cut short")
    }
    let name = start..<position
    position += 1 + ObjectID.byteCount
    return (mode, name)
  }

  static func bytes(of tree: [TreeEntry]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tree.count * 48)
    for entry in tree.sorted(by: TreeEntry.precedes) {
      append(entry.version.mode.rawValue, entry.name[...], entry.version.id, to: &bytes)
    }
    return bytes
  }

  /// Writes one entry of a tree.
  static func append(
    _ mode: UInt32, _ name: ArraySlice<UInt8>, _ id: ObjectID, to bytes: inout [UInt8]
  ) {
    var shift = (UInt32.bitWidth - max(1, mode).leadingZeroBitCount - 1) / 3 * 3
    while shift >= 0 {
      bytes.append(0x30 | UInt8(mode >> UInt32(shift) & 7))
      shift -= 3
    }
    bytes.append(0x20)
    bytes += name
    bytes.append(0)
    let words = id.words
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: words.0 >> UInt64(shift)))
    }
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: words.1 >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: words.2 >> UInt32(shift)))
    }
  }

  // MARK: Commits

  /// The facts that a walk through the history needs.
  static func node(_ bytes: [UInt8]) throws(Malformed) -> CommitNode {
    let head = try CommitHead(bytes)
    return CommitNode(
      tree: head.tree, parents: head.parents, seconds: signature(head.committer).seconds)
  }

  static func commit(_ bytes: [UInt8]) throws(Malformed) -> Commit {
    let head = try CommitHead(bytes)
    func text(_ bytes: ArraySlice<UInt8>) -> String {
      head.isLatin1
        ? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        : String(decoding: bytes, as: UTF8.self)
    }
    func who(_ line: ArraySlice<UInt8>) -> Signature {
      let parts = signature(line)
      return Signature(
        name: text(parts.name), email: text(parts.email), seconds: parts.seconds,
        offset: parts.offset)
    }
    return Commit(
      tree: head.tree, parents: head.parents, author: who(head.author),
      committer: who(head.committer), message: text(bytes[head.message...]))
  }

  static func bytes(of commit: Commit) -> [UInt8] {
    var text = "tree \(commit.tree)\n"
    for parent in commit.parents { text += "parent \(parent)\n" }
    text += "author \(line(commit.author))\ncommitter \(line(commit.committer))\n\n"
    // A zero byte would end the message for git.
    return Array(text.utf8) + commit.message.utf8.filter { $0 != 0 }
  }

  /// A line of a person, made as git makes it: no character of a name may end the line or begin the
  /// address.
  private static func line(_ who: Signature) -> String {
    func clean(_ text: String) -> String {
      var bytes = text.utf8.filter { $0 != 0 && $0 != 0x0A && $0 != 0x3C && $0 != 0x3E }[...]
      func isCrud(_ byte: UInt8) -> Bool {
        byte <= 0x20 || Array(".,:;\"\\'".utf8).contains(byte)
      }
      while let first = bytes.first, isCrud(first) { bytes.removeFirst() }
      while let last = bytes.last, isCrud(last) { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
    let minutes = who.offset.magnitude
    func twoDigits(_ number: UInt) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(clean(who.name)) <\(clean(who.email))> \(who.seconds) "
      + "\(who.offset < 0 ? "-" : "+")\(twoDigits(minutes / 60))\(twoDigits(minutes % 60))"
  }

  /// Reads from the end, because names in old histories hold anything.
  private static func signature(
    _ line: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, email: ArraySlice<UInt8>, seconds: Int64, offset: Int) {
    let close = line.lastIndex(of: 0x3E) ?? line.endIndex
    let open = line[..<close].lastIndex(of: 0x3C) ?? close
    var name = line[..<open]
    while name.last == 0x20 { name.removeLast() }
    let email = open < close ? line[(open + 1)..<close] : line[close..<close]
    let words = line[close...].dropFirst().split(separator: 0x20)
    let seconds = words.first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) } ?? 0
    let zone =
      words.count > 1 ? Int(String(decoding: words[words.startIndex + 1], as: UTF8.self)) ?? 0 : 0
    return (name, email, seconds, zone / 100 * 60 + zone % 100)
  }
}

/// The lines of a commit before its message.
private struct CommitHead {
  var tree: ObjectID
  var parents: [ObjectID] = []
  var author: ArraySlice<UInt8> = []
  var committer: ArraySlice<UInt8> = []
  var isLatin1 = false
  /// The offset at which the message begins.
  var message = 0

  init(_ bytes: [UInt8]) throws(ObjectFormat.Malformed) {
    var tree: ObjectID?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      if line.isEmpty { break }
      guard let space = line.firstIndex(of: 0x20), space > line.startIndex else { continue }
      let value = line[(space + 1)...]
      switch line[..<space].count {
      case 4 where line.starts(with: "tree".utf8) && tree == nil:
        tree = ObjectID(hex: String(decoding: value, as: UTF8.self))
      case 6 where line.starts(with: "parent".utf8):
        guard let id = ObjectID(hex: String(decoding: value, as: UTF8.self)) else {
          throw ObjectFormat.Malformed(reason: "a parent is not an id")
        }
        parents.append(id)
      case 6 where line.starts(with: "author".utf8) && author.isEmpty: author = value
      case 9 where line.starts(with: "committer".utf8) && committer.isEmpty: committer = value
      case 8 where line.starts(with: "encoding".utf8):
        let name = String(decoding: value, as: UTF8.self).lowercased()
        isLatin1 = ["iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252"].contains(name)
      default: break
      }
    }
    guard let tree else { throw ObjectFormat.Malformed(reason: "it names no tree") }
    self.tree = tree
    message = min(start, bytes.count)
  }
}

extension FileMode {
  /// A mode of a tree or of the staging index; histories of old have other permissions than git writes now.
  init?(git mode: UInt32) {
    switch mode & 0o170000 {
    case 0o100000: self = mode & 0o111 == 0 ? .file : .executable
    case 0o120000: self = .link
    case 0o040000: self = .folder
    case 0o160000: self = .submodule
    default: return nil
    }
  }
}
