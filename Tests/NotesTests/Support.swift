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
