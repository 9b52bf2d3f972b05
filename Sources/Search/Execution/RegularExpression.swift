import CPCRE2

/// A regular expression of PCRE2, compiled to machine code if the system allows it; the only
/// importer of the library.
///
/// Matching has a bound on its steps, and all matches of a search one of time (``MatchBudget``), so that no pattern can
/// delay a search for long; ``Outcome`` shows if a bound was reached.
@safe package final class RegularExpression: @unchecked Sendable {
  // Compiled patterns are read-only; `Matcher` makes the state of a match, one a thread.
  private let code: OpaquePointer
  /// The same expression for texts with invalid UTF-8. PCRE2 then searches for invalid bytes from
  /// the start at every call, so it is used for such texts only.
  private let lenientCode: OpaquePointer
  package let pattern: String
  package let options: RegexOptions

  /// Steps that one match may take: some hundred milliseconds at most.
  private static let matchLimit: UInt32 = 2_000_000

  /// - Returns: nil if the pattern is not one; `fault(in:)` gives the reason.
  package init?(_ pattern: String, options: RegexOptions) {
    self.pattern = pattern
    self.options = options
    guard let code = unsafe Self.compile(pattern, options).code else { return nil }
    guard let lenient = unsafe Self.compile(pattern, options, isLenient: true).code else {
      unsafe pcre2_code_free_8(code)
      return nil
    }
    // If memory must not be made executable, the interpreter matches.
    _ = unsafe pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    _ = unsafe pcre2_jit_compile_8(lenient, UInt32(PCRE2_JIT_COMPLETE))
    unsafe self.code = code
    unsafe lenientCode = lenient
  }

  deinit {
    unsafe pcre2_code_free_8(code)
    unsafe pcre2_code_free_8(lenientCode)
  }

  /// True if a match may have no length, as that of `^$`.
  fileprivate var mayBeEmpty: Bool {
    var answer: UInt32 = 0
    let result = unsafe pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_MATCHEMPTY), &answer)
    return result == 0 && answer != 0
  }

  /// The reason why `pattern` is none, in PCRE2's words; nil if it is one.
  package static func fault(in pattern: String) -> String? {
    let (code, message) = unsafe compile(pattern, [])
    if let code = unsafe code { unsafe pcre2_code_free_8(code) }
    return message
  }

  private static func compile(
    _ pattern: String, _ options: RegexOptions, isLenient: Bool = false
  ) -> (code: OpaquePointer?, message: String?) {
    // `\n` is the end of a line of Windows as well; in a look-behind of a length it cannot be.
    let both = LineEndPattern.both(pattern)
    if both != pattern, let code = unsafe compile(exactly: both, options, isLenient).code {
      return unsafe (code, nil)
    }
    return unsafe compile(exactly: pattern, options, isLenient)
  }

  private static func compile(
    exactly pattern: String, _ options: RegexOptions, _ isLenient: Bool
  ) -> (code: OpaquePointer?, message: String?) {
    var flags = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C
    if isLenient { flags |= PCRE2_MATCH_INVALID_UTF }
    if options.contains(.ignoresCase) { flags |= PCRE2_CASELESS }
    if options.contains(.dotMatchesLineEnds) { flags |= PCRE2_DOTALL }
    var error: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8)
    // `$` stands before the end of a line of Windows as well.
    let context = unsafe pcre2_compile_context_create_8(nil)
    defer { if let context = unsafe context { unsafe pcre2_compile_context_free_8(context) } }
    if let context = unsafe context {
      unsafe pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANYCRLF))
    }
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe pcre2_compile_8(
        buffer.baseAddress, buffer.count, UInt32(flags), &error, &offset, context)
    }
    if let code = unsafe code { return unsafe (code, nil) }
    var message = [UInt8](repeating: 0, count: 256)
    let length = unsafe message.withUnsafeMutableBufferPointer { buffer in
      unsafe pcre2_get_error_message_8(error, buffer.baseAddress, buffer.count)
    }
    return (nil, String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self))
  }

  /// The answer of one match.
  package enum Outcome: Equatable, Sendable {
    /// The first match, in bytes of the text.
    case match(Range<Int>)
    /// There is no match.
    case none
    /// The bound was reached, so that the answer is unknown.
    case unfinished
    /// The time of all matches was spent before this one.
    case overdue
  }

  /// Matches texts one after the other, on one thread.
  @safe package final class Matcher {
    private let expression: RegularExpression
    private let budget: MatchBudget
    private let data: OpaquePointer?
    private let context: OpaquePointer?

    package init(_ expression: RegularExpression, _ budget: MatchBudget = MatchBudget()) {
      self.expression = expression
      self.budget = budget
      unsafe data = pcre2_match_data_create_8(1, nil)
      unsafe context = pcre2_match_context_create_8(nil)
      if let context = unsafe context {
        unsafe pcre2_set_match_limit_8(context, RegularExpression.matchLimit)
      }
    }

    deinit {
      if let data = unsafe data { unsafe pcre2_match_data_free_8(data) }
      if let context = unsafe context { unsafe pcre2_match_context_free_8(context) }
    }

    /// The first match in a text.
    package func firstMatch(in text: [UInt8]) -> Outcome {
      var isLenient = false
      return match(text, from: 0, options: 0, isLenient: &isLenient)
    }

    /// Calls `body` with an empty match of each line, in order, until it returns false; none of an expression whose
    /// matches all have a length, and none after the last line end.
    ///
    /// - Complexity: as that of ``forEachMatch(in:_:)``.
    package func forEachEmptyMatch(in text: [UInt8], _ body: (Int) -> Bool) {
      guard expression.mayBeEmpty else { return }
      var isLenient = false
      var isChecked: UInt32 = 0
      var start = 0
      while start <= text.count,
        case .match(let range) = match(
          text, from: start, options: isChecked, isLenient: &isLenient)
      {
        isChecked = PCRE2_NO_UTF_CHECK
        var end = range.upperBound
        if range.isEmpty {
          if end == text.count, end > 0, text[end - 1] == 0x0A || text[end - 1] == 0x0D { return }
          if !body(end) { return }
          end = text[end...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
          let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
          end += isPair ? 2 : 1
        }
        start = max(end, start + 1)
        while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
      }
    }

    /// Calls `body` with every match that is not empty, in order, until it returns false.
    ///
    /// - Complexity: linear in the length of the text for a pattern that matches without going back.
    package func forEachMatch(in text: [UInt8], _ body: (Range<Int>) -> Bool) {
      var isLenient = false
      var isChecked: UInt32 = 0
      var start = 0
      while start <= text.count,
        case .match(let range) = match(
          text, from: start, options: PCRE2_NOTEMPTY | isChecked, isLenient: &isLenient),
        body(range)
      {
        start = max(range.upperBound, start + 1)
        while start < text.count, text[start] & 0xC0 == 0x80 { start += 1 }
        // The first call has read the whole text; `start` is between characters.
        isChecked = PCRE2_NO_UTF_CHECK
      }
    }

    private func match(
      _ text: [UInt8], from start: Int, options: UInt32, isLenient: inout Bool
    ) -> Outcome {
      guard let data = unsafe data, let context = unsafe context else { return .unfinished }
      if budget.isSpent { return .overdue }
      // A byte order mark is no part of the first line.
      let skipped = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let start = max(0, start - skipped)
      func run(_ code: OpaquePointer, _ options: UInt32) -> Int32 {
        unsafe text[skipped...].withUnsafeBufferPointer { buffer in
          let result = unsafe pcre2_match_8(
            code, buffer.baseAddress, buffer.count, start, options, data,
            context)
          guard result == PCRE2_ERROR_JIT_STACKLIMIT else { return result }
          // The interpreter has the heap to go back in.
          return unsafe pcre2_match_8(
            code, buffer.baseAddress, buffer.count, start,
            options | PCRE2_NO_JIT, data, context)
        }
      }
      let result = budget.spend {
        let result = isLenient ? 0 : unsafe run(expression.code, options)
        guard isLenient || (PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1).contains(result) else {
          return result
        }
        isLenient = true
        return unsafe run(expression.lenientCode, options & ~PCRE2_NO_UTF_CHECK)
      }
      switch result {
      case 0...:
        guard let ends = unsafe pcre2_get_ovector_pointer_8(data) else { return .unfinished }
        let (lower, upper) = unsafe (Int(ends[0]), Int(ends[1]))
        // `\K` in a look-ahead may put the start after the end.
        let range = lower <= upper ? lower..<upper : upper..<upper
        return .match(range.lowerBound + skipped..<range.upperBound + skipped)
      case PCRE2_ERROR_NOMATCH: return .none
      default: return .unfinished
      }
    }
  }
}
