import TestSupport

/// One thing that happens in a history: what, on which device, and the seed of all its details.
///
/// The details are drawn when it happens, from what is there then, so that a history stays playable when events are
/// taken out of it.
struct SimulationEvent: Hashable {
  enum Kind: String, CaseIterable {
    // A person at her editor.
    case edit, create, delete, move, caseRename, attach, staleSave, resolve, restore, touch, mode
    case config, ignored, massDelete, secret
    // Rules for all devices, and a file that such a rule ignores.
    case rules, privateNote
    // A person who reviews.
    case review
    // Two people who end one conflict, each in her own way.
    case oppose
    // Zibaldone.
    case sync, snapshot, undo
    // A sync with something in its way.
    case edited, killed, powerCut, failed, raced, unanswered, refused
    // A sync that was killed, and what befalls the folder before the next one.
    case stoppedThenGit, journalLost
    // Files that a device cannot write.
    case unwritable, writable, twin
    // A device that reads and removes several files at once.
    case together
    // The network, and the clock.
    case offline, online, clock
    // Plain git beside it.
    case gitCommit, gitStage, gitPull, gitPush, gitForcePush, gitDeleteBranch

    /// True where a file of rules that changes was changed by a person or plain git, and not by a sync.
    var isByHand: Bool {
      switch self {
      case .sync, .snapshot, .undo, .edited, .killed, .powerCut, .failed, .raced, .unanswered,
        .refused, .stoppedThenGit, .journalLost:
        false
      default: true
      }
    }
  }

  let kind: Kind
  let device: Int
  let seed: UInt32

  /// How often each happens, in no unit.
  private static let weights: [(Kind, Int)] = [
    (.edit, 300), (.create, 45), (.delete, 30), (.move, 35), (.caseRename, 8), (.attach, 15),
    (.staleSave, 10), (.resolve, 50), (.restore, 15), (.touch, 8), (.mode, 5), (.config, 8),
    (.ignored, 8), (.massDelete, 6),
    (.sync, 200), (.snapshot, 35),
    (.edited, 60), (.killed, 35), (.powerCut, 35), (.failed, 20), (.raced, 25), (.unanswered, 20),
    (.refused, 8),
    (.offline, 12), (.online, 12), (.clock, 15),
    (.gitCommit, 20), (.gitStage, 10), (.gitPull, 20), (.gitPush, 15), (.gitForcePush, 5),
    (.gitDeleteBranch, 3),
  ]
  private static let urn = weights.flatMap { Array(repeating: $0.0, count: $0.1) }

  /// Any event on one of some devices.
  static func random(devices: Int, _ random: inout SeededRandom) -> SimulationEvent {
    SimulationEvent(
      kind: random.pick(urn), device: random.below(devices),
      seed: UInt32(truncatingIfNeeded: random.next() & 0xFFFF))
  }

  /// The same without what was in its way, for a sync; nothing for what has no simpler form.
  var simplified: SimulationEvent? {
    switch kind {
    case .edited, .killed, .powerCut, .failed, .raced, .unanswered, .refused, .stoppedThenGit,
      .journalLost:
      SimulationEvent(kind: .sync, device: device, seed: seed)
    case .gitCommit: SimulationEvent(kind: .snapshot, device: device, seed: seed)
    default: nil
    }
  }
}

extension SimulationEvent {
  /// `kind.device.seed`, the seed in hexadecimal digits.
  var text: String { "\(kind.rawValue).\(device).\(String(seed, radix: 16))" }

  init?(text: some StringProtocol) {
    let parts = text.split(separator: ".")
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])),
      let device = Int(parts[1]), let seed = UInt32(parts[2], radix: 16)
    else { return nil }
    self.init(kind: kind, device: device, seed: seed)
  }
}

/// A whole history before it is played: the seed of its world, and what happens in it.
struct SimulationScript: Hashable {
  /// Decides how many devices and remotes there are, and of what kind.
  var world: UInt64
  var events: [SimulationEvent]

  init(world: UInt64, events: [SimulationEvent]) {
    self.world = world
    self.events = events
  }

  /// The history of a seed.
  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    world = seed
    let devices = SimulationWorld(seed: seed).devices.count
    let count = 6 + random.below(44)
    events = (0..<count).map { _ in .random(devices: devices, &random) }
    // Reviews, and stops with something after them, are dealt in afterwards, so that the rest of a seed's history is as it was without them.
    for _ in 0..<random.below(10) {
      let event = SimulationEvent(
        kind: .review, device: random.below(devices), seed: UInt32(random.below(1 << 16)))
      events.insert(event, at: random.below(events.count + 1))
    }
    for _ in 0..<random.below(4) {
      let kind: SimulationEvent.Kind = random.once(in: 2) ? .stoppedThenGit : .journalLost
      let event = SimulationEvent(
        kind: kind, device: random.below(devices), seed: UInt32(random.below(1 << 16)))
      events.insert(event, at: random.below(events.count + 1))
    }
    // So are opposite decisions.
    for _ in 0..<random.below(6) {
      let event = SimulationEvent(
        kind: .oppose, device: random.below(devices), seed: UInt32(random.below(1 << 16)))
      events.insert(event, at: random.below(events.count + 1))
    }
    // And files that a device keeps to itself, and that another may have in its history.
    for _ in 0..<random.below(6) {
      let event = SimulationEvent(
        kind: .ignored, device: random.below(devices), seed: UInt32(random.below(1 << 16)))
      events.insert(event, at: random.below(events.count + 1))
    }
    // And what cannot be written, names that a device takes for one, and what is taken back.
    if random.once(in: 3) {
      for _ in 0..<1 + random.below(6) {
        let event = SimulationEvent(
          kind: random.pick([.unwritable, .unwritable, .writable, .undo, .twin, .twin]),
          device: random.below(devices), seed: UInt32(random.below(1 << 16)))
        events.insert(event, at: random.below(events.count + 1))
      }
    }
    // And rules for what all devices are to ignore.
    if random.once(in: 2) {
      for _ in 0..<3 + random.below(8) {
        let event = SimulationEvent(
          kind: random.pick([.rules, .privateNote]), device: random.below(devices),
          seed: UInt32(random.below(1 << 16)))
        events.insert(event, at: random.below(events.count + 1))
      }
    }
    // And secrets that are pasted into notes.
    if random.once(in: 3) {
      for _ in 0..<1 + random.below(4) {
        let event = SimulationEvent(
          kind: .secret, device: random.below(devices), seed: UInt32(random.below(1 << 16)))
        events.insert(event, at: random.below(events.count + 1))
      }
    }
    // And plain git that brings names which a folder takes for one.
    if random.once(in: 6) {
      for _ in 0..<2 + random.below(8) {
        let event = SimulationEvent(
          kind: random.pick([
            .twin, .twin, .gitPull, .gitPull, .sync, .gitPush, .delete, .gitCommit,
          ]),
          device: random.below(devices), seed: UInt32(random.below(1 << 16)))
        events.insert(event, at: random.below(events.count + 1))
      }
    }
    // And devices that work on several files at once.
    for device in 0..<devices where random.once(in: 2) {
      events.insert(SimulationEvent(kind: .together, device: device, seed: 0), at: 0)
    }
  }

  /// `world.N` and the events, with spaces between them; `ZIB_SIM_SCRIPT` takes it.
  var text: String { (["world.\(world)"] + events.map(\.text)).joined(separator: " ") }

  init?(text: String) {
    let words = text.split(separator: " ")
    guard let first = words.first, first.hasPrefix("world."),
      let world = UInt64(first.dropFirst("world.".count))
    else { return nil }
    let events = words.dropFirst().map { SimulationEvent(text: $0) }
    guard !events.contains(nil) else { return nil }
    self.init(world: world, events: events.compactMap(\.self))
  }
}
