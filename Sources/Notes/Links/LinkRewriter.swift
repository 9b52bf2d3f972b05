import Layout

/// Rewrites the links of notes, so that they mean the same files after some of these have other paths.
///
/// A link is rewritten if it would mean another file than before, or none; or if it would mean the file
/// in a weaker way: by a title where it was its path, in other capitals, or no longer from the folder of
/// its note, where other programs look for it. It keeps its own style.
package struct LinkRewriter: Sendable {
  /// The ways in which a vault's people write links.
  package struct Style: Hashable, Sendable {
    /// True where a Markdown destination that is right from its note's folder has to stay so, as on
    /// GitHub; Obsidian looks for it in the whole vault.
    package var keepsRelative: Bool
    /// True where a short name that means several notes becomes the path from the root, as in Obsidian;
    /// else it becomes the shortest end of the path that means one.
    package var prefersRoot: Bool

    package init(keepsRelative: Bool, prefersRoot: Bool) {
      self.keepsRelative = keepsRelative
      self.prefersRoot = prefersRoot
    }
  }

  /// The files as they are.
  package let before: LinkResolver
  /// The same files in the same order, as they will be.
  package let after: LinkResolver
  let style: Style
  package let text: NewText?
  package var alias: NewAlias?
  /// The targets that may be rewritten, with the note that writes them; nil for all.
  package var only: (@Sendable (_ target: String, _ isWiki: Bool, _ file: Int) -> Bool)?
  /// True where a target that names its file in another Unicode form gets the form of the file's name.
  package var mendsForm = false

  package init(
    from before: LinkResolver, to after: LinkResolver, style: Style, text: NewText? = nil
  ) {
    self.before = before
    self.after = after
    self.style = style
    self.text = text
  }

  /// True if a target that a note writes may stay as it is.
  ///
  /// - Parameter file: the note, by its index.
  package func keeps(_ target: String, isWiki: Bool, in file: Int) -> Bool {
    need(of: target, isWiki: isWiki, in: file) == nil
  }

  /// The file that a target means now, by its index; nil if it means none, or the note itself.
  package func file(_ target: String, isWiki: Bool, in file: Int) -> Int? {
    guard
      case .file(let found, _) = before.resolve(
        target, from: before.paths[file], byAlias: isWiki)
    else { return nil }
    return found
  }

  /// The file that a target which means none now will mean.
  package func fileToCome(_ target: String, isWiki: Bool, in file: Int) -> Int? {
    guard before.resolve(target, from: before.paths[file], byAlias: isWiki) == .unresolved,
      case .file(let found, _) = after.resolve(target, from: after.paths[file], byAlias: isWiki)
    else { return nil }
    return found
  }

  /// The note with its links rewritten, and the number of links that were.
  ///
  /// The new text is read again, and each of its links compared with the old one.
  /// - Parameters:
  ///   - file: the note, by its index.
  ///   - options: as the note was read.
  /// - Throws: `LinkNotRewritten`
  package func rewritten(
    _ note: Note, in file: Int, options: NoteOptions
  ) throws(LinkNotRewritten) -> (note: Note, links: Int) {
    var failure: LinkNotRewritten?
    for bar in Bar.allCases {
      let (edits, count) = try edits(of: note, in: file, bar: bar)
      if edits.isEmpty { return (note, 0) }
      let text = edits.applied(to: note.source)
      let new = Note(parsing: text, named: note.name, options: options)
      failure = check(new, note, edits, in: file)
      if failure == nil { return (new, count) }
    }
    throw failure!  // set in each round
  }

  /// True if a wikilink can name a file of this path.
  ///
  /// - Parameter former: the target that the link has, which may have signs that no new one gets.
  package static func canWrite(_ path: String, after former: String) -> Bool {
    let name = LinkPath.withoutNoteExtension(path.split(separator: "/").last.map(String.init) ?? "")
    return !name.isEmpty && !name.contains(where: { "|#\n".contains($0) || $0.isNewline })
      && !name.contains("[[") && !name.contains("]]") && !name.hasSuffix("]")
      && name.first?.isWhitespace == false && name.last?.isWhitespace == false
      && LinkSpelling.isWikiTarget(name, after: former)
  }

  // MARK: The rule

  /// The demands on a link that has to be rewritten.
  struct Need {
    /// The file that it means.
    let file: Int
    /// The file that it is to mean: another one where a part of a note comes into another note.
    let goal: Int
    let rule: LinkResolver.Rule
    let isRelative: Bool
    let isWiki: Bool
  }

  private func need(of target: String, isWiki: Bool, in file: Int) -> Need? {
    need(of: target, isWiki: isWiki, from: file, in: file)
  }

  /// The demands on a link that has to be rewritten; nil if it may stay.
  ///
  /// - Parameters:
  ///   - former: the note that the link was in.
  ///   - file: the note that it will be in.
  ///   - goal: the file that it is to mean; nil for the one that it means.
  func need(
    of target: String, isWiki: Bool, from former: Int, in file: Int, leadingTo goal: Int? = nil
  ) -> Need? {
    let (here, there) = (before.paths[former], after.paths[file])
    guard !target.isEmpty,
      case .file(let found, let rule) = before.resolve(target, from: here, byAlias: isWiki)
    else { return nil }
    if let only, !only(target, isWiki, file) { return nil }
    let goal = goal ?? found
    let (old, new) = (before.paths[found], after.paths[goal])
    let isRelative =
      !isWiki && style.keepsRelative && rule != .alias && rule != .part
      && LinkPath.isRelative(target, from: here, to: old)
    let need = Need(
      file: found, goal: goal, rule: rule, isRelative: isRelative, isWiki: isWiki)
    guard case .file(goal, let next) = after.resolve(target, from: there, byAlias: isWiki) else {
      return need
    }
    if next == .alias || next == .part { return rule == next ? nil : need }
    if rule == .part, !after.isFound(goal, byPart: target, from: there, isWiki: isWiki) {
      return need
    }
    if next == .page {
      return before.page(of: found) == target && after.page(of: goal) != target ? need : nil
    }
    if LinkPath.isEndInOtherForm(target, of: new),
      mendsForm || !LinkPath.isEndInOtherForm(target, of: old)
    {
      return need
    }
    if old == new && here == there { return nil }
    // A slash at the beginning says that it is the path from the root.
    if target.hasPrefix("/") && rule == .path && next != .path { return need }
    if isRelative && !LinkPath.isRelative(target, from: there, to: new) { return need }
    if LinkPath.isEnd(target, of: old) && !LinkPath.isEnd(target, of: new) { return need }
    return nil
  }

  // MARK: The new target

  /// The way in which a bar is written into links that get one. It is escaped in tables, which a link does not tell.
  enum Bar: CaseIterable {
    case plain
    /// Escaped on lines that have a bar outside of links, as rows of tables do.
    case escapedInRows
    case escaped

    func written(_ link: Link, in note: Note) -> String {
      switch self {
      case .plain: return "|"
      case .escaped: return "\\|"
      case .escapedInRows:
        let start = note.source[..<Int(link.range.start)].lastIndex(where: \.isLineEnd)
        let end = note.source[Int(link.range.end)...].firstIndex(where: \.isLineEnd)
        let isRow = ((start ?? -1) + 1..<(end ?? note.source.count)).contains { index in
          note.source[index] == UInt8(ascii: "|")
            && !note.links.contains { $0.range.indices.contains(index) }
        }
        return isRow ? "\\|" : "|"
      }
    }
  }

  private func edits(
    of note: Note, in file: Int, bar: Bar
  ) throws(LinkNotRewritten) -> (edits: [ByteEdit], links: Int) {
    var edits: [ByteEdit] = []
    var places: Set<UInt32> = []
    var count = 0
    for link in note.links where !link.isExternal && !link.target.isEmpty {
      let target = note.target(of: link)
      let edit = textEdit(link, target, note, in: file)
      if let edit { edits.append(edit) }
      let need = need(of: target, isWiki: link.kind == .wiki, in: file)
      if edit != nil || need != nil { count += 1 }
      guard let need else { continue }
      let ranges =
        link.isDecoded ? note.definitions(meaning: target).map(\.target) : [link.target]
      if ranges.isEmpty { throw LinkNotRewritten(link, in: note, .definition) }
      let isByAlias = alias?.isMeant(by: target, need) == true
      // Of edits at one place the first one comes first: a text may stand before the target.
      if !isByAlias, let edit = textEdit(keepingWordsOf: link, need, in: note, bar) {
        edits.append(edit)
      }
      // Links of one definition have one place.
      for range in ranges where places.insert(range.start).inserted {
        let spelling = LinkSpelling(link, in: note, at: range)
        guard
          let new = isByAlias
            ? written(alias, need, spelling, in: file)
            : candidates(for: target, need, in: file).lazy.compactMap({
              means($0, need, in: file) ? spelling.written($0) : nil
            }).first
        else {
          throw LinkNotRewritten(link, in: note, .noName, path: name(of: need.file))
        }
        edits.append(ByteEdit(range, new))
      }
    }
    return (edits, count)
  }

  /// The text of a link that called its note by a title, or a day by its name: other programs resolve no title, so it
  /// gets the path, and keeps its words.
  func textEdit(
    keepingWordsOf link: Link, _ need: Need, in note: Note, _ bar: Bar
  ) -> ByteEdit? {
    let losesWords = need.rule == .alias || need.rule == .page && after.page(of: need.goal) == nil
    guard losesWords, link.kind == .wiki, !link.isEmbed else { return nil }
    return after.dialect.edit(
      giving: note.text(link.target), to: link, bar: bar.written(link, in: note))
  }

  /// The forms in which a link may name the file that it is to mean, the best first.
  func candidates(for target: String, _ need: Need, in file: Int) -> [String] {
    let (old, new) = (before.paths[need.file], after.paths[need.goal])
    let relative = LinkPath.relative(from: LinkPath.folder(after.paths[file]), to: new)
    let dotted = relative.hasPrefix("../") ? relative : "./" + relative
    var forms: [String]
    if target.hasPrefix("./") {
      forms = [dotted]
    } else if target.hasPrefix("../") || need.isRelative
      || need.rule == .folder && target.contains("/")
    {
      forms = [relative, dotted]
    } else if target.hasPrefix("/") {
      forms = ["/" + new]
    } else if need.rule == .path && target.contains("/") {
      forms = [new]
    } else {
      let isName = need.rule == .alias || need.rule == .page || need.rule == .part
      let depth = isName ? 1 : target.split(separator: "/").count
      forms = LinkPath.ends(of: new, from: depth)
      if style.prefersRoot { forms = Array(forms.prefix(1)) }
    }
    forms += [new, dotted]
    let isOfPage = !after.dialect.hasText || need.rule == .page
    if need.isWiki, isOfPage, let page = after.page(of: need.goal) { forms.insert(page, at: 0) }
    if need.rule == .part, let part = Self.part(target, of: old, in: new) {
      // A destination is the beginning of the path, with its folders.
      if !need.isWiki, new.contains("/") {
        forms.insert(LinkPath.folder(new) + "/" + part, at: 0)
      }
      forms.insert(part, at: 0)
    }
    // The name itself may end so, as that of `topic.markdown.md`.
    let omitsExtension =
      LinkPath.hasNoteExtension(old)
      && (!LinkPath.hasNoteExtension(target)
        || LinkPath.isEnd(target, of: LinkPath.withoutNoteExtension(old)))
    // A page of Logseq has no name but its own: a link by the file's would make a new one.
    if need.isWiki, !after.dialect.hasText, let page = after.page(of: need.goal),
      page != LinkPath.withoutNoteExtension(new.split(separator: "/").last.map(String.init) ?? new)
    {
      return [page]
    }
    if omitsExtension { forms = forms.flatMap { [LinkPath.withoutNoteExtension($0), $0] } }
    // Logseq's links may have these signs.
    if !need.isWiki || !after.dialect.hasText { return forms }
    return forms.filter { LinkSpelling.isWikiTarget($0, after: target) }
  }

  /// The first word of a new name, where a link called the note by that of the old one, as by the id before a title.
  private static func part(_ target: String, of old: String, in new: String) -> String? {
    let names = [old, new].map { path in
      LinkPath.withoutNoteExtension(path.split(separator: "/").last.map(String.init) ?? path)
    }
    guard names[0].hasPrefix(target),
      let sign = names[0].dropFirst(target.count).first, !sign.isLetter, !sign.isNumber
    else { return nil }
    let word = names[1].prefix { $0 != sign }
    return word.isEmpty ? nil : String(word)
  }

  /// The new alias as a link writes it; nil if it cannot, or would mean another file by it.
  private func written(
    _ alias: NewAlias?, _ need: Need, _ spelling: LinkSpelling, in file: Int
  ) -> [UInt8]? {
    guard let alias,
      case .file(need.goal, _) = after.resolve(alias.new, from: after.paths[file])
    else { return nil }
    return spelling.written(alias.new)
  }

  /// True if a candidate means the file, and no other file of its name can be taken for it.
  func means(_ candidate: String, _ need: Need, in file: Int) -> Bool {
    let there = after.paths[file]
    let new = after.paths[need.goal]
    if need.isRelative, !LinkPath.isRelative(candidate, from: there, to: new) { return false }
    return after.means(
      need.goal, by: candidate, from: there, isRelative: need.isRelative, isWiki: need.isWiki)
  }

  // MARK: The text

  private func textEdit(_ link: Link, _ target: String, _ note: Note, in file: Int) -> ByteEdit? {
    guard let text, let range = link.text, !link.isEmbed, text.old.contains(note.text(range)),
      self.file(target, isWiki: link.kind == .wiki, in: file) == text.file
    else { return nil }
    // A text that would need escapes stays as it is.
    if text.sign != nil { return nil }
    return ByteEdit(range, text.new)
  }

  // MARK: The check

  /// Compares the links of a rewritten text with those before; gives the first that is not as meant.
  private func check(
    _ new: Note, _ old: Note, _ edits: [ByteEdit], in file: Int
  ) -> LinkNotRewritten? {
    guard new.links.count == old.links.count else {
      // A new name that begins a comment hides links that are not edited.
      let edited = old.links.first { link in edits.contains { link.range.contains($0.range) } }
      return (edited ?? old.links.first).map { notRewritten($0, in: old, file) }
    }
    for (link, before) in zip(new.links, old.links) where !isSame(link, new, before, old, in: file)
    {
      return notRewritten(before, in: old, file)
    }
    return nil
  }

  private func notRewritten(_ link: Link, in note: Note, _ file: Int) -> LinkNotRewritten {
    let found = self.file(note.target(of: link), isWiki: link.kind == .wiki, in: file)
    return LinkNotRewritten(link, in: note, .noName, path: found.map { name(of: $0) })
  }

  /// The path of a file under its new name, or the page's name by which its links have to call it.
  func name(of file: Int) -> String {
    (after.dialect.hasText ? nil : after.page(of: file)) ?? after.paths[file]
  }

  private func isSame(
    _ link: Link, _ new: Note, _ before: Link, _ old: Note, in file: Int
  ) -> Bool {
    guard link.kind == before.kind, link.isEmbed == before.isEmbed,
      link.isExternal == before.isExternal, new.anchor(of: link) == old.anchor(of: before)
    else { return false }
    let (target, former) = (new.target(of: link), old.target(of: before))
    let isWiki = link.kind == .wiki
    let found = before.isExternal ? nil : self.file(former, isWiki: isWiki, in: file)
    // A picture in the text of a link is a link of its own, and the text of others may be new.
    let words = before.text.flatMap { $0.isEmpty ? nil : old.text($0) }
    let isTextKept =
      isWiki && !after.dialect.hasText || link.text.map { new.text($0) } == words || words == nil
      || found == text?.file
      || before.text.map { range in old.links.contains { range.contains($0.range) } } == true
    guard isTextKept else { return false }
    guard let found, !former.isEmpty else { return target == former }
    if only != nil, need(of: former, isWiki: isWiki, in: file) == nil { return target == former }
    let means = after.resolve(target, from: after.paths[file], byAlias: isWiki)
    if case .file(found, _) = means { return true }
    return false
  }
}
