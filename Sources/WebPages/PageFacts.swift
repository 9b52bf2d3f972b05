import Exchange

/// The facts that a page states of itself: JSON-LD (schema.org), Open Graph, `<meta>` and microformats.
package struct PageFacts: Equatable, Sendable {
  package var title = ""
  /// Each once, in the order of the page.
  package var authors: [String] = []
  /// The day of publication, `2026-11-20`, or a month or year if the page says no more.
  package var published: String?
  /// The name of the site; empty if the page does not say it.
  package var site = ""
  /// The language of the page, such as `en-GB`; empty if the page does not say it.
  package var language = ""
  /// The address that the page gives itself.
  package var canonical: WebAddress?
  /// The base of relative addresses in the page; nil if nobody knows.
  package var base: WebAddress?

  init(_ tree: HTMLTree, _ part: ReadablePart, address: WebAddress?) {
    var reading = FactReading(tree)
    base = reading.base.flatMap { address?.resolve($0) ?? WebAddress($0) } ?? address
    reading.readData()
    site = reading.site
    authors = reading.authors
    published = reading.published
    language = reading.language
    title = reading.title(onSite: [site, address?.site ?? ""], in: part)
    canonical = reading.canonical(base: base, address: address)
  }
}

/// Collects the facts of a page.
private struct FactReading {
  private let tree: HTMLTree
  /// The values of `<meta>` by their names; of two the first counts.
  private var metas: [String: String] = [:]
  private var metaAuthors: [String] = []
  private var headline = ""
  private var dataAuthors: [String] = []
  private var dataPublished = ""
  private var publisher = ""

  /// The values in JSON-LD that are looked at.
  private static let mostValues = 10_000

  init(_ tree: HTMLTree) {
    self.tree = tree
    for id in tree.elements("meta") {
      guard let content = tree.attribute("content", of: id)?.collapsingSpaces, !content.isEmpty
      else { continue }
      for key in ["property", "name", "itemprop", "http-equiv"] {
        for name in tree.words(key, of: id) {
          if name == "author" || name == "article:author" || name == "citation_author"
            || name == "dc.creator" || name == "dcterms.creator" || name == "parsely-author"
          {
            metaAuthors.append(content)
          }
          if metas[name] == nil { metas[name] = content }
        }
      }
    }
  }

  var base: String? {
    tree.elements("base").lazy.compactMap { tree.attribute("href", of: $0) }.first
  }

  var site: String {
    metas["og:site_name"] ?? (publisher.isEmpty ? metas["application-name"] : publisher) ?? ""
  }

  var language: String {
    let declared =
      tree.elements("html").lazy.compactMap {
        tree.attribute("lang", of: $0) ?? tree.attribute("xml:lang", of: $0)
      }.first ?? metas["content-language"] ?? metas["og:locale"] ?? ""
    return String(declared.prefix { $0.isASCII && ($0.isLetter || "-_".contains($0)) })
  }

  // MARK: JSON-LD

  mutating func readData() {
    for id in tree.elements("script")
    where tree.attribute("type", of: id)?.lowercased().hasPrefix("application/ld+json") == true {
      let bytes = tree.children(of: id).flatMap { tree.bytes(of: $0) }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      var left = Self.mostValues
      read(value, &left)
    }
  }

  private mutating func read(_ value: JSONValue, _ left: inout Int) {
    left -= 1
    guard left > 0 else { return }
    if let elements = value.elements {
      for element in elements { read(element, &left) }
      return
    }
    for name in ["@graph", "mainEntity", "mainEntityOfPage"] {
      if let inner = value[name] { read(inner, &left) }
    }
    let types =
      [value["@type"]?.string].compactMap { $0 }
      + (value["@type"]?.elements ?? []).compactMap(\.string)
    guard types.contains(where: { type in Self.works.contains { type.hasSuffix($0) } }) else {
      return
    }
    if headline.isEmpty, let text = (value["headline"] ?? value["name"])?.string {
      headline = HTMLText.plain(text).collapsingSpaces
    }
    if dataAuthors.isEmpty { dataAuthors = names(value["author"] ?? value["creator"]) }
    if dataPublished.isEmpty { dataPublished = value["datePublished"]?.string ?? "" }
    if publisher.isEmpty { publisher = names(value["publisher"]).first ?? "" }
  }

  private static let works = [
    "Article", "Posting", "BlogPost", "WebPage", "Report", "Book", "CreativeWork", "Recipe",
    "Review", "Chapter", "Thesis",
  ]

  private func names(_ value: JSONValue?) -> [String] {
    guard let value else { return [] }
    if let elements = value.elements { return elements.flatMap { names($0) } }
    let name = value.string ?? value["name"]?.string ?? value["name"]?.elements?.first?.string
    return name.map { [HTMLText.plain($0)] } ?? []
  }

  // MARK: Authors and dates

  var authors: [String] {
    let sources = [dataAuthors, metaAuthors, named("author")]
    return sources.lazy.map(Self.people).first { !$0.isEmpty } ?? []
  }

  /// Names of people: no addresses, each once, without `By`.
  private static func people(_ names: [String]) -> [String] {
    var people: [String] = []
    for name in names {
      var name = name.collapsingSpaces
      for prefix in ["by ", "By ", "BY ", "von ", "Von ", "par ", "Par "]
      where name.hasPrefix(prefix) {
        name.removeFirst(prefix.count)
      }
      let isAddress = name.contains("://") || name.hasPrefix("@") || name.hasPrefix("/")
      guard !name.isEmpty, !isAddress, name.count <= 100, name.contains(where: \.isLetter),
        !people.contains(name)
      else { continue }
      people.append(name)
    }
    return Array(people.prefix(12))
  }

  /// The texts of elements that say that they name somebody: `rel="author"`, `itemprop`, `class="byline"`.
  private func named(_ what: String) -> [String] {
    var found: [String] = []
    for id in tree.below(0) where !tree.nodes[id].isText && tree.nodes[id].range.count > 0 {
      let isStated =
        tree.words("rel", of: id).contains(what) || tree.words("itemprop", of: id).contains(what)
        || tree.words("class", of: id).contains {
          $0 == "p-author" || $0 == "byline" || $0 == "author"
        }
      guard isStated else { continue }
      // The name within a longer line, if it is marked.
      let inner = tree.below(id).first {
        tree.words("itemprop", of: $0).contains("name")
          || tree.words("class", of: $0).contains("fn")
      }
      let text = tree.plainText(of: inner ?? id).collapsingSpaces
      if !text.isEmpty, text.count <= 60, !text.contains(where: \.isNumber) { found.append(text) }
      if found.count == 12 { break }
    }
    return found
  }

  var published: String? {
    let names = [
      "article:published_time", "og:article:published_time", "citation_publication_date",
      "citation_date", "dc.date.issued", "dcterms.issued", "dc.date", "dcterms.date",
      "dcterms.created", "dc.date.created", "datepublished", "parsely-pub-date", "pubdate", "date",
    ]
    let stated = [dataPublished] + names.compactMap { metas[$0] }
    if let date = stated.lazy.compactMap(Self.date).first { return date }
    let times = tree.elements("time")
    let own = times.filter { id in
      tree.words("itemprop", of: id).contains("datepublished")
        || tree.attribute("pubdate", of: id) != nil
        || tree.words("class", of: id).contains {
          $0 == "published" || $0 == "dt-published" || $0 == "entry-date"
        }
    }
    return (own + times.prefix(1)).lazy.compactMap { id in
      Self.date(tree.attribute("datetime", of: id) ?? "")
    }.first
  }

  /// `2026-11-20` of `2026-11-20T08:00:00Z`, `2026/11/20`, `2026-11` and `2026`.
  private static func date(_ text: String) -> String? {
    let head = text.drop { $0.isWhitespace }.prefix {
      $0.isASCII && ($0.isNumber || "-/.".contains($0))
    }
    let parts = head.split { "-/.".contains($0) }
    guard let year = parts.first, year.count == 4, let number = Int(year), number > 0 else {
      return nil
    }
    var date = String(year)
    guard parts.count > 1, let month = Int(parts[1]), 1...12 ~= month else {
      return parts.count > 1 || head.count != 4 ? nil : date
    }
    date += month < 10 ? "-0\(month)" : "-\(month)"
    guard parts.count > 2, let day = Int(parts[2]), 1...31 ~= day else { return date }
    return date + (day < 10 ? "-0\(day)" : "-\(day)")
  }

  // MARK: Title

  func title(onSite sites: [String], in part: ReadablePart) -> String {
    let document =
      tree.elements("title").first.map { tree.plainText(of: $0).collapsingSpaces } ?? ""
    let inside = tree.below(part.root)
    let all = tree.elements("h1")
    let headings = (all.filter(inside.contains) + all.filter { !inside.contains($0) }).map {
      tree.plainText(of: $0).collapsingSpaces
    }
    .filter { !$0.isEmpty }
    let shared = metas["og:title"] ?? metas["twitter:title"] ?? ""
    let stated = !headline.isEmpty ? headline : shared
    // A heading is the title if the page's own title begins or ends with it.
    if let heading = headings.map(Self.withoutMark).first(where: {
      !$0.isEmpty && (Self.holds(document, $0) || Self.holds(stated, $0))
    }) {
      return heading
    }
    let title = stated.isEmpty ? document : stated
    let short = Self.withoutSite(title, sites.filter { !$0.isEmpty })
    if !short.isEmpty { return short }
    return headings.map(Self.withoutMark).first { !$0.isEmpty } ?? ""
  }

  /// Without the sign of a link to itself: `Introduction ¶`.
  private static func withoutMark(_ heading: String) -> String {
    var heading = heading[...]
    while let last = heading.last, last == "¶" || last == "#" || last == "§" || last.isWhitespace {
      // `C#` and `F#` are names.
      if last == "#", heading.dropLast().last?.isWhitespace == false { break }
      heading = heading.dropLast()
    }
    return String(heading)
  }

  private static func holds(_ title: String, _ heading: String) -> Bool {
    let (title, heading) = (title.lowercased(), heading.lowercased())
    return title.hasPrefix(heading) || title.hasSuffix(heading)
  }

  /// Without the site's name at its end: `An essay – The Site`.
  private static func withoutSite(_ title: String, _ sites: [String]) -> String {
    for mark in [" | ", " – ", " — ", " - ", " :: ", " · ", " « "] {
      guard let place = title.ranges(of: mark).last else { continue }
      let (head, tail) = (title[..<place.lowerBound], title[place.upperBound...])
      func key(_ text: some StringProtocol) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
      }
      let isSite = sites.contains { site in
        let (site, tail) = (key(site), key(tail))
        return !tail.isEmpty && (site.hasPrefix(tail) || tail.hasPrefix(site))
      }
      if isSite { return String(head) }
    }
    return title
  }

  // MARK: Address

  func canonical(base: WebAddress?, address: WebAddress?) -> WebAddress? {
    let links = tree.elements("link").filter { tree.words("rel", of: $0).contains("canonical") }
    let stated =
      links.compactMap { tree.attribute("href", of: $0) } + [metas["og:url"]].compactMap { $0 }
    return stated.lazy.compactMap { text in
      let found = base?.resolve(text) ?? WebAddress(text)
      guard let found, found.isWeb else { return nil }
      // A front page that all pages of a site name is none of them.
      if let address, found.path == "/", found.query == nil, address.path != "/" { return nil }
      return found.canonical
    }.first
  }
}
