import Files
import PastNotes
import Steps

extension Vault {
  /// Puts a file with the attachments, for a note in a folder; where the same bytes are there already, nothing is
  /// written, and nothing is ever overwritten.
  ///
  /// - Parameters:
  ///   - name: the name that it gets, or nearly: a number makes it free.
  ///   - folder: of the note; nil for the vault's root.
  /// - Returns: the path from the vault's root.
  /// - Throws: `AttachError`, `WriteError`, `VaultLock.Failure`.
  package func keep(_ bytes: [UInt8], named name: String, forNotesIn folder: NotePath?) throws
    -> NotePath
  {
    let anyNote = Array("note.md".utf8)
    guard let note = folder.map({ $0.appending(anyNote) }) ?? NotePath(bytes: anyNote) else {
      throw AttachError.badFolder(name)
    }
    let lock = try writeLock()
    let source = AttachmentSource(name: name.replacing("/", with: "-"), bytes: bytes, path: nil)
    let file = try place(for: source, in: attachmentFolder(of: note), besides: [])
    if file.isCopied { try recordedReplacement.create(file.path, with: bytes) }
    _ = consume lock
    return file.path
  }
}
