import Arguments
import Terminals
import Testing
import Wording
import zib

/// Every error that can reach a person has words, and every exit code is documented.
struct ErrorTests {
  /// Errors that their own module or their only caller catches, by that place.
  private static let caught: [String: String] = [
    "ArgumentError": "Zib",
    "CompositionRefusal": "PartPlanner",
    "Damaged": "FolderTable",
    "ImportRefusal": "ImportedFiles",
    "Interrupted": "CommandSession",
    "Irreversible": "ContentFilter",
    "LinkNotRewritten": "MovePlan",
    "Malformed": "Repository+Objects",
    "PlanOutdated": "CheckRun",
    "ProgramFailure": "GitProgram",
    "ResponseError": "LanguageServer",
    "SpawnFailure": "ChildProcess",
    "Unreadable": "Repository+Staging",
    "UnreadSettings": "Configuration+File",
  ]

  @Test func `every type of error has words, or is caught where it is thrown`() throws {
    let sources = try Documents.code(below: "Sources")
    let words = sources.filter { $0.path.contains("/Wording/ErrorWords") }
      .flatMap(\.lines).joined(separator: "\n")
    var found: Set<String> = []
    let declaration = /^ *(?:package )?(?:struct|enum) (\w+): (?:.*, )?Error\b/
    for (path, lines) in sources {
      for line in lines {
        guard let match = line.firstMatch(of: declaration) else { continue }
        let name = String(match.output.1)
        found.insert(name)
        let isNamed = words.contains(try Regex("\\b\(name)\\b").wordBoundaryKind(.simple))
        #expect(isNamed || Self.caught[name] != nil, "\(path): \(name) has no words")
      }
    }
    #expect(found.count > 40)
    for (name, file) in Self.caught {
      #expect(found.contains(name), "\(name) is no error any more")
      let catcher = sources.first { $0.path.hasSuffix("/\(file).swift") }
      #expect(catcher != nil, "\(file), which catches \(name)")
    }
  }

  /// The codes in the first column of the table below a heading.
  private func codes(in article: String) throws -> [Int32] {
    let text = try Documents.text(article)
    guard let start = text.firstRange(of: "## Exit codes\n") else { return [] }
    let rest = text[start.upperBound...]
    let section = rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    return section.split(separator: "\n").compactMap { line in
      line.hasPrefix("| ") ? Int32(line.dropFirst(2).prefix { $0.isNumber }) : nil
    }
  }

  @Test func `the article has every exit code, and no command states another`() throws {
    let known = ExitCode.allCases.map(\.rawValue).sorted()
    #expect(try codes(in: "Sources/zib/zib.docc/Scripting.md") == known)
    func check(_ command: Command) {
      let stated = command.exitStatuses.map { Int32($0.key) }
      #expect(stated.filter { !known.contains($0) } == [], "\(command.name)")
      #expect(stated == stated.sorted(), "\(command.name)")
      for command in command.subcommands { check(command) }
    }
    check(Zib.tool.root)
    // A closed pipe is the matter of every filter, and needs no word in the help.
    #expect(Zib.tool.root.exitStatuses.map { Int32($0.key) } == known.filter { $0 != 141 })
  }
}
