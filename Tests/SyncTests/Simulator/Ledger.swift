import History

/// A record of the writings of people, and of those that they took back themselves.
///
/// Every write has a token of its own in it, `tok123`: where the token is, the writing is.
struct Ledger {
  /// Who wrote each token, where and when; a token is its place in this list.
  private(set) var origins: [String] = []
  /// Taken out by somebody who had it before her eyes.
  var removed = NumberSet()
  /// Saved over by an editor that did not know of it: only history can have it.
  var overwritten = NumberSet()
  /// By device, taken out of one of several places, in files or in one file.
  private var thinned: [Int: NumberSet] = [:]
  /// By device, in a note and its conflict copy, of which a person made one file.
  private var decided: [Int: NumberSet] = [:]
  /// Typed in the moment when the power went, and not yet on the disk.
  var unwritten = NumberSet()

  /// A new token, as text.
  mutating func token(_ origin: @autoclosure () -> String) -> String {
    origins.append(origin())
    return "tok\(origins.count - 1)"
  }

  /// All tokens in some bytes.
  static func tokens(in bytes: [UInt8]) -> NumberSet {
    var tokens = NumberSet()
    forEachToken(in: bytes) { tokens.insert($0) }
    return tokens
  }

  /// The tokens in some bytes, with the number of places at which each stands.
  static func counts(in bytes: [UInt8]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    forEachToken(in: bytes) { counts[$0, default: 0] += 1 }
    return counts
  }

  private static func forEachToken(in bytes: [UInt8], _ body: (Int) -> Void) {
    var place = 0
    while place + 3 < bytes.count {
      guard bytes[place] == 0x74, bytes[place + 1] == 0x6F, bytes[place + 2] == 0x6B else {
        place += 1
        continue
      }
      place += 3
      let start = place
      var number = 0
      while place < bytes.count, bytes[place] >= 0x30, bytes[place] <= 0x39 {
        number = number * 10 + Int(bytes[place] - 0x30)
        place += 1
      }
      if place > start { body(number) }
    }
  }

  /// A write by a person: what she took out, she had seen.
  ///
  /// - Parameter device: hers, where a text that stands at several places of a file may be taken out of one of them.
  mutating func wrote(_ new: [UInt8]?, over old: [UInt8]?, on device: Int? = nil) {
    guard let old else { return }
    var gone = Self.tokens(in: old)
    if let new { gone.subtract(Self.tokens(in: new)) }
    removed.formUnion(gone)
    guard let device, let new else { return }
    let before = Self.counts(in: old).filter { $0.value > 1 }
    if before.isEmpty { return }
    let after = Self.counts(in: new)
    for (token, count) in before where (1..<count).contains(after[token] ?? 0) {
      thin(token, on: device)
    }
  }

  /// An undo took versions of files back, where tokens stood at these numbers of places.
  mutating func undid(_ old: [Int: Int], now new: [Int: Int], on device: Int) {
    for (token, count) in old where new[token] ?? 0 < count {
      if new[token] == nil { removed.insert(token) }
      thin(token, on: device)
    }
  }

  /// A text that stands at another place still is removed when another device takes it out there, or a person there
  /// makes one file of the two.
  private mutating func thin(_ token: Int, on device: Int) {
    let isElsewhere = [thinned, decided].joined().contains {
      $0.key != device && $0.value.contains(token)
    }
    if isElsewhere { removed.insert(token) }
    thinned[device, default: NumberSet()].insert(token)
  }

  /// A person made one file of a note and its conflict copy: a text that both have is in one file from then on.
  mutating func decided(_ note: [UInt8], _ copy: [UInt8], on device: Int) {
    let both = Self.tokens(in: note).intersection(Self.tokens(in: copy))
    for (other, tokens) in thinned where other != device {
      removed.formUnion(tokens.intersection(both))
    }
    decided[device, default: NumberSet()].formUnion(both)
  }

  /// An editor saved a text made from an older one over what was there.
  ///
  /// - Parameter known: what is in history by then; the rest only the editor could have kept.
  mutating func wrote(
    _ new: [UInt8], from loaded: [UInt8], over old: [UInt8]?, known: NumberSet, on device: Int
  ) {
    wrote(new, over: loaded, on: device)
    var gone = old.map(Self.tokens) ?? NumberSet()
    gone.subtract(Self.tokens(in: new))
    gone.subtract(Self.tokens(in: loaded))
    overwritten.formUnion(gone.intersection(known))
    gone.subtract(known)
    removed.formUnion(gone)
  }
}
