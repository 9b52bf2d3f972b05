import Exchange
import Files
import History
import Indexing
import Layout
import PastNotes
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

// What moves, new names and other changes of links tell, and their fields in JSON.

extension CommandSession {
  /// Tells what was committed before a change.
  package func tell(before change: ChangeReport, in scope: TreePath) {
    if change.snapshot.commit != nil { messages.note("the folder as it was is committed") }
    tell(change.snapshot, in: scope)
    for file in change.snapshot.refused where NotePath(file.path, in: scope)?.isMarkdown == true {
      guard case .unreadable = file.reason else { continue }
      messages.warning(
        "\(shown(file.path, in: scope)) cannot be read, so its links were not updated; "
          + "run `zib broken` after it can be read")
    }
  }

  /// Tells what was edited while a change was made.
  package func tell(after change: ChangeReport, in scope: TreePath) {
    for path in change.update.edits {
      messages.note("\(shown(path, in: scope)) was edited during the operation; the edit is kept")
    }
    tell(setAside: change.update.setAside, by: "has moved", in: scope)
  }

  /// Tells which links led nowhere and lead to something now.
  package func tell(_ awakened: [MovePlan.Awakened]) {
    for link in awakened {
      messages.note(
        "\(shown(link.note)) has a link to \(SafeText.escaped(link.target)) that led nowhere, and now leads to it"
      )
    }
  }

  /// Warns of files whose links would have to follow and stay as they are.
  package func tell(left files: [MovePlan.Left]) {
    for file in files {
      if file.reason == .silent {
        messages.warning(
          "\(shown(file.path)) has the old name in a comment, or in a Markdown link of the front matter, which no move follows"
        )
        continue
      }
      let reason =
        switch file.reason {
        case .otherRepository: "it is in a git repository of its own"
        case .template: "it is a template in a hidden folder"
        case .heldBack: "only this folder has it, or an edit of it"
        case .ignored: "git ignores it"
        case .silent: "they are in a comment or in the front matter"
        case .base: "it is a base of Obsidian, which zib does not write"
        case .unreadable: "it cannot be read"
        case .settings: "it has settings of Obsidian, in which the new name can be chosen"
        }
      messages.warning("links in \(shown(file.path)) do not follow: \(reason)")
    }
  }

  /// Warns of files that a change could not write, and gives the exit code.
  package func tellWaiting(_ paths: [NotePath], _ verb: String) throws -> ExitCode {
    let paths = Set(paths)
    let waiting = try vault().waitingFiles().filter { path, _ in paths.contains(path) }
    for (path, reason) in waiting.sorted(by: { $0.key < $1.key }) {
      messages.warning(
        "\(shown(path)) is \(verb) in the history and cannot be written here: "
          + "\(reason.wordsOfWriting); once the cause is gone, `zib sync` writes it")
    }
    return waiting.isEmpty ? .done : .failed
  }
}

extension JSONWriter {
  /// Writes the notes whose links are rewritten, as a field of the open object.
  package mutating func rewritten(_ rewrites: [MovePlan.Rewrite], _ session: CommandSession) {
    array("rewritten") { json in
      for rewrite in rewrites {
        json.object {
          $0.field("path", utf8: session.shownPathBytes(rewrite.newPath))
          $0.field("links", rewrite.links)
        }
      }
    }
  }

  /// Writes the files whose links would have to follow and stay as they are.
  package mutating func left(_ files: [MovePlan.Left], _ session: CommandSession) {
    array("left") { json in
      for file in files {
        json.object {
          $0.field("path", utf8: session.shownPathBytes(file.path))
          $0.field("reason", file.reason.rawValue)
        }
      }
    }
  }

  /// Writes the links that led nowhere and lead to something now.
  package mutating func nowFound(_ awakened: [MovePlan.Awakened], _ session: CommandSession) {
    array("nowFound") { json in
      for link in awakened {
        json.object {
          $0.field("path", utf8: session.shownPathBytes(link.note))
          $0.field("target", link.target)
        }
      }
    }
  }
}
