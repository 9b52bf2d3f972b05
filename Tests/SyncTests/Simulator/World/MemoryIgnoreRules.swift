import History

/// The rules of a `.gitignore`, as far as the people of a simulation write them: `name`, `folder/` and `*.ending`, each
/// also with `!` before it.
struct MemoryIgnoreRules {
  private struct Rule {
    let name: String
    let isForFolders: Bool
    let isNegated: Bool

    init(_ line: Substring) {
      isNegated = line.first == "!"
      isForFolders = line.last == "/"
      name = String(line.dropFirst(isNegated ? 1 : 0).dropLast(isForFolders ? 1 : 0))
    }

    func names(_ name: String, isFolder: Bool) -> Bool {
      if isForFolders, !isFolder { return false }
      return self.name.hasPrefix("*") ? name.hasSuffix(self.name.dropFirst()) : name == self.name
    }
  }

  /// The name of a file of rules.
  static let fileName = Array(".gitignore".utf8)

  private let rules: [Rule]

  init(_ text: [UInt8]) {
    rules = String(decoding: text, as: UTF8.self).split(separator: "\n").map(Rule.init)
  }

  /// The verdict of the last rule that has a name, nil where none has.
  func verdict(_ name: String, isFolder: Bool) -> Bool? {
    rules.last { $0.names(name, isFolder: isFolder) }.map { !$0.isNegated }
  }

  /// True for a file of rules.
  static func isFile(_ path: TreePath) -> Bool { path.name.elementsEqual(fileName) }
}
