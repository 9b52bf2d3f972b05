/// The paths that links write, with `/` between folders.
enum LinkPath {
  /// The folder of a path; empty for one in the root.
  static func folder(_ path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// The path from a folder: `../b/Note.md`.
  static func relative(from folder: String, to path: String) -> String {
    let from = folder.split(separator: "/")
    let to = path.split(separator: "/")
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
  }

  /// The ends of a path of at least so many components, the shortest first, up to the path itself.
  static func ends(of path: String, from depth: Int) -> [String] {
    let parts = path.split(separator: "/")
    let least = min(max(1, depth), parts.count)
    return (least...parts.count).map { parts.suffix($0).joined(separator: "/") }
  }

  /// True if a target is the end of a path, in the same capitals; notes may lack their extension.
  static func isEnd(_ target: String, of path: String) -> Bool {
    var target = Substring(target)
    while let step = ["./", "../", "/"].first(where: target.hasPrefix) {
      target = target.dropFirst(step.count)
    }
    return [path, withoutNoteExtension(path)].contains { path in
      path == target || path.hasSuffix("/" + target)
    }
  }

  /// True if a target is the end of a path in another Unicode form alone, as `é` of one character and of two.
  static func isEndInOtherForm(_ target: String, of path: String) -> Bool {
    if target.utf8.allSatisfy({ $0 < 0x80 }) || !isEnd(target, of: path) { return false }
    var target = Substring(target)
    while let step = ["./", "../", "/"].first(where: target.hasPrefix) {
      target = target.dropFirst(step.count)
    }
    return ![path, withoutNoteExtension(path)].contains { hasEnd($0, String(target)) }
  }

  /// True if a path ends with the very bytes of a text.
  static func hasEnd(_ path: String, _ end: String) -> Bool {
    path.utf8.count >= end.utf8.count && path.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// True if a target leads to a path from the folder of a note, as a browser would follow it.
  static func isRelative(_ target: String, from note: String, to path: String) -> Bool {
    if target.hasPrefix("/") { return false }
    var parts = folder(note).split(separator: "/")
    for part in target.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if parts.popLast() == nil { return false }
      default: parts.append(part)
      }
    }
    let whole = parts.joined(separator: "/")
    return whole == path || whole == withoutNoteExtension(path)
  }

  /// True if a path or target ends in `.md` or `.markdown`, in any case.
  static func hasNoteExtension(_ path: String) -> Bool {
    withoutNoteExtension(path).utf8.count < path.utf8.count
  }

  /// A path without `.md` or `.markdown`; others as they are.
  static func withoutNoteExtension(_ path: String) -> String {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return path }
    let ending = path[dot...].lowercased()
    return ending == ".md" || ending == ".markdown" ? String(path[..<dot]) : path
  }
}
