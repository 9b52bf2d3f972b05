import Arguments
import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering
import Search
import Sessions
import Terminals
import Vaults
import Wording

/// The forms in which a graph is printed.
enum GraphForm: String, CaseIterable, Choice, Sendable {
  case json, dot, graphml, svg

  var summary: String {
    switch self {
    case .json: "for programs"
    case .dot: "for Graphviz"
    case .graphml: "for Gephi, yEd and NetworkX"
    case .svg: "a picture"
    }
  }

  /// The form that a file's name asks for.
  init?(ofFile name: String) {
    let name = name.lowercased()
    switch name.split(separator: ".").last.map(String.init) {
    case "json": self = .json
    case "dot", "gv": self = .dot
    case "graphml": self = .graphml
    case "svg": self = .svg
    default: return nil
    }
  }
}

/// `zib graph`: notes and the links between them.
enum Graph {
  static let query = Positional(
    "QUERY", each: .string(completing: .values(of: "query")),
    help: "A query as for `zib search`; by default all notes. With `--depth` alone it names a note."
  )
  static let form = Option(
    "as", value: "FORM", .oneOf(GraphForm.self),
    help: "In which form; by default that of the ending of `--output`, and `json` without one.")
  static let output = Option(
    "output", short: "o", value: "FILE", .file, help: "Write a file instead of standard output.")
  static let force = Flag("force", short: "f", help: "Replace a file that is there.")
  static let around = Option(
    "around", value: "NOTE", .string(completing: .values(of: "notes")),
    help: "Only this note and those near it, by links in any direction.")
  static let depth = Option(
    "depth", value: "N", .int(in: 1...),
    help: "How many links away from the note; 1 where it is not given.")
  static let broken = Flag("broken", help: "Also what broken links name.")
  static let orphans = Flag("orphans", help: "Also notes without a link to another of the graph.")
  static let limit = Option(
    "limit", value: "N", .int(in: 0...GraphPicture.mostOfAll), default: GraphPicture.most,
    help: "At most `N` notes in a picture: the best linked; 0 for as many as a picture can hold.")
  static let json = Flag("json", help: "The same as `--as json`.")

  static let command = Command(
    "graph", group: "Find", summary: "Draw notes and the links between them",
    discussion: """
      Prints the notes that a query finds and the links between them, or with `--around` one note and \
      those near it. Links of a note to itself and to files that are no notes are left out; so are notes \
      that no link joins to another of the graph, unless `--orphans` is given.

      `svg` is a picture for a browser: a circle for each note, larger with more neighbours, in the colour \
      of its folder, that opens the note's file. Of many notes the best linked are drawn, of those near a \
      note the nearest, and it is said how many are left out. Where there is no room for a title it is \
      shown under the pointer. `dot` is for Graphviz, `graphml` for yEd, Gephi and NetworkX. The other \
      forms hold every note and link.

      With `--around` and a query only notes that the query finds are near. A file that is there is \
      replaced with `--force` only.
      """,
    arguments: [query, around, depth, form, output, force, broken, orphans, limit, json],
    exclusive: [[form, json]],
    unknownOptionsArePositional: true,
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `query`, `around` (a path, or null), `nodes`, `edges` and `orphans` (how many \
        notes are left out). A node has `id` (a number), `path` (null for what a broken link names), `title`, `tags` \
        and `distance` (how many links it is away from the note of `--around`, or null). An edge has `from` and `to` \
        (ids) and `links` (how many there are).
        """)
    ],
    examples: [
      "zib graph --around walden --depth 2 -o walden.svg": "A picture of what is near a note.",
      "zib graph tag:garden --as svg > garden.svg": "How the notes of a subject hang together.",
      "zib graph --as dot | dot -Tpdf > notes.pdf": "Drawn by Graphviz.",
      "zib graph -o notes.graphml": "For Gephi, yEd or NetworkX.",
    ],
    exitStatuses: [
      0: "Done.", 1: "There are no such notes, or none with a link.",
      3: "The file could not be written.",
    ],
    seeAlso: ["zib-path(1)", "zib-links(1)", "zib-orphans(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in try run(arguments, session) }
  }

  private static func run(_ arguments: ParsedArguments, _ session: CommandSession) throws
    -> ExitCode
  {
    if let file = arguments[output] { try check(file, isForced: arguments[force]) }
    let form = arguments[json] ? .json : try arguments[form] ?? form(of: arguments[output])
    let words = Query.text(ofWords: arguments[query])
    var center = arguments[around]
    var text = words
    if center == nil, arguments[depth] != nil {
      guard !words.isEmpty else {
        throw UsageError(
          message: "`--depth` is about a note",
          hint: "name it, as in `zib graph --around walden --depth 2`")
      }
      (center, text) = (arguments[query].joined(separator: " "), "")
    }
    var request = VaultGraphRequest()
    request.depth = arguments[depth] ?? 1
    request.hasMissing = arguments[broken]
    request.hasOrphans = arguments[orphans]
    let (query, graph, path) = try session.search { search in
      var request = request
      request.center = try center.map { try session.notePath($0, in: search) }
      let query = search.query(text)
      if !text.isEmpty { request.notes = try search.results(query, order: .path).map(\.path) }
      return (query, try search.graph(request), request.center)
    }
    session.tell(query)
    if form == .json {
      let bytes = try json(graph, text, path, isWhole: arguments[output] != nil, session)
      if let file = arguments[output] { try write(bytes, to: file) }
    } else if !graph.nodes.isEmpty {
      let diagram = diagram(graph, session, file: arguments[output])
      let bytes: [UInt8]
      switch form {
      case .json, .dot: bytes = Array(diagram.dot.utf8)
      case .graphml: bytes = Array(diagram.graphML.utf8)
      case .svg:
        let picture = GraphPicture(
          diagram, title: title(graph, text, path),
          most: arguments[limit] == 0 ? GraphPicture.mostOfAll : arguments[limit])
        if picture.leftOut > 0 {
          session.messages.note(
            GraphPicture.remark(
              shown: graph.nodes.count - picture.leftOut, of: graph.nodes.count))
        }
        bytes = Array(picture.svg.utf8)
      }
      if let file = arguments[output] {
        try write(bytes, to: file)
      } else {
        try session.output.write(untrusted: bytes)
      }
    }
    return end(graph, session)
  }

  /// Says what is left out.
  private static func end(_ graph: VaultGraph, _ session: CommandSession) -> ExitCode {
    if graph.orphans > 0 {
      let one = graph.orphans == 1
      session.messages.note(
        "\(Amount.count(graph.orphans, "note")) without a link among these "
          + "\(one ? "is" : "are") left out; `--orphans` shows \(one ? "it" : "them")")
    } else if graph.nodes.isEmpty {
      session.messages.note("no notes found")
    }
    return graph.nodes.isEmpty ? .nothingFound : .done
  }

  private static func title(_ graph: VaultGraph, _ query: String, _ center: NotePath?) -> String {
    guard let center else { return query.isEmpty ? "Notes and their links" : "Notes: \(query)" }
    let name = graph.nodes.first { $0.path == center }?.title ?? center.text
    return "Around \(name)" + (query.isEmpty ? "" : ": \(query)")
  }

  // MARK: Files

  /// The form that the ending of a file's name asks for; that of programs where there is none.
  private static func form(of file: String?) throws -> GraphForm {
    guard let file, file.split(separator: "/").last?.contains(".") == true else { return .json }
    if let form = GraphForm(ofFile: file) { return form }
    throw UsageError(
      message: "the name `\(file)` says no form in which a graph can be written",
      hint: "end it in `.json`, `.dot`, `.graphml` or `.svg`, or say the form with `--as`")
  }

  /// Refuses a file that must not be written.
  private static func check(_ file: String, isForced: Bool) throws {
    if Platform.isFolder(file) {
      throw UsageError(message: "`\(file)` is a folder", hint: "name a file in it")
    }
    if !isForced, FileStatus.at(DiskPath(file), following: false) != nil {
      throw UsageError(
        message: "`\(file)` already exists",
        hint: "`--force` replaces it, once the new one is whole")
    }
  }

  private static func write(_ bytes: [UInt8], to file: String) throws {
    try WholeFile.write(bytes, to: Array(file.utf8))
  }

  // MARK: Forms

  private static func diagram(
    _ graph: VaultGraph, _ session: CommandSession, file: String?
  ) -> LinkDiagram {
    let folder = file.flatMap {
      DiskPath.real(
        ($0.hasPrefix("/") ? DiskPath($0) : session.currentFolder.appending($0)).folder)
    }
    return LinkDiagram(
      nodes: graph.nodes.map { node in
        LinkDiagram.Node(
          path: node.path.map { session.shownPath($0) },
          folders: node.path?.components.dropLast().map { String(decoding: $0, as: UTF8.self) }
            ?? [],
          title: node.title, tags: node.tags,
          address: node.path.map { session.address(of: $0, from: folder) },
          distance: node.distance)
      },
      edges: graph.edges.map { .init(from: $0.from, to: $0.to, links: $0.links) })
  }

  /// Prints a graph, or gives it as bytes.
  ///
  /// - Parameter isWhole: true where it is not printed.
  private static func json(
    _ graph: VaultGraph, _ query: String, _ center: NotePath?, isWhole: Bool,
    _ session: CommandSession
  ) throws -> [UInt8] {
    var json = JSONWriter()
    func drain(_ json: inout JSONWriter, _ number: Int) throws {
      if !isWhole, number % 500 == 0 { try session.output.write(draining: &json) }
    }
    try json.object {
      $0.field("version", 1)
      $0.field("query", query)
      $0.field("around", center.map { session.shownPath($0) })
      try $0.array("nodes") {
        for (number, node) in graph.nodes.enumerated() {
          $0.object {
            $0.field("id", number)
            $0.field("path", node.path.map { session.shownPath($0) })
            $0.field("title", node.title)
            $0.field("tags", node.tags)
            $0.field("distance", node.distance)
          }
          try drain(&$0, number)
        }
      }
      try $0.array("edges") {
        for (number, edge) in graph.edges.enumerated() {
          $0.object {
            $0.field("from", edge.from)
            $0.field("to", edge.to)
            $0.field("links", edge.links)
          }
          try drain(&$0, number)
        }
      }
      $0.field("orphans", graph.orphans)
    }
    if isWhole { return json.take() + [0x0A] }
    try session.output.write(draining: &json)
    try session.output.writeLine()
    return []
  }
}

extension CommandSession {
  /// The address of a note for a page that is in a folder, or in the current one.
  fileprivate func address(of path: NotePath, from folder: DiskPath?) -> String {
    var bytes = shownPathBytes(path)
    if let folder, let root = try? vault().root {
      let from = folder.bytes.split(separator: 0x2F)
      let to = root.appending(path).bytes.split(separator: 0x2F)
      let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
      let up = [ArraySlice<UInt8>](repeating: [0x2E, 0x2E], count: from.count - shared)
      bytes = Array((up + to.dropFirst(shared)).joined(separator: [0x2F]))
    }
    let digits = Array("0123456789ABCDEF".utf8)
    var address: [UInt8] = []
    for byte in bytes {
      let isPlain = byte.isASCIIWord || "-._~/".utf8.contains(byte)
      address += isPlain ? [byte] : [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: address, as: UTF8.self)
  }
}
