import Merge
import OperatingSystem
import TestSupport
import Testing

/// Real merges of public histories, with what a person made of each.
struct MergeCasesTests {
  struct Case {
    let name: String
    let versions: NoteVersions
    /// Nothing where the person deleted the file.
    let human: [UInt8]?
    /// True where git's merge by line has no conflict.
    let isCleanForGit: Bool
  }

  private static let folder = SharedFile("merge-cases")

  static let cases: [Case] = folder.names.flatMap { repository in
    SharedFile("merge-cases/" + repository).names.compactMap { name in
      let place = "\(folder.path)/\(repository)/\(name)/"
      guard let left = fileBytes(place + "left.md"), let right = fileBytes(place + "right.md")
      else {
        return nil
      }
      return Case(
        name: repository + "/" + name,
        versions: NoteVersions(base: fileBytes(place + "base.md"), left: left, right: right),
        human: fileBytes(place + "human.md"), isCleanForGit: name.hasPrefix("clean"))
    }
  }

  /// In parts, because they are played side by side.
  @Test(.enabled(if: folder.isThere, "the shared merge cases are not there"), arguments: 0..<8)
  func `P2 P4 P10 P26 hold on real merges, by line and by word`(part: Int) {
    let byWord = NoteMerge(granularity: .word)
    for (number, one) in Self.cases.enumerated() where number % 8 == part {
      // P26 as well: no text stands twice that neither side has twice.
      #expect(Conservation.flaw(one.versions, NoteMerge()) == nil, "\(one.name)")
      let outcome = byWord.merge(one.versions)
      #expect(
        Conservation.flaw(one.versions, outcome, byWord: true) == nil, "\(one.name), by word")
      #expect(byWord.merge(one.versions.mirrored) == outcome.mirrored, "\(one.name)")
    }
  }

  /// Counts of outcomes, and of those that are what the person committed.
  struct Table {
    var merged = 0
    var overlapping = 0
    var exact = 0
    var exactButForSpaces = 0
    var suggested = 0
    var overlaps = 0

    init(_ cases: [Case], _ merge: NoteMerge) {
      for one in cases {
        switch merge.merge(one.versions) {
        case .merged(let bytes):
          merged += 1
          if bytes == one.human { exact += 1 }
          if Self.withoutSpaces(bytes) == one.human.map(Self.withoutSpaces) {
            exactButForSpaces += 1
          }
        case .overlapping(let outcome):
          overlapping += 1
          overlaps += outcome.overlaps.count
          suggested += outcome.overlaps.count { $0.suggestion != nil }
        }
      }
    }

    /// The lines without white space at their ends, and no blank ones behind the last.
    private static func withoutSpaces(_ bytes: [UInt8]) -> [[UInt8]] {
      var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        Array(line.reversed().drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.reversed())
      }
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }

  @Test(.enabled(if: folder.isThere, "the shared merge cases are not there"))
  func `real merges come out as the table says, and none that git has clean overlaps`() {
    print("| cases | | merged | as the person | but for spaces | kept twice | places | suggested |")
    var tables: [Table] = []
    for (label, granularity) in [("line", NoteMerge.Granularity.line), ("word", .word)] {
      for isClean in [true, false] {
        let cases = Self.cases.filter { $0.isCleanForGit == isClean }
        let table = Table(cases, NoteMerge(granularity: granularity))
        tables.append(table)
        print(
          "| \(cases.count) \(isClean ? "clean for git" : "with conflicts for git") | \(label)",
          "| \(table.merged) | \(table.exact) | \(table.exactButForSpaces)",
          "| \(table.overlapping) | \(table.overlaps) | \(table.suggested) |")
      }
    }
    #expect(tables[0].overlapping == 0)
    #expect(tables[0].exact >= 198)
    #expect(tables[1].merged >= 54)
    #expect(tables[1].exact >= 26)
    #expect(tables[3].merged >= 60)
  }
}
