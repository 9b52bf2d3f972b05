import Files
import Indexing
import Layout
import Notes
import OperatingSystem
import Reviews
import Search
import Sync
import Synchronization

/// Something in a vault that a person may want to look at.
package struct Finding: Sendable {
  /// The kinds of finding.
  package enum Kind: Sendable {
    case walk(WalkProblem.Kind, code: Int32)
    case unreadable(WriteError)
    case note(Diagnostic.Kind)
    case name(PortableName.Flaw)
    /// Another note has the same name but for case or Unicode form.
    case sameName(as: NotePath)
    case foreignConflict
    /// The name is like that of a day of the journal, and there is no such day.
    case noSuchDay
    /// A line of a log of reviews that is meaningless, or that only a newer version understands.
    case reviewLine(ReviewLog.SkippedLine.Reason)
    /// So many events of a log are dated later than tomorrow, this one last.
    case reviewsAhead(count: Int, last: ReviewEvent)
  }

  /// The kind of finding.
  package let kind: Kind
  /// The path from the vault's root.
  package let path: [UInt8]
  /// The place in the note, if it is one.
  package var position: TextPosition?
}

extension Vault {
  /// The result of examining a vault.
  package struct Examination: Sendable {
    /// The number of notes.
    package var notes = 0
    /// Findings that a person may want to see, in the order of paths.
    package var findings: [Finding] = []
    /// Settings and hooks of the repository itself that have git run programs: `filter.x.clean`, `hooks/pre-commit`.
    package var programs: [String] = []
  }

  /// Checks every name and reads every note.
  ///
  /// - Parameters:
  ///   - now: UTC milliseconds; reviews dated later than tomorrow are reported.
  ///   - progress: called with the number of notes done and of all, from any thread.
  /// - Throws: if the vault's folder itself cannot be read.
  package func examine(
    now: Int64? = nil,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(SystemError) -> Examination {
    let changes = try walk.check()
    let paths = changes.added.map(\.path).sorted()
    var result = Examination(notes: paths.count)
    result.findings = changes.problems.map {
      Finding(kind: .walk($0.kind, code: $0.code), path: $0.path)
    }
    result.findings += Self.nameFindings(paths)
    result.findings += try reviewFindings(now)
    result.programs = RepositoryPlace.holding(root)?.programs(environment.git) ?? []
    let found = Mutex<[Finding]>([])
    let next = Atomic(0)
    let (options, journal) = (noteOptions, journal)
    let templates = TemplateFolder(configuration)
    for path in paths where journal.isLikeDay(path) {
      result.findings.append(Finding(kind: .noSuchDay, path: path.bytes))
    }
    concurrently(2) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < paths.count else { return }
        let findings = findings(in: paths[index], options, journal, templates)
        if !findings.isEmpty { found.withLock { $0 += findings } }
        progress(index + 1, paths.count)
      }
    }
    result.findings += found.withLock { $0 }
    result.findings.sort {
      if $0.path != $1.path { return $0.path.lexicographicallyPrecedes($1.path) }
      return ($0.position?.line ?? 0) < ($1.position?.line ?? 0)
    }
    return result
  }

  /// Logs of reviews that cannot be read, and lines of them.
  private func reviewFindings(_ now: Int64?) throws(SystemError) -> [Finding] {
    guard location.kind == .zib else { return [] }
    return try ReviewLogs(ReviewLogFolder(folder: folder), now: now).problems.flatMap { problem in
      switch problem.kind {
      case .unreadable(let error):
        [Finding(kind: .unreadable(error), path: problem.path.bytes)]
      case .lines(let lines, _):
        lines.map { line in
          Finding(
            kind: .reviewLine(line.reason), path: problem.path.bytes,
            position: TextPosition(line: line.line, column: 1))
        }
      case .unfinished(let line):
        [
          Finding(
            kind: .reviewLine(.torn), path: problem.path.bytes,
            position: TextPosition(line: line, column: 1))
        ]
      case .ahead(let count, let last):
        [Finding(kind: .reviewsAhead(count: count, last: last), path: problem.path.bytes)]
      }
    }
  }

  private func findings(
    in path: NotePath, _ options: NoteOptions, _ journal: JournalDays, _ templates: TemplateFolder
  ) -> [Finding] {
    do throws(WriteError) {
      let note = Note(
        parsing: try folder.read(path).bytes, named: String(decoding: path.stem, as: UTF8.self),
        options: options)
      var flaws = note.diagnostics
      if let comment = note.openComment { flaws.append(comment) }
      if journal.day(of: path) != nil { flaws += note.entryFlaws }
      if templates.contains(path) { flaws.removeAll(where: \.isOfBook) }
      return flaws.map {
        Finding(kind: .note($0.kind), path: path.bytes, position: $0.position)
      }
    } catch {
      return [Finding(kind: .unreadable(error), path: path.bytes)]
    }
  }

  private static func nameFindings(_ paths: [NotePath]) -> [Finding] {
    var findings: [Finding] = []
    var first: [PortableKey: NotePath] = [:]
    var folders: Set<[UInt8]> = []
    for path in paths {
      var folder = path.folder
      // A folder is named once, not for each note in it.
      while let current = folder, folders.insert(current.bytes).inserted {
        if let flaw = PortableName.flaw(of: current.name) {
          findings.append(Finding(kind: .name(flaw), path: current.bytes))
        }
        folder = current.folder
      }
      if let flaw = PortableName.flaw(of: path.name) {
        findings.append(Finding(kind: .name(flaw), path: path.bytes))
      }
      if ConflictName.original(of: path.name)?.maker == .anotherTool {
        findings.append(Finding(kind: .foreignConflict, path: path.bytes))
      }
      let key = PortableKey(path.bytes)
      if let other = first[key] {
        findings.append(Finding(kind: .sameName(as: other), path: path.bytes))
      } else {
        first[key] = path
      }
    }
    return findings
  }
}
