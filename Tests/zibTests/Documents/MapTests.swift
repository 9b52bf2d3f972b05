import Arguments
import Testing
import zib

/// The table of commands in `Sources/README.md` names every command, and each file that it names is there.
struct MapTests {
  private struct Row {
    let command: String
    let words: [String]
    let useCases: [String]
    let transcripts: [String]
  }

  private func rows() throws -> [Row] {
    let text = try Documents.text("Sources/README.md")
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("| `") else { return nil }
      let cells = line.split(separator: "|").map { cell in
        cell.split(separator: ",").map { $0.filter { $0 != "`" }.drop { $0 == " " } }
          .map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter { $0 != "none" }
      }
      guard cells.count >= 4, let command = cells[0].first else { return nil }
      return Row(
        command: command, words: cells[1], useCases: cells[2], transcripts: cells[3])
    }
  }

  /// The names of all files below a folder of the package, without their folders.
  private func names(below folder: String) -> Set<String> {
    Set(
      Documents.files(below: folder).compactMap { $0.split(separator: "/").last.map(String.init) })
  }

  @Test func `every command has a row, and every row is a command`() throws {
    let rows = try rows().map(\.command)
    #expect(Set(rows).count == rows.count)
    let commands = Zib.tool.root.subcommands
    #expect(commands.map(\.name).filter { !rows.contains($0) } == [])
    let known =
      commands.map(\.name)
      + commands.flatMap { parent in
        parent.subcommands.map { parent.name + " " + $0.name }
      }
    #expect(rows.filter { !known.contains($0) } == [])
  }

  @Test func `every file that a row names is there`() throws {
    let commands = ["zib", "Runs", "Sessions", "Wording"].reduce(into: Set<String>()) {
      $0.formUnion(names(below: "Sources/\($1)"))
    }
    let sources = names(below: "Sources")
    let transcripts = names(below: "Tests/Transcripts")
    for row in try rows() {
      for name in row.words { #expect(commands.contains(name + ".swift"), "\(row.command)") }
      for name in row.useCases { #expect(sources.contains(name + ".swift"), "\(row.command)") }
      for name in row.transcripts {
        let isThere = transcripts.contains {
          name.hasSuffix("*") ? $0.hasPrefix(name.dropLast()) : $0 == name + ".txt"
        }
        #expect(isThere, "\(row.command): \(name)")
      }
    }
  }

  /// The modules that each module imports, of those in `Sources`.
  private func imports(among modules: Set<String>) throws -> [String: Set<String>] {
    var imports: [String: Set<String>] = [:]
    for file in Documents.files(below: "Sources") where file.hasSuffix(".swift") {
      let module = String(file.split(separator: "/")[1])
      for line in try Documents.text(file).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let place = words.prefix(3).firstIndex(of: "import"), let name = words.last,
          place == words.count - 2, modules.contains(String(name))
        else { continue }
        imports[module, default: []].insert(String(name))
      }
    }
    return imports
  }

  @Test func `the arrows are the imports`() throws {
    let modules = Set(
      Documents.files(below: "Sources").compactMap { file in
        let parts = file.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : nil
      })
    let map = try Documents.text("Sources/README.md")
    var arrows: [String: Set<String>] = [:]
    for line in map.split(separator: "\n") {
      let ends = line.split(separator: " -> ").map {
        $0.split { $0 == "," || $0 == " " }.map(String.init)
      }
      guard ends.count == 2, ends.joined().allSatisfy({ modules.contains($0) }) else { continue }
      for from in ends[0] { arrows[from, default: []].formUnion(ends[1]) }
    }
    let imports = try imports(among: modules)
    for module in modules.sorted() {
      let (stated, found) = (arrows[module] ?? [], imports[module] ?? [])
      #expect(found.subtracting(stated).sorted() == [], "\(module) imports these as well")
      #expect(stated.subtracting(found).sorted() == [], "\(module) does not import these")
    }
  }

  @Test func `every source file that a page names is there`() throws {
    let files = Documents.files(below: "Sources") + Documents.files(below: "Tests")
    var count = 0
    for page in Documents.files(below: "Sources") where page.hasSuffix(".md") {
      for name in try Documents.text(page).split(separator: "`", omittingEmptySubsequences: false)
      where name.hasSuffix(".swift")
        && !name.contains(where: { $0.isWhitespace || "<*".contains($0) })
      {
        // `libraries.swift` is a key of JSON.
        guard name.split(separator: "/").last?.first?.isUppercase == true else { continue }
        count += 1
        #expect(files.contains { ("/" + $0).hasSuffix("/" + name) }, "\(page): \(name)")
      }
    }
    #expect(count > 30)
  }

  @Test func `every file of commands and every transcript is in a row`() throws {
    let rows = try rows()
    let named = Set(rows.flatMap(\.words).map { $0 + ".swift" })
    let others = names(below: "Sources/zib/Commands").subtracting(named)
    #expect(others.filter { !$0.hasPrefix("Review") } == [])
    let sessions = rows.flatMap(\.transcripts)
    let unnamed = names(below: "Tests/Transcripts").filter { file in
      !sessions.contains {
        $0.hasSuffix("*") ? file.hasPrefix($0.dropLast()) : file == $0 + ".txt"
      }
    }
    // It shows what a transcript is.
    #expect(unnamed == ["transcript-itself.txt"])
  }
}
