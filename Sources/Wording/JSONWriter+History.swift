import Exchange
import Files
import History
import Layout
import PastNotes
import Sync

extension JSONWriter {
  /// Writes a commit as fields of the object that is open.
  package mutating func history(_ entry: HistoryEntry) {
    field("commit", entry.commit.hex)
    field("time", Int(entry.milliseconds))
    field("author", entry.author)
    field("device", entry.device)
    field("subject", entry.subject)
    field("isMerge", entry.isMerge)
  }

  /// Adds a field with the files held back: `path`, `kind` and `reason`.
  package mutating func field(_ key: String, _ heldBack: [HeldBack], in scope: TreePath) {
    array(key) { json in
      for file in heldBack {
        json.object {
          $0.field("path", utf8: Self.path(file.path, in: scope))
          $0.field("kind", file.reason.word)
          $0.field("reason", file.reason.words)
        }
      }
    }
  }

  /// Adds a field with changes: `path`, `kind`, and `from` of a moved file.
  package mutating func field(_ key: String, _ changes: [FileChange], in scope: TreePath) {
    array(key) { json in
      for change in changes {
        json.object {
          $0.field("path", utf8: Self.path(change.path, in: scope))
          switch change.kind {
          case .added: $0.field("kind", "added")
          case .edited: $0.field("kind", "edited")
          case .deleted: $0.field("kind", "deleted")
          case .moved(let source):
            $0.field("kind", "moved")
            $0.field("from", utf8: Self.path(source, in: scope))
          }
        }
      }
    }
  }

  /// Adds a field with paths.
  package mutating func field(_ key: String, paths: [TreePath], in scope: TreePath) {
    array(key) { json in
      for path in paths { json.element(utf8: Self.path(path, in: scope)) }
    }
  }

  /// Adds a field with the files that a snapshot leaves out: `path` and `reason`.
  package mutating func field(_ key: String, _ refused: [FileRefused], in scope: TreePath) {
    array(key) { json in
      for file in refused {
        json.object {
          $0.field("path", utf8: Self.path(file.path, in: scope))
          $0.field("reason", file.reason.words)
        }
      }
    }
  }

  /// Deletions that a sync asks a person about first.
  package mutating func field(_ key: String, deletions: [Deletions]) {
    array(key) { json in
      for many in deletions {
        json.object {
          switch many.source {
          case .folder: $0.field("source", "folder")
          case .merge: $0.field("source", "devices")
          case .commits: $0.field("source", "commits")
          }
          $0.field("count", many.paths.count)
          $0.field("total", many.total)
        }
      }
    }
  }

  /// Adds a field with the files that cannot be written: `path` and `reason`.
  package mutating func field(_ key: String, unwritten: [UnwrittenFile], in scope: TreePath) {
    array(key) { json in
      for file in unwritten {
        json.object {
          $0.field("path", utf8: Self.path(file.path, in: scope))
          $0.field("reason", file.reason.wordsOfWriting)
        }
      }
    }
  }

  /// The path from the vault's root; that of a file of its repository outside of it begins with `../`.
  package static func path(_ path: TreePath, in scope: TreePath) -> [UInt8] {
    if let inside = NotePath(path, in: scope) { return inside.bytes }
    let (folders, parts) = (scope.bytes.split(separator: 0x2F), path.bytes.split(separator: 0x2F))
    let shared = min(zip(folders, parts).prefix { $0 == $1 }.count, parts.count - 1)
    let up = [UInt8](repeatElement("../".utf8, count: folders.count - shared).joined())
    return up + parts.dropFirst(shared).joined(separator: [0x2F])
  }
}
