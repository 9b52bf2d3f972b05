/// A strict reader of the HTML that zib writes: each element that is opened is closed in its place,
/// and only elements, attributes and addresses that zib means to write are there.
enum HTMLCheck {
  private static let void: Set<String> = ["meta", "br", "hr", "img", "input"]
  private static let elements: Set<String> = [
    "html", "head", "title", "style", "body", "main", "article", "section", "figure", "figcaption",
    "blockquote", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "pre", "code", "em",
    "strong", "del", "a", "table", "thead", "tbody", "tr", "th", "td", "cite", "time",
    "div", "span", "details", "summary", "abbr", "b", "dfn", "i", "ins", "kbd", "mark", "q", "s",
    "samp",
    "small", "sub", "sup", "u", "var", "ruby", "rt", "rp",
  ]
  /// Blocks, which stand in no paragraph and in nothing else that holds a line.
  private static let blocks: Set<String> = [
    "blockquote", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "table", "div",
    "details", "summary", "section", "hr", "figure",
  ]
  private static let lineHolders: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "pre", "a", "em", "strong", "del", "code",
    "sub", "sup", "mark", "kbd", "th",
  ]
  private static let attributes: Set<String> = [
    "lang", "charset", "name", "content", "http-equiv", "id", "dir", "class", "href", "src", "alt",
    "start", "type", "disabled", "checked", "style", "datetime",
    "title", "width", "height",
  ]

  /// The first fault; nil where there is none.
  static func flaw(in html: String) -> String? {
    let bytes = Array(html.utf8)
    var open: [String] = []
    var ids: Set<String> = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20, byte != 0x0A, byte != 0x09 { return "control character at \(index)" }
      guard byte == UInt8(ascii: "<") else {
        if byte == UInt8(ascii: ">"), open.last != "style" { return "a stray > at \(index)" }
        index += 1
        continue
      }
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return "open tag" }
      var tag = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      index = end + 1
      if tag == "!doctype html" { continue }
      if tag.hasPrefix("/") {
        tag.removeFirst()
        guard open.popLast() == tag else { return "</\(tag)> closes nothing" }
        continue
      }
      let name = String(tag.prefix { $0 != " " })
      guard elements.contains(name) || void.contains(name) else { return "<\(name)>" }
      if name == "a", open.contains("a") { return "a link in a link" }
      if blocks.contains(name), let holder = open.last(where: lineHolders.contains) {
        return "<\(name)> in <\(holder)>"
      }
      if let flaw = flaw(inAttributes: String(tag.dropFirst(name.count)), of: name, &ids) {
        return flaw
      }
      if !void.contains(name) { open.append(name) }
    }
    return open.isEmpty ? nil : "open at the end: \(open)"
  }

  private static func flaw(
    inAttributes text: String, of element: String, _ ids: inout Set<String>
  ) -> String? {
    var rest = text[...]
    while !rest.isEmpty {
      guard rest.first == " " else { return "attributes of <\(element)>: \(text)" }
      rest = rest.dropFirst()
      let name = String(rest.prefix { $0 != " " && $0 != "=" })
      guard attributes.contains(name) else { return "attribute \(name) of <\(element)>" }
      rest = rest.dropFirst(name.count)
      guard rest.hasPrefix("=\"") else { continue }
      rest = rest.dropFirst(2)
      guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "\"")) else { return "open \(name)" }
      let value = String(rest[..<end])
      rest = rest[rest.utf8.index(after: end)...]
      switch name {
      case "href":
        guard ["https://", "http://", "mailto:", "#"].contains(where: value.lowercased().hasPrefix)
        else { return "href \(value)" }
      case "src": if !value.hasPrefix("data:image/") { return "src \(value)" }
      case "id": if !ids.insert(value).inserted { return "id \(value) twice" }
      default: break
      }
    }
    return nil
  }
}
