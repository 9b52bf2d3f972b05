import Files
import Indexing
import Layout
import Notes
import Rendering
import Terminals
import Vaults
import Wording

/// The targets of the links, images and embedded notes of notes that are shared.
package final class SharedPlaces {
  private let session: CommandSession
  private let form: ShareForm
  /// The notes that are shared.
  private let shared: Set<String>
  /// The name of each of them within the page, where they are several.
  private let ids: [String: String]
  private var headings: [String: SharedHeadings] = [:]
  private var told: Set<String> = []
  /// The notes that are printed because others embed them, in the order in which they came, and one that does.
  private var embedded: [(note: String, by: String)] = []

  /// Pictures are put into the page up to this size, in bytes; a mail takes two of that size.
  static let largestPicture: Int64 = 10 << 20
  /// Notes that embed notes that embed notes are followed so far.
  static let deepestEmbed = 6
  /// In one note so many bytes of others are shown in place, and so many notes.
  static let largestEmbeds = 8 << 20
  static let mostEmbeds = 1000

  /// - Parameter notes: the notes that are shared.
  package init(_ form: ShareForm, _ notes: [NotePath] = [], _ session: CommandSession) {
    self.form = form
    self.session = session
    shared = Set(notes.map(\.text))
    var ids: [String: String] = [:]
    if form == .html, notes.count > 1 {
      for (index, path) in notes.enumerated() where ids[path.text] == nil {
        ids[path.text] = "note-\(index + 1)"
      }
    }
    self.ids = ids
  }

  /// The name of a note within the page.
  package func id(of path: NotePath) -> String? { ids[path.text] }

  /// The targets of a note's links.
  ///
  /// - Parameter note: the note or the piece of it that is printed, whose language decides its quotation marks.
  package func links(of path: NotePath, for note: Note) -> SharedLinks {
    links(from: path.text, note.language, Embedding(chain: [path.text], amounts: Amounts()))
  }

  /// The links of a shared text without targets.
  package static func links(for note: Note, _ session: CommandSession) -> SharedLinks {
    let vault = try? session.vault()
    return SharedLinks(
      tellUnclosed: { session.messages.warning(words(on: $0, in: "the text")) },
      options: vault?.noteOptions ?? NoteOptions(), typography: typography(note.language, session))
  }

  /// The amount that one note embeds, at any depth.
  private final class Amounts {
    var bytes = 0
    var count = 0
  }

  /// The place of an embedded note: by way of which notes, and how much was before it.
  private struct Embedding {
    var chain: [String]
    let amounts: Amounts
  }

  private static func typography(_ language: String?, _ session: CommandSession) -> Typography? {
    guard let settings = try? session.vaultForOwnSettings().configuration,
      settings.flag("share.typography")
    else { return nil }
    return Typography(language: language ?? settings.language)
  }

  /// - Parameter leading: false if links to notes are words, which is enough for their headings.
  private func links(
    from path: String, _ language: String?, _ embedding: Embedding, leading: Bool = true
  ) -> SharedLinks {
    let vault = try? session.vault()
    return SharedLinks(
      note: { reference, anchor in
        guard leading, self.form == .html else { return nil }
        // The text of an embedded note is no place of its own.
        let file = reference.isOfSameNote ? path : self.file(reference, path)
        guard let file, self.shared.contains(file) else { return nil }
        if let id = anchor.flatMap({ self.headings(of: file)?.id(of: $0) }) { return id }
        return reference.isOfSameNote ? nil : self.ids[file]
      },
      picture: { reference in
        self.form != .html ? nil : self.file(reference, path).flatMap(self.picture)
      },
      embedded: { target, anchor, isInline in
        self.embedded(
          target, anchor, isInline: isInline, from: path, embedding, leading: leading)
      },
      tellUnclosed: { self.tellUnclosed($0, in: path) },
      options: vault?.noteOptions ?? NoteOptions(),
      typography: Self.typography(language, session))
  }

  /// Reports a comment of a note that nothing ends.
  package func tellUnclosed(_ comment: UnclosedComment, in path: String) {
    tell(Self.words(on: comment, in: path))
  }

  private static func words(on comment: UnclosedComment, in path: String) -> String {
    let isFirst = ["%%", "<!--"].contains(where: comment.words.hasPrefix)
    return
      "the comment that begins \(isFirst ? "with" : "in") `\(comment.words)` in \(path) is not closed: what follows it is left out"
  }

  private func tell(_ warning: String) {
    if told.insert(warning).inserted { session.messages.warning(warning) }
  }

  /// The headings of a shared note; nil if it cannot be read, which is told where it is printed.
  private func headings(of file: String) -> SharedHeadings? {
    if let known = headings[file] { return known }
    guard let path = NotePath(file), let vault = try? session.vault(),
      let bytes = try? vault.folder.read(path).bytes
    else { return nil }
    let note = Note(
      parsing: bytes, named: String(decoding: path.stem, as: UTF8.self),
      options: vault.noteOptions)
    let links = links(
      from: file, note.language, Embedding(chain: [file], amounts: Amounts()), leading: false)
    let found = SharedHeadings(of: SharedNote(note, id: ids[file], links: links))
    headings[file] = found
    return found
  }

  // MARK: Files

  private lazy var files: (resolver: LinkResolver, notes: Int) = {
    var paths: [String] = []
    var notes = 0
    do {
      let table = try session.search { $0.index.table }
      table.forEachNote { _, path in paths.append(path.text) }
      notes = paths.count
      table.forEachAttachment { paths.append($0.text) }
    } catch {
      tell(
        "\(session.words(for: error).message); so links, pictures and embedded notes are left out")
    }
    let dialect = (try? session.vault())?.noteOptions.links ?? LinkDialect()
    return (LinkResolver(paths: paths, dialect), notes)
  }()

  private func index(of reference: SharedLinks.Reference, from path: String) -> Int? {
    let resolution =
      switch reference {
      case .name(let name): files.resolver.resolve(name, from: path)
      case .destination(let written): files.resolver.resolve(destination: written, from: path)
      }
    guard case .file(let index, _) = resolution else { return nil }
    return index
  }

  private func file(_ reference: SharedLinks.Reference, _ path: String) -> String? {
    index(of: reference, from: path).map { files.resolver.paths[$0] }
  }

  /// A file of the vault as a `data:` address, where it is a picture.
  private func picture(_ file: String) -> String? {
    let ending = FileKind.ending(ofName: file.utf8)
    guard let type = FileKind.webType(ofEnding: ending), let path = NotePath(file) else {
      return nil
    }
    do {
      let bytes = try session.vault().folder.read(path, limit: Self.largestPicture).bytes
      return "data:\(type);base64," + Base64.encoded(bytes)
    } catch {
      if told.insert(file).inserted {
        session.messages.warning("a picture is left out: \(ErrorWords(error).message)")
      }
      return nil
    }
  }

  // MARK: Embedded notes

  private func embedded(
    _ target: String, _ anchor: String?, isInline: Bool, from path: String,
    _ embedding: Embedding, leading: Bool
  ) -> SharedLinks.Embedded? {
    guard let file = target.isEmpty ? path : noteFile(target, path),
      let note = NotePath(file)
    else {
      if index(of: .name(target), from: path) == nil {
        tell("\(path) embeds `\(target)`, which is not in the vault: its name is printed instead")
      }
      return nil
    }
    let place = anchor.map { "\(file)#\($0)" } ?? file
    if embedding.chain.contains(place) {
      tell("\(path) embeds `\(place)`, which is being printed: its name is printed instead")
      return nil
    }
    if isInline, anchor?.hasPrefix("^") != true {
      tell(
        "\(path) embeds `\(place)` in a heading or inside emphasis, where no blocks have a place: its name is printed instead"
      )
      return nil
    }
    guard embedding.chain.count <= Self.deepestEmbed, embedding.amounts.count < Self.mostEmbeds,
      embedding.amounts.bytes < Self.largestEmbeds
    else {
      tell("\(embedding.chain[0]) embeds too much: the name of `\(place)` is printed instead")
      return nil
    }
    return read(note, anchor, place, from: path, embedding, leading: leading)
  }

  private func noteFile(_ target: String, _ path: String) -> String? {
    guard let index = index(of: .name(target), from: path), index < files.notes else { return nil }
    return files.resolver.paths[index]
  }

  private func read(
    _ path: NotePath, _ anchor: String?, _ place: String, from host: String,
    _ embedding: Embedding, leading: Bool
  ) -> SharedLinks.Embedded? {
    do {
      let vault = try session.vault()
      let bytes = try vault.folder.read(path, limit: Int64(Self.largestEmbeds)).bytes
      let whole = Note(
        parsing: bytes, named: String(decoding: path.stem, as: UTF8.self),
        options: vault.noteOptions
      ).withReferencesInPlace(vault.noteOptions)
      var note = whole
      if let anchor {
        guard let range = whole.section(anchored: anchor) else {
          tell("\(path.text) has no heading or block `\(anchor)`, which \(host) embeds")
          return nil
        }
        note = Note(
          piece: SharedPiece.bytes(of: whole, range), language: whole.language,
          options: vault.noteOptions)
      }
      embedding.amounts.count += 1
      embedding.amounts.bytes += note.source.count
      if !shared.contains(path.text), !embedded.contains(where: { $0.note == path.text }) {
        embedded.append((path.text, host))
      }
      let inner = Embedding(chain: embedding.chain + [place], amounts: embedding.amounts)
      return SharedLinks.Embedded(
        note, links: links(from: path.text, whole.language, inner, leading: leading))
    } catch {
      tell("an embedded note is left out: \(ErrorWords(error).message)")
      return nil
    }
  }

  /// Names the notes that were printed without being asked for, once, after the last.
  package func tellEmbedded() {
    guard let first = embedded.first else { return }
    let others = embedded.count - 1
    session.messages.note(
      "the text of \(first.note) is printed too, because \(first.by) embeds it"
        + (others == 0 ? "" : "; so is that of \(Amount.count(others, "other note"))"))
    for pair in embedded.dropFirst() {
      session.messages.detail("\(pair.note) is printed, because \(pair.by) embeds it")
    }
    embedded = []
  }
}
