import Exchange
import Files
import Indexing
import Layout
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// Says which links a sync left without their files, headings or blocks.
extension CommandSession {
  /// The links that a sync left without their files, headings or blocks; the notes are not looked at where it can have
  /// left none.
  package func lostLinks(_ sync: VaultSync) throws -> [LostLink] {
    let report = sync.report
    guard report.outcome == .inStep, !report.came.isEmpty, !report.isDryRun else { return [] }
    let isMerge = !report.went.isEmpty
    guard
      (report.came + report.went).contains(where: { $0.takesAway || isMerge && $0.kind == .edited })
    else { return [] }
    return try search { search in try search.lostLinks(by: sync) }
  }

  /// Names the links that a sync left without their files, with the command that mends them.
  package func tellLostLinks(_ sync: VaultSync) throws {
    let lost = try lostLinks(sync)
    if lost.isEmpty { return }
    try output.flush()
    for link in lost.prefix(5) {
      let what =
        "\(shown(link.note)) \(link.note.isMarkdown ? "has a link to" : "shows") "
        + "\(SafeText.escaped(link.target)), which another device"
      switch link.movedTo {
      case let place? where !link.isReworded: messages.warning("\(what) moved to \(shown(place))")
      case _?:
        let isBlock = link.anchor?.hasPrefix("^") == true
        messages.warning("\(what) gave \(isBlock ? "another id" : "other words")")
      case nil where link.contested != nil:
        guard let (name, holder) = link.contested else { continue }
        if link.anchor != nil {
          messages.warning(
            "\(shown(link.note)) has a link to \(SafeText.escaped(link.target)), which only "
              + "\(shown(holder)) has, in conflict with \(shown(name))")
          continue
        }
        let file = holder == name ? "the file of that name" : shown(holder)
        messages.warning(
          "\(what) moved to \(shown(name)); that name is in conflict; it is \(file)")
      case nil: messages.warning("\(what) renamed or deleted")
      }
    }
    tellMending(lost)
  }

  /// Names the links that an undo left without their files, headings or blocks, with the command that mends them.
  package func tellLostLinks(byUndo lost: [LostLink]) {
    for link in lost.prefix(5) {
      let anchor = link.anchor.map { "#" + SafeText.escaped($0) } ?? ""
      let place = link.movedTo.map { ", and what it meant is \(shown($0))\(anchor) again" } ?? ""
      messages.warning(
        "\(shown(link.note)) has a link to \(SafeText.escaped(link.target)), which leads nowhere now\(place)"
      )
    }
    if !lost.isEmpty { tellMending(lost) }
  }

  private func tellMending(_ lost: [LostLink]) {
    if lost.count > 5 { messages.warning("and \(lost.count - 5) more such links") }
    let canMend = lost.contains { $0.movedTo != nil }
    let contested = lost.filter { $0.contested != nil }
    if canMend {
      messages.note("`zib check --fix` updates links to moved files")
    } else if contested.isEmpty {
      let isOfNotes = lost.contains(where: \.note.isMarkdown)
      messages.note("`zib \(isOfNotes ? "broken" : "check")` lists links that lead nowhere")
    }
    guard let name = contested.first?.contested?.name else { return }
    messages.note(
      "`zib resolve \(typedPath(shownPathBytes(name)))` decides which file has the name"
        + (contested.allSatisfy { $0.anchor != nil }
          ? ""
          : "; after that, `zib check --fix` updates links to moved files"))
  }
}

/// Says which links mean other files since a sync.
extension CommandSession {
  /// The links that mean other files; the notes are not looked at where the sync can have made none so.
  package func takenLinks(_ sync: VaultSync) throws -> [TakenLink] {
    let report = sync.report
    guard report.outcome == .inStep, !report.came.isEmpty, !report.isDryRun else { return [] }
    return try search { search in try search.takenLinks(by: sync) }
  }

  /// Names the links that mean other files since a sync, with what they meant.
  package func tellTakenLinks(_ sync: VaultSync) throws {
    let taken = try takenLinks(sync)
    guard let first = taken.first(where: \.isThere) ?? taken.first else { return }
    try output.flush()
    for link in taken.prefix(5) {
      let meant = "\(shown(link.meant))\(link.isThere ? "" : ", which was deleted,")"
      messages.warning(
        "\(shown(link.note)) has a link to \(SafeText.escaped(link.target)), which meant \(meant) and "
          + "means \(link.reason == .new ? "the new " : "")\(shown(link.means)) now"
          + (link.reason == .called ? ", by a title or alias that it got" : ""))
    }
    if taken.count > 5 { messages.warning("and \(taken.count - 5) more such links") }
    messages.note(
      "`zib edit \(typedPath(shownPathBytes(first.note)))` opens the note with the link")
    guard let former = first.former else { return }
    messages.note(
      "where that is not meant, the path in a link says which file it is: "
        + "`\(SafeText.inLine(former))`")
  }
}

extension JSONWriter {
  /// Writes the links that are without their files.
  package mutating func lostLinks(_ lost: [LostLink], _ session: CommandSession) {
    array("lostLinks") { json in
      for link in lost {
        json.object {
          $0.field("path", utf8: session.shownPathBytes(link.note))
          $0.field("target", link.target)
          $0.field(
            "movedTo",
            link.movedTo.map { String(decoding: session.shownPathBytes($0), as: UTF8.self) })
          $0.field(
            "inConflict",
            link.contested.map { String(decoding: session.shownPathBytes($0.name), as: UTF8.self) })
        }
      }
    }
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
