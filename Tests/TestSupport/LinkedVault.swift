/// A random vault whose notes link to each other and to pictures in all styles.
package struct LinkedVault: Sendable {
  /// The texts of all files, by path; pictures are text as well.
  package var files: [String: String] = [:]

  private static let folders = ["", "", "a/", "a/b/", "c/", "c d/", "c/a/"]
  private static let stems = [
    "N", "Note", "My Note", "v1.2", "A & B", "Über", "p (1)", "100%25", "it's", "deep",
  ]
  private static let pictures = ["pic.png", "a b.png", "N.pdf"]

  package init(_ random: inout SeededRandom) {
    for _ in 0..<(3 + random.below(8)) {
      files[random.pick(Self.folders) + random.pick(Self.stems) + ".md"] = ""
    }
    for _ in 0..<random.below(3) {
      files[random.pick(Self.folders) + random.pick(Self.pictures)] = "picture\n"
    }
    for path in files.keys.sorted() where path.hasSuffix(".md") {
      files[path] = text(at: path, &random)
    }
  }

  /// A path that no file has, nor a folder, nor one in other capitals.
  package func freePath(like path: String, _ random: inout SeededRandom) -> String? {
    let names = path.hasSuffix(".md") ? Self.stems.map { $0 + ".md" } : Self.pictures
    let new = random.pick(Self.folders) + random.pick(names + ["New name" + Self.ending(path)])
    return files.keys.contains { $0.lowercased() == new.lowercased() } ? nil : new
  }

  /// The extension of a path, with its dot.
  private static func ending(_ path: String) -> String {
    path.lastIndex(of: ".").map { String(path[$0...]) } ?? ""
  }

  private func text(at path: String, _ random: inout SeededRandom) -> String {
    let all = files.keys.sorted()
    var (head, body, end) = ("", "# Heading of \(path)\n\n", "")
    if random.once(in: 3) {
      head =
        "---\nup: \"[[\(Self.bare(random.pick(all)))]]\"\nalso: ['[[\(name(random.pick(all)).replacing("'", with: "''"))]]']\n---\n"
    }
    for number in 0..<(1 + random.below(6)) {
      let target = random.pick(all)
      let (stem, isNote) = (name(target), target.hasSuffix(".md"))
      let relative = Self.relative(from: path, to: target)
      let encoded = relative.replacing("%", with: "%25").replacing(" ", with: "%20")
      switch random.below(16) {
      case 0: body += "A [[\(stem)]] here.\n\n"
      case 1: body += "> [!note] See [[\(stem)|the text]]\n\n"
      case 2: body += "![[\(stem)|200]] and [[#Heading]]\n\n"
      case 3: body += "- [ ] [[\(Self.bare(target))#Heading|x]]\n\n"
      case 4: body += "[[/\(target)]]\n\n"
      case 5: body += "[[\(Self.dotted(relative))]]\n\n"
      case 6: body += "[x](\(encoded)#a-b) [y](\(Self.dotted(encoded)))\n\n"
      case 7: body += "[x](<\(relative.replacing("%", with: "%25"))>)\n\n"
      case 8:
        body += "[x][r\(number)] and [r\(number)]\n\n"
        end += "[r\(number)]: <\(relative.replacing("%", with: "%25"))> 'title'\n"
      case 9: body += "| a | b |\n|---|---|\n| [[\(stem)\\|t]] | `[[\(stem)]]` |\n\n"
      case 10:
        body += "Said.[^\(number)]\n\n"
        end += "[^\(number)]: In [[\(stem)]], page 1.\n"
      case 11: body += "```\n[[\(stem)]]\n```\n\n"
      case 12:
        body +=
          isNote ? "[[nothing]] [z](https://example.org/\(number))\n\n" : "![](\(encoded))\n\n"
      case 13: body += "[x](\(target.replacing("%", with: "%25").replacing(" ", with: "%20")))\n\n"
      case 14: body += "Two: [[\(stem)]] [[\(target)|\(stem)]]\r\n\r\n"
      default: body += "[![p](\(encoded))](\(encoded))\n\n"
      }
    }
    return head + body + end
  }

  private func name(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return Self.bare(name)
  }

  private static func bare(_ path: String) -> String {
    path.hasSuffix(".md") ? String(path.dropLast(3)) : path
  }

  private static func dotted(_ relative: String) -> String {
    relative.hasPrefix("../") ? relative : "./" + relative
  }

  private static func relative(from note: String, to path: String) -> String {
    let from = note.split(separator: "/").dropLast()
    let to = path.split(separator: "/")
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    return
      (Array(repeating: "..", count: from.count - shared)
      + to.dropFirst(shared).map(String.init)).joined(separator: "/")
  }
}
