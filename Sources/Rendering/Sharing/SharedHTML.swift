import Notes

/// Steps as HTML: well-formed whatever the steps are, with all text escaped.
package struct SharedHTML {
  private var html = ""
  /// The prefix of headings' ids, so that those of two notes differ.
  private let prefix: String
  private var ids: [String: Int] = [:]
  /// The offset of the open block in the HTML, and its text so far.
  private var blockStart = 0
  private var blockText = ""
  private var blockHasContent = false
  private var headingLevel = 1
  /// The tables around the text that is being read, of which the last may be in a cell of the one before.
  private var tables: [Table] = []
  /// The images around the text that is being read, which is a description then.
  private var imageDepth = 0
  private var pictureSize = ""
  private var isInFootnoteMark = false
  private var lists: [String] = []
  /// The embedded notes around what is being read.
  private var embedDepth = 0
  private var headings: [Heading] = []

  private struct Table {
    var isInHead = false
    var isBodyOpen = false
  }

  /// A heading of the text itself, and not of a note that it embeds.
  struct Heading {
    /// GitHub's anchor of its text, without a number.
    let anchor: String
    let id: String
  }

  /// The HTML of steps without Zibaldone's own syntax.
  ///
  /// - Parameter prefix: the prefix of headings' ids.
  package static func html(of steps: [MarkdownStep], prefix: String = "") -> String {
    var writer = SharedHTML(prefix: prefix)
    for step in steps { writer.take(step) }
    return writer.html
  }

  /// The headings of steps, with the ids that they have in their HTML.
  static func headings(of steps: [MarkdownStep], prefix: String) -> [Heading] {
    var writer = SharedHTML(prefix: prefix)
    for step in steps { writer.take(step) }
    return writer.headings
  }

  private init(prefix: String) { self.prefix = prefix }

  /// Text escaped for an element or for an attribute's quotation marks.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private mutating func take(_ step: MarkdownStep) {
    switch step {
    case .enter(let block): enter(block)
    case .leave(let block): leave(block)
    case .open(let span): open(span)
    case .close(let span): close(span)
    case .text(let text, let kind, _):
      if imageDepth > 0 || kind != .hardBreak {
        html += Self.escaped(text)
        if !isInFootnoteMark { blockText += text }
      } else {
        html += "<br>\n"
      }
      blockHasContent = blockHasContent || !text.allSatisfy(\.isWhitespace)
    }
  }

  // MARK: Blocks

  private mutating func enter(_ block: MarkdownStep.Block) {
    switch block {
    case .quote: html += "<blockquote>\n"
    case .list(let start, _):
      if let start {
        html += start == 1 ? "<ol>\n" : "<ol start=\"\(start)\">\n"
        lists.append("</ol>\n")
      } else {
        html += "<ul>\n"
        lists.append("</ul>\n")
      }
    case .item(nil): html += "<li dir=\"auto\">"
    case .item(let task?):
      html += "<li class=\"task\" dir=\"auto\"><input type=\"checkbox\" disabled"
      html += task == " " ? "> " : " checked> "
    case .rule: html += "<hr>\n"
    case .heading(let level):
      headingLevel = min(max(level, 1), 6)
      beginBlock()
    case .paragraph, .code, .html: beginBlock()
    case .table:
      html += "<table>\n"
      tables.append(Table())
    case .tableHead:
      html += "<thead>\n"
      if let last = tables.indices.last { tables[last].isInHead = true }
    case .row:
      if let last = tables.indices.last, !tables[last].isInHead, !tables[last].isBodyOpen {
        html += "<tbody>\n"
        tables[last].isBodyOpen = true
      }
      html += "<tr>"
    case .cell(let alignment): enterCell(alignment)
    case .callout(let kind):
      html += "<blockquote class=\"callout callout-\(Self.escaped(kind))\">\n"
    case .embed:
      html += "<div class=\"embed\">\n"
      embedDepth += 1
    case .book: html += "<section class=\"book\">\n"
    case .formula: beginBlock()
    case .details: html += "<details>\n"
    case .summary: beginBlock()
    case .footnotes: html += "<section class=\"footnotes\">\n<ol>\n"
    case .footnote(let number, _):
      html += "<li\(id(ofFootnote: number)) dir=\"auto\">"
    }
  }

  private mutating func leave(_ block: MarkdownStep.Block) {
    switch block {
    case .quote, .callout: html += "</blockquote>\n"
    case .list: html += lists.popLast() ?? ""
    case .item: html += "</li>\n"
    case .heading:
      let name = "h\(headingLevel)"
      endBlock("<\(name) id=\"\(id())\" dir=\"auto\">", "</\(name)>\n")
    case .paragraph: endBlock("<p dir=\"auto\">", "</p>\n")
    case .code: endBlock("<pre><code>", "</code></pre>\n", isKept: true)
    case .html: endBlock("<pre class=\"html\"><code>", "</code></pre>\n")
    case .table:
      html += tables.popLast()?.isBodyOpen == true ? "</tbody>\n</table>\n" : "</table>\n"
    case .tableHead:
      html += "</thead>\n"
      if let last = tables.indices.last { tables[last].isInHead = false }
    case .row: html += "</tr>\n"
    case .cell: html += "</\(cellName)>"
    case .rule: break
    case .embed:
      html += "</div>\n"
      embedDepth -= 1
    case .book: html += "</section>\n"
    case .formula: endBlock("<div class=\"math\">", "</div>\n")
    case .details: html += "</details>\n"
    case .summary: endBlock("<summary dir=\"auto\">", "</summary>\n", isKept: true)
    case .footnotes: html += "</ol>\n</section>\n"
    case .footnote(let number, let references):
      let end = "</p>\n"
      let isInParagraph = references > 0 && html.hasSuffix(end)
      if isInParagraph { html.removeLast(end.count) }
      for reference in stride(from: 1, through: references, by: 1) {
        html += " <a href=\"#\(self.reference(number, reference))\">↩</a>"
      }
      html += isInParagraph ? end + "</li>\n" : "</li>\n"
    }
  }

  /// Ids with a colon, which no heading's has.
  private func id(ofFootnote number: Int) -> String {
    " id=\"\(Self.escaped(prefix))fn:\(number)\""
  }

  private func reference(_ number: Int, _ reference: Int) -> String {
    "\(Self.escaped(prefix))ref:\(number):\(reference)"
  }

  private mutating func beginBlock() {
    blockStart = html.utf8.count
    blockText = ""
    blockHasContent = false
  }

  /// Puts an element around the content written since the block began; one without content is left
  /// out.
  private mutating func endBlock(_ opening: String, _ closing: String, isKept: Bool = false) {
    let start = html.utf8.index(html.startIndex, offsetBy: blockStart)
    guard blockHasContent || isKept else {
      html.removeSubrange(start...)
      return
    }
    html.insert(contentsOf: opening, at: start)
    html += closing
  }

  private var cellName: String { tables.last?.isInHead == true ? "th" : "td" }

  private mutating func enterCell(_ alignment: MarkdownStep.Alignment) {
    let style =
      switch alignment {
      case .natural: ""
      case .left: " style=\"text-align: left\""
      case .center: " style=\"text-align: center\""
      case .right: " style=\"text-align: right\""
      }
    html += "<\(cellName)\(style) dir=\"auto\">"
  }

  /// An id for the heading that ends.
  private mutating func id() -> String {
    let anchor = Anchor.gitHub(blockText)
    let name = prefix + (anchor.isEmpty ? "section" : anchor)
    let count = ids[name, default: 0]
    ids[name] = count + 1
    // Numbered names get a sign that no heading's own name has.
    let id = count == 0 ? name : "\(name).\(count + 1)"
    if embedDepth == 0, blockHasContent { headings.append(Heading(anchor: anchor, id: id)) }
    return Self.escaped(id)
  }

  // MARK: Spans

  private mutating func open(_ span: MarkdownStep.Span) {
    if case .image(let source) = span {
      if imageDepth == 0 {
        html += "<img\(pictureSize) src=\"\(Self.escaped(source))\" alt=\""
        blockHasContent = true
      }
      imageDepth += 1
      return
    }
    guard imageDepth == 0 else { return }
    switch span {
    case .emphasis: html += "<em>"
    case .strong: html += "<strong>"
    case .strikethrough: html += "<del>"
    case .code: html += "<code>"
    case .link(let address): html += "<a href=\"\(Self.escaped(address))\">"
    case .image: break
    case .element(let name, let title):
      html += "<\(name)"
      if let title { html += " title=\"\(Self.escaped(title))\"" }
      html += ">"
    case .formula: html += "<span class=\"math\">"
    case .footnote(let number, let reference):
      html += "<sup><a id=\"\(self.reference(number, reference))\""
      html += " href=\"#\(Self.escaped(prefix))fn:\(number)\">"
      isInFootnoteMark = true
    case .sized(let width, let height):
      pictureSize = " width=\"\(width)\"" + (height.map { " height=\"\($0)\"" } ?? "")
    }
  }

  private mutating func close(_ span: MarkdownStep.Span) {
    if case .image = span {
      imageDepth -= 1
      if imageDepth == 0 { html += "\">" }
      return
    }
    guard imageDepth == 0 else { return }
    switch span {
    case .emphasis: html += "</em>"
    case .strong: html += "</strong>"
    case .strikethrough: html += "</del>"
    case .code: html += "</code>"
    case .link: html += "</a>"
    case .image: break
    case .element(let name, _): html += "</\(name)>"
    case .formula: html += "</span>"
    case .footnote:
      html += "</a></sup>"
      isInFootnoteMark = false
    case .sized: pictureSize = ""
    }
  }
}
