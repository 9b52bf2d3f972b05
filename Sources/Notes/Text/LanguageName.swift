/// The names of languages, in English and their own, as people write them into `lang`.
package enum LanguageName {
  /// The code for a language's name: `de` for `Deutsch`, `german` and `German (Austria)`; nil for any other
  /// text, codes among them.
  package static func code(for name: String) -> String? {
    let first = name.prefix { $0 != "(" && $0 != "," && $0 != ";" }
    return codes[CollationKey(String(first.trimmingBlanks))]
  }

  /// True for the code of a language that has a name here: `de`.
  package static func isCode(_ text: String) -> Bool { known.contains(text) }

  private static let known = Set(codes.values)

  /// A language as a code, where the text is a name; else the text.
  package static func tag(for text: String) -> String { code(for: text) ?? text }

  private static let codes: [CollationKey: String] = {
    let table = [
      "ar": ["arabic", "العربية", "عربي"], "bg": ["bulgarian", "български"],
      "ca": ["catalan", "català"], "cs": ["czech", "čeština", "český"],
      "da": ["danish", "dansk"], "de": ["german", "deutsch"], "el": ["greek", "ελληνικά"],
      "en": ["english"], "es": ["spanish", "español", "castellano"],
      "et": ["estonian", "eesti", "eesti keel"], "eu": ["basque", "euskara"],
      "fa": ["persian", "فارسی"], "fi": ["finnish", "suomi"], "fr": ["french", "français"],
      "ga": ["irish", "gaeilge"], "he": ["hebrew", "עברית"], "hi": ["hindi", "हिन्दी", "हिंदी"],
      "hr": ["croatian", "hrvatski"], "hu": ["hungarian", "magyar"], "hy": ["armenian", "հայերեն"],
      "id": ["indonesian", "bahasa indonesia"], "is": ["icelandic", "íslenska"],
      "it": ["italian", "italiano"], "ja": ["japanese", "日本語"], "ko": ["korean", "한국어"],
      "la": ["latin", "latina"], "lt": ["lithuanian", "lietuvių"], "ne": ["nepali", "नेपाली"],
      "nl": ["dutch", "nederlands"], "no": ["norwegian", "norsk"], "nb": ["bokmål"],
      "nn": ["nynorsk"], "pl": ["polish", "polski"], "pt": ["portuguese", "português"],
      "ro": ["romanian", "română"], "ru": ["russian", "русский"], "sk": ["slovak", "slovenčina"],
      "sl": ["slovenian", "slovenščina"], "sr": ["serbian", "српски", "srpski"],
      "sv": ["swedish", "svenska"], "ta": ["tamil", "தமிழ்"], "tr": ["turkish", "türkçe"],
      "uk": ["ukrainian", "українська"], "yi": ["yiddish", "ייִדיש"],
      "zh": ["chinese", "中文", "汉语", "漢語"],
    ]
    var codes: [CollationKey: String] = [:]
    for (code, names) in table {
      for name in names { codes[CollationKey(name)] = code }
    }
    return codes
  }()
}
