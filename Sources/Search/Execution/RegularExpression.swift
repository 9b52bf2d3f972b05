import CPCRE2

/// A regular expression of PCRE2, compiled; the only importer of the library.
///
/// Matching has a bound on its steps, so that no pattern can hold a search up for long; a text on
/// which the bound is reached does not match.
@safe package final class RegularExpression: @unchecked Sendable {
  // A compiled pattern is read-only; match data is made anew for each call.
  private let code: OpaquePointer
  package let pattern: String
  package let options: RegexOptions

  /// Steps that one match may take: some hundred milliseconds at most.
  private static let matchLimit: UInt32 = 2_000_000

  /// - Returns: nil where the pattern is not one; `fault(in:)` says why.
  package init?(_ pattern: String, options: RegexOptions) {
    self.pattern = pattern
    self.options = options
    guard let code = unsafe Self.compile(pattern, options).code else { return nil }
    unsafe self.code = code
  }

  deinit { unsafe pcre2_code_free_8(code) }

  /// What is wrong with `pattern`, in PCRE2's words; nil where nothing is.
  package static func fault(in pattern: String) -> String? {
    let (code, message) = unsafe compile(pattern, [])
    if let code = unsafe code { unsafe pcre2_code_free_8(code) }
    return message
  }

  private static func compile(
    _ pattern: String, _ options: RegexOptions
  ) -> (code: OpaquePointer?, message: String?) {
    var flags = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_MATCH_INVALID_UTF
    if options.contains(.ignoresCase) { flags |= PCRE2_CASELESS }
    if options.contains(.dotMatchesLineEnds) { flags |= PCRE2_DOTALL }
    var error: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8)
    let code = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe pcre2_compile_8(
        buffer.baseAddress, buffer.count, UInt32(flags), &error, &offset, nil)
    }
    if let code = unsafe code { return unsafe (code, nil) }
    var message = [UInt8](repeating: 0, count: 256)
    let length = unsafe message.withUnsafeMutableBufferPointer { buffer in
      unsafe pcre2_get_error_message_8(error, buffer.baseAddress, buffer.count)
    }
    return (nil, String(decoding: message.prefix(max(0, Int(length))), as: UTF8.self))
  }

  /// Whether the expression matches somewhere in a text.
  package func matches(_ text: [UInt8]) -> Bool { firstMatch(in: text, from: 0) != nil }

  /// The first match at or after `start`, in bytes of `text`.
  package func firstMatch(in text: [UInt8], from start: Int) -> Range<Int>? {
    guard let data = unsafe pcre2_match_data_create_8(1, nil),
      let context = unsafe pcre2_match_context_create_8(nil)
    else { return nil }
    defer {
      unsafe pcre2_match_data_free_8(data)
      unsafe pcre2_match_context_free_8(context)
    }
    unsafe pcre2_set_match_limit_8(context, Self.matchLimit)
    let result = unsafe text.withUnsafeBufferPointer { buffer in
      unsafe pcre2_match_8(code, buffer.baseAddress, buffer.count, start, 0, data, context)
    }
    guard result >= 0, let ends = unsafe pcre2_get_ovector_pointer_8(data) else { return nil }
    let (lower, upper) = unsafe (Int(ends[0]), Int(ends[1]))
    return lower <= upper ? lower..<upper : nil
  }
}
