import Notes

/// Reads the output of `jrnl --export json`: a journal, or one entry of it.
///
/// ```
/// journal := {"tags": {tag: count, …}, "entries": [entry, …]}
/// entry   := {"title", "body", "date": "2026-11-21", "time": "09:30", "tags": ["@tag", …], "starred"}
/// ```
/// (jrnl 4.6, `JSONExporter`.)
package enum JrnlJSON {
  /// True if a file looks like one.
  package static func isOne(_ text: DecodedText) -> Bool {
    JSONShape.has(["title", "body", "date", "time", "starred"], text)
  }

  /// The entries of an export, in its order.
  ///
  /// - Throws: `.format` if it is no JSON, or has no entries.
  package static func read(_ bytes: [UInt8]) throws(ExchangeError) -> ImportedEntries {
    let text = DecodedText(bytes)
    let root = try JSONValue(parsing: text.bytes)
    let values = root["entries"]?.elements ?? (root["title"] != nil ? [root] : nil)
    guard let values else {
      throw .format(operation: "read jrnl's JSON", detail: "it has no entries")
    }
    var result = ImportedEntries()
    if let remark = text.remark { result.remarks.append(remark) }
    for value in values {
      let title = value["title"]?.text ?? ""
      let stamp = JrnlStamp((value["date"]?.text ?? "") + " " + (value["time"]?.text ?? ""))
      guard let moment = stamp?.moment(dayFirst: false, on: nil) else {
        result.remarks.append(
          Remark(
            .unreadable, "entries without a day", of: title, value: value["body"]?.text ?? ""))
        continue
      }
      var entry = JrnlEntry(
        time: .local(moment.date, moment.time), title: title, body: value["body"]?.text ?? "",
        isStarred: value["starred"] == .bool(true),
        tags: value["tags"]?.elements?.compactMap(\.string) ?? [])
      result.entries.append(entry.imported())
      result.remarks += entry.remarks
      for member in value.members ?? [] where !Self.fields.contains(member.name) {
        result.remarks.append(
          Remark(.notCarried, member.name, of: title, value: member.value.text ?? ""))
      }
    }
    return result
  }

  private static let fields: Set = ["title", "body", "date", "time", "tags", "starred"]
}

/// Recognises a document of JSON by the names in it, without parsing.
enum JSONShape {
  /// True if a text can be an object with all these names.
  static func has(_ names: [String], _ text: DecodedText) -> Bool {
    guard text.bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == 0x7B else {
      return false
    }
    // The names of the first entry are near the beginning, unless its text is very long.
    let head = text.bytes.prefix(1 << 20)
    return names.allSatisfy { head.firstRange(of: Array("\"\($0)\"".utf8)) != nil }
  }
}
