import Files
import Layout
import Notes
import Search
import Settings

/// The findings of a check of the whole vault, kept in the cache for one state of it.
///
/// ```
/// payload of "check-findings" := (path, finding)*
/// finding := line: u32, column: u32, code: u32, texts: u32, text*
/// ```
/// A path and a text are their length: u32 and their bytes; a finding without a place has the line 0. The texts are
/// those that the words of its kind need.
struct KeptFindings {
  private let cache: StateCache
  private let index: VaultIndex

  /// Change it whenever values or the names of files are judged in another way.
  static let revision: UInt64 = 5

  init(_ search: VaultSearch) {
    index = search.index
    cache = StateCache(
      "check-findings", of: search.vault,
      revision: Self.revision << 48 | LinkFindings.revision << 32 | KeptFacts.revision << 16
        | LinkCounts.revision,
      settings: search.indexing.settings.fingerprint)
  }

  /// The findings of this state, or nil if they are not kept.
  func findings() -> [CheckFinding]? {
    guard let payload = cache.payload(index.notes, index.table) else { return nil }
    var reader = PayloadReader(payload)
    var findings: [CheckFinding] = []
    while !reader.isAtEnd {
      let path = reader.bytes()
      guard let finding = reader.finding(at: path) else { return nil }
      findings.append(finding)
    }
    return findings
  }

  /// Keeps the findings; a failure costs only time at the next check.
  func keep(_ findings: [CheckFinding]) {
    var writer = PayloadWriter()
    for finding in findings {
      writer.add(finding.path)
      writer.add(finding)
    }
    cache.keep(writer.bytes, index.notes, index.table)
  }
}

extension PayloadWriter {
  /// A finding without its path.
  mutating func add(_ finding: CheckFinding) {
    let (code, texts) = finding.kind.coded
    add(UInt32(finding.position?.line ?? 0))
    add(UInt32(finding.position?.column ?? 0))
    add(code)
    add(UInt32(texts.count))
    for text in texts { add(text) }
  }
}

extension PayloadReader {
  /// A finding at a path, or nil if it is damaged.
  mutating func finding(at path: [UInt8]) -> CheckFinding? {
    let position = TextPosition(line: Int(number()), column: Int(number()))
    let code = number()
    let texts = (0..<count()).map { _ in bytes() }
    guard let kind = CheckFinding.Kind(code: code, texts) else { return nil }
    return CheckFinding(kind, at: path, position.line == 0 ? nil : position)
  }
}

extension CheckFinding.Kind {
  /// Codes of a diagnostic are above this.
  private static let note: UInt32 = 100

  /// A number that tells the kind, and the texts that its words need.
  var coded: (code: UInt32, texts: [[UInt8]]) {
    switch self {
    // It depends on the zone of who asks, and is not kept.
    case .doubledTime: return (0, [])
    case .empty: return (1, [])
    case .noSuchDay: return (2, [])
    case .foreignConflict: return (3, [])
    case .unusedAttachment: return (4, [])
    case .wrongType(let key, let value, let expected):
      return (5, [key, value, expected.rawValue].map { Array($0.utf8) })
    case .missingCover(let key, let value): return (17, [Array(key.utf8), Array(value.utf8)])
    case .unreadCanvas(.tooLarge): return (18, [])
    case .unreadCanvas(.unreadable): return (19, [])
    case .unreadCanvas(.noCanvas(let words)): return (19, [Array(words.utf8)])
    case .longName(let count): return (6, [Array(String(count).utf8)])
    case .unlinkableName(let signs): return (16, [Array(String(signs).utf8)])
    case .sameName(let path): return (7, [path.bytes])
    case .numberedCopy(let path): return (8, [path.bytes])
    case .swapped(let path, let count): return (9, [path.bytes, Array(String(count).utf8)])
    case .name(let flaw):
      switch flaw {
      case .notUTF8: return (10, [])
      case .character(let character): return (11, [Array(String(character).utf8)])
      case .ending: return (12, [])
      case .device: return (13, [])
      case .long: return (14, [])
      case .git: return (15, [])
      }
    case .link(let text, let flaw):
      let (code, texts) = flaw.coded
      return (code, [Array(text.utf8)] + texts)
    case .note(let kind):
      let (code, first, second) = NoteFacts.code(kind)
      return (Self.note + code, [Array(first.utf8), Array(second.utf8)])
    }
  }

  /// The kind that ``coded`` gave as a number and texts, or nil if none did.
  init?(code: UInt32, _ texts: [[UInt8]]) {
    func text(_ place: Int) -> String {
      place < texts.count ? String(decoding: texts[place], as: UTF8.self) : ""
    }
    func path(_ place: Int) -> NotePath? {
      place < texts.count ? NotePath(bytes: texts[place]) : nil
    }
    switch code {
    case 1: self = .empty
    case 2: self = .noSuchDay
    case 3: self = .foreignConflict
    case 4: self = .unusedAttachment
    case 5:
      guard let expected = VaultSearch.PropertyKind(rawValue: text(2)) else { return nil }
      self = .wrongType(key: text(0), value: text(1), expected: expected)
    case 18: self = .unreadCanvas(.tooLarge)
    case 19: self = .unreadCanvas(texts.isEmpty ? .unreadable : .noCanvas(text(0)))
    case 17: self = .missingCover(key: text(0), value: text(1))
    case 6:
      guard let count = Int(text(0)) else { return nil }
      self = .longName(count)
    case 7:
      guard let other = path(0) else { return nil }
      self = .sameName(as: other)
    case 8:
      guard let other = path(0) else { return nil }
      self = .numberedCopy(of: other)
    case 9:
      guard let other = path(0), let count = Int(text(1)) else { return nil }
      self = .swapped(from: other, linking: count)
    case 10: self = .name(.notUTF8)
    case 11:
      guard text(0).count == 1, let character = text(0).first else { return nil }
      self = .name(.character(character))
    case 12: self = .name(.ending)
    case 13: self = .name(.device)
    case 14: self = .name(.long)
    case 15: self = .name(.git)
    case 16: self = .unlinkableName(Array(text(0)))
    case 20..<Self.note:
      guard let flaw = CheckFinding.LinkFlaw(code: code, texts.dropFirst()) else { return nil }
      self = .link(text(0), flaw)
    case Self.note...:
      guard let kind = NoteFacts.kind(code - Self.note, text(0), text(1)) else { return nil }
      self = .note(kind)
    default: return nil
    }
  }
}

extension CheckFinding.LinkFlaw {
  fileprivate var coded: (code: UInt32, texts: [[UInt8]]) {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    switch self {
    case .missing(let target, let elsewhere):
      return (20, [bytes(target)] + (elsewhere.map { [$0.bytes] } ?? []))
    case .unwritten(let target): return (21, [bytes(target)])
    case .folder(let target, let path): return (22, [bytes(target), path.bytes])
    case .outside(let target): return (23, [bytes(target)])
    case .moved(let path): return (24, [path.bytes])
    case .lacksAnchor(let anchor, let path): return (25, [bytes(anchor), path.bytes])
    case .ambiguous(let paths): return (26, paths.map(\.bytes))
    case .byAlias(let path, let link): return (27, [path.bytes, bytes(link)])
    case .otherForm(let path): return (28, [path.bytes])
    case .movedAnchor(let anchor, let path, let place):
      return (29, [bytes(anchor), path.bytes, place.bytes])
    case .byAliasInConflict(let path): return (32, [path.bytes])
    case .anchorInConflict(let anchor, let path, let copy):
      return (31, [bytes(anchor), path.bytes, copy.bytes])
    case .movedInConflict(let path, let holder): return (30, [path.bytes, holder.bytes])
    }
  }

  fileprivate init?(code: UInt32, _ rest: ArraySlice<[UInt8]>) {
    let texts = Array(rest)
    func text(_ place: Int) -> String? {
      place < texts.count ? String(decoding: texts[place], as: UTF8.self) : nil
    }
    func path(_ place: Int) -> NotePath? {
      place < texts.count ? NotePath(bytes: texts[place]) : nil
    }
    switch (code, text(0), path(0), path(1)) {
    case (20, let target?, _, let elsewhere): self = .missing(target, elsewhere: elsewhere)
    case (21, let target?, _, _): self = .unwritten(target)
    case (22, let target?, _, let place?): self = .folder(target, place)
    case (23, let target?, _, _): self = .outside(target)
    case (24, _, let place?, _): self = .moved(to: place)
    case (25, let anchor?, _, let place?): self = .lacksAnchor(anchor, in: place)
    case (26, _, _, _):
      let paths = texts.compactMap { NotePath(bytes: $0) }
      guard paths.count == texts.count else { return nil }
      self = .ambiguous(paths)
    case (27, _, let place?, _):
      guard let name = text(1) else { return nil }
      self = .byAlias(place, link: name)
    case (28, _, let place?, _): self = .otherForm(place)
    case (29, let anchor?, _, let note?):
      guard let place = path(2) else { return nil }
      self = .movedAnchor(anchor, in: note, to: place)
    case (31, let anchor?, _, let note?):
      guard let copy = path(2) else { return nil }
      self = .anchorInConflict(anchor, in: note, copy: copy)
    case (32, _, let place?, _): self = .byAliasInConflict(place)
    case (30, _, let place?, let holder?): self = .movedInConflict(to: place, holder: holder)
    default: return nil
    }
  }
}
