import Exchange

/// Writes the readable part of a page as Markdown.
///
/// Block elements are written where they stand; what stands between them is a paragraph. Of elements that
/// Markdown has nothing for, the text is kept.
struct PageWriter {
  let tree: HTMLTree
  let part: ReadablePart
  let base: WebAddress?
  let footnotes: PageFootnotes
  /// Gives the destination of a picture; nil leaves it out.
  let picture: (WebAddress) -> String?
  /// True for a node with a block below it, or that is one.
  private let hasBlock: [Bool]
  var out = MarkdownLines()

  init(
    _ tree: HTMLTree, _ part: ReadablePart, base: WebAddress?,
    picture: @escaping (WebAddress) -> String?
  ) {
    self.tree = tree
    self.part = part
    self.base = base
    self.picture = picture
    footnotes = PageFootnotes(tree, part)
    var hasBlock = Array(repeating: false, count: tree.nodes.count)
    for id in tree.nodes.indices.reversed() where id > 0 && !part.isDropped[id] {
      let node = tree.nodes[id]
      if !node.isText, Self.blocks.contains(node.name) { hasBlock[id] = true }
      if hasBlock[id] { hasBlock[node.parent] = true }
    }
    self.hasBlock = hasBlock
  }

  /// The Markdown of the part, with a line end at its end; empty for a page without text.
  ///
  /// - Parameter title: a heading at the beginning that says the same is left out.
  mutating func write(title: String) -> String {
    titleLeft = title.isEmpty ? nil : Self.key(title)
    if part.root == 0 {
      content(of: 0, link: nil)
    } else {
      block(part.root, link: nil)
    }
    for (number, id) in footnotes.used() { footnote(number, id) }
    return out.lines.isEmpty ? "" : out.lines.joined(separator: "\n") + "\n"
  }

  /// The title, until the heading of that text has been passed by.
  private var titleLeft: String?

  private static func key(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  // MARK: Blocks

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hgroup", "hr", "html", "iframe", "audio", "video", "legend", "li", "main",
    "ol",
    "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
    "caption", "listing", "xmp", "plaintext",
  ]

  /// True for the name of an element that begins and ends a line.
  static func isBlock(_ name: String) -> Bool { blocks.contains(name) || name == "br" }

  /// Writes the children of a node: blocks, and paragraphs of what is between them.
  mutating func content(of id: HTMLTree.ID, link: String?, isTight: Bool = false) {
    var run: [HTMLTree.ID] = []
    for child in tree.children(of: id) where !part.isDropped[child] {
      if hasBlock[child] {
        paragraph(run, link: link, isTight: isTight)
        run = []
        block(child, link: link, isTight: isTight)
      } else {
        run.append(child)
      }
    }
    paragraph(run, link: link, isTight: isTight)
  }

  private mutating func paragraph(_ run: [HTMLTree.ID], link: String?, isTight: Bool) {
    guard !run.isEmpty else { return }
    let text = inline(run, link: link)
    if !text.isEmpty { out.add(text.lines(), isTight: isTight) }
  }

  /// Writes one element that has a block below it, or is one.
  mutating func block(_ id: HTMLTree.ID, link: String?, isTight: Bool = false) {
    guard !footnotes.isNote(id) else { return }
    let name = tree.nodes[id].name
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6": heading(id, level: Int(name.dropFirst()) ?? 1)
    case "pre", "listing", "xmp", "plaintext": code(id)
    case "ul", "ol", "dir": list(id, link: link, isTight: isTight)
    case "dl": definitions(id, link: link, isTight: isTight)
    case "blockquote": quote(id)
    case "hr": out.add(["---"])
    case "table": table(id, link: link)
    case "iframe", "audio", "video": embedded(id)
    case "summary", "dt", "legend", "caption": content(of: id, link: link, isTight: isTight)
    case "li", "dd": content(of: id, link: link)
    case "a": content(of: id, link: destination(of: id) ?? link, isTight: isTight)
    default: content(of: id, link: link, isTight: isTight)
    }
  }

  private mutating func heading(_ id: HTMLTree.ID, level: Int) {
    var text = BlockText()
    add(tree.children(of: id), to: &text, isInHeading: true)
    guard !text.isEmpty else {
      // A picture in the place of a heading.
      let images = tree.elements("img", below: id).filter { !part.isDropped[$0] }
      if !images.isEmpty { paragraph(images, link: nil, isTight: false) }
      return
    }
    if let title = titleLeft, Self.key(text.plain) == title {
      titleLeft = nil
      return
    }
    let line = text.lines().map { $0.hasSuffix("\\") ? String($0.dropLast()) : $0 }
      .joined(separator: " ")
    out.add([String(repeating: "#", count: level) + " " + line])
  }

  private mutating func quote(_ id: HTMLTree.ID) {
    guard !out.isDeepest else { return content(of: id, link: nil) }
    out.open(first: "> ", rest: "> ")
    content(of: id, link: nil)
    out.close()
  }

  private mutating func code(_ id: HTMLTree.ID) {
    var text = tree.plainText(of: id).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    text = String(text.drop { $0 == "\n" })
    text = String(text.reversed().drop { $0.isWhitespace }.reversed())
    guard !text.isEmpty else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.codeLine)
    var longest = 2
    for line in lines {
      let ticks = line.drop { $0 == " " }.prefix { $0 == "`" }.count
      longest = max(longest, ticks)
    }
    let fence = String(repeating: "`", count: longest + 1)
    out.add([fence + language(of: id)] + lines + [fence])
  }

  /// Without control characters, which a terminal would take for commands.
  private static func codeLine(_ line: Substring) -> String {
    String(
      String.UnicodeScalarView(
        line.unicodeScalars.filter {
          $0 == "\t" || !($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
        }))
  }

  /// The language of a block of code, as the programs that colour it name it in a class.
  private func language(of id: HTMLTree.ID) -> String {
    var places = [id]
    places += tree.children(of: id).filter { tree.nodes[$0].name == "code" }
    var above = id
    for _ in 0..<2 {
      above = tree.nodes[above].parent
      places.append(above)
    }
    for place in places {
      for key in ["data-lang", "data-language"] {
        if let name = tree.attribute(key, of: place), Self.isLanguage(name) {
          return name.lowercased()
        }
      }
      let words = tree.words("class", of: place)
      for (index, word) in words.enumerated() {
        for prefix in ["language-", "lang-", "highlight-source-", "highlight-", "brush:"]
        where word.hasPrefix(prefix) {
          let name = String(word.dropFirst(prefix.count))
          if Self.isLanguage(name) { return Self.names[name] ?? name }
        }
        let isMark =
          word == "sourcecode" || word == "src" || word == "brush:" || word == "prettyprint"
        if isMark, index + 1 < words.count {
          let name = words[index + 1].replacing("src-", with: "").replacing(";", with: "")
          if Self.isLanguage(name) { return Self.names[name] ?? name }
        }
      }
    }
    return ""
  }

  private static let names = [
    "python3": "python", "ipython3": "python", "pycon3": "pycon", "default": "", "none": "",
    "text": "", "notranslate": "", "plaintext": "",
  ]

  private static func isLanguage(_ name: String) -> Bool {
    !name.isEmpty && name.count <= 20
      && name.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
            || "+#-_.".unicodeScalars.contains($0))
      }
  }

  /// A film or a sound: a link to it.
  private mutating func embedded(_ id: HTMLTree.ID) {
    let source =
      tree.attribute("src", of: id)
      ?? tree.elements("source", below: id).compactMap { tree.attribute("src", of: $0) }.first
    guard let source, let address = destination(source) else {
      return content(of: id, link: nil)
    }
    var text = BlockText()
    let title = tree.attribute("title", of: id) ?? ""
    let words = title.isEmpty ? address : title
    text.link(to: address) { $0.add(words) }
    out.add(text.lines())
  }

  private mutating func footnote(_ number: Int, _ id: HTMLTree.ID) {
    let words = inline(tree.children(of: id), link: nil, isNote: true).lines(isCell: true)
    let text = words.joined(separator: " ").replacing("\\|", with: "|")
    if !text.isEmpty { out.add(["[^\(number)]: " + text]) }
  }

  // MARK: Addresses

  /// The address that a link of the page leads to; nil for what is no place to go to: scripts, data.
  func destination(of id: HTMLTree.ID) -> String? {
    tree.attribute("href", of: id).flatMap(destination)
  }

  func destination(_ text: String) -> String? {
    guard let address = base?.resolve(text) ?? WebAddress(text),
      ["http", "https", "mailto", "ftp", "tel"].contains(address.scheme)
    else { return nil }
    return Self.written(address.description)
  }

  /// An address as a destination of Markdown: parentheses would end it.
  static func written(_ address: String) -> String {
    address.replacing("(", with: "%28").replacing(")", with: "%29")
  }
}
