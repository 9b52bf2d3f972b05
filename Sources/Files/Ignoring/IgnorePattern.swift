/// One line of a `.gitignore` (gitignore(5) of git 2.39).
package struct IgnorePattern: Equatable, Sendable {
  /// True for a line that begins with `!` and reverses earlier lines.
  let isNegated: Bool
  /// True for a line that ends in `/`.
  let isFolderOnly: Bool
  /// True for a line with a `/` elsewhere: it speaks of paths from its own folder.
  private let isAnchored: Bool
  private let components: [Glob]

  /// The only name that the line matches, at any depth, if it has no special characters.
  var plainName: [UInt8]? { isAnchored ? nil : components[0].literal }

  /// Reads a line without its line end; nil for a blank one or a comment.
  package init?(line: some Sequence<UInt8>) {
    var line = Array(line)[...]
    Self.dropTrailingSpaces(&line)
    guard let first = line.first, first != 0x23 else { return nil }
    isNegated = first == 0x21
    if isNegated { line = line.dropFirst() }
    isFolderOnly = line.last == 0x2F
    if isFolderOnly { line = line.dropLast() }
    isAnchored = line.contains(0x2F)
    if line.first == 0x2F { line = line.dropFirst() }
    guard !line.isEmpty else { return nil }
    var components: [Glob] = []
    for component in Self.split(line) {
      let glob = Glob(component)
      if glob.isAnyDepth, components.last?.isAnyDepth == true { continue }
      components.append(glob)
    }
    self.components = components
  }

  /// All lines of a file; a byte order mark and carriage returns are passed over, as git does.
  package static func patterns(in text: [UInt8]) -> [IgnorePattern] {
    let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
    return body.split(separator: 0x0A).compactMap { line in
      IgnorePattern(line: line.last == 0x0D ? line.dropLast() : line)
    }
  }

  /// All lines of the file at a path, none if it cannot be read.
  package static func patterns(at path: DiskPath) -> [IgnorePattern] {
    guard let contents = IgnoreFile.read(path) else { return [] }
    return patterns(in: contents.text)
  }

  /// True when the line speaks of a path.
  ///
  /// - Parameters:
  ///   - path: from the folder of the `.gitignore`, whose parents are not ignored.
  ///   - isFolder: true if the path is one.
  package func matches(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    if isFolderOnly, !isFolder { return false }
    if !isAnchored {
      let nameStart = (path.lastIndex(of: 0x2F) ?? path.startIndex - 1) + 1
      return components[0].matches(path[nameStart...])
    }
    return matchesComponents(path)
  }

  private func matchesComponents(_ path: ArraySlice<UInt8>) -> Bool {
    var part = 0
    var rest: ArraySlice<UInt8>? = path
    // The place to continue if the text after the last `**` does not match: one component further.
    var afterDepth: (part: Int, rest: ArraySlice<UInt8>)?
    while true {
      if part == components.count {
        if rest == nil { return true }
      } else if components[part].isAnyDepth {
        // At the end it matches at least one component, elsewhere also none.
        if part == components.count - 1 { return rest != nil }
        part += 1
        if let rest { afterDepth = (part, rest) }
        continue
      } else if let here = rest {
        let (name, next) = Self.first(here)
        if components[part].matches(name) {
          part += 1
          rest = next
          continue
        }
      }
      guard let depth = afterDepth, let next = Self.first(depth.rest).next else { return false }
      part = depth.part
      rest = next
      afterDepth = (part, next)
    }
  }

  private static func first(_ path: ArraySlice<UInt8>)
    -> (name: ArraySlice<UInt8>, next: ArraySlice<UInt8>?)
  {
    guard let slash = path.firstIndex(of: 0x2F) else { return (path, nil) }
    return (path[..<slash], path[(slash + 1)...])
  }

  /// Components between slashes; a slash in brackets ends none, and an escaped one is one as well.
  private static func split(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    let bytes = Array(line)
    var components: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
      let start = index
      index += 1
      switch bytes[start] {
      case 0x2F:
        components.append([])
        continue
      case 0x5C where index < bytes.count:
        if bytes[index] == 0x2F { continue }
        index += 1
      case 0x5B:
        var end = index
        if Glob.ByteSet(bytes, after: &end) != nil { index = end }
      default: break
      }
      components[components.count - 1] += bytes[start..<index]
    }
    return components
  }

  private static func dropTrailingSpaces(_ line: inout ArraySlice<UInt8>) {
    while line.last == 0x20 {
      let before = line.dropLast()
      if before.reversed().prefix(while: { $0 == 0x5C }).count % 2 == 1 { return }
      line = before
    }
  }
}
