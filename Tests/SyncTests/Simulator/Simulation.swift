import History
import Merge
import Sync
import TestSupport

/// One history, played: people who write, devices that sync, and everything that gets in the way.
///
/// Each step follows from the script alone. The first violated property ends it.
final class Simulation {
  let script: SimulationScript
  let world: SimulationWorld
  let subject: SimulationSubject
  var ledger = Ledger()
  /// The events in words; kept only where somebody wants to read them.
  private(set) var story: [String] = []
  let tellsStory: Bool
  private(set) var violation: Violation?

  /// The random numbers of the event that is being played.
  var random = SeededRandom(seed: 0)
  /// By device, how many steps its last sync had; where the next one is stopped is drawn from it.
  var stepsOfSyncs: [Int]
  /// By device, files that git ignores or that are held back, under the names that they have now.
  var ignoredFiles: [[TreePath: [UInt8]]]
  /// The tokens of such files.
  var privateTokens = NumberSet()
  /// By device, files with the name of a secret that a person wrote while none of that name, in any case, was tracked.
  var newSecrets: [Set<TreePath>]
  /// By device, the journal that was last lost or damaged, as the next sync finds it; nil for none.
  var brokenJournals: [Int: [UInt8]?] = [:]
  /// The tokens of lines with a secret, which no commit of Zibaldone may have.
  var secretTokens = NumberSet()
  /// The secrets that were pasted, so that no two are the same by chance.
  var secrets: Set<String> = []
  /// By device, tokens that were put into the staging index and taken out of the folder again.
  var stagedOnly: [NumberSet]
  /// By device, paths that cannot be written or removed there: names that are too long, an encoding that fails.
  private(set) var unwritable: [Set<TreePath>]
  /// By device, what editors have loaded and not yet saved.
  var stale: [(path: TreePath, loaded: [UInt8])?]
  /// Pairs of parents and the commit that merged them.
  var mergesOfHeads: [[ObjectID]: ObjectID] = [:]
  /// Facts about blobs and commits, which never change.
  var tokensOfBlobs: [ObjectID: NumberSet] = [:]
  var tokensOfHistories: [ObjectID: NumberSet] = [:]
  var linesOfBlobs: [ObjectID: SimulationLines] = [:]
  /// By device, its log of reviews.
  var reviewLogs: [ReviewLogOfDevice?]
  /// All lines that were written into logs of reviews.
  var reviewedLines: Set<String> = []
  var statistics = SimulationStatistics()
  /// True once plain git has committed a folder as a sync that was stopped had left it, or a journal was lost.
  var hasCommittedHalfWay = false

  init(
    _ script: SimulationScript, subject: SimulationSubject = .zibaldone, tellsStory: Bool = false
  ) {
    self.script = script
    self.subject = subject
    self.tellsStory = tellsStory
    world = SimulationWorld(seed: script.world)
    stepsOfSyncs = world.devices.map { _ in 16 }
    ignoredFiles = world.devices.map { _ in [:] }
    newSecrets = world.devices.map { _ in [] }
    stagedOnly = world.devices.map { _ in NumberSet() }
    unwritable = world.devices.map { _ in [] }
    stale = world.devices.map { _ in nil }
    reviewLogs = world.devices.map { _ in nil }
  }

  var devices: [MemoryDevice] { world.devices }
  var pool: ObjectPool { world.pool }

  /// Plays the history to its end.
  ///
  /// - Returns: the first property that did not hold, nothing where all did.
  func run() -> Violation? {
    begin()
    for event in script.events {
      play(event)
      if violation != nil { return violation }
    }
    finish()
    return violation
  }

  /// The first violation is the one that is told.
  func violate(_ property: Property, _ detail: @autoclosure () -> String) {
    guard violation == nil else { return }
    violation = Violation(property: property, detail: detail())
    tell("VIOLATED: \(property.rawValue): \(violation?.detail ?? "")")
  }

  func tell(_ line: @autoclosure () -> String) { if tellsStory { story.append(line()) } }

  // MARK: Events

  private func play(_ event: SimulationEvent) {
    random = SeededRandom(seed: UInt64(event.seed) &* 0x1000_0001 &+ script.world)
    let device = event.device % devices.count
    // Often nothing, so that times are equal as well.
    world.time.pass(seconds: random.pick([0, 0, 1, 1, 7, 60, 3600]))
    let kept = event.kind.isByHand ? keptByRules : []
    let uncommitted = event.kind == .rules || event.kind == .privateNote ? newFiles(of: device) : []
    switch event.kind {
    case .edit: editNote(on: device)
    case .create: createNote(on: device)
    case .delete: deleteNote(on: device)
    case .move: moveNote(on: device)
    case .caseRename: changeCase(on: device)
    case .attach: changeAttachment(on: device)
    case .staleSave: loadOrSaveStale(on: device)
    case .resolve: resolveConflict(on: device)
    case .restore: restoreOldText(on: device)
    case .touch: touchNote(on: device)
    case .mode: changeMode(on: device)
    case .config: changeSettings(on: device)
    case .ignored: writeIgnored(on: device)
    case .rules: changeRules(on: device)
    case .privateNote: writePrivate(on: device)
    case .secret: pasteSecret(on: device)
    case .massDelete: deleteMany(on: device)
    case .review: review(on: device)
    case .oppose: opposeResolutions(on: device)
    case .sync: sync(on: device)
    case .snapshot: snapshot(on: device)
    case .unwritable: loseWriting(on: device)
    case .together: devices[device].workTree.worksTogether = true
    case .writable: setUnwritable([], on: device)
    case .twin: makeTwin(on: device)
    case .undo: undo(on: device)
    case .edited: syncWhileEdited(on: device)
    case .killed: syncStopped(on: device, by: .kill)
    case .powerCut: syncStopped(on: device, by: .powerCut)
    case .failed:
      syncStopped(
        on: device,
        by: .error(code: random.pick([InjectedError.inputOutput, InjectedError.noSpace])))
    case .stoppedThenGit: syncStoppedThenGit(on: device)
    case .journalLost: syncStoppedWithoutJournal(on: device)
    case .raced: syncRaced(on: device)
    case .unanswered: syncUnanswered(on: device)
    case .refused: syncRefused(on: device)
    case .offline: setOffline(true, on: device)
    case .online: setOffline(false, on: device)
    case .clock: changeClock(on: device)
    case .gitCommit: gitCommit(on: device)
    case .gitStage: gitStage(on: device)
    case .gitPull: gitPull(on: device)
    case .gitPush: gitPush(on: device)
    case .gitForcePush: gitForcePush(on: device)
    case .gitDeleteBranch: gitDeleteBranch(on: device)
    }
    // By the next event all is on the disk that was written by this one.
    for device in devices { device.settle() }
    for index in devices.indices {
      newSecrets[index].subtract(devices[index].repository.presentlyStaged.lazy.map(\.path))
    }
    for (index, path) in kept where !isRuledOut(path, on: index) { publish(path, on: index) }
    for path in uncommitted where isIgnored(path, on: device) { keep(path, on: device) }
    checkIgnoredFiles(on: device)
  }

  /// Untracked files that git ignores, each with its device.
  private var keptByRules: [(device: Int, path: TreePath)] {
    devices.indices.flatMap { index in
      ignoredFiles[index].keys.sorted().filter { isRuledOut($0, on: index) }.map { (index, $0) }
    }
  }

  /// True for a file that a rule ignores. Of one that a stopped sync has hidden only the journal knows that it was
  /// ignored; without a journal, the rules for the name count that it had.
  private func isRuledOut(_ path: TreePath, on index: Int) -> Bool {
    let workTree = devices[index].workTree
    let isLost = brokenJournals[index].map { $0 == workTree.presentJournal } ?? false
    return isIgnored(isLost ? workTree.place(of: path) : path, on: index)
  }

  /// Whoever takes the rule for a file out by hand means it.
  private func publish(_ path: TreePath, on index: Int) {
    guard let bytes = ignoredFiles[index].removeValue(forKey: path) else { return }
    privateTokens.subtract(Ledger.tokens(in: bytes))
    tell("\(name(index)) has no rule for \(path) any more, and means it")
  }

  /// The files of a person that are in no commit and that no rule ignores, sorted; none that a stopped sync brought, and
  /// none that is a tracked file with its name in another case, which the folder takes for the same.
  private func newFiles(of index: Int) -> [TreePath] {
    let device = devices[index]
    func name(_ path: TreePath) -> String {
      device.isInsensitive ? path.text.lowercased() : path.text
    }
    let tracked = Set(device.repository.presentlyStaged.map { name($0.path) })
    return device.notes.filter { path, bytes in
      !tracked.contains(name(path)) && !isIgnored(path, on: index)
        && pool.blob(ObjectPool.id(ofBlob: bytes)) == nil
    }.keys.sorted()
  }

  /// A file in no commit is its person's alone from the moment when she makes a rule for it.
  private func keep(_ path: TreePath, on index: Int) {
    guard ignoredFiles[index][path] == nil, let bytes = devices[index].files.bytes(at: path) else {
      return
    }
    ignoredFiles[index][path] = bytes
    ledger.removed.formUnion(Ledger.tokens(in: bytes))
    tell("\(name(index)) has \(path), which is in no commit, and now ignores it")
  }

  private func setOffline(_ isOffline: Bool, on device: Int) {
    devices[device].transport.isOffline = isOffline
    tell("\(devices[device].name) is \(isOffline ? "offline" : "online")")
  }

  /// A path cannot be written on a device any more; or, where it is a folder, nothing in it.
  private func loseWriting(on device: Int) {
    let known = pool.files(of: devices[device].head).keys.sorted()
    var path = TreePath(random.pick(SimulationText.names + SimulationText.attachments))
    if random.once(in: 2), !known.isEmpty { path = random.pick(known) }
    if random.once(in: 4), path.folder != .root { path = path.folder }
    setUnwritable(unwritable[device].union([path]), on: device)
  }

  func setUnwritable(_ paths: Set<TreePath>, on device: Int) {
    if paths == unwritable[device] { return }
    unwritable[device] = paths
    devices[device].workTree.isUnwritable = { path in
      paths.contains { path == $0 || path.isInside($0) }
    }
    tell("\(devices[device].name) cannot write \(paths.sorted())")
  }

  private func changeClock(on device: Int) {
    let skew = random.pick([0, -86_400, 86_400, -1, 1, -600, 31_536_000])
    devices[device].clock.skew = Int64(skew)
    devices[device].clock.offset = random.pick([0, 60, -300])
    tell("\(devices[device].name)'s clock is \(skew) s ahead")
  }

  // MARK: Beginning

  /// The first device has notes and pushes them; the others mostly have cloned them.
  private func begin() {
    random = SeededRandom(seed: script.world ^ 0xB361)
    let first = devices[0]
    for path in SimulationText.beginning(isLarge: world.isLarge) {
      let text = SimulationText.note(at: path, tokens: { ledger.token("\(path) at the beginning") })
      first.files.replace(path, with: text)
    }
    first.settle()
    gitCommitAll(on: 0, message: "Begin")
    let isPushed = !random.once(in: 8)
    for (_, remote) in world.remotes.sorted(by: { $0.key < $1.key }) where isPushed {
      remote.move(SimulationWorld.branch, to: first.head, isOurs: false)
    }
    for index in devices.indices {
      let device = devices[index]
      for name in world.remotes.keys.sorted() where isPushed {
        try? device.transport.fetch(name)
      }
      // Now and then a device has nothing yet, or began a vault of its own.
      let beginning = index == 0 ? 9 : random.below(10)
      if beginning == 0 { continue }
      if beginning == 1 {
        let path = TreePath("Own note.md")
        device.files.replace(
          path,
          with: SimulationText.note(at: path, tokens: { ledger.token("\(path) on \(device.name)") })
        )
        device.settle()
        gitCommitAll(on: index, message: "A vault of its own")
      } else if index > 0, isPushed, let head = first.head {
        checkOut(head, on: index)
      }
    }
    world.time.pass(seconds: 1000)
    tell("\(devices.count) devices, remotes \(world.remotes.keys.sorted())")
  }
}

/// A property that did not hold, and how.
struct Violation: Equatable, CustomStringConvertible {
  let property: Property
  let detail: String

  var description: String { "\(property.rawValue): \(detail)" }
}

/// The properties of syncing that are looked at here, by their numbers in the specification.
enum Property: String, CaseIterable {
  case noVanish = "P1 no vanish"
  case lineConservation = "P2 line conservation"
  case convergence = "P3 convergence"
  case symmetryAndIdempotence = "P4 symmetry, idempotence"
  case copiesNeverConflict = "P5 copies never conflict"
  case sideBlindWinner = "P6 side-blind winner"
  case editBeatsDeletion = "P7 an edit beats a deletion"
  case renamesOnProof = "P8 renames only on proof"
  case resolutionHolds = "P9 a resolution holds"
  case nothingTwice = "P26 nothing twice"
  case noMarkers = "P10 no conflict markers"
  case historyIsAppendedTo = "P11 history is only appended to"
  case editsDuringSync = "P12 edits during a sync survive"
  case oldOrNew = "P13 old or new content at any stop"
  case othersFilesStay = "P14 ignored and staged content stays"
  case worldAnswers = "P16 the world's refusals are told"
  case liveness = "P23 liveness"
  case blastRadius = "P24 blast radius"
  case ignoredStays = "P27 what is ignored never leaves"
  case secretsStay = "P28 no secret is sent without consent"
  case othersEditsStay = "P25 no edit of another device leaves the folder"
  case nothingWedges = "P30 nothing wedges a vault"
  case reviewLogs = "R1 no review is lost"
}

/// How much of what happened.
struct SimulationStatistics {
  var syncs = 0
  var merges = 0
  var copies = 0
  var stops = 0
  var tokens = 0

  mutating func add(_ other: SimulationStatistics) {
    syncs += other.syncs
    merges += other.merges
    copies += other.copies
    stops += other.stops
    tokens += other.tokens
  }
}

extension SimulationStatistics: CustomStringConvertible {
  var description: String {
    "\(syncs) runs of zib, \(stops) of them stopped, \(merges) merges, \(tokens) writes, "
      + "\(copies) copies left at the end"
  }
}
