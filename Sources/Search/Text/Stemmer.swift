import CStemmer

/// A Snowball stemmer for one language. Not thread-safe: one a thread.
///
/// The only importer of libstemmer.
@safe final class Stemmer {
  private let handle: OpaquePointer

  /// - Parameter language: an ISO 639 code or Snowball's name; gives nil if libstemmer has none for
  ///   it.
  init?(language: String) {
    guard let handle = unsafe sb_stemmer_new(language, "UTF_8") else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe sb_stemmer_delete(handle) }

  /// The stem of a folded word; words with a digit and very short ones are their own.
  func stem(_ word: ByteView) -> [UInt8] { stemInPlace(word).bytes }

  /// The stem of a folded word, valid until the next call.
  func stemInPlace(_ word: ByteView) -> ByteView {
    guard Self.isStemmable(word) else { return word }
    let stem = unsafe sb_stemmer_stem(
      handle, word.base.assumingMemoryBound(to: UInt8.self), Int32(word.count))
    guard let stem = unsafe stem else { return word }
    return unsafe ByteView(UnsafeRawPointer(stem), count: Int(sb_stemmer_length(handle)))
  }

  private static func isStemmable(_ word: ByteView) -> Bool {
    guard word.count > 2, word.count < 48 else { return false }
    for index in 0..<word.count {
      let byte = word[index]
      if byte < 0x61 { return false }
    }
    return true
  }

  /// The name under which `language` is indexed: a two-letter code, or empty if there is no
  /// stemmer.
  static func canonicalName(_ language: String) -> String {
    let name = language.lowercased().prefix { $0 != "-" && $0 != "_" }
    return StemmedLanguage.codes[String(name)] ?? ""
  }
}

/// The languages whose words have stems: those of libstemmer 2.2, the version of Debian 12.
package enum StemmedLanguage {
  /// Their codes of two letters, sorted.
  package static let all: [String] = Set(codes.values).sorted()

  /// The code for each code and name of a language in lower case.
  static let codes: [String: String] = {
    var names: [String: String] = [:]
    let table = [
      "ar arabic ara", "hy armenian hye", "eu basque eus", "ca catalan cat", "da danish dan",
      "nl dutch nld", "en english eng", "fi finnish fin", "fr french fra", "de german deu",
      "el greek ell", "hi hindi hin", "hu hungarian hun", "id indonesian ind", "ga irish gle",
      "it italian ita", "lt lithuanian lit", "ne nepali nep", "no norwegian nor nb nn",
      "pt portuguese por", "ro romanian ron", "ru russian rus", "sr serbian srp",
      "es spanish spa", "sv swedish swe", "ta tamil tam", "tr turkish tur", "yi yiddish yid",
    ]
    for line in table {
      let words = line.split(separator: " ").map(String.init)
      for word in words { names[word] = words[0] }
    }
    return names
  }()
}
