/// Pieces of JSON (RFC 8259) for documents that are mostly fixed text.
package enum JSONText {
  /// A string with its quotation marks.
  package static func string(_ text: String) -> String {
    var json = JSONWriter()
    json.element(text)
    return json.text
  }

  /// A number; 0 for one that is not finite, which JSON cannot express.
  static func number(_ number: Double) -> String { number.isFinite ? number.description : "0" }

  /// A list of elements that are JSON already.
  package static func array(_ elements: some Sequence<String>) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  /// An object of keys and of values that are JSON already, in their order.
  package static func object(_ fields: some Sequence<(key: String, value: String)>) -> String {
    "{" + fields.map { string($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
  }
}
