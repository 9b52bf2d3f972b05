import Files
import Notes

/// Some notes with what a reader of them sees.
package struct ShownFiles: Sendable, Equatable {
  /// The notes, the notes embedded in them, and the files that they link to or embed; by path.
  package internal(set) var files: [NotePath] = []
  /// The number of links to notes that are not among them.
  package internal(set) var linksOut = 0
  /// Notes that could not be read for their links; they are among the files.
  package internal(set) var unread: [NotePath] = []
}

extension VaultSearch {
  /// Adds to notes what they show: the notes that they embed, with what these show, and every file
  /// that is no note and that one of them links to or embeds.
  ///
  /// - Throws: `IndexError`.
  package func shown(by notes: [NotePath]) throws -> ShownFiles {
    var shown = ShownFiles()
    var files = Set(notes)
    var linked: [NotePath] = []
    var open = notes
    while let path = open.popLast() {
      let links: [PlacedLink]
      do {
        links = try self.links(of: path)
      } catch is WriteError {
        shown.unread.append(path)
        continue
      }
      for link in links {
        guard case .file(let file, _) = link.target, file != path else { continue }
        if !file.isMarkdown {
          files.insert(file)
        } else if !link.text.hasPrefix("!") {
          linked.append(file)
        } else if files.insert(file).inserted {
          open.append(file)
        }
      }
    }
    shown.linksOut = linked.count { !files.contains($0) }
    shown.files = files.sorted()
    shown.unread.sort()
    return shown
  }
}
