extension PageWriter {
  /// Writes a list: its items stand without empty lines between them where each is one line, with or
  /// without a list in it.
  mutating func list(_ id: HTMLTree.ID, link: String?, isTight: Bool) {
    guard !out.isDeepest else { return content(of: id, link: link, isTight: isTight) }
    let items = tree.children(of: id).filter { !part.isDropped[$0] && !footnotes.isNote($0) }
    let isOrdered = tree.nodes[id].name == "ol"
    let isCompact = items.allSatisfy(isCompact)
    var number = isOrdered ? tree.attribute("start", of: id).flatMap { Int($0) } ?? 1 : 1
    number = max(0, min(number, 900_000_000))
    var isFirst = true
    for item in items {
      let node = tree.nodes[item]
      if node.isText && tree.bytes(of: item).allSatisfy({ $0 <= 0x20 }) { continue }
      // An ordered list cannot begin directly below a line of text unless with 1.
      let gap = isFirst ? isTight && (!isOrdered || number == 1) : isCompact
      if node.name == "ul" || node.name == "ol" {
        // A list in a list without an item: it belongs to the item before.
        out.open(first: "- ", rest: "  ", isTight: gap)
        list(item, link: link, isTight: true)
      } else {
        let marker = isOrdered ? "\(number). " : "- "
        let rest = String(repeating: " ", count: marker.count)
        out.open(first: marker, rest: rest, isTight: gap)
        if node.isText || node.name != "li" {
          addLine([item], link: link)
        } else {
          content(of: item, link: link, isTight: isCompact)
        }
        number += 1
      }
      out.close()
      isFirst = false
    }
  }

  /// Writes terms with their explanations as a list: Markdown has none of its own.
  mutating func definitions(_ id: HTMLTree.ID, link: String?, isTight: Bool) {
    guard !out.isDeepest else { return content(of: id, link: link) }
    // Groups of terms may stand in a `div`.
    let children = tree.children(of: id).flatMap {
      tree.nodes[$0].name == "div" ? tree.children(of: $0) : [$0]
    }.filter { !part.isDropped[$0] && !tree.nodes[$0].isText && !footnotes.isNote($0) }
    var index = 0
    var isFirst = true
    while index < children.count {
      var end = index
      while end < children.count, tree.nodes[children[end]].name == "dt" { end += 1 }
      let terms = children[index..<end]
      while end < children.count, tree.nodes[children[end]].name != "dt" { end += 1 }
      let explanations = children[(index + terms.count)..<end]
      out.open(first: "- ", rest: "  ", isTight: isTight && isFirst)
      for term in terms { content(of: term, link: link, isTight: true) }
      for explanation in explanations { block(explanation, link: link) }
      out.close()
      isFirst = false
      index = end
    }
  }

  /// True for an item of one paragraph, with or without compact lists after it.
  private func isCompact(_ item: HTMLTree.ID) -> Bool {
    let node = tree.nodes[item]
    if node.isText { return true }
    var paragraphs = 0
    var isInRun = false
    for child in tree.children(of: item) where !part.isDropped[child] {
      switch tree.nodes[child].name {
      case "ul", "ol":
        isInRun = false
        guard tree.children(of: child).allSatisfy({ part.isDropped[$0] || isCompact($0) }) else {
          return false
        }
      case "p", "div":
        isInRun = false
        if tree.below(child).contains(where: { Self.large.contains(tree.nodes[$0].name) }) {
          return false
        }
        paragraphs += 1
      case let name where Self.large.contains(name): return false
      case "":
        if isInRun || tree.bytes(of: child).allSatisfy({ $0 <= 0x20 }) { continue }
        paragraphs += 1
        isInRun = true
      default:
        if !isInRun { paragraphs += 1 }
        isInRun = true
      }
    }
    return paragraphs <= 1
  }

  private static let large: Set<String> = [
    "p", "div", "pre", "table", "dl", "blockquote", "figure", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr", "ul", "ol", "section", "article",
  ]

  private mutating func addLine(_ ids: [HTMLTree.ID], link: String?) {
    if let only = ids.first, !tree.nodes[only].isText, tree.nodes[only].name != "a" {
      return block(only, link: link)
    }
    let text = inline(ids, link: link)
    if !text.isEmpty { out.add(text.lines()) }
  }
}
