import Exchange

/// A page of the web: what it says of itself, and its readable part as Markdown.
///
/// Nothing in a page is run or fetched. Any bytes give a page.
package struct WebPage: Sendable {
  package let facts: PageFacts
  /// True if the end of the page was left out, because it would have taken too long to read.
  package let isCut: Bool
  private let tree: HTMLTree
  private let part: ReadablePart

  /// - Parameters:
  ///   - address: the one at which the page was found; nil for a file.
  ///   - contentType: the header that came with it, such as `text/html; charset=utf-8`.
  package init(
    parsing bytes: [UInt8], at address: WebAddress?, contentType: String? = nil
  ) throws(HTMLError) {
    tree = try HTMLReader.tree(of: WebEncoding.text(bytes, contentType: contentType))
    part = ReadablePart(tree)
    facts = PageFacts(tree, part, address: address)
    isCut = tree.isCut
  }

  /// The pictures of the readable part, each once, in their order.
  package var pictures: [WebAddress] {
    var found: [WebAddress] = []
    var seen: Set<WebAddress> = []
    var writer = PageWriter(tree, part, base: facts.base) { address in
      if seen.insert(address).inserted { found.append(address) }
      return nil
    }
    _ = writer.write(title: facts.title)
    return found
  }

  /// The readable part as Markdown, without the heading that repeats the title.
  ///
  /// - Parameter picture: gives the destination of a picture in Markdown; nil leaves it out.
  package func markdown(
    picture: @escaping (WebAddress) -> String? = { PageWriter.written($0.description) }
  ) -> String {
    var writer = PageWriter(tree, part, base: facts.base, picture: picture)
    return writer.write(title: facts.title)
  }

  /// All words of the readable part, for a search of what a person selected.
  package var words: String {
    var text = ""
    var id = part.root
    while id < tree.nodes[part.root].end {
      let node = tree.nodes[id]
      if part.isDropped[id] {
        id = node.end
        continue
      }
      if node.isText {
        text += tree.text(of: id)
      } else {
        text += PageWriter.isBlock(node.name) ? "\n" : ""
      }
      id += 1
    }
    return text
  }
}
