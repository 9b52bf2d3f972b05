import Notes
import TestSupport
import Testing

@Suite struct LinkResolverTests {
  private static let paths = [
    "Note.md", "a/Note.md", "a/b/Other.md", "zzzz/Other.md", "a/b/Deep.md", "c/Deep.md",
    "pics/x.png", "x.md", "x.png.md", "Caf\u{E9}.md", "UPPER.MD", "vault.community.md", "a/x].md",
    "b/Same.md", "c/same.md", "My Note.md", "sub/index.md", "v1.2.md", "a/Tool.md", "Tool",
    "Make",
  ]

  private let resolver: LinkResolver = {
    var resolver = LinkResolver(paths: paths)
    resolver.add(alias: "Alias", for: 2)
    resolver.add(alias: "Note", for: 3)
    for index in [3, 2, 12] { resolver.add(alias: "Shared  name", for: index) }
    return resolver
  }()

  private func resolve(_ target: String, from path: String) -> String {
    switch resolver.resolve(target, from: path) {
    case .file(let index, let rule): "\(resolver.paths[index]) \(rule)"
    case .sameNote: "same"
    case .external: "external"
    case .unresolved: "none"
    }
  }

  @Test(arguments: [
    ("Note", "a/b/Deep.md", "Note.md path"),
    ("Note", "a/x].md", "Note.md path"),
    ("a/Note", "x.md", "a/Note.md path"),
    ("Other", "a/b/Deep.md", "a/b/Other.md folder"),
    ("Other", "zzzz/y.md", "zzzz/Other.md folder"),
    ("Other", "x.md", "a/b/Other.md shortest"),
    ("Deep", "x.md", "c/Deep.md shortest"),
    ("b/Deep", "x.md", "a/b/Deep.md shortest"),
    ("b/Deep", "a/y.md", "a/b/Deep.md folder"),
    ("note", "x.md", "Note.md path"),
    ("NOTE.MD", "x.md", "Note.md path"),
    ("upper", "x.md", "UPPER.MD path"),
    ("Cafe\u{301}", "x.md", "Caf\u{E9}.md path"),
    ("CAFÉ", "x.md", "Caf\u{E9}.md path"),
    ("x.png", "a/Note.md", "x.png.md path"),
    ("pics/x.png", "a/Note.md", "pics/x.png path"),
    ("x]", "Note.md", "a/x].md shortest"),
    ("", "Note.md", "same"),
    ("https://x", "Note.md", "none"),
    ("missing", "Note.md", "none"),
    ("Alias", "Note.md", "a/b/Other.md alias"),
    ("alias", "Note.md", "a/b/Other.md alias"),
    ("../Note.md", "a/b/Deep.md", "a/Note.md folder"),
    ("./Other", "a/b/Deep.md", "a/b/Other.md folder"),
    ("../../../Note", "a/b/Deep.md", "none"),
    ("/a/Note", "c/Deep.md", "a/Note.md path"),
    ("vault.community", "a/Note.md", "vault.community.md path"),
    ("v1.2", "a/Note.md", "v1.2.md path"),
    ("v1", "a/Note.md", "none"),
    ("Same", "x.md", "b/Same.md shortest"),
    ("same", "x.md", "c/same.md shortest"),
    ("My Note", "x.md", "My Note.md path"),
    ("x/", "a/Note.md", "none"),
    ("Tool", "x.md", "a/Tool.md shortest"),
    ("Tool", "a/Note.md", "a/Tool.md folder"),
    ("Make", "x.md", "Make path"),
    ("c/../a/Note", "zzzz/y.md", "a/Note.md path"),
    ("b/../Note.md", "a/x].md", "Note.md path"),
    ("b/./Other", "a/x].md", "a/b/Other.md folder"),
    ("a/../../Note", "x.md", "none"),
    ("shared name", "x.md", "a/x].md alias"),
    ("Shared Name", "zzzz/y.md", "zzzz/Other.md alias"),
  ])
  func `targets resolve as Obsidian was seen to do it`(
    target: String, path: String, result: String
  ) {
    #expect(resolve(target, from: path) == result)
  }

  @Test func `a note's links resolve by what they mean`() {
    let note = Note("[a](My%20Note.md) [[My Note#H]] [b](https://x.y) [[#Here]] [[My%20Note]]")
    let results = note.links.map { resolver.resolve($0, in: note, at: "a/Note.md") }
    let mine = LinkResolverTests.paths.firstIndex(of: "My Note.md") ?? -1
    #expect(results == [.file(mine, .path), .file(mine, .path), .external, .sameNote, .unresolved])
  }

  @Test(arguments: [
    ("My%20Note.md#H", 15), ("a/x\\].md", 12), ("caf&#xE9;.md", 9), ("../x.md", 7),
    ("%23.md", nil),
  ])
  func `destinations resolve without anchor and escapes`(destination: String, number: Int?) {
    let expected = number.map { LinkResolverTests.paths[$0] }
    guard case .file(let index, _) = resolver.resolve(destination: destination, from: "a/Note.md")
    else {
      #expect(expected == nil)
      return
    }
    #expect(resolver.paths[index] == expected)
  }

  @Test func `several files of one name are candidates, the one meant first`() {
    #expect(
      resolver.candidates(for: "Other").map { resolver.paths[$0] } == [
        "a/b/Other.md", "zzzz/Other.md",
      ])
  }

  @Test func `a destination of Markdown is no title`() {
    let note = Note("[[Alias]] [a](Alias) [b]\n\n[b]: Alias")
    let results = note.links.map { resolver.resolve($0, in: note, at: "x.md") }
    #expect(results == [.file(2, .alias), .unresolved, .unresolved])
    #expect(resolver.resolve(destination: "Alias", from: "x.md") == .unresolved)
  }

  @Test func `a shared title means the same note in whatever order it is added`() {
    let paths = ["b/C.md", "A.md", "b/B.md"]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      var resolver = LinkResolver(paths: paths)
      for index in order { resolver.add(alias: "The Title", for: index) }
      #expect(resolver.resolve("the title", from: "L.md") == .file(1, .alias))
      #expect(resolver.resolve("the title", from: "b/L.md") == .file(2, .alias))
      #expect(resolver.files(called: "The title", from: "b/L.md") == [2, 0, 1])
    }
  }

  @Test func `the first finding is the file that a link means`() {
    for target in ["Note", "Other", "Deep", "same", "Tool", "x.png", "../Note.md", "Shared name"] {
      for path in Self.paths {
        let first = resolver.findings(for: target, from: path).first
        let expected = first.map { LinkResolver.Resolution.file($0.files[0], $0.rule) }
        #expect(
          resolver.resolve(target, from: path) == expected ?? .unresolved, "\(target) \(path)")
      }
    }
    let findings = resolver.findings(for: "Other", from: "zzzz/y.md")
    #expect(
      findings.map { $0.files.map { resolver.paths[$0] } } == [["zzzz/Other.md"], ["a/b/Other.md"]])
  }

  @Test func `many files of one name are resolved at once`() {
    let paths = (0..<20_000).map { "f\($0)/index.md" }
    let resolver = LinkResolver(paths: paths)
    for index in 0..<20_000 {
      #expect(resolver.resolve("index", from: "g\(index)/x.md") == .file(0, .shortest))
    }
  }

  @Test func `files that share an alias come as a plain sort puts them`() {
    var random = SeededRandom(seed: 22)
    for _ in 0..<50 {
      let folders = ["", "a/", "a/b/", "ab/", "é/"]
      let paths = (0..<12).map { "\(random.pick(folders))\($0 % 2 == 0 ? "n" : "name")\($0).md" }
      var resolver = LinkResolver(paths: paths)
      var added: Set<Int> = []
      for _ in 0..<20 {
        let file = random.pick(Array(paths.indices))
        resolver.add(alias: "Daily", for: file)
        added.insert(file)
      }
      for folder in folders {
        let isNear = { (file: Int) in
          paths[file].hasPrefix(folder) && !paths[file].dropFirst(folder.count).contains("/")
        }
        let sorted = added.sorted {
          (isNear($0) ? 0 : 1, paths[$0].utf16.count, paths[$0])
            < (isNear($1) ? 0 : 1, paths[$1].utf16.count, paths[$1])
        }
        #expect(resolver.files(called: "Daily", from: folder + "from.md") == sorted)
        #expect(resolver.resolve("Daily", from: folder + "from.md") == .file(sorted[0], .alias))
      }
    }
  }

  @Test(arguments: ["Caf\u{E9}", "Cafe\u{301}", "sub/Caf\u{E9}", "sub/Cafe\u{301}"])
  func `of files that differ in their Unicode form alone the one that is written is meant`(
    target: String
  ) throws {
    let paths = ["", "sub/"].flatMap { folder in
      ["Cafe\u{301}", "Caf\u{E9}"].map { "long/\(folder)\($0).md" }
    }
    for files in [paths, paths.reversed()] {
      let resolver = LinkResolver(paths: files)
      for note in ["A.md", "long/A.md", "other/A.md"] {
        guard case .file(let file, _) = resolver.resolve(target, from: note) else {
          Issue.record("\(target) is not found")
          continue
        }
        #expect(files[file].utf8.elementsEqual("long/\(target).md".utf8), "\(note)")
        #expect(!resolver.isInOtherForm(target, file))
        #expect(resolver.findings(for: target, from: note).first?.files.first == file)
        #expect(resolver.candidates(for: target).first == file)
      }
    }
  }
}
