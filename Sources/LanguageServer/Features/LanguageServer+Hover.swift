import Exchange
import Files
import Indexing
import Layout
import Notes
import Rendering
import Settings

/// A look at the thing under the cursor.
extension LanguageServer {
  /// `textDocument/hover`
  func hover(_ request: Request) throws -> JSONValue {
    let view = try view(request)
    let offset = view.buffer.offset(of: try request.position(), encoding)
    guard let found = try subject(at: offset, in: view), let text = try preview(of: found, in: view)
    else { return .null }
    let kind = client.hoversMarkdown ? "markdown" : "plaintext"
    return [
      "contents": [
        "kind": .string(kind), "value": .string(text.escapingControlCharacters(keepingLines: true)),
      ],
      "range": json(found.range, in: view),
    ]
  }

  /// The greatest number of lines, and of bytes, of a preview.
  private static let mostLines = 40
  private static let mostBytes = 4000

  /// A look at a subject, as Markdown; nil for nothing.
  func preview(of found: PlacedSubject, in view: NoteView) throws -> String? {
    guard let vault = view.place?.vault else { return nil }
    switch found.subject {
    case .file(let path):
      guard path.isMarkdown else { return fileWords(path, vault) }
      let target = try self.view(of: VaultPlace(vault: vault, path: path))
      return heading(target.note.title, path) + bookWords(target.note)
        + excerpt(target.note, from: target.note.bodyStart, to: target.note.source.count)
    case .anchor(let path, let anchor):
      let target = try self.view(of: VaultPlace(vault: vault, path: path))
      if found.link == nil { return try backlinkWords(path, anchor, vault) }
      guard let section = target.section(anchored: anchor) else {
        return "`\(path.text)` has no heading or block `\(anchor)`."
      }
      return heading(target.note.title, path)
        + excerpt(target.note, from: Int(section.start), to: Int(section.end))
    case .title(let path): return try backlinkWords(path, nil, vault)
    case .hashtag(let hashtag):
      let count = try search(vault).notes(tagged: hashtag).count
      return "`#\(hashtag.name)` is in \(Amount.count(count, "note"))."
    case .property(let key, let value):
      let count = try search(vault).notes(withProperty: key, value).count
      return "`\(key): \(value)` is in \(Amount.count(count, "note"))."
    case .key(let key):
      let search = try search(vault)
      let (notes, values) = try search.values(of: key, in: search.query(""))
      let often = values.prefix(8).map { "`\($0.text)` (\($0.notes))" }.joined(separator: ", ")
      return "`\(key)` is in \(Amount.count(notes, "note"))"
        + (often.isEmpty ? "." : ", most often as \(often).")
    case .missing(let target): return "No note is called `\(target)` yet."
    case .external(let address): return client.hoversMarkdown ? "<\(address)>" : address
    }
  }

  private func heading(_ title: String, _ path: NotePath) -> String {
    client.hoversMarkdown ? "**\(title)** · `\(path.text)`\n\n" : "\(title) · \(path.text)\n\n"
  }

  private func fileWords(_ path: NotePath, _ vault: ServedVault) -> String {
    let size = FileStatus.at(vault.root.appending(path))?.size ?? 0
    return "`\(path.text)`, \(Amount.bytes(Int(size)))"
  }

  private func backlinkWords(
    _ path: NotePath, _ anchor: String?, _ vault: ServedVault
  ) throws -> String {
    let backlinks = try search(vault).backlinks(to: path, anchor: anchor)
    let links = backlinks.reduce(0) { $0 + $1.places.matches.count }
    if links == 0 { return "No other note links here." }
    let titles = backlinks.prefix(8).map { "- \($0.title)" }.joined(separator: "\n")
    let more = backlinks.count > 8 ? "\n- and \(backlinks.count - 8) more" : ""
    return "\(Amount.count(links, "link")) from \(Amount.count(backlinks.count, "note")):\n\n"
      + titles + more
  }

  /// The data of a book, in a line.
  private func bookWords(_ note: Note) -> String {
    guard let book = note.book else { return "" }
    var parts: [String] = []
    if !book.authors.isEmpty { parts.append(book.authors.joined(separator: ", ")) }
    if let published = book.published { parts.append(published) }
    if let pages = book.pages { parts.append(Amount.count(pages, "page")) }
    if let stars = book.halfStars {
      parts.append(
        String(repeating: "★", count: stars / 2) + (stars % 2 == 1 ? "½" : ""))
    }
    if let status = book.status { parts.append(status.rawValue) }
    return parts.isEmpty ? "" : parts.joined(separator: " · ") + "\n\n"
  }

  /// A part of a note as it is written, cut at a line.
  private func excerpt(_ note: Note, from start: Int, to end: Int) -> String {
    var lines: [String] = []
    var bytes = 0
    for line in note.source[start..<max(start, end)].split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == .lineFeed })
    {
      bytes += line.count + 1
      if lines.count >= Self.mostLines || bytes > Self.mostBytes {
        lines.append("…")
        break
      }
      lines.append(
        String(decoding: line.last == .carriageReturn ? line.dropLast() : line, as: UTF8.self))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    return lines.joined(separator: "\n")
  }
}
