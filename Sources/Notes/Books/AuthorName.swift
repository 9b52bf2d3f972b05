import Layout

/// A person's name as a catalogue sorts it: `Le Guin, Ursula K.`
///
/// ```
/// name := given* particle* family suffix?
/// ```
/// Particles in lower case follow the given names (`Beauvoir, Simone de`), as in the languages they
/// are of; those that are an article or have one in them stay with the family (`du Maurier,
/// Daphne`), and so do all that are capitalised (`De Quincey, Thomas`). A name that is written with
/// a comma is sorted already. `author-sort` in the front matter corrects any mistake.
package enum AuthorName {
  /// The name with the family's first.
  package static func sorted(_ name: String) -> String {
    var words = name.split(separator: " ").map(String.init)
    var suffix = ""
    if let comma = name.firstIndex(of: ",") {
      let rest = name[name.index(after: comma)...].trimmingBlanks
      guard isSuffix(String(rest)) else { return words.joined(separator: " ") }
      suffix = ", " + rest
      words = name[..<comma].split(separator: " ").map(String.init)
    } else if let last = words.last, words.count > 2, isSuffix(last) {
      suffix = ", " + last
      words.removeLast()
    }
    // `Hildegard of Bingen`, `Dionysius the Areopagite`: there is no family name.
    let inner = words.dropFirst().dropLast()
    if words.count < 2 || inner.contains(where: epithets.contains) {
      return words.joined(separator: " ") + suffix
    }
    var family = words.count - 1
    // A given name alone is never part of the family's, so the first word stays out.
    while family > 1, staysWithFamily(words[family - 1]) { family -= 1 }
    var particle = family
    while particle > 1, lowerParticles.contains(words[particle - 1]) { particle -= 1 }
    let given = words[..<particle] + words[particle..<family]
    return words[family...].joined(separator: " ") + ", " + given.joined(separator: " ") + suffix
  }

  /// The names of a value of front matter: those between semicolons and, where it is clear, between `&`.
  package static func all(in text: String) -> [String] {
    text.split(separator: ";").flatMap { names(in: String($0.trimmingBlanks)) }
      .map(withoutBrackets).filter { !$0.isEmpty }
  }

  /// A name without the brackets of a link around it.
  static func withoutBrackets(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), text.utf8.count > 4 else { return text }
    let inner = text.dropFirst(2).dropLast(2)
    return String(inner.split(separator: "|").last ?? inner)
  }

  /// The names of a text in which `&` may be between two: `Jane Austen & Bill Smith`, `A. Bee, C. Dee & E. Eff`.
  ///
  /// Each must have two words, so that `Simon & Schuster` and `Nicci & Sean French` are one, and so is an institution
  /// (`Ministry of Health & Social Care`). `and` is in the names of too many of these to be between two.
  static func names(in text: String) -> [String] {
    let parts = text.split(separator: " & ").map { String($0.trimmingBlanks) }
    func isName(_ name: String) -> Bool {
      let words = name.split { $0 == " " || $0 == "," }
      return words.count > 1 && !words.contains { institutions.contains(String($0)) }
    }
    guard parts.count > 1, parts.allSatisfy(isName) else { return [text] }
    return parts.flatMap { part -> [String] in
      let names = part.split(separator: ",").map { String($0.trimmingBlanks) }
      return names.count > 1 && names.allSatisfy(isName) ? names : [part]
    }
  }

  private static let institutions: Set<String> = ["of", "for", "the", "and"]

  private static func staysWithFamily(_ word: String) -> Bool {
    articles.contains(word) || (word.first?.isUppercase == true && capitals.contains(word))
  }

  /// True for what follows a name and is none: `Jr.`, `Ph.D.`
  package static func isSuffix(_ word: String) -> Bool {
    suffixes.contains(CaseFolding.fold(String(word.filter { $0 != "." })))
  }

  private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "esq", "phd", "md"]

  private static let epithets: Set<String> = ["of", "the", "à"]

  private static let articles: Set<String> = [
    "du", "des", "la", "le", "les", "della", "dello", "dalla", "vom", "zum", "zur", "am", "im",
  ]

  private static let capitals: Set<String> = [
    "Le", "La", "Les", "Du", "De", "Des", "D'", "Van", "Von", "Der", "Den", "Della", "Di", "Da",
    "Del", "Dos", "Das", "Do", "El", "St.", "St", "Saint", "Mac", "Mc", "Ó", "Ní", "Ter", "Ten",
    "Ibn", "Bin", "Abu", "Los", "Las", "Lo", "Zum", "Zur", "Vom",
  ]

  private static let lowerParticles: Set<String> = [
    "de", "d'", "von", "van", "der", "den", "ten", "ter", "te", "op", "het", "'t", "di", "da",
    "del", "dei", "degli", "do", "dos", "das", "e", "y", "i", "und", "zu", "af", "av", "bin",
    "ibn", "al", "el",
  ]
}

/// A text as lists of titles and names are ordered: without regard to case, accents and
/// punctuation.
package struct CollationKey: Comparable, Hashable, Sendable {
  private let bytes: [UInt8]

  /// The key of a text.
  package init(_ text: String) {
    var bytes: [UInt8] = []
    for scalar in CaseFolding.fold(text).unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if byte.isASCIIWord {
          bytes.append(byte)
        } else if byte == .space || byte == UInt8(ascii: "-") {
          if bytes.last != .space, !bytes.isEmpty { bytes.append(.space) }
        } else if byte == UInt8(ascii: ",") {
          // The family's name alone goes before those that only begin with it.
          bytes.append(1)
        }
      } else if let base = Self.base(of: scalar) {
        bytes.append(contentsOf: base.utf8)
      } else if scalar.properties.generalCategory != .nonspacingMark {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    self.bytes = bytes
  }

  /// The base letters of a Latin letter by its Unicode name: `e` of `é`, `ae` of `æ`; nil for every other scalar.
  package static func base(of scalar: Unicode.Scalar) -> String? {
    guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
    let words = name.split(separator: " ")
    guard words.count == 4 || (words.count > 5 && words[4] == "WITH"), words[3].utf8.count <= 2
    else { return nil }
    return words[3].lowercased()
  }

  package static func < (left: CollationKey, right: CollationKey) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
