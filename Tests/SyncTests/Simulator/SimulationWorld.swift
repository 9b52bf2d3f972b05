import History
import Sync
import TestSupport

/// The devices and remotes of one history, at its beginning.
struct SimulationWorld {
  let time = WorldTime()
  let pool = ObjectPool()
  let remotes: [String: MemoryRemote]
  let devices: [MemoryDevice]
  /// True where all devices keep names apart that differ only in case or Unicode form.
  let isExact: Bool
  /// True where there are enough notes for a deletion of many.
  let isLarge: Bool

  static let branch = "refs/heads/main"
  private static let names = ["Ada", "Ben", "Cleo", "Dov", "Eve"]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed ^ 0x5A1B_A1D0)
    let names = random.once(in: 4) ? ["backup", "origin"] : ["origin"]
    let pool = self.pool
    remotes = Dictionary(uniqueKeysWithValues: names.map { ($0, MemoryRemote(pool: pool)) })
    isExact = !random.once(in: 3)
    isLarge = random.once(in: 12)
    var devices: [MemoryDevice] = []
    for name in Self.names.prefix(2 + [0, 0, 0, 1, 1, 2, 3][random.below(7)]) {
      let device = MemoryDevice(
        name, pool: pool, remotes: remotes, time: time,
        naming: !isExact && random.once(in: 2) ? .insensitive : .exact,
        tick: random.pick([1, 1, 4_000_000, 1_000_000_000]))
      device.faults.countsObjects = false
      device.clock.offset = random.pick([0, 60, -300])
      device.workTree.ignoresCase = device.isInsensitive
      // As git does with `core.ignoreCase`.
      device.workTree.isIgnored = { [isInsensitive = device.isInsensitive] path in
        let name = isInsensitive ? path.text.lowercased() : path.text
        return name.hasSuffix(".log") && !Simulation.isReviewLog(path)
      }
      devices.append(device)
    }
    self.devices = devices
  }
}
