import CPCRE2

/// The PCRE2 that matches regular expressions.
package enum PCREVersion {
  /// The version of the library that is loaded, such as `10.42`.
  package static var current: String {
    // The library gives the length first, with the NUL at the end.
    var bytes = [UInt8](repeating: 0, count: 64)
    let length = unsafe bytes.withUnsafeMutableBytes { buffer in
      pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil) < 64
        ? unsafe pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), buffer.baseAddress) : 0
    }
    // `10.42 2022-12-11`: the day is not part of the version.
    let text = bytes.prefix(max(0, Int(length) - 1))
    return String(decoding: text.prefix { $0 != 0x20 && $0 != 0 }, as: UTF8.self)
  }
}
