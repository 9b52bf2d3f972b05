import Files
import Notes

/// The folder of the templates for new notes: the setting `templates.folder`, which follows
/// Obsidian's.
///
/// The notes in it are no books, whatever their properties say.
package struct TemplateFolder: Sendable {
  /// The path of the folder; nil if it is the vault's root, or the setting names none.
  package let path: NotePath?

  package init(_ configuration: Configuration) {
    path = NotePath(
      configuration.text("templates.folder").split(separator: "/").joined(separator: "/"))
  }

  /// True if a note is in the folder, or in one below it.
  package func contains(_ note: NotePath) -> Bool {
    path.map { note.bytes.starts(with: $0.bytes + [0x2F]) } ?? false
  }
}
