import Arguments
import Notes
import Vaults

/// How commands hand what they select to other people.
extension Session {
  /// Prints a selection in a form, one item after the other.
  ///
  /// - Parameters:
  ///   - form: not JSON, which each command has of its own.
  ///   - title: what a browser shows as the page's name.
  ///   - body: hands the items over; only one of them is in memory at a time.
  func share(
    as form: ShareForm, title: String, language: String? = nil,
    _ body: (_ print: (SharedItem) throws -> Void) throws -> Void
  ) throws {
    page()
    let usual = (try? vaultForOwnSettings().configuration.language) ?? nil
    var document = SharedDocument(form, title: title, language: language ?? usual)
    try output.write(untrusted: document.beginning, keepingLines: true)
    try body { item in
      try output.write(untrusted: document.text(of: item), keepingLines: true)
    }
    try output.write(untrusted: document.end, keepingLines: true)
  }

  /// An entry of the journal as it is shared.
  func shared(_ entry: DatedEntry, _ places: SharedPlaces) throws -> SharedItem {
    let time = EntryLine.time(of: entry)
    return .entry(
      SharedEntry(
        when: "\(entry.day.inWords), \(time)",
        machineTime: "\(entry.day)T" + time.filter { $0 != " " },
        mood: entry.mood, title: entry.title,
        body: Note(piece: Array(entry.body.utf8), options: try vault().noteOptions),
        links: places.links(of: entry.path)))
  }
}

extension ShareForm {
  /// The option that commands with a selection have.
  static let option = Option(
    "as", value: "FORM", .oneOf(ShareForm.self),
    help: "Print it for other people: `text`, `markdown`, `html`, or `json` as `--json` does.")
}

/// Where links and images of notes that are shared lead.
final class SharedPlaces {
  private let session: Session
  private let form: ShareForm
  /// What each note that is shared is called within the page.
  private let ids: [String: String]
  private var told: Set<String> = []

  /// Pictures are put into the page up to this size, in bytes; a mail takes two of that size.
  static let largestPicture: Int64 = 10 << 20

  /// - Parameter notes: the notes that are shared, where they are several.
  init(_ form: ShareForm, _ notes: [NotePath] = [], _ session: Session) {
    self.form = form
    self.session = session
    var ids: [String: String] = [:]
    if form == .html, notes.count > 1 {
      for (index, path) in notes.enumerated() where ids[path.text] == nil {
        ids[path.text] = "note-\(index + 1)"
      }
    }
    self.ids = ids
  }

  /// What a note is called within the page.
  func id(of path: NotePath) -> String? { ids[path.text] }

  /// Where the links of a note lead.
  func links(of path: NotePath) -> SharedLinks {
    guard form == .html else { return .none }
    return SharedLinks(
      note: { reference in
        self.ids.isEmpty ? nil : self.file(reference, path.text).flatMap { self.ids[$0] }
      },
      picture: { reference in self.file(reference, path.text).flatMap(self.picture) })
  }

  private lazy var resolver: LinkResolver = {
    var paths: [String] = []
    let table = try? session.search { $0.index.table }
    table?.forEachNote { _, path in paths.append(path.text) }
    table?.forEachAttachment { paths.append($0.text) }
    return LinkResolver(paths: paths)
  }()

  private func file(_ reference: SharedLinks.Reference, _ path: String) -> String? {
    let resolution =
      switch reference {
      case .name(let name): resolver.resolve(name, from: path)
      case .destination(let written): resolver.resolve(destination: written, from: path)
      }
    guard case .file(let index, _) = resolution else { return nil }
    return resolver.paths[index]
  }

  private static let kinds = [
    "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "gif": "gif", "webp": "webp", "avif": "avif",
    "svg": "svg+xml",
  ]

  /// A file of the vault as a `data:` address, where it is a picture.
  private func picture(_ file: String) -> String? {
    let ending = file.split(separator: ".").last?.lowercased() ?? ""
    guard let kind = Self.kinds[ending], let path = NotePath(file) else { return nil }
    do {
      let bytes = try session.vault().folder.read(path, limit: Self.largestPicture).bytes
      return "data:image/\(kind);base64," + Base64.encoded(bytes)
    } catch {
      if told.insert(file).inserted {
        session.messages.warning("a picture is left out: \(ErrorWords(error).message)")
      }
      return nil
    }
  }
}
