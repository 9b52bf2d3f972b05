import Files
import Merge
import Rendering
import Screens
import Sessions
import Sync
import Terminals
import Vaults
import Wording

/// Conflicts decided on a full screen; what is decided is written by its caller, as after the dialogue.
package struct ConflictScreen {
  private let session: CommandSession
  private let screen: ScreenTerminal

  /// Takes the whole screen, until ``leave()``.
  ///
  /// - Returns: nil if there is no terminal to draw on.
  package init?(_ session: CommandSession) throws {
    guard session.terminal.readsKeys, let screen = try ScreenTerminal(session) else { return nil }
    self.session = session
    self.screen = screen
  }

  /// True for a conflict that has places to decide on; others are asked about line by line.
  package static func canShow(_ conflict: NoteConflict) -> Bool {
    conflict.texts.noteVersion != nil && conflict.texts.isText
      && !conflict.texts.merge.overlaps.isEmpty
  }

  /// Decides one conflict.
  ///
  /// - Parameters:
  ///   - number: the number of the conflict among the `count` to be resolved, from 1.
  ///   - canGoBack: true if a conflict was resolved before in this run, so that it can be taken back.
  ///   - notice: the end of the conflict before, if a person has to know it; shown until the first key.
  package func run(
    _ conflict: NoteConflict, number: Int, of count: Int, canGoBack: Bool, notice: String? = nil
  ) throws -> ConflictDialogue.Outcome {
    let kept = KeptDecisions(conflict, try session.vault())
    let state = kept?.state(of: conflict.texts.merge)
    var model = ConflictModel(
      conflict, session.words(for: conflict), number: number, of: count, canGoBack: canGoBack,
      decisions: state?.decisions, begun: state?.begun ?? BegunPlaces())
    if let notice {
      let end = model.message.map { StyledText(". ", .warning) + $0 } ?? StyledText()
      model.message = StyledText(notice, .warning) + end
    }
    while true {
      let size = screen.size
      guard screen.show(model.frame(rows: size.rows, columns: size.columns)) else {
        return .stopped
      }
      // A signal may end the program at any time.
      let effect = model.take(screen.next(within: model.hasNewText ? Self.rest : nil))
      if case .edit(let place) = effect { try edit(place, of: &model) }
      keep(&model, kept)
      switch effect {
      case nil, .edit: continue
      case .suspend: screen.suspend()
      case .finish(let outcome): return outcome
      }
    }
  }

  /// A text is kept when no key has come for so many milliseconds.
  private static let rest: Int32 = 300

  /// Keeps the decisions as they are made, so that they are there after whatever ends this run.
  private func keep(_ model: inout ConflictModel, _ kept: KeptDecisions?) {
    guard let kept, model.isToBeKept else { return }
    model.isToBeKept = false
    do throws(SystemError) {
      try kept.keep(model.decisions, begun: model.begunPlaces)
    } catch {
      model.message = StyledText("The decisions cannot be kept: \(error.description)", .warning)
    }
  }

  /// Leaves the terminal to what is said between two conflicts.
  package func lend<Result>(_ work: () throws -> Result) rethrows -> Result {
    try screen.lend(work)
  }

  /// Gives the terminal back.
  package func leave() { screen.leave() }

  private func edit(_ place: Int, of model: inout ConflictModel) throws {
    let (conflict, decisions) = (model.conflict, model.decisions)
    do {
      let outcome = try MarkedFile(place: place, of: decisions, conflict, session).edited(
        flaw: { text in
          conflict.damage(.text(text), at: place, of: decisions).map { (1, $0.reason.words) }
        },
        inEditor: { try screen.lend($0) },
        opensAgain: { words in
          screen.lend { session.ask("\(words). Open it again? (y/n) ") }.lowercased().hasPrefix("y")
        })
      switch outcome {
      case .finished(let text): model.take(edited: text, at: place)
      case .flawed(_, let file):
        model.message = StyledText("Nothing was decided; what you wrote is in \(file).", .warning)
      }
    } catch {
      model.message = StyledText(session.words(for: error).message, .error)
    }
  }
}
