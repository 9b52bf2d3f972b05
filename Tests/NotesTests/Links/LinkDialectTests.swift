import Notes
import Testing

@Suite struct LinkDialectTests {
  private static let logseq: LinkDialect = {
    var dialect = LinkDialect()
    dialect.pages = PageNames(
      days: DayTitles(path: "journals/YYYY_MM_DD", title: "MMM Do, YYYY"), encoding: .tripleLowbar)
    return dialect
  }()

  private static let dendron: LinkDialect = {
    var dialect = LinkDialect()
    dialect.isTextFirst = true
    return dialect
  }()

  private static let zk: LinkDialect = {
    var dialect = LinkDialect()
    dialect.takesParts = true
    return dialect
  }()

  private static func options(_ dialect: LinkDialect) -> NoteOptions {
    var options = NoteOptions()
    options.bracketedHashtags = true
    options.links = dialect
    return options
  }

  // MARK: Names of pages

  @Test(arguments: [
    ("a___b", "a/b"), ("Books___Emma___x", "Books/Emma/x"), ("a____b", "a/_b"), ("___a___", "a"),
    ("C%23", "C#"), ("%3a b", ": b"), ("100%", nil), ("%C3%A9", nil), ("%252F", "%2F"),
    ("v1.2", nil), ("Emma", nil), ("2026_11_23", "Nov 23rd, 2026"), ("___", nil),
  ])
  func `a file's name stands for the page that Logseq takes it for`(stem: String, name: String?) {
    #expect(Self.logseq.pages?.name(ofFile: stem) == name)
  }

  @Test(arguments: [
    ("a.b", "a/b"), ("a%2Fb", "a/b"), ("%C3%A9", "é"), ("100%", nil), ("100%.b", "100%/b"),
    ("a___b", nil), ("%FF.x", "%FF/x"),
  ])
  func `in an older graph a dot is a slash, and all of a name is decoded`(
    stem: String, name: String?
  ) {
    #expect(PageNames(encoding: .legacy).name(ofFile: stem) == name)
  }

  @Test(arguments: [
    ("Books/Emma", "Books___Emma", "Books%2FEmma"), ("Emma", "Emma", "Emma"),
    ("A: b?", "A%3A b%3F", "A%3A b%3F"), ("v1.2", "v1.2", "v1%2E2"),
    (".hidden", "%2Ehidden", "%2Ehidden"),
    ("etc.", "etc%2E", "etc%2E"), ("100%", "100%", "100%25"), ("%2F", "%252F", "%252F"),
    ("a___b", "a%5F%5F%5Fb", "a___b"), ("a_b", "a_b", "a_b"), ("a/_b", "a___%5Fb", "a%2F_b"),
    ("Zoë/Größe", "Zoë___Größe", "Zoë%2FGröße"), ("C#", "C%23", "C%23"), ("a//b", nil, "a%2F%2Fb"),
  ])
  func `a page gets the file that Logseq gives it`(page: String, stem: String?, legacy: String) {
    let now = PageNames(encoding: .tripleLowbar)
    let older = PageNames(encoding: .legacy)
    #expect(now.fileStem(ofPage: page) == stem)
    #expect(older.fileStem(ofPage: page) == legacy)
    if let stem { #expect(now.name(ofFile: stem) ?? stem == page) }
    #expect(older.name(ofFile: legacy) ?? legacy == page)
    #expect(PageNames().fileStem(ofPage: page) == nil)
  }

  // MARK: Writing

  @Test(arguments: [
    ("C# notes.md", "[C# notes](C%23%20notes.md)"), ("new\nline.md", "[new line](new%0Aline.md)"),
    ("a/C#.md", "[C#](a/C%23.md)"), ("a[1].md", "[a\\[1\\]](a[1].md)"), ("Emma.md", "[[Emma]]"),
    ("a/Twin.md", "[[a/Twin]]"), ("x^y.md", "[x^y](x^y.md)"), ("p.png", "[[p.png]]"),
  ])
  func `a link to a note that no wikilink can name is one of Markdown, and leads there`(
    path: String, link: String
  ) {
    let others = ["C.md", "b/Twin.md", "y.md"]
    let resolver = LinkResolver(paths: [path] + others)
    let style = LinkRewriter.Style(keepsRelative: true, prefersRoot: false)
    #expect(resolver.link(to: 0, style) == link)
    for place in ["Home.md", "deep/down/Home.md"] {
      let note = Note(parsing: Array("See \(link).\n".utf8))
      #expect(note.links.count == 1)
      guard let first = note.links.first,
        case .file(0, _) = resolver.resolve(first, in: note, at: place)
      else {
        Issue.record("\(link) from \(place)")
        continue
      }
    }
  }

  @Test func `a link is written as the program writes it`() {
    #expect(LinkDialect().wikilink("N", text: "t") == "[[N|t]]")
    #expect(LinkDialect().wikilink("N", text: "N", isEmbed: true) == "![[N]]")
    #expect(Self.dendron.wikilink("N", text: "t", bar: "\\|") == "[[t\\|N]]")
    #expect(Self.logseq.wikilink("N", text: "t") == "[[N]]")
  }

  @Test func `words that name a note become a link of the program's form`() {
    func linked(_ text: String, _ dialect: LinkDialect, _ names: [String], _ path: String) -> String
    {
      let resolver = LinkResolver(paths: [path, "Note.md"], dialect)
      let linker = MentionLinker(
        to: 0, resolver, form: .wiki,
        style: LinkRewriter.Style(keepsRelative: true, prefersRoot: false))
      let options = Self.options(dialect)
      let note = Note(parsing: Array(text.utf8), options: options)
      let ranges = MentionScanner(names).mentions(in: note)
      return String(
        decoding: linker.linked(note, at: ranges, in: 1, options: options).text,
        as: UTF8.self)
    }
    #expect(
      linked(
        "The Lookup View.\n\n| Lookup View |\n|-|\n", Self.dendron, ["Lookup View"], "a.lookup.md")
        == "The [[Lookup View|a.lookup]].\n\n| [[Lookup View\\|a.lookup]] |\n|-|\n")
    #expect(
      linked(
        "On Nov 23rd, 2026 and 2026_11_23.", Self.logseq, ["Nov 23rd, 2026", "2026_11_23"],
        "journals/2026_11_23.md") == "On [[Nov 23rd, 2026]] and [[2026_11_23]].")
    #expect(
      linked("Emma, emma, the novel.", Self.logseq, ["Emma", "the novel"], "pages/Emma.md")
        == "[[Emma]], [[emma]], the novel.")
  }

  // MARK: Resolving and rewriting

  private func resolved(
    _ target: String, _ dialect: LinkDialect, _ paths: [String], isWiki: Bool = true
  ) -> String {
    let resolver = LinkResolver(paths: paths, dialect)
    guard case .file(let file, let rule) = resolver.resolve(target, from: "x.md", byAlias: isWiki)
    else { return "none" }
    return "\(paths[file]) \(rule)"
  }

  @Test func `a page is called by its name, and its namespace is a part of that`() {
    let paths = ["pages/Emma.md", "pages/Books___Emma.md", "journals/2026_11_23.md"]
    #expect(resolved("Books/Emma", Self.logseq, paths) == "pages/Books___Emma.md page")
    #expect(resolved("books/emma", Self.logseq, paths) == "pages/Books___Emma.md page")
    #expect(resolved("Emma", Self.logseq, paths) == "pages/Emma.md shortest")
    #expect(resolved("Nov 23rd, 2026", Self.logseq, paths) == "journals/2026_11_23.md page")
    #expect(resolved("Nov 24th, 2026", Self.logseq, paths) == "none")
    #expect(resolved("Books/Emma", LinkDialect(), paths) == "none")
  }

  @Test(arguments: [
    // As zk's `linkMatchesPath` has it: the beginning of a path, then for wikilinks a part of it, the shortest path.
    ("b2c3", true, "b2c3 Beta.md part"), ("b2c3", false, "b2c3 Beta.md part"),
    ("Beta", true, "b2c3 Beta.md part"), ("Beta", false, "none"),
    ("log/d4", true, "log/d4 Delta.md part"), ("log/d4", false, "log/d4 Delta.md part"),
    ("d4", true, "log/d4 Delta.md part"), ("d4", false, "none"), ("e", true, "e5 Eta.md part"),
    ("beta", true, "none"), ("md", true, "none"), ("log", false, "log/d4 Delta.md part"),
  ])
  func `in zk a part of a name is enough`(target: String, isWiki: Bool, meaning: String) {
    let paths = [
      "b2c3 Beta.md", "log/d4 Delta.md", "log/d4 Delta two.md", "e5 Eta.md", "p Beta.png",
    ]
    #expect(resolved(target, Self.zk, paths, isWiki: isWiki) == meaning)
    #expect(resolved(target, LinkDialect(), paths, isWiki: isWiki) == "none")
  }

  private func moved(
    _ text: String, _ dialect: LinkDialect, _ from: String, _ to: String,
    alias: String? = nil, beside other: String = "y.md"
  ) throws -> String {
    var before = LinkResolver(paths: ["x.md", from, other], dialect)
    var after = LinkResolver(paths: ["x.md", to, other], dialect)
    if let alias {
      before.add(alias: alias, for: 1)
      after.add(alias: alias, for: 1)
    }
    let rewriter = LinkRewriter(
      from: before, to: after,
      style: LinkRewriter.Style(keepsRelative: true, prefersRoot: false))
    let options = Self.options(dialect)
    let note = Note(parsing: Array(text.utf8), named: "x", options: options)
    return String(
      decoding: try rewriter.rewritten(note, in: 0, options: options).note.source, as: UTF8.self)
  }

  @Test func `a page's links get the name of the page that it becomes`() throws {
    #expect(
      try moved(
        "[[Nov 23rd, 2026]] #[[nov 23rd, 2026]]", Self.logseq, "journals/2026_11_23.md",
        "journals/2026_11_24.md", alias: "Nov 23rd, 2026")
        == "[[Nov 24th, 2026]] #[[Nov 24th, 2026]]")
    #expect(
      try moved(
        "[[Emma]] [e](pages/Emma.md)", Self.logseq, "pages/Emma.md", "pages/Books___Emma.md")
        == "[[Books/Emma]] [e](pages/Books___Emma.md)")
    #expect(
      try moved("[[Books/Emma]]", Self.logseq, "pages/Books___Emma.md", "pages/Emma.md")
        == "[[Emma]]")
    #expect(
      try moved("#[[two words]] #two", Self.logseq, "pages/two words.md", "pages/drei Worte.md")
        == "#[[drei Worte]] #two")
  }

  @Test func `a day that is called by its title elsewhere keeps its words where it becomes none`()
    throws
  {
    var dialect = LinkDialect()
    dialect.pages = PageNames(days: DayTitles(path: "YYYY-MM-DD", title: "MMM Do, YYYY"))
    #expect(
      try moved(
        "[[Nov 23rd, 2026]]", dialect, "2026-11-23.md", "2026-11-24.md", alias: "Nov 23rd, 2026")
        == "[[Nov 24th, 2026]]")
    #expect(
      try moved("[[Nov 23rd, 2026]]", dialect, "2026-11-23.md", "Party.md")
        == "[[Party|Nov 23rd, 2026]]")
  }

  @Test func `a link by the id of a name gets the new id, and another the whole name`() throws {
    #expect(
      try moved("[[b2c3]] [b](b2c3) [[Beta]]", Self.zk, "b2c3 Beta.md", "d4e5 Beta.md")
        == "[[d4e5]] [b](d4e5) [[Beta]]")
    #expect(try moved("[[b2c3]]", Self.zk, "b2c3 Beta.md", "Gamma.md") == "[[Gamma]]")
    #expect(try moved("[[Beta]]", Self.zk, "b2c3 Beta.md", "b2c3 Gamma.md") == "[[b2c3 Gamma]]")
  }

  @Test(arguments: [
    // A destination of Markdown is the beginning of a path for zk, from the root or the note's folder.
    ("[[oth]] [x](oth)", "other.md", "d/zeta.md", "[[zeta]] [x](d/zeta)"),
    ("[[oth]] [x](oth)", "other.md", "d/oth.md", "[[oth]] [x](d/oth)"),
    ("[x](oth.md) [x](other)", "other.md", "d/zeta.md", "[x](oth.md) [x](d/zeta)"),
    // The shortest path that has the part is what a wikilink means there.
    ("[[oth]] [[other]]", "other.md", "d/word.md", "[[d/word]] [[d/word]]"),
    ("[[oth]]", "other.md", "word.md", "[[word]]"),
  ])
  func `in zk a new name is one by which zk too finds the note`(
    text: String, from: String, to: String, expected: String
  ) throws {
    #expect(try moved(text, Self.zk, from, to, beside: "sword.md") == expected)
  }

  @Test func `a link by a title that goes keeps its words on Dendron's side of the bar`() throws {
    var before = LinkResolver(paths: ["x.md", "a.b.md"], Self.dendron)
    before.add(alias: "Lookup", for: 1)
    let rewriter = LinkRewriter(
      from: before, to: LinkResolver(paths: ["x.md", "a.b.md"], Self.dendron),
      style: LinkRewriter.Style(keepsRelative: true, prefersRoot: false))
    let options = Self.options(Self.dendron)
    let note = Note(parsing: Array("[[Lookup#h]]".utf8), named: "x", options: options)
    let text = try rewriter.rewritten(note, in: 0, options: options).note.source
    #expect(String(decoding: text, as: UTF8.self) == "[[Lookup|a.b#h]]")
  }
}
