import History
import Merge
import TestSupport
import Testing

/// Every combination of what two names can be in an ancestor and on two sides, against a plain restatement of what
/// a merge must hold.
struct SmallWorldTests {
  private static let texts = [
    "one\ntwo\nthree\nfour\nfive\n",
    "left one\ntwo\nthree\nfour\nfive\n",
    "one\ntwo\nthree\nfour\nlast five\n",
    "other one\ntwo\nthree\nfour\nfive\n",
    "quite another text\n",
  ]

  /// All states of a name.
  private static let states: [[(String, String)]] =
    [[]] + texts.map { [("a.md", $0)] }
    + [
      [("a.md", World.executable + texts[0])], [("a.md", World.link + "b.md")],
      [("a.md/x.md", "inside\n")], [("A.md", texts[0])], [("A.md", texts[1])],
      [("a.md", "")],
    ]

  /// All states of the second name beside the first.
  private static let others: [[(String, String)]] = [
    [], [("b.md", texts[0])], [("b.md", texts[2])], [("b.md", "beside\n")],
  ]

  private static var trees: [World.Files] {
    states.flatMap { state in
      others.map { Dictionary(state + $0, uniquingKeysWith: { first, _ in first }) }
    }
  }

  @Test func `P1 P2 P4 P10 hold for all combinations of two names`() throws {
    let world = World()
    let trees = Self.trees
    let bases = try trees.map { try world.commit($0, at: 100) }
    // An even choice of about 2,000 of the 110,592 worlds; all of them with ZIB_FUZZ_ROUNDS.
    let stride = Fuzz.rounds(0) > 0 ? 1 : 53
    var number = 0
    for (baseIndex, base) in trees.enumerated() {
      let parents = [bases[baseIndex]]
      let lefts = try trees.map { try world.commit($0, parents: parents, at: 200) }
      let rights = try trees.map { try world.commit($0, parents: parents, at: 201) }
      for (leftIndex, left) in trees.enumerated() {
        for (rightIndex, right) in trees.enumerated() {
          number += 1
          if number % stride != 0 { continue }
          let heads = (lefts[leftIndex], rights[rightIndex])
          let merged = try world.merge(heads.0, heads.1, bases: parents)
          let mirrored = try world.merge(heads.1, heads.0, bases: parents)
          let files = try world.files(merged.tree)
          let flaws =
            Self.flaws(of: files, merged.report.decisions, base: base, left: left, right: right)
            + (merged.tree == mirrored.tree ? [] : ["the sides make a difference"])
            + (merged.report == mirrored.report.mirrored ? [] : ["the reports differ by side"])
            + (try laws(world, merged.tree, heads))
          if !flaws.isEmpty {
            Issue.record(
              "\(flaws) of base \(base), left \(left), right \(right): \(files), \(merged.report)")
            return
          }
        }
      }
    }
  }

  /// A merge that has both sides in it has nothing more to do with either.
  private func laws(
    _ world: World, _ tree: ObjectID, _ heads: (ObjectID, ObjectID)
  ) throws -> [String] {
    let commit = try world.store.write(
      commit: MergeCommit.commit(tree: tree, parents: heads, store: world.store))
    for head in [heads.0, heads.1] {
      let again = try world.merge(commit, head, bases: [head])
      if again.tree != tree || again.report != MergeReport() { return ["merge(m, side) is not m"] }
    }
    return []
  }

  /// The properties that a merged tree breaks.
  static func flaws(
    of files: World.Files, _ decisions: [MergeDecision], base: World.Files, left: World.Files,
    right: World.Files
  ) -> [String] {
    var flaws: [String] = []
    func lines(_ files: World.Files) -> Set<Substring> {
      let lines = files.values.flatMap { $0.split(separator: "\n") }
      // Marks say what a file is, and are no text.
      return Set(lines.filter { !$0.hasPrefix("\u{1}") })
    }
    let merged = lines(files)
    for (name, side) in [("left", left), ("right", right)] {
      let lost = lines(side).subtracting(lines(base)).subtracting(merged)
      if !lost.isEmpty { flaws.append("lost of \(name): \(lost)") }
    }
    for (path, text) in left {
      let both = lines([path: text]).intersection(lines([path: right[path] ?? ""]))
      if !both.isSubset(of: merged) { flaws.append("lost though both have it: \(both)") }
    }
    let invented = merged.subtracting(lines(left)).subtracting(lines(right))
    if !invented.isEmpty { flaws.append("from nowhere: \(invented)") }

    for path in files.keys {
      if files.keys.contains(where: { $0.hasPrefix(path + "/") }) {
        flaws.append("file and folder: \(path)")
      }
    }
    var names: [String: [String]] = [:]
    for path in files.keys { names[path.lowercased(), default: []].append(path) }
    for paths in names.values where paths.count > 1 {
      let isOld = [left, right].contains { side in paths.allSatisfy { side[$0] != nil } }
      if !isOld { flaws.append("names that differ in case: \(paths)") }
    }
    let told = Set(decisions.map(\.path.text))
      .union(
        decisions.compactMap { decision in
          switch decision.kind {
          case .followedMove(let from, _), .gaveWay(let from): from.text
          default: nil
          }
        })
    for path in Set(base.keys).union(left.keys).union(right.keys) where !told.contains(path) {
      // Without a word said of it, a path is as the side has it that changed it.
      let wanted = left[path] == base[path] ? right[path] : left[path]
      // A file that was moved here has a past of its own.
      let isMoved =
        [left[path], right[path]].contains(files[path])
        && (base[path] == nil && left[path] != nil
          || base.contains { $0.key != path && $0.value == files[path] })
      if files[path] != wanted && !isMoved { flaws.append("changed without a word: \(path)") }
    }
    for path in files.keys where left[path] == nil && right[path] == nil {
      if !ConflictCopyName.isCopy(TreePath(path)) { flaws.append("a new name: \(path)") }
    }
    return flaws
  }
}
