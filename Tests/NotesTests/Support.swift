import Notes

extension Note {
  /// A note of a text.
  init(_ text: String, named name: String = "", options: NoteOptions = NoteOptions()) {
    self.init(parsing: Array(text.utf8), named: name, options: options)
  }

  /// The text of a range that may be missing.
  func text(_ range: ByteRange?) -> String? { range.map { text($0) } }

  /// The hashtags as written, without `#`.
  var hashtagNames: [String] { hashtags.map { text($0.name) } }

  /// The runs as one line: `|` begins a block, `·` parts words, and joined runs follow directly.
  var runText: String {
    var line = ""
    for run in runs {
      line += run.startsBlock ? "|" : run.joinsPrevious ? "" : "·"
      line += text(run.range)
    }
    return line
  }
}

extension [UInt8] {
  /// Itself as text.
  var string: String { String(decoding: self, as: UTF8.self) }
}

/// A small generator of random numbers whose runs can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
