import Merge
import OperatingSystem
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

  /// The folder of the cases: in `ZIB_SHARED`, else beside the package.
  static let folder: String? = {
    let shared: String
    if let variable = unsafe getenv("ZIB_SHARED") {
      shared = unsafe String(cString: variable)
    } else {
      shared = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/shared"
    }
    return unsafe access(shared + "/merge-cases", R_OK) == 0 ? shared + "/merge-cases" : nil
  }()

  static let cases: [Case] = {
    guard let folder else { return [] }
    return names(folder).flatMap { repository -> [Case] in
      names(folder + "/" + repository).compactMap { name in
        let place = "\(folder)/\(repository)/\(name)/"
        guard let left = read(place + "left.md"), let right = read(place + "right.md") else {
          return nil
        }
        return Case(
          name: repository + "/" + name,
          versions: NoteVersions(base: read(place + "base.md"), left: left, right: right),
          human: read(place + "human.md"), isCleanForGit: name.hasPrefix("clean"))
      }
    }
  }()

  private static func names(_ folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  @Test(.enabled(if: folder != nil, "the shared merge cases are not there"))
  func `P2 P4 P10 P26 hold on real merges, by line and by word`() {
    let byWord = NoteMerge(granularity: .word)
    for one in Self.cases {
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

  @Test(.enabled(if: folder != nil, "the shared merge cases are not there"))
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
