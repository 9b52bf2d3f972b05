import Files
import Layout
import Notes
import Settings

/// The files of pages where a page has another name than its file, as Logseq has it.
extension Vault {
  /// The file of a page beside a note; nil where the name is a path, or where files have the names of their pages.
  package func pagePath(_ name: String, beside path: NotePath) -> NotePath? {
    let isPath =
      name.hasPrefix("/") || name.hasPrefix(".") || name.hasSuffix("/")
      || NotePath(name)?.isMarkdown == true
    guard !isPath, FileStatus.at(root.appending(name))?.kind != .folder,
      let stem = noteOptions.links.pages?.fileStem(ofPage: name)
    else { return nil }
    let file = Array(stem.utf8) + path.name.dropFirst(path.stem.count)
    return path.folder.map { $0.appending(file) } ?? NotePath(bytes: file)
  }

  /// The file of a note that a section of another becomes: beside it, or in the folder of pages, by the section's
  /// heading.
  ///
  /// - Returns: nil if the heading cannot be a name.
  package func path(ofSection heading: String, of path: NotePath) -> NotePath? {
    if let stem = noteOptions.links.pages?.fileStem(ofPage: heading) {
      let folder = configuration.text("new.folder")
      return NotePath((folder.isEmpty ? "" : folder + "/") + stem + ".md")
    }
    let name = FileName.stem(for: heading) + ".md"
    return path.folder.map { $0.appending(name.utf8) } ?? NotePath(name)
  }
}
