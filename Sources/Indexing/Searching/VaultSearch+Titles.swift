import Files
import Search

extension VaultSearch {
  /// The title of a note from the index; nil if there is no such note.
  ///
  /// - Throws: `IndexError.damaged`
  package func title(of path: NotePath) throws(IndexError) -> String? {
    guard let id = try index.notes.document(withKey: path.bytes) else { return nil }
    return String(decoding: try index.notes.title(of: id), as: UTF8.self)
  }
}
