import Layout

/// The names that people, file managers, editors and other tools give to copies of a file.
///
///     copy   := stem mark extension? | extension? mark | before name
///     mark   := (" " | "-" | "_" | ".")+ word number?        Finder, Explorer (` - Copy`), people
///             | " "? "(" (number | … word …) ")"             browsers, Explorer, GNOME, KDE, Dropbox
///             | (" " | "-" | "_" | "." | ".~") number "~"?   Finder, numbered backups
///             | ".bak" | ".save" | "~" | …                   editors
///             | a conflict copy's, see `ConflictName`        zib, Syncthing, Dropbox, Nextcloud
///     before := word (" (" number ")")? " " ("of" | …) " "   Google Drive, Windows
///     word   := "copy" in some languages, "backup", "old", …
///
/// Emacs and vim have names of their own for what is being edited: `#name#`, `.#name`, `.name.swp`.
enum FileCopyName {
  /// A name in lower case, then the names of which it may be a copy, of which each is shorter than the one before.
  static func originals(of name: some Collection<UInt8>) -> [String] {
    var names = [String(decoding: name, as: UTF8.self).lowercased()]
    while let next = original(of: names[names.count - 1]) { names.append(next) }
    return names
  }

  private static let words: Set<String> = [
    "copy", "kopie", "copie", "copia", "cópia", "kopia", "kópia", "kopi", "kopio", "kopya", "копия",
    "копія", "másolat", "コピー", "副本", "복사본", "backup", "bak", "old", "orig",
  ]
  /// The words that need no blank before them.
  private static let joined = ["のコピー", "コピー", "的副本", "副本"]
  private static let of: Set<Substring> = ["of", "von", "de", "di", "van", "av", "af"]
  private static let endings = [".bak", ".backup", ".old", ".orig", ".save", ".tmp", "~"]
  private static let swapEndings = [".swp", ".swo", ".swn", ".un~", ".kate-swp"]

  /// The name without one mark of a copy; nil for a name without any.
  private static func original(of name: String) -> String? {
    let bytes = Array(name.utf8)
    if let conflict = ConflictName.original(of: bytes[...]) {
      return String(decoding: conflict.name, as: UTF8.self)
    }
    if let short = edited(name) ?? withoutEnding(name) ?? withoutMark(name[...])
      ?? withoutBeginning(name)
    {
      return short.isEmpty ? nil : String(short)
    }
    guard let dot = name.lastIndex(of: "."), let stem = withoutMark(name[..<dot]) else {
      return nil
    }
    return String(stem) + name[dot...]
  }

  /// The name before the ending that an editor or a person has added.
  private static func withoutEnding(_ name: String) -> Substring? {
    endings.first(where: name.hasSuffix).map { name.dropLast($0.count) }
  }

  /// The name of a file that is being edited.
  private static func edited(_ name: String) -> Substring? {
    if name.hasPrefix("#"), name.hasSuffix("#"), name.count > 2 {
      return name.dropFirst().dropLast()
    }
    if name.hasPrefix(".#") { return name.dropFirst(2) }
    guard let ending = swapEndings.first(where: name.hasSuffix) else { return nil }
    let stem = name.dropLast(ending.count)
    return stem.hasPrefix(".") ? stem.dropFirst() : stem
  }

  /// A name without the mark at its end.
  private static func withoutMark(_ name: Substring) -> Substring? {
    if name.last == ")", let open = name.lastIndex(of: "(") {
      let inside = name[name.index(after: open)...].dropLast()
      return isMark(inside) ? nonEmpty(trimmed(name[..<open])) : nil
    }
    if let ending = joined.first(where: name.hasSuffix) {
      return nonEmpty(trimmed(name.dropLast(ending.count)))
    }
    guard let end = name.lastIndex(where: isSeparator) else { return nil }
    let word = name[name.index(after: end)...]
    let letters = word.prefix { !$0.isASCIIDigit }
    guard !word.isEmpty, word.dropFirst(letters.count).allSatisfy(\.isASCIIDigit),
      letters.isEmpty || words.contains(String(letters))
    else { return nil }
    return nonEmpty(trimmed(name[...end]))
  }

  /// A name without the words before it.
  private static func withoutBeginning(_ name: String) -> Substring? {
    let parts = name.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, words.contains(String(parts[0])) else { return nil }
    let place = parts[1].hasPrefix("(") && parts[1].hasSuffix(")") ? 2 : 1
    guard place + 1 < parts.count, of.contains(parts[place]) else { return nil }
    return nonEmpty(name[parts[place + 1].startIndex...])
  }

  /// True for what stands in parentheses after a copy's name: a number, or words with one for a copy.
  private static func isMark(_ text: Substring) -> Bool {
    if !text.isEmpty, text.allSatisfy(\.isASCIIDigit) { return true }
    return text.split { !$0.isLetter }.contains { words.contains(String($0)) }
  }

  private static func isSeparator(_ character: Character) -> Bool { " -_.~–—".contains(character) }

  private static func trimmed(_ name: Substring) -> Substring {
    guard let last = name.lastIndex(where: { !isSeparator($0) }) else { return "" }
    return name[...last]
  }

  private static func nonEmpty(_ name: Substring) -> Substring? { name.isEmpty ? nil : name }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
