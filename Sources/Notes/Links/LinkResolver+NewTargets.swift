/// The targets of new links.
extension LinkResolver {
  /// The target of a new wikilink to a file, the shortest that no other file can be taken for; nil if there is none.
  ///
  /// - Parameters:
  ///   - path: that of the note which is to have the link.
  ///   - isPath: true for the path from the vault's root, where that can be.
  package func wikiTarget(
    of file: Int, from path: String, _ style: LinkRewriter.Style, asPath isPath: Bool = false
  ) -> String? {
    var forms = LinkPath.ends(of: paths[file], from: 1)
    if style.prefersRoot { forms = Array(forms.prefix(1)) }
    if isPath { forms.insert(paths[file], at: 0) } else { forms.append(paths[file]) }
    if !dialect.hasText, let page = page(of: file) { forms.insert(page, at: 0) }
    return forms.flatMap { [LinkPath.withoutNoteExtension($0), $0] }.first {
      means(file, by: $0, from: path) && LinkSpelling.isWikiTarget($0)
    }
  }

  /// The destination of a new link of Markdown to a file, as it is written; nil if there is none.
  ///
  /// - Parameter path: that of the note which is to have the link.
  package func destination(
    of file: Int, from path: String, _ style: LinkRewriter.Style
  ) -> String? {
    let relative = LinkPath.relative(from: LinkPath.folder(path), to: paths[file])
    let ends = LinkPath.ends(of: paths[file], from: 1)
    let forms = style.prefersRoot ? ends.prefix(1) + [paths[file]] : []
    let found = (forms + [relative, "./" + relative]).first { means(file, by: $0, from: path) }
    return found.map { String(decoding: LinkSpelling.destination($0), as: UTF8.self) }
  }

  /// A new link to a file that leads there from every folder: a wikilink, or a link of Markdown where no wikilink can
  /// name the file, as with a `#` or a line break in its name.
  ///
  /// Everything that gives a person a link to a note has it from here.
  /// - Parameter isPath: true for the path from the vault's root, where other files are not known.
  package func link(
    to file: Int, _ style: LinkRewriter.Style, asPath isPath: Bool = false
  ) -> String {
    if let target = wikiTarget(of: file, from: "", style, asPath: isPath) {
      return dialect.wikilink(target)
    }
    return markdownLink(to: file, from: "", style)
  }

  /// A new link of Markdown to a file, with the file's name as its text.
  ///
  /// - Parameter path: that of the note which is to have the link.
  package func markdownLink(
    to file: Int, from path: String, _ style: LinkRewriter.Style
  ) -> String {
    let name = Self.bareName(paths[file]).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let destination =
      self.destination(of: file, from: path, style)
      ?? String(decoding: LinkSpelling.destination(paths[file]), as: UTF8.self)
    return "[\(MentionLinker.escaped(name))](\(destination))"
  }

  /// True if a wikilink can name a file.
  func canBeInWikilink(_ file: Int) -> Bool {
    let name = dialect.hasText ? nil : page(of: file)
    return LinkSpelling.isWikiTarget(name ?? Self.bareName(paths[file]))
  }

  /// The name of a file without folders, and without the extension of a note.
  private static func bareName(_ path: String) -> String {
    let whole = LinkPath.withoutNoteExtension(path)
    return whole.split(separator: "/").last.map(String.init) ?? whole
  }

  /// True if a target means a file, and no other file of its name can be taken for it.
  ///
  /// - Parameters:
  ///   - isRelative: true for a destination that other programs follow from the note's own folder.
  ///   - isWiki: false for a destination of Markdown, which is no title, and no part of a path but its beginning.
  func means(
    _ file: Int, by target: String, from path: String, isRelative: Bool = false,
    isWiki: Bool = true
  ) -> Bool {
    guard case .file(file, let rule) = resolve(target, from: path, byAlias: isWiki), rule != .alias
    else { return false }
    if !isFound(file, byPart: target, from: path, isWiki: isWiki) { return false }
    if rule == .page { return page(of: file) == target }
    if rule == .part { return files(withPart: target, anywhere: isWiki && !isRelative).count == 1 }
    guard LinkPath.isEnd(target, of: paths[file]) else { return false }
    if isRelative { return true }
    let isShort = rule == .shortest || rule == .folder && !target.contains("/")
    return !isShort || candidates(for: target).count == 1
  }

  /// True if zk too takes a target for a note, where its rule is the vault's: it looks for the beginning of a path, and
  /// knows the name of a file in another folder only as a part of its path, which other notes may have.
  ///
  /// - Complexity: linear in the paths, but for a whole path and one from the folder of the linking note.
  func isFound(_ file: Int, byPart target: String, from path: String, isWiki: Bool) -> Bool {
    let isStep = target.hasPrefix(".") || target.hasPrefix("/")
    if !dialect.takesParts || isStep || !LinkPath.hasNoteExtension(paths[file]) { return true }
    let part = LinkPath.withoutNoteExtension(target)
    return part == LinkPath.withoutNoteExtension(paths[file])
      || LinkPath.isRelative(target, from: path, to: paths[file])
      || files(withPart: part, anywhere: isWiki, limit: 1).first == file
  }
}
