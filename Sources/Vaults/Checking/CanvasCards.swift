import Files
import Indexing
import Layout
import Notes
import OperatingSystem

/// The canvases of a vault that show files which are not there.
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
  /// The canvases that could not be read, and those that are too large to be looked at.
  private var unread: [(canvas: NotePath, isTooLarge: Bool)] = []

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
        if case .tooLarge = error {
          unread.append((canvas, true))
        } else {
          unread.append((canvas, false))
        }
        continue
      }
      var lines: LineIndex?
      CanvasPaths(bytes).forEachPath { file, range in
        if vault.hasFile(file) { return }
        let known = lines ?? LineIndex(bytes)
        lines = known
        lost.append(
          Lost(canvas: canvas, file: file, position: known.position(at: Int(range.start))))
      }
    }
  }

  /// The findings on canvases whose cards nobody knows.
  var unreadFindings: [CheckFinding] {
    unread.map { CheckFinding(.unreadCanvas(isTooLarge: $0.isTooLarge), at: $0.canvas.bytes) }
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
}

extension CanvasPaths {
  /// The text that shows files which are not there where they are now, and the number of these.
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
