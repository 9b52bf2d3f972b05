/// A random vault whose notes have headings, block ids and footnotes, and links to each other's in all styles.
///
/// Each title, heading, block id, picture and sentence is there once, and a word `L7` stands before each link, so that
/// it can be told what a link means wherever its text has come.
package struct SectionedVault: Sendable {
  /// The texts of all files, by path.
  package private(set) var files: [String: String] = [:]

  private struct Part {
    let path: String
    let name: String
  }

  private static let folders = ["", "", "a/", "a/b/", "c d/"]
  private static let stems = ["N", "Note", "My Note", "v1.2", "A & B", "Über", "p (1)", "deep"]

  private var number = 0
  private var headings: [Part] = []
  private var blocks: [Part] = []
  private let prefersMarkdown: Bool

  package init(_ random: inout SeededRandom) {
    prefersMarkdown = random.once(in: 3)
    for _ in 0..<(3 + random.below(4)) {
      files[random.pick(Self.folders) + random.pick(Self.stems) + ".md"] = ""
    }
    if random.once(in: 2) { files[random.pick(Self.folders) + "a b.png"] = "picture\n" }
    let notes = files.keys.sorted().filter { $0.hasSuffix(".md") }
    var outlines: [String: [(level: Int, name: String, block: String?)]] = [:]
    for path in notes {
      var outline: [(level: Int, name: String, block: String?)] = []
      for place in 0..<(1 + random.below(5)) {
        number += 1
        let name = random.pick(["Part \(number)", "*Part* \(number)", "Part \(number)?"])
        let block: String? = random.once(in: 3) ? "b\(number)" : nil
        headings.append(Part(path: path, name: "Part \(number)"))
        if let block { blocks.append(Part(path: path, name: block)) }
        outline.append((place == 0 ? 1 : 2 + random.below(3), name, block))
      }
      outlines[path] = outline
    }
    for path in notes { files[path] = text(of: outlines[path] ?? [], at: path, &random) }
  }

  private mutating func text(
    of outline: [(level: Int, name: String, block: String?)], at path: String,
    _ random: inout SeededRandom
  ) -> String {
    var text = ""
    if random.once(in: 3) {
      number += 1
      text +=
        "---\ntags: [t\(random.below(3))]\nup: \"[[\(Self.bare(path))]]\"\nk: \(number)\n---\n"
    }
    var end = ""
    for (level, name, block) in outline {
      number += 1
      if level == 2, random.once(in: 4) {
        text += "\(name)\n---\n\n"
      } else {
        text += String(repeating: "#", count: level) + " \(name)\n\n"
      }
      text +=
        "Sentence \(number). #tag\(random.below(4))" + (block.map { " ^\($0)" } ?? "") + "\n\n"
      for _ in 0..<random.below(4) { text += link(from: path, &end, &random) + "\n\n" }
      if random.once(in: 4) {
        text += "Said.[^1]\n\n"
        if !end.contains("[^1]:") {
          end += "\n[^1]: Foot of \(path.filter(\.isLetter)) \(number)\n"
        }
      }
    }
    return text + end
  }

  private mutating func link(
    from path: String, _ end: inout String, _ random: inout SeededRandom
  ) -> String {
    number += 1
    let mark = "L\(number) "
    let files = files.keys.sorted()
    var target = random.pick(files)
    var anchor = ""
    if random.once(in: 2), let part = headings.isEmpty ? nil : random.pick(headings) {
      (target, anchor) = (part.path, part.name)
    } else if random.once(in: 3), let part = blocks.isEmpty ? nil : random.pick(blocks) {
      (target, anchor) = (part.path, "^" + part.name)
    }
    let relative = Self.relative(from: path, to: target).replacing(" ", with: "%20")
    let slug =
      anchor.hasPrefix("^") ? anchor : anchor.lowercased().replacing(" ", with: "-")
    let hash = anchor.isEmpty ? "" : "#"
    if target == path, !anchor.isEmpty, random.once(in: 2) {
      return mark + (random.once(in: 2) ? "[[#\(anchor)]]" : "[x](#\(slug))")
    }
    switch prefersMarkdown ? 5 + random.below(4) : random.below(9) {
    case 0, 1: return mark + "[[\(Self.bare(target))\(hash)\(anchor)]]"
    case 2: return mark + "[[\(Self.bare(target))\(hash)\(anchor)|some words]]"
    case 3: return mark + "![[\(target)\(hash)\(anchor)]]"
    case 4:
      return "| \(mark)[[\(Self.bare(target))\(hash)\(anchor)\\|w]] | b |\n|---|---|\n| c | d |"
    case 5, 6: return mark + "[x](\(relative)\(hash)\(slug))"
    case 7: return mark + "[x](<\(relative.replacing("%20", with: " "))\(hash)\(slug)>)"
    default:
      end += "\n[r\(number)]: \(relative)\(hash)\(slug) 'title'\n"
      return mark + "[words][r\(number)]"
    }
  }

  private static func bare(_ path: String) -> String {
    path.hasSuffix(".md") ? String(path.dropLast(3)) : path
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
