import Arguments
import Exchange
import Files
import History
import Layout
import Notes
import Rendering
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// `zib conflicts`: the notes and files with a conflict copy.
enum Conflicts {
  static let json = Flag("json", help: "Print JSON.")

  static let command = Command(
    "conflicts", group: "History and devices",
    summary: "List conflicts",
    discussion: """
      Where two devices changed the same place of a note, both versions are kept: the later edit in \
      the note, the other in a copy beside it, such as `Walden.conflict-1a2b3c4d.md`. Everything \
      that does not overlap is merged into the note already. The copy is an ordinary file, and the \
      conflict is over when it is gone: by `zib resolve`, or by hand.

      For each conflict it says which device made which version and when, and how much there is to \
      decide. Copies that other tools have left (Syncthing, Dropbox, Nextcloud, Obsidian Sync, \
      Seafile) are listed as well, and so are conflicts in settings, templates, attachments and any \
      other file that git tracks. Without a repository only names and sizes are known.

      A copy follows its note when the note is renamed: the history tells where it is. Where the \
      note was deleted, or a folder has its name, `zib resolve` asks what becomes of the copy.
      """,
    arguments: [json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `conflicts` and `unreadable` (paths). A conflict has `note`, \
        `copy`, `exists` (whether the note is still there), `tool` (`zib`, or `other` for another \
        tool's copy), `ancestor` (whether the history has the original), `this` (of the note) \
        and `that` (of the copy), each with `device`, `author`, `date` (UTC milliseconds) and `commit`, or null where \
        the history does not tell, `overlap` with `places`, `lines` and `words` (0 where it is no \
        text), `renamedFrom` (the note's path when the copy was made, or null) and `resolvedTwice` \
        (two devices had resolved it, each in another way).
        """)
    ],
    examples: [
      "zib conflicts": "See what there is to decide.",
      "zib conflicts -q && zib sync": "Sync only where there is nothing to decide.",
    ],
    exitStatuses: [
      0: "There are no conflicts.", 3: "The vault cannot be read.", 4: "There are conflicts.",
    ],
    seeAlso: ["zib-resolve(1)", "zib-sync(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let conflicts = try session.vault().conflicts()
      let (found, unreadable) = (conflicts.found, conflicts.unreadable)
      if arguments[json] {
        try printJSON(found, unreadable, session)
      } else {
        session.page()
        for (index, conflict) in found.enumerated() {
          if index > 0 { try session.output.writeLine() }
          for line in session.words(for: conflict).listed { try session.output.writeLine(line) }
        }
        for conflict in unreadable {
          let words = ErrorWords(conflict.reason)
          session.messages.error(
            "\(session.shown(conflict.copy)): \(words.message)", hint: words.hint)
        }
      }
      if found.isEmpty, unreadable.isEmpty {
        session.messages.note("there are no conflicts")
        return .done
      }
      return .leftToDecide
    }
  }

  private static func printJSON(
    _ found: [NoteConflict], _ unreadable: [(copy: NotePath, reason: any Error)],
    _ session: CommandSession
  ) throws {
    try session.output.writeJSON {
      $0.array("conflicts") {
        for conflict in found { $0.object { write(conflict, session, to: &$0) } }
      }
      $0.array("unreadable") {
        for conflict in unreadable { $0.element(utf8: session.shownPathBytes(conflict.copy)) }
      }
    }
  }

  private static func write(
    _ conflict: NoteConflict, _ session: CommandSession, to json: inout JSONWriter
  ) {
    let texts = conflict.texts
    json.field("note", utf8: session.shownPathBytes(conflict.note))
    json.field("copy", utf8: session.shownPathBytes(conflict.copy))
    json.field("exists", texts.noteVersion != nil)
    json.field("tool", texts.copy.maker == .anotherTool ? "other" : "zib")
    json.field("ancestor", texts.ancestor != nil)
    for (name, change) in [
      ("this", texts.noteVersion?.change), ("that", texts.copyVersion.change),
    ] {
      guard let change else {
        json.field(name, String?.none)
        continue
      }
      json.object(name) {
        $0.field("device", change.device)
        $0.field("author", change.author.name)
        $0.field("date", Int(change.author.seconds &* 1000))
        $0.field("commit", change.commit.hex)
      }
    }
    json.object("overlap") {
      $0.field("places", texts.size.places)
      $0.field("lines", texts.size.lines)
      $0.field("words", texts.size.words)
    }
    json.field(
      "renamedFrom",
      conflict.note == conflict.formerNote ? nil : session.shownPath(conflict.formerNote))
    json.field("resolvedTwice", texts.isResolvedTwice)
  }
}
