import Files
import Notes
import Search

extension VaultSearch {
  /// The files other than notes that satisfy a query with `file:`, in the order of their paths;
  /// empty for other queries.
  ///
  /// Only a file's path and the words of its name can be searched.
  package func files(_ query: Query) -> [NotePath] {
    guard query.root.asksForFiles else { return [] }
    var files: [NotePath] = []
    index.table.forEachAttachment { path in
      if satisfies(query.root, path) { files.append(path) }
    }
    return files.sorted()
  }

  private func satisfies(_ node: QueryNode, _ path: NotePath) -> Bool {
    switch node {
    case .all: return true
    case .none, .within: return false
    case .and(let parts): return parts.allSatisfy { satisfies($0, path) }
    case .or(let parts): return parts.contains { satisfies($0, path) }
    case .not(let part): return !satisfies(part, path)
    case .predicate(let predicate):
      let folded = CaseFolding.fold(path.text)
      switch ConditionKey(rawValue: predicate.key) {
      case .file: return predicates.fileTest(predicate.test)(folded)
      case .path: return predicates.pathTest(predicate.test)(folded)
      default: return false
      }
    case .near(let parts, _, _): return parts.allSatisfy { satisfies($0, path) }
    case .word, .prefix, .fuzzy, .phrase, .wildcard, .exact, .regex:
      let name = Array(path.name)
      let run = TextMatcher.Run(
        0..<name.count, fields: ["title", "name"], joinsPrevious: false, startsBlock: true)
      return !TextMatcher(node, language: "").matches(in: name, runs: [run], limit: 1).isEmpty
    }
  }
}

extension QueryNode {
  /// True if `file:` is asked for, and not only under a NOT.
  fileprivate var asksForFiles: Bool {
    switch self {
    case .predicate(let predicate): ConditionKey(rawValue: predicate.key) == .file
    case .and(let parts), .or(let parts): parts.contains { $0.asksForFiles }
    default: false
    }
  }
}
