import Notes
import Rendering

/// Values of books in words.
package enum BookValueWords {
  /// The message for an invalid value of a book, with valid forms.
  package static func notUnderstood(_ key: String, _ value: String) -> String {
    let forms =
      switch CaseFolding.fold(key) {
      case "rating", "my-rating", "my_rating", "myrate": "a rating, such as `4.5`, `9/10` or `★★★★`"
      case "status": "a status: want, reading, read or abandoned"
      case let key where key.hasPrefix("isbn"): "an ISBN: 10 or 13 digits of which the last checks"
      case let key where key.contains("page") || key == "total": "a number of pages, such as `474`"
      case let key where key.contains("count") || key.contains("times"): "a number of readings"
      case _ where value.hasPrefix("[") && !value.hasPrefix("[["):
        "a date; the dates of several readings are written `readings: \(value.escapingControlCharacters())`"
      default: "a date, such as `2019-06-03`, `2019-06` or `2019`"
      }
    return "`\(key): \(value.escapingControlCharacters())` is not understood as \(forms)"
  }
}
