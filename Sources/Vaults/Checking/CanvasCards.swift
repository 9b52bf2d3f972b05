import Exchange
import Files
import Indexing
import Layout
import Notes
import OperatingSystem
import Search

/// The canvases of a vault, and what they show that is not there.
struct CanvasCards {
  /// A file that a canvas shows and that is not there.
  struct Lost {
    let canvas: NotePath
    /// The path as the canvas has it, from the vault's root.
    let file: NotePath
    let position: TextPosition
  }

  /// Of the canvases that could be read, sorted by path; the cards by their place.
  private(set) var lost: [Lost] = []
  /// The findings on canvases whose cards nobody knows, or not all of them.
  private(set) var unreadFindings: [CheckFinding] = []
  private var canvases: [(path: NotePath, bytes: [UInt8], cards: [CanvasPaths.Card])] = []

  /// A larger file is not looked at.
  private static let mostBytes: Int64 = 8 << 20

  /// - Parameter canvases: those that are looked at; nil for all.
  init(_ search: VaultSearch, in canvases: Set<NotePath>? = nil) {
    let vault = search.vault
    var paths: [NotePath] = []
    search.index.table.forEachAttachment { path in
      let isWanted = canvases?.contains(path) ?? true
      if isWanted, CanvasPaths.isCanvas(path), !path.isConflictCopy { paths.append(path) }
    }
    for canvas in paths.sorted() {
      let bytes: [UInt8]
      do throws(WriteError) {
        bytes = try vault.folder.read(canvas, limit: Self.mostBytes).bytes
      } catch {
        let flaw: CheckFinding.CanvasFlaw =
          if case .tooLarge = error { .tooLarge } else { .unreadable }
        unreadFindings.append(CheckFinding(.unreadCanvas(flaw), at: canvas.bytes))
        continue
      }
      if let flaw = Self.flaw(in: bytes) {
        unreadFindings.append(CheckFinding(.unreadCanvas(.noCanvas(flaw)), at: canvas.bytes))
      }
      var lines: LineIndex?
      let shown = CanvasPaths(bytes)
      shown.forEachPath { file, range in
        if vault.hasFile(file) { return }
        let known = lines ?? LineIndex(bytes)
        lines = known
        lost.append(
          Lost(canvas: canvas, file: file, position: known.position(at: Int(range.start))))
      }
      if !shown.cards.isEmpty { self.canvases.append((canvas, bytes, shown.cards)) }
    }
  }

  /// The reason why Obsidian cannot open some bytes as a canvas, mostly in the words of the reader of JSON; nil if it can.
  /// An empty file is a new canvas.
  private static func flaw(in bytes: [UInt8]) -> String? {
    if bytes.isEmpty { return nil }
    do throws(ExchangeError) {
      let value = try JSONValue(parsing: bytes)
      guard value.members != nil else { return "no object with `nodes`" }
      let others = ["nodes", "edges"].filter { value[$0] != nil && value[$0]?.elements == nil }
      return others.first.map { "`\($0)` is no list" }
    } catch {
      if case .format(_, let detail) = error { return detail }
      return "\(error)"
    }
  }

  /// The findings on cards whose file is gone.
  ///
  /// - Parameter moves: the files that another program moved.
  func findings(_ moves: HandMoves) -> [CheckFinding] {
    lost.map { card in
      let flaw: CheckFinding.LinkFlaw =
        switch moves.places[card.file] {
        case let place?:
          moves.contested[place].map { .movedInConflict(to: $0, holder: place) }
            ?? .moved(to: place)
        case nil: .missing(card.file.text, elsewhere: nil)
        }
      return CheckFinding(.link(card.file.text, flaw), at: card.canvas.bytes, card.position)
    }
  }

  /// The findings on headings and blocks that cards show and that are not there, and on links in the texts of cards that
  /// lead nowhere.
  ///
  /// - Throws: `IndexError`
  func findingsInside(_ search: VaultSearch) throws(IndexError) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    var shown: [NotePath: Note?] = [:]
    for canvas in canvases {
      let lines = LineIndex(canvas.bytes)
      for card in canvas.cards {
        guard let file = card.file, let (subpath, range) = card.subpath, subpath.hasPrefix("#"),
          case let anchor = String(subpath.dropFirst()), !anchor.isEmpty
        else { continue }
        let note = shown[file] ?? (try? search.note(at: file))
        shown[file] = .some(note)
        guard let note, !note.hasPlace(anchored: anchor) else { continue }
        findings.append(
          CheckFinding(
            .link(file.text + subpath, .lacksAnchor(anchor, in: file)), at: canvas.path.bytes,
            lines.position(at: Int(range.start))))
      }
      let texts = canvas.cards.compactMap(\.text)
      let notes = texts.map {
        Note(piece: Array($0.text.utf8), options: search.vault.noteOptions)
      }
      let found = try search.linkFindings(in: notes, at: canvas.path)
      for (text, inText) in zip(texts, found) {
        var start = Int(text.range.start)
        for finding in inText {
          guard case .link(let words, let flaw) = finding.kind, flaw.leadsNowhere else { continue }
          // It stands there as JSON writes it.
          let link = CanvasPaths.encoded(words).dropFirst().dropLast()
          let string = canvas.bytes[start..<Int(text.range.end)]
          let place = string.firstRange(of: link)?.lowerBound ?? Int(text.range.start)
          start = max(start, place)
          findings.append(
            CheckFinding(
              .link(words, flaw), at: canvas.path.bytes, lines.position(at: place)))
        }
      }
    }
    return findings
  }
}

extension CheckFinding.LinkFlaw {
  fileprivate var leadsNowhere: Bool {
    switch self {
    case .missing, .unwritten, .folder, .outside, .lacksAnchor: true
    default: false
    }
  }
}

extension CanvasPaths {
  /// The canvas with the new paths of moved files, and how many changed.
  func following(_ moves: HandMoves, in vault: Vault) -> (text: [UInt8], links: Int) {
    rewritten { path in
      guard let place = moves.places[path], moves.contested[place] == nil, !vault.hasFile(path)
      else { return path }
      return place
    }
  }
}

extension Vault {
  /// True if there is something at a path, whether or not it belongs to the vault's notes.
  fileprivate func hasFile(_ path: NotePath) -> Bool {
    FileStatus.at(root.appending(path), following: false) != nil
  }
}
