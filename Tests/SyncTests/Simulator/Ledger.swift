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
  /// By device, taken out of one of several files by an undo.
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
      if place > start { tokens.insert(number) }
    }
    return tokens
  }

  /// A write by a person: what she took out, she had seen.
  mutating func wrote(_ new: [UInt8]?, over old: [UInt8]?) {
    var gone = old.map(Self.tokens) ?? NumberSet()
    if let new { gone.subtract(Self.tokens(in: new)) }
    removed.formUnion(gone)
  }

  /// An undo took versions of files back.
  ///
  /// A text that is in another file still is removed when the undo of another device takes that one, or a person there
  /// makes one file of the two.
  mutating func undid(_ old: [NumberSet], now new: [NumberSet], on device: Int) {
    func count(_ token: Int, _ files: [NumberSet]) -> Int { files.count { $0.contains(token) } }
    var all = NumberSet()
    for file in old { all.formUnion(file) }
    for token in all.numbers where count(token, new) < count(token, old) {
      let isElsewhere = [thinned, decided].joined().contains {
        $0.key != device && $0.value.contains(token)
      }
      if count(token, new) == 0 || isElsewhere { removed.insert(token) }
      thinned[device, default: NumberSet()].insert(token)
    }
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
    _ new: [UInt8], from loaded: [UInt8], over old: [UInt8]?, known: NumberSet
  ) {
    wrote(new, over: loaded)
    var gone = old.map(Self.tokens) ?? NumberSet()
    gone.subtract(Self.tokens(in: new))
    gone.subtract(Self.tokens(in: loaded))
    overwritten.formUnion(gone.intersection(known))
    gone.subtract(known)
    removed.formUnion(gone)
  }
}
