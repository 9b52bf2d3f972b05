import OperatingSystem
import TestSupport

/// Real notes, each before and after people's edits: of the shared merge cases.
enum MergeCases {
  /// Their folder, or nil if it is not there.
  static var path: String? {
    let folder = SharedFile("merge-cases")
    return folder.isThere ? folder.path : nil
  }

  /// The first cases of each repository, in order.
  static func cases(limit: Int) -> [(base: String, edited: String)] {
    guard let path else { return [] }
    let repositories = [
      "ethereum+EIPs", "rust-lang+rfcs", "swiftlang+swift-evolution",
      "MicrosoftDocs+PowerShell-Docs",
    ]
    var cases: [(base: String, edited: String)] = []
    for repository in repositories {
      for kind in ["clean", "conflict"] {
        for number in 0..<(limit / repositories.count) {
          let digits = String(number)
          let name = kind + "-" + String(repeating: "0", count: 3 - digits.count) + digits
          let folder = "\(path)/\(repository)/\(name)"
          guard let base = read(folder + "/base.md"), let left = read(folder + "/left.md") else {
            continue
          }
          // The longest would take most of the time.
          if base.utf8.count > 60_000 { continue }
          cases.append((base, left))
        }
      }
    }
    return cases
  }

  /// The words of each paragraph of prose, of eight to sixty words; nothing else of Markdown.
  static func paragraphs(_ text: String) -> [[String]] {
    var paragraphs: [[String]] = []
    var words: [String] = []
    var isProse = true
    func end() {
      if isProse, (8...60).contains(words.count) { paragraphs.append(words) }
      (words, isProse) = ([], true)
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = line.last == "\r" ? line.dropLast() : line
      if line.isEmpty {
        end()
        continue
      }
      let first = line.utf8.first ?? 0
      if words.isEmpty, !(first | 0x20 >= 0x61 && first | 0x20 <= 0x7A) { isProse = false }
      if isProse, line.utf8.contains(where: { isMarkup[Int($0)] }) { isProse = false }
      guard isProse else {
        words = ["-"]
        continue
      }
      words += line.split(separator: " ").map(String.init)
    }
    end()
    return paragraphs
  }

  private static let isMarkup: [Bool] = (0..<256).map { byte in
    "[]()<>`*_|#\\&!~$:".utf8.contains { Int($0) == byte }
  }

  private static func read(_ path: String) -> String? {
    fileBytes(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
