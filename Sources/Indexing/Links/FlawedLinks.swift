import Files
import Notes

/// The links of a note that lead nowhere, that may come to lead nowhere when another note changes, or that are worth a
/// finding for another reason.
struct FlawedLinks: Sendable, Equatable {
  /// Links to files that are not there, and to places that the note itself lacks.
  var broken: [PlacedLink] = []
  /// Links to places of other notes, those that lack them and those that do not.
  var anchored: [PlacedLink] = []
  /// Findings on links, but for those on missing places.
  var findings: [CheckFinding] = []
  /// The paths of which it matters to a finding if a folder is there.
  var folders: [Folder] = []
  /// Names of files on which a finding hangs and that are no part of a target.
  var names: [String] = []

  struct Folder: Sendable, Equatable {
    let path: NotePath
    let isThere: Bool
  }

  /// The note that a link of ``anchored`` leads to.
  static func target(of link: PlacedLink) -> NotePath? {
    if case .file(let path, _) = link.target { path } else { nil }
  }

  /// All links that lead nowhere.
  var allBroken: [PlacedLink] { broken + anchored.filter(\.lacksAnchor) }

  /// All findings on links.
  func allFindings(at path: NotePath) -> [CheckFinding] {
    findings
      + allBroken.compactMap { link in
        if link.target == .missing { return nil }
        return CheckFinding(
          .link(link.text, .lacksAnchor(link.anchor ?? "", in: Self.target(of: link) ?? path)),
          at: path.bytes, link.position)
      }
  }
}

// MARK: - In the cache

/// ```
/// rest of a row of "link-findings" := nothing
///         | broken: u32, link*, anchored: u32, (link, lacksAnchor: u32)*, findings: u32, finding*,
///           folders: u32, (path, isThere: u32)*, names: u32, text*
/// link := line: u32, column: u32, text, anchor, kind: u32, [path, rule: u32]
/// ```
/// A text and a path are their length: u32 and their bytes; an anchor begins with `#`, and is empty if there is none.
/// The kind is 0 for a file that is missing, 1 for a place of the same note, 2 for one of another file: then there are
/// the file's path and the rule by which it was found. Findings are those of `KeptFindings.swift`, without a path.
extension FlawedLinks {
  var payload: [UInt8] {
    if self == FlawedLinks() { return [] }
    var writer = PayloadWriter()
    writer.add(UInt32(broken.count))
    for link in broken { writer.add(link) }
    writer.add(UInt32(anchored.count))
    for link in anchored {
      writer.add(link)
      writer.add(UInt32(link.lacksAnchor ? 1 : 0))
    }
    writer.add(UInt32(findings.count))
    for finding in findings { writer.add(finding) }
    writer.add(UInt32(folders.count))
    for folder in folders {
      writer.add(folder.path.bytes)
      writer.add(UInt32(folder.isThere ? 1 : 0))
    }
    writer.add(UInt32(names.count))
    for name in names { writer.add(name.utf8) }
    return writer.bytes
  }

  /// The links of a note, or nil if the payload is damaged.
  init?(payload: ArraySlice<UInt8>, at path: NotePath) {
    if payload.isEmpty { return }
    var reader = PayloadReader(payload)
    for _ in 0..<reader.count() {
      guard let link = reader.link() else { return nil }
      broken.append(link)
    }
    for _ in 0..<reader.count() {
      guard var link = reader.link(), Self.target(of: link) != nil else { return nil }
      link.lacksAnchor = reader.number() == 1
      anchored.append(link)
    }
    for _ in 0..<reader.count() {
      guard let finding = reader.finding(at: path.bytes) else { return nil }
      findings.append(finding)
    }
    for _ in 0..<reader.count() {
      guard let path = NotePath(bytes: reader.bytes()) else { return nil }
      folders.append(Folder(path: path, isThere: reader.number() == 1))
    }
    for _ in 0..<reader.count() { names.append(reader.text()) }
  }
}

extension PayloadWriter {
  fileprivate mutating func add(_ link: PlacedLink) {
    add(UInt32(link.position.line))
    add(UInt32(link.position.column))
    add(link.text.utf8)
    add((link.anchor.map { "#" + $0 } ?? "").utf8)
    switch link.target {
    case .missing, .external: add(0)
    case .sameNote: add(1)
    case .file(let path, let rule):
      add(2)
      add(path.bytes)
      add(UInt32(rule.rawValue))
    }
  }
}

extension PayloadReader {
  fileprivate mutating func link() -> PlacedLink? {
    let position = TextPosition(line: Int(number()), column: Int(number()))
    let text = text()
    let anchor = self.text()
    let target: PlacedLink.Target
    switch number() {
    case 0: target = .missing
    case 1: target = .sameNote
    default:
      guard let file = NotePath(bytes: bytes()),
        let rule = LinkResolver.Rule(rawValue: UInt8(truncatingIfNeeded: number()))
      else { return nil }
      target = .file(file, rule)
    }
    return PlacedLink(
      position: position, text: text, target: target,
      anchor: anchor.isEmpty ? nil : String(anchor.dropFirst()), lacksAnchor: target != .missing,
      others: [])
  }
}
