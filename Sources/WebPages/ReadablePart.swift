/// The part of a page that a person came to read, without navigation, advertisements and forms.
///
/// Three steps, each a pass over the nodes:
///
/// 1. Elements that are no text of the page are dropped: by their name or role (`nav`, `script`), because
///    they are hidden, or by words of their `class` and `id` (`sidebar`, `comments`). A word does not drop
///    an element with much of the page's prose.
/// 2. Prose is text outside of links. From the `body` the walk goes down while one child has nearly all
///    prose and none of the others has a paragraph of its own; `main` and a lone `article` are gone into
///    where they have half of it.
/// 3. Blocks of links at the beginning and the end of what is left are dropped.
///
/// Doubtful parts stay: a menu in a note is deleted at once, and a paragraph that is missing is not noticed.
struct ReadablePart {
  private let tree: HTMLTree
  /// The element that holds the readable part; the root of the tree for a page without `body`.
  private(set) var root: HTMLTree.ID = 0
  /// True for a node that is left out, with all below it.
  private(set) var isDropped: [Bool]
  /// Bytes of text below each node that are no white space and not dropped, and those of it in links.
  private var text: [Int]
  private var linked: [Int]
  /// The longest run of text outside of links in one block below each node, in bytes.
  private var longest: [Int]

  init(_ tree: HTMLTree) {
    self.tree = tree
    isDropped = Array(repeating: false, count: tree.nodes.count)
    text = Array(repeating: 0, count: tree.nodes.count)
    linked = text
    longest = text
    dropByName()
    measure()
    dropByWords()
    measure()
    let bodies = tree.elements("body")
    root = bodies.count == 1 ? bodies[0] : 0
    descend()
    dropEdges()
  }

  /// Bytes of text in the part that are no white space.
  var size: Int { text[root] }

  // MARK: What is no text

  private static let dropped: Set<String> = [
    "head", "script", "style", "template", "noscript", "nav", "iframe", "object", "embed", "applet",
    "svg", "canvas", "button", "input", "select", "textarea", "datalist", "dialog", "menu", "rp",
    "frameset", "map", "audio", "video", "progress", "meter", "noframes", "marquee", "mi-none",
  ]
  private static let roles: Set<String> = [
    "navigation", "banner", "search", "dialog", "alertdialog", "contentinfo", "menu", "menubar",
    "toolbar", "tablist", "tooltip", "complementary", "alert",
  ]
  private static let hiddenClasses: Set<String> = [
    "sr-only", "visually-hidden", "screen-reader-text", "headerlink", "mw-editsection",
    "anchor-link", "anchorjs-link", "heading-anchor", "noprint", "mw-jump-link", "skip-link",
    "katex-html", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "linenos",
    "hidden", "is-hidden", "copybtn",
  ]

  private mutating func dropByName() {
    var id = 1
    while id < tree.nodes.count {
      let node = tree.nodes[id]
      if !node.isText, isNoText(id) {
        drop(id)
        id = node.end
      } else {
        id += 1
      }
    }
  }

  private func isNoText(_ id: HTMLTree.ID) -> Bool {
    let node = tree.nodes[id]
    if node.name == "script" { return !isFormula(id) }
    if node.name == "noscript" { return tree.elements("img", below: id).isEmpty }
    if node.name == "iframe" || node.name == "audio" || node.name == "video" { return false }
    if Self.dropped.contains(node.name) { return true }
    guard !node.range.isEmpty else { return false }
    if let role = tree.attribute("role", of: id)?.lowercased(), Self.roles.contains(role),
      !holdsHeading(id)
    {
      return true
    }
    let style = (tree.attribute("style", of: id) ?? "").lowercased().filter { $0 != " " }
    let isHidden =
      tree.attribute("hidden", of: id) != nil || tree.attribute("aria-hidden", of: id) == "true"
      || style.contains("display:none") || style.contains("visibility:hidden")
      || tree.words("class", of: id).contains { Self.hiddenClasses.contains($0) }
    // Formulas are hidden beside their picture.
    return isHidden && tree.elements("annotation", below: id).isEmpty && node.name != "body"
  }

  private func isFormula(_ id: HTMLTree.ID) -> Bool {
    tree.attribute("type", of: id)?.lowercased().hasPrefix("math/tex") == true
  }

  private func holdsHeading(_ id: HTMLTree.ID) -> Bool { !tree.elements("h1", below: id).isEmpty }

  private mutating func drop(_ id: HTMLTree.ID) {
    for below in id..<tree.nodes[id].end { isDropped[below] = true }
  }

  // MARK: Words of class and id

  private static let boilerplate: Set<String> = [
    "comments", "comment", "commentlist", "disqus", "respond", "sidebar", "sidenav", "navbar",
    "nav", "navigation", "navheader", "navfooter", "menu", "menubar", "breadcrumb", "breadcrumbs",
    "pagination", "pager", "share", "sharing", "social", "sharedaddy", "related", "recommended",
    "recommendations", "promo", "ad", "advert", "advertisement", "ads", "sponsor", "sponsored",
    "cookie",
    "cookies", "consent", "newsletter", "subscribe", "subscription", "signup", "popup", "modal",
    "footer", "toc", "catlinks", "printfooter", "sphinxsidebar", "sphinxsidebarwrapper", "outbrain",
    "taboola", "paywall", "masthead", "skiplink", "skiplinks", "globalnav", "topbar", "toolbar",
    "colophon", "searchbox", "search", "login", "rss", "backtotop", "editsection", "siteheader",
    "sitefooter", "siteSub", "mwnavigation",
  ]
  private static let commentWords: Set<String> = [
    "comments", "commentlist", "disqus", "respond",
  ]
  private static let content: Set<String> = ["html", "body", "main", "article", "h1", "h2"]
  /// Elements whose class never says that they are a part of the frame.
  private static let plain: Set<String> = [
    "p", "a", "b", "i", "em", "strong", "code", "pre", "td", "th", "tr", "li", "dt", "dd", "tbody",
    "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "img", "figure", "span",
  ]

  private mutating func dropByWords() {
    let all = max(1, prose(0))
    var id = 1
    while id < tree.nodes.count {
      let node = tree.nodes[id]
      if node.isText || isDropped[id] {
        id += 1
        continue
      }
      if isFrame(id, all) {
        drop(id)
        id = node.end
      } else {
        id += 1
      }
    }
  }

  private func isFrame(_ id: HTMLTree.ID, _ all: Int) -> Bool {
    let node = tree.nodes[id]
    guard !Self.content.contains(node.name), !Self.plain.contains(node.name) else { return false }
    let share = Double(prose(id)) / Double(all)
    let isInside =
      tree.ancestor(of: id) { ["article", "main"].contains(tree.nodes[$0].name) } != nil
    if node.name == "footer" || node.name == "aside", !isInside, share < 0.3 {
      return tree.elements("h1", below: id).isEmpty
    }
    if node.name == "header", !isInside, !holdsHeading(id), share < 0.1 { return true }
    let names = tree.words("class", of: id) + tree.words("id", of: id)
    guard !names.isEmpty else { return false }
    let parts = names.flatMap { $0.split { $0 == "-" || $0 == "_" }.map(String.init) }
    guard parts.contains(where: { Self.boilerplate.contains($0) }) else { return false }
    let holdsArticle = tree.below(id).contains {
      ["main", "article", "h1"].contains(tree.nodes[$0].name) && !isDropped[$0]
    }
    if parts.contains(where: { Self.commentWords.contains($0) }) {
      return share < 0.7 && !holdsHeading(id)
    }
    return share < 0.25 && !holdsArticle
  }

  // MARK: Measures

  private func prose(_ id: HTMLTree.ID) -> Int { text[id] - linked[id] }

  private mutating func measure() {
    for id in text.indices {
      text[id] = 0
      linked[id] = 0
      longest[id] = 0
    }
    var id = tree.nodes.count - 1
    while id > 0 {
      let node = tree.nodes[id]
      if !isDropped[id] {
        if node.isText {
          text[id] = tree.bytes(of: id).count { $0 > 0x20 }
          longest[id] = text[id]
        } else {
          if node.name == "a", tree.attribute("href", of: id) != nil { linked[id] = text[id] }
          // A paragraph is one run, with all that is in it.
          if node.name == "p" || node.name == "pre" { longest[id] = text[id] - linked[id] }
          if node.name == "a" { longest[id] = 0 }
        }
        text[node.parent] += text[id]
        linked[node.parent] += linked[id]
        longest[node.parent] = max(longest[node.parent], longest[id])
      }
      id -= 1
    }
  }

  // MARK: The root

  /// A text of this many bytes is a paragraph of its own: some fifteen words.
  private static let paragraph = 80

  private mutating func descend() {
    let all = prose(root)
    guard all > 0 else { return }
    for name in ["main", "article"] {
      var named = tree.elements(name, below: root).filter { !isDropped[$0] }
      if name == "main" {
        named += tree.below(root).filter {
          !isDropped[$0] && tree.attribute("role", of: $0)?.lowercased() == "main"
        }
      }
      if let best = named.max(by: { prose($0) < prose($1) }), prose(best) * 2 >= all {
        // Of several articles none is the page.
        if name == "main" || named.count == 1 { root = best }
      }
    }
    var place = root
    while true {
      let children = tree.children(of: place).filter { !isDropped[$0] && !tree.nodes[$0].isText }
      guard let best = children.max(by: { prose($0) < prose($1) }),
        Self.holders.contains(tree.nodes[best].name), prose(best) * 10 >= prose(place) * 8
      else { return }
      let isOnly = tree.children(of: place).allSatisfy { id in
        id == best || isDropped[id] || isOfTheFrame(id)
      }
      guard isOnly else { return }
      place = best
      // A row alone is no table, and a formula is written by its element.
      if !Self.passages.contains(tree.nodes[best].name) { root = best }
    }
  }

  private static let holders: Set<String> = [
    "div", "section", "article", "main", "table", "tbody", "tr", "td", "center", "form", "font",
    "body", "span",
  ]

  /// Holders that are gone through and are no part by themselves.
  private static let passages: Set<String> = ["table", "tbody", "tr", "span", "font"]

  /// True for a part beside the readable one that has no paragraph, heading, picture or code.
  private func isOfTheFrame(_ id: HTMLTree.ID) -> Bool {
    if text[id] == 0 { return tree.elements("img", below: id).isEmpty || linked[id] == text[id] }
    let isQuiet = longest[id] < Self.paragraph
    let isMostlyLinks = linked[id] * 2 >= text[id]
    return isQuiet && !hasOwnHeading(id) && (isMostlyLinks || text[id] < Self.paragraph)
  }

  /// True for code, or a heading that is more than a link.
  private func hasOwnHeading(_ id: HTMLTree.ID) -> Bool {
    (id..<tree.nodes[id].end).contains { below in
      let name = tree.nodes[below].name
      return !isDropped[below]
        && (name == "pre" || (Self.headings.contains(name) && linked[below] * 2 < text[below]))
    }
  }

  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]

  // MARK: The edges

  private mutating func dropEdges() {
    guard prose(root) > 500 else { return }
    let children = tree.children(of: root).filter { !isDropped[$0] && text[$0] > 0 }
    for side in [children, children.reversed()] {
      for id in side {
        guard Self.edges.contains(tree.nodes[id].name), text[id] > 0,
          linked[id] * 10 >= text[id] * 6, longest[id] < Self.paragraph, !hasOwnHeading(id)
        else { break }
        drop(id)
      }
    }
  }

  private static let edges: Set<String> = [
    "div", "ul", "table", "p", "section", "center", "span", "a",
  ]
}
