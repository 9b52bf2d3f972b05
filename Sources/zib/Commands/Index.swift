import Arguments
import Exchange
import Files
import Indexing
import Rendering
import Search
import Sessions
import Settings
import Terminals

/// `zib index`: brings the index up to date, or rebuilds it.
enum IndexNotes {
  static let rebuild = Flag("rebuild", help: "Delete the index first, and read every note again.")
  static let json = Flag("json", help: "Print what was done as JSON.")

  static let command = Command(
    "index", group: "Settings", summary: "Update the search index",
    discussion: """
      There is no need to run it: every command that searches first looks which notes have changed,
      and indexes those. After many changes, or in a large vault that was never indexed, it does
      that work ahead of time and shows how far it is. A first index that is stopped half-way, by Ctrl-C for
      instance, is not kept: the next command begins it again. Once there is an index, only what
      has changed is read.

      The index is a cache. It lies in `.zib/cache`, or below `$XDG_CACHE_HOME` for a folder that
      is not to be written; deleting it loses nothing.
      """,
    arguments: [rebuild, json],
    sections: [
      Section(
        "JSON",
        """
        An object with `version` (1), `notes`, `added`, `changed`, `removed`, `seconds`, `bytes`
        (of the index), `folder` (where it is; null if it is only in memory) and `rebuilt` (why it
        was built anew; null if it was not).
        """)
    ],
    examples: [
      "zib index": "Index what has changed.",
      "zib index --rebuild": "Read every note again.",
    ],
    exitStatuses: [0: "The index is up to date.", 3: "The vault cannot be read."],
    seeAlso: ["zib-search(1)", "zib-doctor(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      let start = Clock.monotonicMilliseconds()
      let index = try session.index(rebuilding: arguments[rebuild])
      let seconds = Double(Clock.monotonicMilliseconds() - start) / 1000
      if arguments[json] {
        try printJSON(index, seconds, isRebuilt: arguments[rebuild], session)
      } else {
        try session.output.writeLine(line(index, seconds))
      }
      return .done
    }
  }

  /// The work done, in one line.
  private static func line(_ index: VaultIndex, _ seconds: Double) -> String {
    let report = index.report
    let parts = [
      report.added > 0 ? "\(Amount.count(report.added)) added" : nil,
      report.changed > 0 ? "\(Amount.count(report.changed)) changed" : nil,
      report.removed > 0 ? "\(Amount.count(report.removed)) removed" : nil,
    ].compactMap { $0 }
    return Amount.count(index.notes.documentCount, "note") + ": "
      + (parts.isEmpty ? "nothing has changed" : parts.joined(separator: ", "))
      + "; \(Amount.time(seconds)), \(Amount.bytes(index.notes.byteCount))"
  }

  private static func printJSON(
    _ index: VaultIndex, _ seconds: Double, isRebuilt: Bool, _ session: CommandSession
  ) throws {
    let folder = try session.vault().location.cache(session.environment).folder
    try session.output.writeJSON {
      $0.field("notes", index.notes.documentCount)
      $0.field("added", index.report.added)
      $0.field("changed", index.report.changed)
      $0.field("removed", index.report.removed)
      $0.field("seconds", (seconds * 1000).rounded() / 1000)
      $0.field("bytes", index.notes.byteCount)
      $0.field("folder", folder?.text)
      $0.field("rebuilt", isRebuilt ? "it was asked for" : index.report.rebuilt)
    }
  }
}
