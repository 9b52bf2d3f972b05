import OperatingSystem
import TestSupport

/// The notes of a `.notebundle` of 2019: texts by digest, some as patches of others.
///
/// ```
/// archive := "Text Snippet Archive version 1.0\n" references snippet*
/// snippet := "+++ " digest (" " parent)? " " line-count "\n" line*
/// ```
struct Notebundle {
  /// A note's last text, and how many prompts of each kind the old application made of it.
  struct OldNote {
    var id: String
    var text: String
    var prompts: [String: Int]
  }

  private var snippets: [String: (parent: String?, body: String)] = [:]
  private var references: [String: String] = [:]

  /// The archive of the shared fixtures, or nil if it is not there.
  static var path: String? {
    let file = SharedFile("fixtures/notebundle/text.snippets.gz")
    return file.isThere ? file.path : nil
  }

  init(path: String) {
    var lines = Self.unzip(path).split(separator: "\n", omittingEmptySubsequences: false)[...]
    lines.removeFirst()
    while let header = lines.popFirst() {
      let words = header.split(separator: " ").map(String.init)
      guard words.first == "+++", let count = words.last.flatMap({ Int($0) }) else { continue }
      let body = lines.prefix(count)
      lines = lines.dropFirst(count)
      if words[1] == "References" {
        for line in body {
          let pair = line.split(separator: ":").map(String.init)
          references[pair[0]] = pair[1]
        }
      } else {
        snippets[words[1]] = (words.count == 4 ? words[2] : nil, body.map { $0 + "\n" }.joined())
      }
    }
  }

  /// The notes of the last version.
  func lastNotes() -> [OldNote] {
    let versions = text(references["versions"] ?? "").split(separator: "\n")
    let manifest = versions.max()?.split(separator: " ").last.map(String.init) ?? ""
    return text(manifest).split(separator: "\n").map { line in
      let words = line.split(separator: " ").map(String.init)
      var digest = ""
      var prompts: [String: Int] = [:]
      for property in text(words[1]).split(separator: "\n") {
        if property.hasPrefix("sha1Digest: ") { digest = String(property.dropFirst(12)) }
        if property.hasPrefix("- "), let kind = property.split(separator: ":").last {
          prompts[String(kind), default: 0] += 1
        }
      }
      return OldNote(id: words[0], text: text(digest), prompts: prompts)
    }
  }

  private func text(_ digest: String) -> String {
    guard let snippet = snippets[digest] else { return "" }
    guard let parent = snippet.parent else { return snippet.body }
    return Self.apply(snippet.body, to: text(parent))
  }

  /// Applies patches as diff-match-patch writes them: offsets in UTF-16, lines percent-encoded.
  private static func apply(_ patches: String, to text: String) -> String {
    var units = Array(text.utf16)
    var start = 0
    var old: [UInt16] = []
    var new: [UInt16] = []
    func finish() { units.replaceSubrange(start..<(start + old.count), with: new) }
    for line in patches.split(separator: "\n") {
      if line.hasPrefix("@@") {
        finish()
        (old, new) = ([], [])
        let place = line.split(separator: "+")[1].split(separator: " ")[0].split(separator: ",")
        let isInsertion = place.count > 1 && place[1] == "0"
        start = (Int(place[0]) ?? 1) - (isInsertion ? 0 : 1)
        continue
      }
      let units = Array(percentDecoded(line.dropFirst()).utf16)
      if line.first != "+" { old += units }
      if line.first != "-" { new += units }
    }
    finish()
    return String(decoding: units, as: UTF16.self)
  }

  private static func percentDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func unzip(_ path: String) -> String {
    var bytes: [UInt8] = []
    guard let pipe = unsafe popen("gunzip -c '\(path)'", "r") else { return "" }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    unsafe pclose(pipe)
    return String(decoding: bytes, as: UTF8.self)
  }
}
