import History
import TestSupport

/// The notes that people of a simulation write.
enum SimulationText {
  static let words = [
    "pond", "bean", "woods", "ice", "loon", "axe", "rain", "fire", "corn", "owl", "moss", "boat",
  ]

  /// Names that a new note may get; some differ only in case or Unicode form, some are folders elsewhere.
  static let names = [
    "Walden.md", "Beans.md", "Ponds.md", "walden.md", "Caf\u{E9}.md", "Cafe\u{301}.md",
    "Journal/2026/2026-11-21.md", "Journal/2026/2026-11-22.md", "Lists/Shopping.md",
    "Lists/shopping.md", "Lists", "Ideas/Economy.md", "Ideas/Deep/Er/Still.md", "Ideas",
    "Plain.txt", "Spring.md",
  ]
  static let attachments = ["Images/pond.png", "Images/ice.png"]
  /// Files of rules that people change, and names that these rules are about.
  static let allRules = "Private/\n*.tmp\n"
  static let rules = [".gitignore", ".gitignore", "Ideas/.gitignore"]
  static let privateNotes = [
    "Private/Diary.md", "Private/Deep/Plan.md", "draft.tmp", "Ideas/draft.tmp",
  ]
  static let settings = TreePath(".zib/config.yml")

  static func beginning(isLarge: Bool) -> [TreePath] {
    let paths = ["Walden.md", "Beans.md", "Journal/2026/2026-11-21.md", "Lists/Shopping.md"]
    let many = isLarge ? (1...40).map { "Many/Note \($0).md" } : []
    return (paths + many).map { TreePath($0) }
  }

  /// A new note, of a form that goes with its name.
  static func note(at path: TreePath, tokens: () -> String) -> [UInt8] {
    let name = path.text
    var text: String
    if name.hasPrefix("Journal") {
      text = "# Day\n\n## 08:00\n\nWoke \(tokens()).\n\n## 12:30\n\nAte \(tokens()) beans.\n"
    } else if name.hasPrefix("Lists") {
      text = "# List\n\n- bread \(tokens())\n- milk \(tokens())\n- salt\n- tea \(tokens())\n"
    } else if name.hasPrefix("Many") {
      text = "One \(tokens())\n"
    } else if name.hasSuffix(".txt") {
      text = "first \(tokens())\nsecond \(tokens())\n"
    } else {
      text = """
        ---
        id: n\(tokens())
        title: A note \(tokens())
        tags: [pond, \(tokens())]
        aliases:
          - one
          - \(tokens())
        ---

        # Heading

        I went to the woods \(tokens()) because I wished to live.

        The second paragraph has the ice \(tokens()) in it.
        It goes on here \(tokens()) for one more line.

        - an owl \(tokens())
        - a loon

        The end \(tokens()).

        """
    }
    return Array(text.utf8)
  }

  /// An attachment, which nobody can merge.
  static func attachment(token: String) -> [UInt8] { [0x89, 0, 1] + Array(token.utf8) + [0, 255] }

  static func isText(_ path: TreePath) -> Bool {
    !path.bytes.suffix(4).elementsEqual(".png".utf8) && path != settings
  }
}

/// A change to a note as a person makes it.
struct SimulationEdit {
  let text: [UInt8]
  let description: String

  /// Some change, drawn at random, with a token in all that is new.
  init(of old: [UInt8], _ random: inout SeededRandom, token: () -> String) {
    let hasReturns = old.contains(0x0D)
    var lines = Self.lines(of: old)
    let endsInLine = lines.last?.isEmpty ?? true
    if endsInLine, !lines.isEmpty { lines.removeLast() }
    let body = Self.bodyStart(lines)
    let place = lines.count > body ? body + random.below(lines.count - body) : nil
    let word = random.pick(SimulationText.words)
    let kind = random.below(20)
    var description = ""
    func insert(_ line: String, at index: Int, as what: String) {
      lines.insert(line, at: index)
      description = "\(what) at line \(index + 1): \(line)"
    }
    switch (kind, place) {
    case (0...2, let place?) where !lines[place].isEmpty:
      lines[place] = "\(word) instead \(token())"
      description = "rewrites line \(place + 1): \(lines[place])"
    case (3...4, let place?) where !lines[place].isEmpty:
      lines[place] += " \(token())"
      description = "goes on in line \(place + 1): \(lines[place])"
    case (5, let place?) where lines[place].contains(" "):
      var parts = lines[place].split(separator: " ", omittingEmptySubsequences: false)
      parts.insert(Substring(token()), at: 1 + random.below(parts.count - 1))
      lines[place] = parts.joined(separator: " ")
      description = "puts a word into line \(place + 1): \(lines[place])"
    case (6...7, let place?): insert("\(word) \(token())", at: place, as: "inserts")
    case (8...9, _): insert("\(word) at last \(token())", at: lines.count, as: "appends")
    case (10, let place?):
      description = "deletes line \(place + 1): \(lines[place])"
      lines.remove(at: place)
    case (11...12, _):
      let items = lines.indices.filter { lines[$0].hasPrefix("- ") && $0 >= body }
      let index = items.isEmpty ? lines.count : random.pick(items) + random.below(2)
      insert("- \(word) \(token())", at: index, as: "adds an item")
    case (13...14, _) where body > 0:
      description = Self.editFrontMatter(&lines, body: body, word, &random, token: token)
    case (15, _):
      lines += [
        "", "## \(10 + random.below(10)):\(10 + random.below(50))", "", "\(word) \(token())",
      ]
      description = "adds an entry"
    case (16, let place?):
      let line = lines.remove(at: place)
      lines.insert(line, at: body + random.below(lines.count - body + 1))
      description = "moves line \(place + 1): \(line)"
    case (17, let place?):
      insert(random.pick(["- milk", "", "=======", "The same \(word)"]), at: place, as: "inserts")
    case (18, _) where random.once(in: 3):
      lines = []
      description = "empties it"
    case (19, _) where random.once(in: 3):
      self.init(
        text: Self.joined(lines, endsInLine: endsInLine, hasReturns: !hasReturns),
        description: "changes the line ends")
      return
    case (19, _) where random.once(in: 2):
      self.init(
        text: Self.joined(lines, endsInLine: !endsInLine, hasReturns: hasReturns),
        description: "changes the end of the last line")
      return
    default: insert("\(word) more \(token())", at: lines.count, as: "appends")
    }
    self.init(
      text: Self.joined(lines, endsInLine: endsInLine, hasReturns: hasReturns),
      description: description)
  }

  private init(text: [UInt8], description: String) {
    self.text = text
    self.description = description
  }

  static func lines(of text: [UInt8]) -> [String] {
    text.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self)
    }
  }

  private static func joined(_ lines: [String], endsInLine: Bool, hasReturns: Bool) -> [UInt8] {
    if lines.isEmpty { return [] }
    let end = hasReturns ? "\r\n" : "\n"
    return Array((lines.joined(separator: end) + (endsInLine ? end : "")).utf8)
  }

  /// The offset of the body, nought where there is no front matter.
  private static func bodyStart(_ lines: [String]) -> Int {
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else { return 0 }
    return end + 1
  }

  private static func editFrontMatter(
    _ lines: inout [String], body: Int, _ word: String, _ random: inout SeededRandom,
    token: () -> String
  ) -> String {
    let keys = 1..<(body - 1)
    switch random.below(5) {
    case 0:
      if let index = keys.first(where: {
        lines[$0].hasPrefix("tags: [") && lines[$0].hasSuffix("]")
      }) {
        lines[index] = "\(lines[index].dropLast()), \(token())]"
        return "adds a tag: \(lines[index])"
      }
    case 1:
      if let index = keys.first(where: { lines[$0] == "aliases:" }) {
        lines.insert("  - \(token())", at: index + 1)
        return "adds an alias: \(lines[index + 1])"
      }
    case 2:
      if let index = keys.first(where: { lines[$0].hasPrefix("mood: ") }) {
        lines[index] = "mood: \(token())"
        return "changes a key: \(lines[index])"
      }
    case 3:
      if let index = keys.first(where: { lines[$0].hasPrefix("mood: ") }) {
        return "removes a key: \(lines.remove(at: index))"
      }
    default: break
    }
    let key = keys.contains { lines[$0].hasPrefix("mood: ") } ? "\(word)\(lines.count)" : "mood"
    lines.insert("\(key): \(token())", at: body - 1)
    return "adds a key: \(lines[body - 1])"
  }
}
