import Files
import Notes
import Search
import Synchronization

/// The other names of notes that are linked to, read once a search and only when they are asked for.
final class LinkNames: Sendable {
  private let names = Mutex<[String: Set<String>]>([:])

  /// The names, made by `find` if they are not known yet.
  func names(of target: String, find: () -> Set<String>) -> Set<String> {
    if let known = names.withLock({ $0[target] }) { return known }
    let found = find()
    names.withLock { $0[target] = found }
    return found
  }
}

extension VaultSearch {
  /// The title, file name and aliases of the note that a link means; none if it means no note.
  func names(ofLinked target: String) -> Set<String> {
    linkNames.names(of: target) {
      guard let path = try? linkLookup.file(LinkLookup.inner(target)),
        let note = try? note(at: path)
      else { return [] }
      return Set([note.title, String(decoding: path.stem, as: UTF8.self)] + note.aliases)
    }
  }
}
