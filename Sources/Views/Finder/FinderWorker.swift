import Files
import Indexing
import Layout
import Notes
import OperatingSystem
import Rendering
import Search
import Synchronization
import Terminals
import Vaults
import Wording

/// Keeps the index in step, asks it and draws notes, on threads of its own, so that keys never wait.
///
/// Of several questions that wait only the latest is answered.
final class FinderWorker: Sendable {
  /// An answer of the worker.
  enum Reply: Sendable {
    case answer(FinderAnswer)
    case preview(FinderPreview)
    case progress(done: Int, total: Int)
    /// Notes were changed by whichever program; those that lie elsewhere now, by their former paths.
    case changed(moves: [NotePath: NotePath])
    /// The number of conflicts that wait for a person.
    case conflicts(Int)
    case failed(String)
  }

  private struct State {
    var request: FinderRequest?
    var preview: FinderPreviewRequest?
    var mustLook = true
    /// True until what was found at the last look asked for is among the replies.
    var isLooking = true
    var replies: [Reply] = []
    var search: VaultSearch?
  }

  /// The facts of a session that the worker needs.
  struct Setting: Sendable {
    let vault: Vault
    let today: CivilDate
    let zone: Zone
    let colors: ColorDepth
  }

  private let setting: Setting
  private let state = Mutex(State())
  private let requests: (reading: Int32, writing: Int32)
  private let replies: (reading: Int32, writing: Int32)

  /// The longest time in milliseconds in which a change of the folder is not looked for, where the system does not
  /// tell of it.
  private static let lookingAround: Int64 = 2000

  /// The time in milliseconds after which a note that is gone is looked for again.
  private static let lookingBack: Int64 = 250

  /// The descriptor that has a byte when there is a reply.
  var waker: Int32 { replies.reading }

  /// The index as it was last looked at.
  var search: VaultSearch? { state.withLock { $0.search } }

  /// - Returns: nil if the system has no more threads or descriptors.
  init?(_ setting: Setting) {
    guard let requests = Platform.makePipe(), let replies = Platform.makePipe() else { return nil }
    self.setting = setting
    self.requests = requests
    self.replies = replies
    guard startThread({ [self] in work() }), startThread({ [self] in watch() }) else { return nil }
    wake()
  }

  /// Asks for a list.
  func ask(_ request: FinderRequest) {
    state.withLock { $0.request = request }
    wake()
  }

  /// Asks for a drawn note.
  func ask(_ preview: FinderPreviewRequest) {
    state.withLock { $0.preview = preview }
    wake()
  }

  /// Looks at the folder again.
  func lookAgain() {
    state.withLock { ($0.mustLook, $0.isLooking) = (true, true) }
    wake()
  }

  /// Waits until the replies have what was found at the last look, so that the next key is not for a note that was
  /// just renamed; two seconds at most.
  func waitForLook() {
    for _ in 0..<400 where state.withLock({ $0.isLooking }) { Platform.pause(milliseconds: 5) }
  }

  /// The answers since the last call.
  func takeReplies() -> [Reply] {
    state.withLock { state in
      defer { state.replies = [] }
      return state.replies
    }
  }

  private func wake() { _ = Platform.write([0], to: requests.writing) }

  private func reply(_ reply: Reply) {
    state.withLock { $0.replies.append(reply) }
    _ = Platform.write([0], to: replies.writing)
  }

  // MARK: Threads

  /// Tells when a note changes, also for changes between the first look at the folder and the watch.
  private func watch() {
    let watch = FolderWatch(setting.vault.root)
    lookAgain()
    while true {
      switch watch.wait(milliseconds: Self.lookingAround) {
      case .changed: lookAgain()
      case .timedOut: if !watch.isLive { lookAgain() }
      case .interrupted: break
      }
    }
  }

  private func work() {
    var last: FinderRequest?
    var counted: (names: UInt64, conflicts: Int)?
    var trace = MoveTrace()
    var (nextTrace, mustNoteHead): (Int64, Bool) = (0, true)
    while Platform.waitForByte(requests.reading) {
      let (mustLook, search) = state.withLock { state in
        defer { state.mustLook = false }
        return (state.mustLook, state.search)
      }
      do {
        if mustLook || search == nil {
          let former = search?.index.table
          let table = try look()
          // Another program may have brought the index in step before.
          if let former, former.window != table.window {
            let moves = former.moves(to: table)
            trace.lose(
              former.notesGone(from: table).filter { moves[$0] == nil },
              at: Clock.monotonicMilliseconds())
            mustNoteHead = true
            tell(moves, last)
          }
        }
        if let request = state.withLock({ $0.request.take() }) {
          last = request
          reply(.answer(try answering(request)))
        }
        if mustLook { state.withLock { if !$0.mustLook { $0.isLooking = false } } }
        // A newer question goes before a note.
        if state.withLock({ $0.request == nil }),
          let preview = state.withLock({ $0.preview.take() })
        {
          reply(.preview(try drawing(preview)))
        }
        if state.withLock({ $0.request == nil && $0.preview == nil }) {
          tellConflicts(&counted)
          let found = follow(&trace, &nextTrace)
          if !found.isEmpty {
            tell(found, last)
            wake()
          } else if mustNoteHead {
            trace.noteHead(of: setting.vault, at: Clock.monotonicMilliseconds())
            mustNoteHead = false
          }
        }
      } catch {
        state.withLock { $0.isLooking = false }
        reply(.failed(ErrorWords(error).message))
      }
    }
  }

  /// Tells that the folder has changed, and answers the last question again.
  private func tell(_ moves: [NotePath: NotePath], _ last: FinderRequest?) {
    state.withLock { if $0.request == nil { $0.request = last } }
    reply(.changed(moves: moves))
  }

  /// Looks in the history for notes that are gone, and again a moment later for those that it does not tell of yet.
  ///
  /// - Parameter next: the time of the next look, before which there is none.
  private func follow(_ trace: inout MoveTrace, _ next: inout Int64) -> [NotePath: NotePath] {
    let now = Clock.monotonicMilliseconds()
    guard trace.isWaiting, now >= next else { return [:] }
    // Without a readable history the selection is lost, and nothing else.
    let found = (try? trace.found(current(), at: now)) ?? [:]
    guard trace.isWaiting else { return found }
    next = now + Self.lookingBack
    let isStarted = startThread { [self] in
      Platform.pause(milliseconds: Int32(Self.lookingBack))
      wake()
    }
    if !isStarted { trace = MoveTrace() }
    return found
  }

  /// Tells the number of conflict copies, where it is another than before.
  private func tellConflicts(_ counted: inout (names: UInt64, conflicts: Int)?) {
    guard let table = search?.index.table else { return }
    let names = table.namesMark
    if counted?.names == names { return }
    var count = 0
    table.forEachNote { _, path in if ConflictName.isOwnCopy(path.name) { count += 1 } }
    table.forEachAttachment { path in if ConflictName.isOwnCopy(path.name) { count += 1 } }
    if count != counted?.conflicts ?? 0 { reply(.conflicts(count)) }
    counted = (names, count)
  }

  /// Brings the index in step.
  ///
  /// - Returns: the files that it is in step with.
  private func look() throws -> FolderTable {
    let vault = setting.vault
    let lastTold = Mutex(Clock.monotonicMilliseconds())
    let index = try vault.index { done, total in
      let now = Clock.monotonicMilliseconds()
      let isDue = lastTold.withLock { last in
        guard now - last > 100 else { return false }
        last = now
        return true
      }
      if isDue { self.reply(.progress(done: done, total: total)) }
    }
    let search = VaultSearch(vault, index, today: setting.today, zone: setting.zone)
    state.withLock { $0.search = search }
    return index.table
  }

  /// Answers with the index; a damaged one is made anew.
  private func answering(_ request: FinderRequest) throws -> FinderAnswer {
    do {
      return try request.answer(from: current())
    } catch is IndexError {
      let index = try setting.vault.index(rebuilding: true)
      let search = VaultSearch(setting.vault, index, today: setting.today, zone: setting.zone)
      state.withLock { $0.search = search }
      return try request.answer(from: search)
    }
  }

  private func drawing(_ request: FinderPreviewRequest) throws -> FinderPreview {
    try request.preview(from: current(), colors: setting.colors)
  }

  private func current() throws -> VaultSearch {
    if let search { return search }
    _ = try look()
    guard let search else { throw IndexError.missing }
    return search
  }
}
