/// Finds the file that a link means, among all files of a vault.
///
/// The rules are those that Obsidian 1.13.7 was seen to follow, then aliases and titles:
/// 1. the exact path in the vault,
/// 2. the linking note's own folder,
/// 3. the shortest path that ends with the target,
/// 4. of wikilinks only: an alias or title, which other tools resolve and Obsidian does not. Of several notes that
///    share it, one in the linking note's folder comes first, then the shortest path.
///
/// If the dialect has names of pages, a wikilink means a page by its name before all of these; where a part of a
/// name is enough, that is the last rule.
///
/// Names compare without case and in one Unicode form; a name of the same bytes comes first, then one equal in case.
/// Notes may leave out their extension, other files may not: a file without one is meant only where no note is. `./` and
/// `../` at the beginning are relative to the linking note; further on they are taken out of the target.
package struct LinkResolver: Sendable {
  /// The rules by which a link is resolved.
  package enum Rule: UInt8, Sendable {
    /// By its path from the vault's root.
    case path
    /// By its path from the linking note's folder.
    case folder
    /// By being the end of a path.
    case shortest
    /// By an alias or title: worth a diagnostic, because not every tool resolves it.
    case alias
    /// By the name of its page, which the name of the file stands for.
    case page
    /// By a part of the file's name or path.
    case part
  }

  /// The target of a link.
  package enum Resolution: Hashable, Sendable {
    /// A place in the linking note itself.
    case sameNote
    /// A file, by its index in ``LinkResolver/paths``.
    case file(Int, Rule)
    /// An address outside the vault.
    case external
    /// No file.
    case unresolved
  }

  /// The files, with `/` between folders, from the vault's root.
  package let paths: [String]
  /// The ways of links in the vault.
  package let dialect: LinkDialect
  /// Files by folded path.
  private var byPath: [String: [Int32]] = [:]
  /// Files by folded name without folders, the shortest path first.
  private var byName: [String: [Int32]] = [:]
  /// Notes by alias or title, folded, with one space for white space; the shortest path first.
  private var byAlias: [String: [Int32]] = [:]
  /// Notes by the name of their page, folded, where that is not the name of their file; the shortest path first.
  private var byPage: [String: [Int32]] = [:]
  /// The paths of notes, where a part of one is enough.
  private var parts: PathParts?

  /// A resolver for the files of a vault, notes and others.
  package init(paths: [String], _ dialect: LinkDialect = LinkDialect()) {
    self.paths = paths
    self.dialect = dialect
    byPath.reserveCapacity(paths.count)
    byName.reserveCapacity(paths.count)
    for (index, path) in paths.enumerated() {
      let folded = CaseFolding.fold(path)
      byPath[folded, default: []].append(Int32(index))
      byName[Self.name(folded), default: []].append(Int32(index))
    }
    for (name, indices) in byName where indices.count > 1 {
      byName[name] = indices.sorted { Self.isShorter(paths[Int($0)], paths[Int($1)]) }
    }
    if dialect.pages != nil {
      for index in paths.indices {
        guard let name = derivedPage(of: index) else { continue }
        Self.insert(index, into: &byPage[Self.foldedAlias(name), default: []], paths)
      }
    }
    if dialect.takesParts { parts = PathParts(paths) }
  }

  // MARK: Pages

  /// The name of a note's page, where that is not its file's.
  private func derivedPage(of file: Int) -> String? {
    guard let pages = dialect.pages, LinkPath.hasNoteExtension(paths[file]) else { return nil }
    return pages.name(ofFile: Self.name(LinkPath.withoutNoteExtension(paths[file])))
  }

  /// The name by which a wikilink calls the page of a file; nil where it calls the file by its path.
  func page(of file: Int) -> String? {
    if let name = derivedPage(of: file) { return name }
    guard !dialect.hasText, LinkPath.hasNoteExtension(paths[file]) else { return nil }
    return Self.name(LinkPath.withoutNoteExtension(paths[file]))
  }

  /// Makes an alias or title a name of a file; several files may share it.
  package mutating func add(alias: String, for index: Int) {
    Self.insert(index, into: &byAlias[Self.foldedAlias(alias), default: []], paths)
  }

  /// Puts a file among others at the place that the length of its path gives it, unless it is there.
  private static func insert(_ index: Int, into files: inout [Int32], _ paths: [String]) {
    var (place, end) = (0, files.count)
    while place < end {
      let middle = (place + end) / 2
      if isShorter(paths[Int(files[middle])], paths[index]) {
        place = middle + 1
      } else {
        end = middle
      }
    }
    while place < files.count, !isShorter(paths[index], paths[Int(files[place])]) {
      if files[place] == Int32(index) { return }
      place += 1
    }
    files.insert(Int32(index), at: place)
  }

  /// Finds the file that a link of a note means.
  package func resolve(_ link: Link, in note: Note, at path: String) -> Resolution {
    if link.isExternal { return .external }
    return resolve(note.target(of: link), from: path, byAlias: link.kind == .wiki)
  }

  /// Finds the file that a decoded target means, linked to from the file at `path`.
  ///
  /// - Parameter byAlias: false for a destination of Markdown, which is a path and never a title.
  package func resolve(
    _ target: String, from path: String, byAlias: Bool = true
  ) -> Resolution {
    guard !target.isEmpty else { return .sameNote }
    let wanted = Wanted(target, from: path)
    if byAlias, !byPage.isEmpty, let index = byPage[Self.foldedAlias(target)]?.first {
      return .file(Int(index), .page)
    }
    for endings in wanted.endings {
      if let whole = wanted.path, let index = file(at: whole, endings) {
        return .file(index, .path)
      }
      if let whole = wanted.inFolder, let index = file(at: whole, endings) {
        return .file(index, .folder)
      }
      if let end = wanted.path, !wanted.isRelative, let index = shortest(end, endings) {
        return .file(index, .shortest)
      }
    }
    if byAlias, !wanted.isRelative, let files = self.byAlias[Self.foldedAlias(target)] {
      let folder = Self.folder(path)
      let near = files.count == 1 ? nil : files.first { Self.isIn(folder, paths[Int($0)]) }
      if let index = near ?? files.first { return .file(Int(index), .alias) }
    }
    if let index = files(withPart: target, anywhere: byAlias, limit: 1).first {
      return .file(index, .part)
    }
    return .unresolved
  }

  /// The files that each rule finds for a decoded target, those that it means first; the first file of the first
  /// rule that finds one is the target.
  package func findings(
    for target: String, from path: String, byAlias: Bool = true
  ) -> [(rule: Rule, files: [Int])] {
    guard !target.isEmpty else { return [] }
    let wanted = Wanted(target, from: path)
    var findings: [(rule: Rule, files: [Int])] = []
    var seen: Set<Int> = []
    func add(_ rule: Rule, _ files: [Int]) {
      let files = files.filter { seen.insert($0).inserted }
      if !files.isEmpty { findings.append((rule, files)) }
    }
    if byAlias { add(.page, (byPage[Self.foldedAlias(target)] ?? []).map { Int($0) }) }
    for endings in wanted.endings {
      if let whole = wanted.path { add(.path, files(at: whole, endings)) }
      if let whole = wanted.inFolder { add(.folder, files(at: whole, endings)) }
      if let end = wanted.path, !wanted.isRelative { add(.shortest, candidates(end, endings)) }
    }
    if byAlias, !wanted.isRelative { add(.alias, files(called: target, from: path)) }
    add(.part, files(withPart: target, anywhere: byAlias))
    return findings
  }

  /// The notes that have an alias or title, in the order in which a link of the file at `path` means them.
  package func files(called alias: String, from path: String) -> [Int] {
    guard let files = byAlias[Self.foldedAlias(alias)] else { return [] }
    let folder = Self.folder(path)
    var (near, far): ([Int], [Int]) = ([], [])
    for file in files {
      if Self.isIn(folder, paths[Int(file)]) {
        near.append(Int(file))
      } else {
        far.append(Int(file))
      }
    }
    return near + far
  }

  /// The notes that a target calls by a part of their paths, the one that it means first; none where the dialect does
  /// not have that.
  ///
  /// - Parameter isAnywhere: true for a wikilink; a destination of Markdown is the beginning of a path.
  package func files(
    withPart target: String, anywhere isAnywhere: Bool, limit: Int = .max
  ) -> [Int] {
    guard let parts, !target.hasPrefix("."), !target.hasPrefix("/") else { return [] }
    return parts.files(with: target, anywhere: isAnywhere, limit: limit)
  }

  /// Finds the file that a destination of Markdown means, as it is written between its parentheses.
  package func resolve(destination: String, from path: String) -> Resolution {
    let bytes = Array(destination.utf8)
    // `&#` begins a character, not an anchor.
    let end = bytes.indices.first { index in
      bytes[index] == UInt8(ascii: "#") && (index == 0 || bytes[index - 1] != UInt8(ascii: "&"))
    }
    return resolve(
      Spelling.destination(bytes[..<(end ?? bytes.count)]), from: path, byAlias: false)
  }

  /// The files that a target could mean by the third rule, the one it does mean first: more than
  /// one is a duplicate name.
  package func candidates(for target: String) -> [Int] {
    Self.endings(target).flatMap { candidates(target, $0) }
  }

  /// True if a target names a file, by its path or the end of it, in another Unicode form than the file has.
  package func isInOtherForm(_ target: String, _ file: Int) -> Bool {
    LinkPath.isEndInOtherForm(target, of: paths[file])
  }

  /// The last part of a target or path, folded, without the extension of a note: files whose names differ in it
  /// cannot be meant by one target.
  package static func lastName(_ target: String) -> String {
    let name = name(CaseFolding.fold(target))
    for ending in [".md", ".markdown"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.utf8.count))
    }
    return name
  }

  // MARK: Looking up

  /// A target as the rules of paths look for it.
  private struct Wanted {
    /// The path from the vault's root; nil if it leads out of the vault.
    var path: String?
    /// The path by way of the linking note's folder, unless that is the root.
    var inFolder: String?
    /// True if it can only mean ``inFolder``.
    var isRelative = false
    /// The endings that may be left out, those of notes before those of other files.
    let endings: [[String]]

    init(_ target: String, from path: String) {
      endings = LinkResolver.endings(target)
      let folder = LinkResolver.folder(path)
      isRelative = target.hasPrefix("./") || target.hasPrefix("../")
      if isRelative {
        inFolder = LinkResolver.join(folder, target)
        return
      }
      let target = target.hasPrefix("/") ? String(target.dropFirst()) : target
      if target.isEmpty { return }
      let hasSteps = target.contains("./")
      self.path = hasSteps ? LinkResolver.join("", target) : target
      if !folder.isEmpty {
        inFolder = hasSteps ? LinkResolver.join(folder, target) : folder + "/" + target
      }
    }
  }

  /// The endings that a target may leave out, in groups of which an earlier one is asked first by all rules.
  private static func endings(_ target: String) -> [[String]] {
    name(target).utf8.contains(UInt8(ascii: "."))
      ? [["", ".md", ".markdown"]] : [[".md", ".markdown"], [""]]
  }

  private func file(at path: String, _ endings: [String]) -> Int? {
    let folded = CaseFolding.fold(path)
    for ending in endings {
      guard let indices = byPath[folded + ending], let first = indices.first else { continue }
      if indices.count == 1 { return Int(first) }
      return files(at: path, [ending]).first
    }
    return nil
  }

  private func files(at path: String, _ endings: [String]) -> [Int] {
    let folded = CaseFolding.fold(path)
    return endings.flatMap { ending -> [Int] in
      let all = (byPath[folded + ending] ?? []).map { Int($0) }
      let wanted = path + ending
      func distance(_ file: Int) -> Int {
        if paths[file].utf8.elementsEqual(wanted.utf8) { return 0 }
        // Strings are equal in all Unicode forms.
        return paths[file] == wanted ? 1 : 2
      }
      return (0...2).flatMap { rank in all.filter { distance($0) == rank } }
    }
  }

  private func shortest(_ target: String, _ endings: [String]) -> Int? {
    guard let shortest = shortestInAnyForm(target, endings) else { return nil }
    // Of files whose paths differ in their Unicode form alone, the one that is written.
    let twins = byPath[CaseFolding.fold(paths[shortest])] ?? []
    if twins.count == 1 { return shortest }
    let exact = twins.first { twin in
      paths[Int(twin)] == paths[shortest]
        && endings.contains { LinkPath.hasEnd(paths[Int(twin)], target + $0) }
    }
    return exact.map { Int($0) } ?? shortest
  }

  private func shortestInAnyForm(_ target: String, _ endings: [String]) -> Int? {
    let folded = CaseFolding.fold(target)
    for ending in endings {
      var shortest: Int?
      for index in files(named: folded + ending) where ends(index, with: folded + ending) {
        let path = paths[index]
        guard let first = shortest else {
          if path.hasSuffix(target + ending) { return index }
          shortest = index
          continue
        }
        // Of equally short paths, the one in the same case.
        if path.utf16.count > paths[first].utf16.count { break }
        if path.hasSuffix(target + ending) { return index }
      }
      if let shortest { return shortest }
    }
    return nil
  }

  private func candidates(_ target: String, _ endings: [String]) -> [Int] {
    let folded = CaseFolding.fold(target)
    return endings.flatMap { ending -> [Int] in
      let all = files(named: folded + ending).filter { ends($0, with: folded + ending) }
      guard let meant = shortest(target, [ending]) else { return all }
      return [meant] + all.filter { $0 != meant }
    }
  }

  /// The files whose name is the target's, the shortest path first.
  private func files(named target: String) -> some Sequence<Int> {
    (byName[Self.name(target)] ?? []).lazy.map { Int($0) }
  }

  private func ends(_ index: Int, with target: String) -> Bool {
    guard target.utf8.contains(UInt8(ascii: "/")) else { return true }
    let folded = CaseFolding.fold(paths[index])
    return folded == target || folded.hasSuffix("/" + target)
  }

  // MARK: Paths

  /// The form in which aliases and titles compare: folded, with one space for white space.
  package static func foldedAlias(_ alias: String) -> String {
    var key: [UInt8] = []
    for byte in CaseFolding.fold(alias).utf8 {
      if byte > 0x20 {
        key.append(byte)
      } else if let last = key.last, last != 0x20 {
        key.append(0x20)
      }
    }
    if key.last == 0x20 { key.removeLast() }
    return String(decoding: key, as: Unicode.UTF8.self)
  }

  private static func isShorter(_ left: String, _ right: String) -> Bool {
    (left.utf16.count, left) < (right.utf16.count, right)
  }

  private static func name(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  private static func folder(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  /// True if a folder, and none below it, holds the file of a path.
  private static func isIn(_ folder: String, _ path: String) -> Bool {
    let slash = UInt8(ascii: "/")
    if folder.isEmpty { return !path.utf8.contains(slash) }
    guard path.utf8.count > folder.utf8.count, path.utf8.starts(with: folder.utf8) else {
      return false
    }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return rest.first == slash && !rest.dropFirst().contains(slash)
  }

  /// A relative path from a folder; nil if it leaves the vault.
  private static func join(_ folder: String, _ path: String) -> String? {
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
