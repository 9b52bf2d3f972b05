import Files
import Merge
import OperatingSystem
import Settings
import Sync

/// The places of a conflict that a person has begun to decide, and not taken.
package struct BegunPlaces: Equatable, Sendable {
  /// Texts that were written.
  package var texts: [Int: [UInt8]] = [:]
  /// Choices of words, for each group of words of a place.
  package var words: [Int: [WordGroups.Choice?]] = [:]

  package init(
    texts: [Int: [UInt8]] = [:], words: [Int: [WordGroups.Choice?]] = [:]
  ) {
    self.texts = texts
    self.words = words
  }

  fileprivate var isEmpty: Bool { texts.isEmpty && words.isEmpty }
}

/// Decisions on a conflict that is not fully resolved yet.
///
/// They are in `$XDG_STATE_HOME/zib/decisions`, a file for each conflict, because a person may have written a text among
/// them and `.zib/cache` may be deleted at any time:
///
///     decisions := root NUL copy NUL texts* NUL step*
///     texts     := 16 hexadecimal digits that stand for the three texts of a place, for each place in order
///     step      := place: decimal, " ", ("note" | "copy" | "both" | "ancestor" | "suggestion" | text | words) "\n"
///     text      := ("text " | "begun "), bytes: decimal, "\n", the bytes
///     words     := "words ", for each group of words: "n" | "c" | "b" | "-"
///
/// A text that is begun was written for a place and not taken for it. `words` are places some of whose words are decided.
///
/// The text outside of the places may change: a line that another program appends to the note takes no decision back. If
/// a place has other texts now, its choice is dropped; a text the person wrote counts as begun.
package struct KeptDecisions {
  private let folder: DiskPath
  private let file: DiskPath
  /// The bytes that say which conflict it is.
  private let owner: [UInt8]
  /// The text that stands for each place.
  private let places: [String]

  /// - Returns: nil where there is no home folder.
  package init?(_ conflict: NoteConflict, _ vault: Vault) {
    guard let home = vault.environment.stateHome else { return nil }
    let root = vault.root
    folder = home.appending("zib/decisions")
    var name = Mixer()
    name.add(root.bytes)
    name.add(conflict.copy.bytes)
    file = folder.appending(Self.digits(name))
    owner = root.bytes + [0] + conflict.copy.bytes + [0]
    places = conflict.texts.merge.overlaps.map { overlap in
      var texts = Mixer()
      for text in [overlap.base, overlap.left, overlap.right] {
        texts.add(Array("\(text.count) ".utf8) + text)
      }
      return Self.digits(texts)
    }
  }

  private static func digits(_ mixer: Mixer) -> String {
    let digits = String(mixer.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The places of now for those that a file was kept of; nil for one whose texts are others.
  private func places(formerly kept: [UInt8]) -> [Int?] {
    let digits = String(decoding: kept, as: UTF8.self)
    var next = 0
    var found: [Int?] = []
    for start in stride(from: 0, to: digits.utf8.count - 15, by: 16) {
      let former = digits.dropFirst(start).prefix(16)
      let place = places[next...].firstIndex { $0 == former }
      if let place { next = place + 1 }
      found.append(place)
    }
    return found
  }

  /// The decisions that were made before on the places that have the same texts, and the places that were begun.
  package func state(of merge: OverlappingMerge) -> (
    decisions: ConflictDecisions, begun: BegunPlaces
  ) {
    var decisions = ConflictDecisions(merge)
    var begun = BegunPlaces()
    guard let bytes = Self.read(file), bytes.starts(with: owner), !places.isEmpty,
      let end = bytes[owner.count...].firstIndex(of: 0)
    else { return (decisions, begun) }
    let former = places(formerly: Array(bytes[owner.count..<end]))
    // The last texts that were written for places which are others now.
    var homeless: [Int: [UInt8]] = [:]
    var rest = bytes[(end + 1)...]
    while let end = rest.firstIndex(of: 0x0A) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count >= 2, let number = Int(words[0]), former.indices.contains(number)
      else { break }
      let place = former[number]
      if ["text", "begun"].contains(words[1]), words.count == 3, let length = Int(words[2]),
        length >= 0,
        length <= rest.count
      {
        let text = Array(rest.prefix(length))
        if let place, words[1] == "text" {
          decisions.choose(.text(text), at: place)
        } else if let place {
          begun.texts[place] = text
        } else {
          homeless[number] = text
        }
        rest = rest.dropFirst(length)
      } else if words[1] == "words", words.count == 3 {
        if let place {
          begun.words[place] = words[2].map { letter in
            Self.letters.first { $0.letter == letter }?.choice
          }
        }
      } else if let choice = Self.names.first(where: { $0.name == words[1] })?.choice {
        if let place { decisions.choose(choice, at: place) }
      } else {
        break
      }
    }
    for (number, text) in homeless.sorted(by: { $0.key < $1.key }) {
      let near = min(number, places.count - 1)
      // Several may have come together at one place: none is dropped.
      let there = begun.texts[near] ?? []
      if there != text { begun.texts[near] = there + text }
    }
    return (decisions, begun)
  }

  /// True if a person wrote a text for a place, which cannot be had again by a key.
  package func hasTexts(_ merge: OverlappingMerge) -> Bool {
    let (decisions, begun) = state(of: merge)
    return !begun.texts.isEmpty
      || decisions.history.contains { if case .text = $0.choice { true } else { false } }
  }

  /// Keeps decisions and the places that are begun; where there are none, nothing is kept.
  ///
  /// - Throws: `SystemError`.
  package func keep(
    _ decisions: ConflictDecisions, begun: BegunPlaces = BegunPlaces()
  ) throws(SystemError) {
    let history = decisions.history
    if history.isEmpty, begun.isEmpty { return discard() }
    var bytes = owner + Array(places.joined().utf8) + [0]
    for step in history {
      bytes += "\(step.index) ".utf8
      if case .text(let text) = step.choice {
        bytes += "text \(text.count)\n".utf8
        bytes += text
      } else if let name = Self.names.first(where: { $0.choice == step.choice })?.name {
        bytes += "\(name)\n".utf8
      }
    }
    for (place, text) in begun.texts.sorted(by: { $0.key < $1.key }) {
      bytes += "\(place) begun \(text.count)\n".utf8
      bytes += text
    }
    for (place, choices) in begun.words.sorted(by: { $0.key < $1.key }) {
      let letters = choices.map { choice in
        Self.letters.first { $0.choice == choice }?.letter ?? "-"
      }
      bytes += "\(place) words \(String(letters))\n".utf8
    }
    try folder.makeFolders()
    removeLeft()
    try file.replaceFile(with: bytes)
  }

  /// Forgets the decisions: the conflict is resolved.
  package func discard() { Self.remove(file) }

  private static func read(_ path: DiskPath) -> [UInt8]? {
    path.fileBytes(limit: 1 << 28, isFollowed: true)
  }

  private static func remove(_ path: DiskPath) {
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  /// Removes those of conflicts of this vault that were resolved elsewhere: their copies are gone.
  private func removeLeft() {
    var names: [[UInt8]] = []
    if let stream = DirectoryStream(folder) {
      while let entry = unsafe stream.next() { names.append(unsafe entry.bytes) }
    }
    for name in names {
      let file = folder.appending(bytes: name)
      guard let bytes = Self.read(file) else { continue }
      let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, owner.starts(with: parts[0] + [0]),
        let copy = NotePath(bytes: Array(parts[1])),
        FileStatus.at(DiskPath(bytes: Array(parts[0])).appending(copy))?.kind != .file
      else { continue }
      Self.remove(file)
    }
  }

  private static let names: [(name: String, choice: OverlapChoice)] = [
    ("note", .note), ("copy", .copy), ("both", .both), ("ancestor", .ancestor),
    ("suggestion", .suggestion),
  ]

  private static let letters: [(letter: Character, choice: WordGroups.Choice)] = [
    ("n", .note), ("c", .copy), ("b", .both),
  ]
}
