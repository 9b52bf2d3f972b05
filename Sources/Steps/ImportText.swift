import Notes

/// Texts as an import compares them.
package enum ImportText {
  /// Letters and digits alone, folded, parted by single spaces.
  package static func key(_ text: String) -> String {
    var key = ""
    for scalar in CaseFolding.fold(text).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        key.unicodeScalars.append(scalar)
      } else if !key.isEmpty, key.last != " ", scalar != "'", scalar != "’" {
        key += " "
      }
    }
    return key.last == " " ? String(key.dropLast()) : key
  }

  /// The title, and the title without the text in parentheses at its end: a series, an edition.
  package static func titleKeys(_ title: String) -> [String] {
    var keys = [key(title)]
    if title.hasSuffix(")"), let open = title.lastIndex(of: "("), open > title.startIndex {
      keys.append(key(String(title[..<open])))
    }
    return keys.filter { !$0.isEmpty }
  }

  /// A name as `Austen, Jane` and `Jane Austen` share it.
  package static func authorKey(_ name: String) -> String {
    key(name).split(separator: " ").sorted().joined(separator: " ")
  }

  /// True if two texts share most of their words (Dice, of the sets of words).
  package static func areSimilar(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Set(left.split(separator: " ")), Set(right.split(separator: " ")))
    return left.intersection(right).count * 4 >= left.count + right.count
  }
}
