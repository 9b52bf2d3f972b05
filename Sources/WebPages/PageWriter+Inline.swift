import Exchange

extension PageWriter {
  /// The text of nodes that have no block below them.
  func inline(_ ids: [HTMLTree.ID], link: String?, isNote: Bool = false) -> BlockText {
    var text = BlockText()
    if let link {
      text.link(to: link) { add(ids, to: &$0) }
    } else {
      add(ids, to: &text, isNote: isNote)
    }
    return text
  }

  /// Adds nodes to the text of a block.
  ///
  /// - Parameters:
  ///   - isInHeading: true in a heading, which has no links.
  ///   - isNote: true in a footnote, which has no link back.
  func add(
    _ ids: [HTMLTree.ID], to text: inout BlockText, isInHeading: Bool = false, isNote: Bool = false
  ) {
    for id in ids where !part.isDropped[id] {
      let node = tree.nodes[id]
      if node.isText {
        text.add(tree.text(of: id))
        continue
      }
      func inner(_ text: inout BlockText) {
        add(tree.children(of: id), to: &text, isInHeading: isInHeading, isNote: isNote)
      }
      switch node.name {
      case "b", "strong":
        if isInHeading { inner(&text) } else { text.emphasise(.strong, inner) }
      case "i", "em", "cite", "var", "dfn": text.emphasise(.emphasis, inner)
      case "s", "del", "strike": text.emphasise(.deleted, inner)
      case "code", "tt", "kbd", "samp": addCode(id, to: &text)
      case "br": text.endLine()
      case "wbr": continue
      case "q":
        text.add("“")
        inner(&text)
        text.add("”")
      case "sup", "sub":
        addRaised(id, isSuperscript: node.name == "sup", to: &text, inner)
      case "a": addLink(id, isInHeading, isNote, to: &text, inner)
      case "img": addPicture(id, to: &text)
      case "math", "script": addFormula(id, to: &text)
      case "rt": text.add("(" + tree.plainText(of: id) + ")")
      // The cells of a table and the lines of a note that are joined to one text.
      case "p", "div", "li", "td", "th", "dd", "dt", "tr", "section":
        text.add(" ")
        inner(&text)
        text.add(" ")
      default:
        if isFormula(id) { addFormula(id, to: &text) } else { inner(&text) }
      }
    }
  }

  private func addCode(_ id: HTMLTree.ID, to text: inout BlockText) {
    let links = tree.elements("a", below: id).filter { !part.isDropped[$0] }
    // A link that is the whole of it is a link with code in it.
    if links.count == 1, let target = destination(of: links[0]),
      tree.plainText(of: links[0]).collapsingSpaces == tree.plainText(of: id).collapsingSpaces
    {
      return text.link(to: target) { addCodeText(id, to: &$0) }
    }
    addCodeText(id, to: &text)
  }

  private func addCodeText(_ id: HTMLTree.ID, to text: inout BlockText) {
    let raw = tree.plainText(of: id)
    let code = String(
      String.UnicodeScalarView(
        raw.collapsingSpaces.unicodeScalars.filter {
          !($0.value < 0x20 || (0x7F..<0xA0).contains($0.value))
        }))
    guard !code.isEmpty else { return text.add(raw) }
    if raw.first?.isWhitespace == true { text.add(" ") }
    var longest = 0
    var run = 0
    for character in code {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
    text.add(whole: fence + pad + code + pad + fence, text: code)
    if raw.last?.isWhitespace == true { text.add(" ") }
  }

  private func addRaised(
    _ id: HTMLTree.ID, isSuperscript: Bool, to text: inout BlockText,
    _ inner: (inout BlockText) -> Void
  ) {
    let raw = tree.plainText(of: id).collapsingSpaces
    let table = isSuperscript ? Self.superscripts : Self.subscripts
    let raised = raw.map { table[$0] }
    if !raw.isEmpty, raised.allSatisfy({ $0 != nil }), tree.elements("a", below: id).isEmpty {
      text.add(String(raised.compactMap { $0 }))
    } else {
      inner(&text)
    }
  }

  private static let superscripts: [Character: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸",
    "9": "⁹", "+": "⁺", "-": "⁻", "−": "⁻", "n": "ⁿ", "i": "ⁱ",
  ]
  private static let subscripts: [Character: Character] = [
    "0": "₀", "1": "₁", "2": "₂", "3": "₃", "4": "₄", "5": "₅", "6": "₆", "7": "₇", "8": "₈",
    "9": "₉", "+": "₊", "-": "₋", "−": "₋",
  ]

  private func addLink(
    _ id: HTMLTree.ID, _ isInHeading: Bool, _ isNote: Bool, to text: inout BlockText,
    _ inner: (inout BlockText) -> Void
  ) {
    if let number = footnotes.number(ofMark: id) {
      return text.add(whole: "[^\(number)]", text: "[^\(number)]")
    }
    let words = tree.plainText(of: id).collapsingSpaces
    let isHere = tree.attribute("href", of: id)?.hasPrefix("#") == true
    // A link of a heading to itself, or of a footnote back to its mark.
    if isHere, isInHeading || isNote, Self.marks.contains(words) { return }
    if isNote, isHere, words.count <= 4, !words.contains(where: \.isLetter) { return }
    let target = isInHeading ? nil : destination(of: id)
    text.link(to: target, inner)
  }

  private static let marks: Set<String> = [
    "", "¶", "#", "§", "🔗", "↩", "↩︎", "↑", "^", "⏎", "⤴", "[link]",
  ]

  // MARK: Pictures

  private func addPicture(_ id: HTMLTree.ID, to text: inout BlockText) {
    let alternative = (tree.attribute("alt", of: id) ?? "").collapsingSpaces
    if tree.words("class", of: id).contains(where: {
      $0.hasPrefix("mwe-math") || $0 == "tex" || $0 == "latex"
    }) {
      if !alternative.isEmpty {
        text.add(whole: Self.formula(alternative, isDisplay: false), text: alternative)
      }
      return
    }
    guard !isTiny(id), let address = pictureAddress(id), let target = picture(address) else {
      return text.add(alternative)
    }
    // An empty text says that the picture is an ornament, unless it is shown for its own sake.
    if tree.attribute("alt", of: id) == "",
      tree.ancestor(of: id, where: { ["figure", "picture"].contains(tree.nodes[$0].name) }) == nil,
      tree.ancestor(of: id, where: { tree.nodes[$0].name == "a" }) != nil
    {
      return
    }
    let label = MarkdownEscape.text(
      alternative, isLineStart: false, isInLink: true, isCell: false, hasDollars: true)
    text.add(whole: "![\(label)](\(target))", text: "")
  }

  private func isTiny(_ id: HTMLTree.ID) -> Bool {
    ["width", "height"].contains { side in
      tree.attribute(side, of: id).flatMap { Int($0.prefix { $0.isNumber }) }.map { $0 <= 2 }
        == true
    }
  }

  /// The address of a picture, also of one that a script would load later.
  func pictureAddress(_ id: HTMLTree.ID) -> WebAddress? {
    var candidates = ["data-src", "data-original", "data-lazy-src", "data-srcset", "src", "srcset"]
      .compactMap { name in
        tree.attribute(name, of: id).map { name.hasSuffix("srcset") ? Self.largest($0) : $0 }
      }
    if let frame = tree.ancestor(of: id, where: { tree.nodes[$0].name == "picture" }) {
      candidates += tree.elements("source", below: frame)
        .compactMap { tree.attribute("srcset", of: $0).map(Self.largest) }
    }
    return candidates.lazy.compactMap { text in
      guard !text.isEmpty, let address = base?.resolve(text) ?? WebAddress(text), address.isWeb
      else { return nil }
      return address
    }.first
  }

  /// The address of the largest picture of `a.png 1x, b.png 2x`.
  private static func largest(_ set: String) -> String {
    var best = ("", -1.0)
    for part in set.split(separator: ", ") {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let address = words.first else { continue }
      let size = words.count > 1 ? Double(words[1].dropLast()) ?? 0 : 0
      if size > best.1 { best = (String(address), size) }
    }
    return best.0
  }

  // MARK: Formulas

  /// True for an element that holds TeX between `\(` and `\)`, or MathML beside its picture.
  private func isFormula(_ id: HTMLTree.ID) -> Bool {
    let words = tree.words("class", of: id)
    guard words.contains(where: { $0 == "math" || $0 == "katex" || $0 == "mwe-math-element" })
    else {
      return false
    }
    if !tree.elements("annotation", below: id).isEmpty { return true }
    let text = tree.plainText(of: id).collapsingSpaces
    return text.hasPrefix("\\(") || text.hasPrefix("\\[") || text.hasPrefix("$")
  }

  private func addFormula(_ id: HTMLTree.ID, to text: inout BlockText) {
    let isScript = tree.nodes[id].name == "script"
    let annotation = tree.elements("annotation", below: id).first {
      tree.attribute("encoding", of: $0)?.lowercased().contains("tex") == true
    }
    var isDisplay = tree.elements("math", below: tree.nodes[id].parent).contains {
      tree.attribute("display", of: $0) == "block" && $0 >= id && $0 < tree.nodes[id].end
    }
    if isScript {
      isDisplay = tree.attribute("type", of: id)?.contains("mode=display") == true
    }
    var source: String
    if isScript {
      source = tree.children(of: id).map { tree.text(of: $0) }.joined()
    } else if let annotation {
      source = tree.plainText(of: annotation)
    } else if let stated = tree.attribute("alttext", of: id) {
      source = stated
    } else {
      source = tree.plainText(of: id).collapsingSpaces
      guard source.hasPrefix("\\") || source.hasPrefix("$") else { return text.add(source) }
    }
    source = source.collapsingSpaces
    for (open, close, display) in [
      ("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false),
    ]
    where source.hasPrefix(open) && source.hasSuffix(close)
      && source.count >= open.count + close.count
    {
      source = String(source.dropFirst(open.count).dropLast(close.count)).collapsingSpaces
      isDisplay = isDisplay || display
      break
    }
    if source.hasPrefix("{\\displaystyle"), source.hasSuffix("}") {
      source = String(source.dropFirst("{\\displaystyle".count).dropLast()).collapsingSpaces
    }
    guard !source.isEmpty else { return }
    text.add(whole: Self.formula(source, isDisplay: isDisplay), text: source)
  }

  private static func formula(_ source: String, isDisplay: Bool) -> String {
    let tex = source.replacing("$", with: "\\$").filter { !$0.isNewline }
    return isDisplay ? "$$\(tex)$$" : "$\(tex)$"
  }
}
