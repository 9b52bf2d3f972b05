import Arguments
import Files
import Indexing
import Notes
import Rendering
import Search
import Terminals
import Vaults

/// The vault's index as commands use it.
extension CommandSession {
  /// The day on which relative dates in queries are counted from.
  package var today: CivilDate { CivilDateTime(milliseconds: now, in: zone).date }

  /// Brings the index up to date, and reports anything unusual.
  package func index(rebuilding: Bool = false) throws -> VaultIndex {
    let bar = ProgressBar(
      "Indexing notes", terminal: terminal, quiet: messages.level == .quiet)
    defer { bar.finish() }
    let vault = try searchedVault()
    let index = try vault.index(rebuilding: rebuilding) { bar.update($0, of: $1) }
    bar.finish()
    tell(index)
    return index
  }

  /// Searches the index; if it turns out to be damaged, it is rebuilt and searched again.
  ///
  /// - Parameter body: may run twice, so it must not print.
  package func search<Answer>(_ body: (VaultSearch) throws -> Answer) throws -> Answer {
    let vault = try searchedVault()
    func answer(_ index: VaultIndex) throws -> Answer {
      let search = VaultSearch(vault, index, today: today, zone: zone)
      let answer = try body(search)
      tell(search.unfinished)
      return answer
    }
    do {
      return try answer(try index())
    } catch IndexError.damaged(let what) {
      messages.note("the search index was damaged (\(what)) and is being rebuilt")
      return try answer(try index(rebuilding: true))
    }
  }

  /// Says which notes a regular expression could not be tried on to its end.
  private func tell(_ unfinished: [UnfinishedMatches.Match]) {
    let late = unfinished.filter { $0.bound == .time }
    for (pattern, matches) in Dictionary(grouping: late, by: { $0.pattern }).sorted(
      by: { $0.key < $1.key })
    {
      let count = Set(matches.map(\.path)).count
      messages.warning(
        "`\(pattern)` takes too long: \(Amount.count(count, "note")) \(count == 1 ? "was" : "were") not tried "
          + "to the end, so whether it matches there is not known; `path:` or a word beside it leaves fewer to try"
      )
    }
    let steep = unfinished.filter { $0.bound == .steps }
    for (pattern, matches) in Dictionary(grouping: steep, by: { $0.pattern }).sorted(
      by: { $0.key < $1.key })
    {
      let paths = matches.prefix(3).map { "`\(shown($0.path))`" }.joined(separator: ", ")
      let others = matches.count > 3 ? " and \(Amount.count(matches.count - 3, "other"))" : ""
      messages.warning(
        "`\(pattern)` takes too many steps in \(paths)\(others), so whether it matches there is not known"
      )
    }
  }

  /// Reports the parts of a query that may have been read in another way than they were meant.
  package func tell(_ query: Query) {
    for note in query.notes {
      let part = String(decoding: Array(query.text.utf8)[note.range], as: UTF8.self)
      messages.note(part.isEmpty ? note.message : "`\(part)`: \(note.message)")
    }
  }

  /// The findings of `zib check` in an index that is in step; reports nothing on the index.
  package func checked(
    _ vault: Vault, _ index: VaultIndex,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) throws -> CheckReport {
    try VaultSearch(vault, index, today: today, zone: zone).checked(progress: progress)
  }

  /// The language of most notes, where the vault is set to another.
  package func otherLanguage(in vault: Vault) throws -> String? {
    try VaultSearch(vault, try vault.index(), today: today, zone: zone).otherLanguage()
  }

  /// The notes in another language than the vault's that do not say so, by their language.
  package func unnamedLanguages(in vault: Vault) throws -> [(language: String, notes: [NotePath])] {
    try VaultSearch(vault, try vault.index(), today: today, zone: zone).unnamedLanguages()
  }

  private func tell(_ index: VaultIndex) {
    let report = index.report
    if let reason = report.rebuilt { messages.note("\(reason); it was rebuilt") }
    if let reason = report.unsaved, told.insert(.unsavedIndex("\(reason)")).inserted {
      messages.warning("the search index could not be saved: \(reason)")
    }
    let unread = index.problems.count { $0.kind == .unreadable || $0.kind == .unreadableFolder }
    if unread > 0 {
      messages.warning(
        "\(Amount.count(unread, "note or folder", "notes or folders")) could not be read; "
          + "`zib doctor` says which")
    }
    messages.detail(
      "\(Amount.count(index.notes.documentCount, "note")); \(report.added) added, \(report.changed) changed, "
        + "\(report.removed) removed since last time")
  }
}
