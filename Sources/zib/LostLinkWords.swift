import Files
import Indexing
import Layout
import Sessions
import Sync
import Terminals
import Vaults

/// Says which links a sync left without their files, headings or blocks.
extension CommandSession {
  /// The links that a sync left without their files, headings or blocks; the notes are not looked at where it can have
  /// left none.
  func lostLinks(_ sync: VaultSync) throws -> [LostLink] {
    let report = sync.report
    guard report.outcome == .inStep, !report.came.isEmpty, !report.isDryRun else { return [] }
    let isMerge = !report.went.isEmpty
    guard
      (report.came + report.went).contains(where: { $0.takesAway || isMerge && $0.kind == .edited })
    else { return [] }
    return try search { search in try search.lostLinks(by: sync) }
  }

  /// Names the links that a sync left without their files, with the command that mends them.
  func tellLostLinks(_ sync: VaultSync) throws {
    let lost = try lostLinks(sync)
    if lost.isEmpty { return }
    try output.flush()
    for link in lost.prefix(5) {
      let what =
        "\(shown(link.note)) has a link to \(SafeText.escaped(link.target)), which another device"
      switch link.movedTo {
      case let place? where !link.isReworded: messages.warning("\(what) moved to \(shown(place))")
      case _?: messages.warning("\(what) gave other words")
      case nil: messages.warning("\(what) renamed or deleted")
      }
    }
    if lost.count > 5 { messages.warning("and \(lost.count - 5) more links are so") }
    let canMend = lost.contains { $0.movedTo != nil }
    messages.note(
      canMend
        ? "`zib check --fix` gives links to what moved the new names"
        : "`zib broken` lists links that lead nowhere")
  }
}

/// Says which links mean other files since a sync.
extension CommandSession {
  /// The links that new files took; the notes are not looked at where neither side made one.
  func takenLinks(_ sync: VaultSync) throws -> [TakenLink] {
    let report = sync.report
    guard report.outcome == .inStep, !report.came.isEmpty, !report.isDryRun,
      (report.came + report.went).contains(where: { $0.kind == .added })
        || report.came.contains(where: { $0.kind == .edited })
    else { return [] }
    return try search { search in try search.takenLinks(by: sync) }
  }

  /// Names the links that mean new files since a sync, with what they meant.
  func tellTakenLinks(_ sync: VaultSync) throws {
    let taken = try takenLinks(sync)
    if taken.isEmpty { return }
    try output.flush()
    for link in taken.prefix(5) {
      messages.warning(
        "\(shown(link.note)) has a link to \(SafeText.escaped(link.target)), which meant \(shown(link.meant)) and "
          + "means \(link.isNew ? "the new " : "")\(shown(link.means)) now\(link.isNew ? "" : ", by a title or alias that it got")"
      )
    }
    if taken.count > 5 { messages.warning("and \(taken.count - 5) more links are so") }
    messages.note(
      "where that is not meant, the path in a link says which file it is: "
        + "`[[\(SafeText.inLine(taken[0].meant.textWithoutEnding))]]`")
  }
}

extension FileChange {
  /// True if a path has no file any more by it.
  fileprivate var takesAway: Bool {
    switch kind {
    case .deleted, .moved: true
    case .added, .edited: false
    }
  }
}
