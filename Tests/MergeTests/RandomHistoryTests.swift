import History
import Merge
import TestSupport
import Testing

/// Random histories of several devices that edit and merge crosswise; no word is lost that nobody took out.
struct RandomHistoryTests {
  @Test func `P1 P3 P4 P9 no word is lost in any history, and all devices end alike`() throws {
    var crossings = 0
    for round in 0..<UInt64(Fuzz.rounds(60)) {
      let seed = 4_200 + round
      var history = RandomHistory(seed: seed)
      let flaws = try history.play(steps: 24)
      if !flaws.isEmpty {
        Issue.record("seed \(seed): \(flaws)\n\(history.log.joined(separator: "\n"))")
        return
      }
      crossings += history.crossings
    }
    #expect(crossings > 0)
  }
}

/// One random history, with an account of each word that was written.
private struct RandomHistory {
  /// Words that were written and taken out anywhere in a commit's past.
  private struct Account {
    var written: Set<Substring> = []
    var removed: Set<Substring> = []
  }

  private let world = World()
  private var random: SeededRandom
  private var accounts: [ObjectID: Account] = [:]
  private var heads: [ObjectID] = []
  private var words = 0
  private(set) var log: [String] = []
  /// Merges with several best common ancestors.
  private(set) var crossings = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func play(steps: Int) throws -> [String] {
    let first = try world.commit([
      "a.md": text(5), "b.md": text(5), "c/d.md": text(3), "e.txt": text(2),
    ])
    accounts[first] = Account(written: words(try world.files(world.store.commit(first).tree)))
    heads = Array(repeating: first, count: Int.random(in: 2...4, using: &random))
    for _ in 0..<steps {
      let device = Int.random(in: heads.indices, using: &random)
      let other = Int.random(in: heads.indices, using: &random)
      var flaws: [String] = []
      switch Int.random(in: 0..<12, using: &random) {
      case ..<8: try edit(device)
      case ..<10: flaws = try merge(device, with: other)
      default: flaws = try cross(device, other)
      }
      if !flaws.isEmpty { return flaws }
    }
    for device in heads.indices.dropFirst() {
      let flaws = try merge(0, with: device) + merge(device, with: 0)
      if !flaws.isEmpty { return flaws }
    }
    for device in heads.indices { _ = try merge(device, with: 0) }
    return Set(heads).count == 1 ? [] : ["the devices differ at the end"]
  }

  // MARK: - Steps

  private mutating func edit(_ device: Int) throws {
    let head = heads[device]
    let old = try world.files(world.store.commit(head).tree)
    var files = old
    let paths = files.keys.sorted()
    let names = ["a.md", "b.md", "c/d.md", "c.md", "e.txt", "A.md", "c", "f/g.md"]
    let path = paths.randomElement(using: &random)
    switch (Int.random(in: 0..<9, using: &random), path) {
    case (0, _), (_, nil):
      let name = names[Int.random(in: names.indices, using: &random)]
      if !files.keys.contains(where: { $0.hasPrefix(name + "/") || name.hasPrefix($0 + "/") }) {
        files[name] = text(Int.random(in: 0...4, using: &random))
      }
    case (1, let path?): files[path] = nil
    case (2, let path?):
      let name = names[Int.random(in: names.indices, using: &random)]
      if files[name] == nil,
        !files.keys.contains(where: {
          $0 != path && ($0.hasPrefix(name + "/") || name.hasPrefix($0 + "/"))
        })
      {
        files[name] = files.removeValue(forKey: path)
      }
    case (_, let path?):
      var lines = (files[path] ?? "").split(separator: "\n").map(String.init)
      let place = Int.random(in: 0...lines.count, using: &random)
      if place < lines.count, Bool.random(using: &random) {
        lines[place] = line()
      } else {
        lines.insert(line(), at: place)
      }
      files[path] = lines.map { $0 + "\n" }.joined()
    }
    // Clocks go wrong by up to a minute.
    let time = 1_000_000 + Int64(log.count) + Int64.random(in: -60...60, using: &random)
    let commit = try world.commit(files, parents: [head], at: time)
    // Whoever takes out one of two places of a word has seen it.
    var account = accounts[head] ?? Account()
    let (before, after) = (count(old), count(files))
    account.written.formUnion(after.keys)
    for (word, count) in before where after[word, default: 0] < count {
      account.removed.insert(word)
    }
    accounts[commit] = account
    heads[device] = commit
    log.append("\(device) edits: \(files.sorted { $0.key < $1.key })")
  }

  /// Both devices merge the other's head at once, by hand: their commits differ, and have two best ancestors.
  private mutating func cross(_ device: Int, _ other: Int) throws -> [String] {
    let heads = (heads[device], heads[other])
    let flaws = try merge(device, with: other, byHand: true)
    let merged = self.heads[device]
    (self.heads[device], self.heads[other]) = heads
    let more = try merge(other, with: device, byHand: true)
    self.heads[device] = merged
    return flaws + more
  }

  private mutating func merge(
    _ device: Int, with other: Int, byHand: Bool = false
  ) throws -> [String] {
    let (left, right) = (heads[device], heads[other])
    let bases = try commonAncestors(left, right)
    if bases == [right] { return [] }
    if bases == [left] {
      heads[device] = right
      return []
    }
    let merged = try world.merge(left, right, bases: bases)
    let mirrored = try world.merge(right, left, bases: bases)
    if merged.tree != mirrored.tree || merged.report != mirrored.report.mirrored {
      return ["the sides make a difference"]
    }
    let commit =
      byHand
      ? try world.commit(tree: merged.tree, parents: [left, right])
      : try world.store.write(
        commit: MergeCommit.commit(tree: merged.tree, parents: (left, right), store: world.store))
    crossings += bases.count > 1 ? 1 : 0
    var account = accounts[left] ?? Account()
    account.written.formUnion(accounts[right]?.written ?? [])
    account.removed.formUnion(accounts[right]?.removed ?? [])
    accounts[commit] = account
    heads[device] = commit
    let files = try world.files(merged.tree)
    log.append(
      "\(device) merges \(other), \(bases.count) bases: \(files.sorted { $0.key < $1.key })")
    let lost = account.written.subtracting(account.removed).subtracting(words(files))
    return lost.isEmpty ? [] : ["lost: \(lost)"]
  }

  /// By definition: the common ancestors that are no ancestors of another one.
  private func commonAncestors(_ left: ObjectID, _ right: ObjectID) throws -> [ObjectID] {
    func ancestors(_ id: ObjectID) throws -> Set<ObjectID> {
      try world.store.commit(id).parents.reduce(into: [id]) { $0.formUnion(try ancestors($1)) }
    }
    let common = try ancestors(left).intersection(ancestors(right))
    return try common.filter { id in
      try !common.contains { try $0 != id && ancestors($0).contains(id) }
    }.sorted()
  }

  // MARK: - Words

  private mutating func line() -> String {
    words += 1
    return "word\(words)"
  }

  private mutating func text(_ lines: Int) -> String {
    (0..<lines).map { _ in line() + "\n" }.joined()
  }

  private func words(_ files: World.Files) -> Set<Substring> { Set(count(files).keys) }

  private func count(_ files: World.Files) -> [Substring: Int] {
    files.values.flatMap { $0.split(separator: "\n") }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
