import Exchange
import Notes

/// The items of a completion, in their order.
struct CompletionList {
  let place: CompletionPlace
  /// The text that is typed already.
  let typed: String
  /// True if more items fit than are given.
  var isIncomplete = false
  private let insert: JSONValue
  private let replace: JSONValue
  private let hasInsertReplace: Bool
  private var items: [JSONValue] = []

  init(
    _ place: CompletionPlace, _ view: NoteView, _ encoding: PositionEncoding,
    hasInsertReplace: Bool
  ) {
    self.place = place
    self.hasInsertReplace = hasInsertReplace
    typed = String(decoding: view.buffer.bytes[place.typed], as: UTF8.self)
    insert = TextRange(place.typed, in: view.buffer, encoding).json
    replace = TextRange(place.whole, in: view.buffer, encoding).json
  }

  /// The mark that ends a link, where none is there.
  private var closing: String {
    if place.isClosed { return "" }
    switch place.kind {
    case .note, .anchor: return "]]"
    case .destination, .destinationAnchor: return ")"
    default: return ""
    }
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - text: the text that is inserted, without the end of the link.
  ///   - filter: what is compared with what is typed; nil for the text.
  ///   - data: what ``LanguageServer/resolveCompletion(_:)`` needs.
  mutating func add(
    label: String, _ kind: LanguageServer.ItemKind, text: String, detail: String? = nil,
    filter: String? = nil, isSnippet: Bool = false, data: JSONValue? = nil
  ) {
    let new = JSONValue.string(text + closing)
    let edit: JSONValue =
      hasInsertReplace
      ? ["newText": new, "insert": insert, "replace": replace]
      : ["newText": new, "range": insert]
    let order = String(items.count)
    let item: JSONValue = [
      "label": .string(label), "kind": .int(kind.rawValue), "textEdit": edit,
      "filterText": .string(filter ?? text),
      "sortText": .string(String(repeating: "0", count: max(0, 5 - order.count)) + order),
    ]
    items.append(
      item.with("detail", detail.map { .string($0) }).with("data", data)
        .with("insertTextFormat", isSnippet ? 2 : nil))
  }

  /// The number of items.
  var count: Int { items.count }

  var json: JSONValue { ["isIncomplete": .bool(isIncomplete), "items": .array(items)] }
}
