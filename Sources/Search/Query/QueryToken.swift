/// A piece of a query's text with a meaning of its own.
struct QueryToken {
  enum Kind {
    case open, close
    /// `-` directly before the excluded operand.
    case minus
    case and, or, not
    case near(Int)
    /// `title:`, `rating>=`; the next token is its value.
    case key(String, KeyOperator)
    /// The text between quotation marks; with `isPrefix` a `*` follows the last of them.
    case quoted(QueryChunk, isPrefix: Bool)
    /// The text between quotation marks after `=`.
    case exact(QueryChunk)
    case regex(String, RegexOptions)
    /// Text up to the next space.
    case chunk(QueryChunk)
  }

  let kind: Kind
  /// Offsets in the query's scalars.
  let range: Range<Int>

  /// The text of a word or a quotation; nil for anything else.
  var chunk: QueryChunk? {
    switch kind {
    case .chunk(let chunk), .quoted(let chunk, _): chunk
    default: nil
    }
  }

  /// True if an operand begins here.
  var startsOperand: Bool {
    switch kind {
    case .open, .minus, .not, .key, .quoted, .exact, .regex, .chunk: true
    case .close, .and, .or, .near: false
    }
  }
}

/// The operator between a key and its value.
enum KeyOperator: Equatable {
  case matches, equals, differs
  case compares(Relation)
}

/// A stretch of text with its backslashes resolved.
struct QueryChunk {
  /// The text.
  private(set) var scalars: [Unicode.Scalar] = []
  /// The same, each sign as its plain form, and escaped characters as NUL.
  private(set) var syntax: [Unicode.Scalar] = []

  var isEmpty: Bool { scalars.isEmpty }

  var text: String { Self.string(scalars[...]) }

  mutating func append(_ scalar: Unicode.Scalar) {
    scalars.append(scalar)
    syntax.append(QuerySyntax.plain(scalar))
  }

  mutating func append(escaped scalar: Unicode.Scalar) {
    scalars.append(scalar)
    syntax.append("\0")
  }

  func text(_ range: Range<Int>) -> String { Self.string(scalars[range]) }

  static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars { text.unicodeScalars.append(scalar) }
    return text
  }
}
