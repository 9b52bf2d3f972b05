/// The kind of value of an option or positional, and the way its text is read.
///
/// ```swift
/// Option("limit", short: "n", value: "N", .int(in: 0...), default: 20, help: "…")
/// Option("sort", .oneOf(SortOrder.self), default: .score, help: "…")
/// Option("template", .string(completing: .values(of: "templates")), help: "…")
/// ```
package struct ValueKind<Parsed: Sendable>: Sendable {
  /// Reads a value, or gives `nil` for a text that is none.
  package let parse: @Sendable (String) -> Parsed?
  /// Writes a value as a person would type it.
  let describe: @Sendable (Parsed) -> String
  /// The words about it in help and completions. Made only when needed: most runs of a tool show
  /// none of them.
  let facts: @Sendable () -> ValueFacts

  /// A kind of value.
  ///
  /// - Parameters:
  ///   - expectation: words that follow "expects" in an error: `a date such as 2026-11-21`; empty
  ///     if any text will do.
  ///   - placeholder: the word for the value in help, if the declaration names none; empty for the
  ///     name of the option in capitals.
  ///   - completion: the candidates in a shell.
  ///   - describe: writes a default for help.
  ///   - parse: reads a value, or gives `nil`.
  package init(
    expecting expectation: @autoclosure @escaping @Sendable () -> String,
    placeholder: @autoclosure @escaping @Sendable () -> String = "VALUE",
    completing completion: @autoclosure @escaping @Sendable () -> Completion = .nothing,
    describe: @escaping @Sendable (Parsed) -> String = { "\($0)" },
    parse: @escaping @Sendable (String) -> Parsed?
  ) {
    self.parse = parse
    self.describe = describe
    facts = {
      ValueFacts(
        expectation: expectation(), placeholder: placeholder(), completion: completion())
    }
  }
}

extension ValueKind {
  /// The facts of a value that has a default.
  func facts(default fallback: Parsed) -> ValueFacts {
    var facts = facts()
    facts.defaultText = describe(fallback)
    return facts
  }
}

/// The words about a kind of value in help, errors and completions.
struct ValueFacts: Sendable {
  var expectation = ""
  var placeholder = ""
  var completion = Completion.nothing
  var defaultText: String?
}

/// An enumeration whose cases are the values of an option.
///
/// ```swift
/// enum SortOrder: String, Choice {
///   case score, modified
///   var summary: String { … }   // shown by zsh and fish, and in the manual; may be left out
/// }
/// ```
package protocol Choice: Sendable, CaseIterable, RawRepresentable where RawValue == String {
  /// A few words on the case.
  var summary: String { get }
}

extension Choice {
  /// No words: the case's name suffices.
  package var summary: String { "" }
}

extension ValueKind where Parsed == String {
  /// Any text.
  package static var string: Self { string(completing: .nothing) }

  /// Any text, with its candidates in a shell.
  package static func string(completing completion: Completion) -> Self {
    Self(expecting: "", placeholder: "TEXT", completing: completion) { $0 }
  }

  /// The path of a file; not checked for existence.
  package static var file: Self {
    Self(expecting: "a file", placeholder: "FILE", completing: .files) { $0.isEmpty ? nil : $0 }
  }

  /// The path of a folder; not checked for existence.
  package static var directory: Self {
    Self(expecting: "a folder", placeholder: "DIR", completing: .directories) {
      $0.isEmpty ? nil : $0
    }
  }

  /// One of a few fixed words.
  package static func oneOf(_ words: [String]) -> Self {
    Self(
      expecting: alternatives(words), placeholder: listed(words),
      completing: .choices(words.map { Candidate($0) })
    ) { words.contains($0) ? $0 : nil }
  }
}

extension ValueKind where Parsed == Int {
  /// A whole number.
  package static var int: Self {
    Self(expecting: "a whole number", placeholder: "N") { Int($0) }
  }

  /// A whole number within bounds.
  package static func int(in range: ClosedRange<Int>) -> Self {
    Self(
      expecting: "a whole number from \(range.lowerBound) to \(range.upperBound)", placeholder: "N"
    ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A whole number not below a bound.
  package static func int(in range: PartialRangeFrom<Int>) -> Self {
    Self(expecting: "a whole number of at least \(range.lowerBound)", placeholder: "N") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueKind where Parsed: Choice {
  /// A case of an enumeration, written as its raw value.
  package static func oneOf(_ choices: Parsed.Type) -> Self {
    Self(
      expecting: alternatives(choices.allCases.map(\.rawValue)),
      placeholder: listed(choices.allCases.map(\.rawValue)),
      completing: .choices(choices.allCases.map { Candidate($0.rawValue, $0.summary) }),
      describe: { $0.rawValue },
      parse: { Parsed(rawValue: $0) })
  }
}

/// A `key=value` pair from the command line.
package struct KeyValue: Sendable, Equatable {
  /// The text before the first `=`; never empty.
  package let key: String
  /// The text after it; may be empty.
  package let value: String
}

extension ValueKind where Parsed == KeyValue {
  /// A pair such as `author=Sebald`; the value may be empty and may hold further `=`.
  package static var keyValue: Self { keyValue(completing: .nothing) }

  /// A pair such as `author=Sebald`, with its candidates in a shell.
  package static func keyValue(completing completion: Completion) -> Self {
    Self(
      expecting: "KEY=VALUE", placeholder: "KEY=VALUE", completing: completion,
      describe: { "\($0.key)=\($0.value)" },
      parse: { text in
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), sign != text.startIndex
        else { return nil }
        return KeyValue(
          key: String(text[..<sign]), value: String(text[text.utf8.index(after: sign)...]))
      })
  }
}

/// `a|b|c`, or empty if that would take too much room in help.
private func listed(_ words: [String]) -> String {
  let list = words.joined(separator: "|")
  return list.utf8.count <= 20 ? list : ""
}

/// `a, b or c`
private func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) or \(last)"
}
