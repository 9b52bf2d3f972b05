import Files
import Indexing
import Layout
import Notes
import Rendering
import ReviewStore
import Reviews
import Vaults

/// The places of the images of notes: the files of the vault that they name.
package struct CardImages {
  private let resolver: LinkResolver

  /// The images of the notes that are reviewed.
  package init(_ reviews: VaultReviews) {
    var paths: [String] = []
    let table = reviews.search.index.table
    table.forEachNote { _, path in paths.append(path.text) }
    table.forEachAttachment { paths.append($0.text) }
    resolver = LinkResolver(paths: paths, reviews.search.vault.noteOptions.links)
  }

  /// The path of the image that a reference in a note names, or nil if it is no image of the vault.
  package func file(_ reference: SharedLinks.Reference, in path: NotePath) -> String? {
    let found =
      switch reference {
      case .name(let name): resolver.resolve(name, from: path.text)
      case .destination(let written): resolver.resolve(destination: written, from: path.text)
      }
    guard case .file(let number, _) = found else { return nil }
    let file = resolver.paths[number]
    return FileKind(ofName: file.utf8) == .image ? file : nil
  }

  /// The files of the vault that a note embeds, other notes left out.
  func media(of note: Note, at path: NotePath) -> [(range: ByteRange, path: String)] {
    note.links.compactMap { link in
      guard link.isEmbed,
        case .file(let number, _) = resolver.resolve(link, in: note, at: path.text)
      else { return nil }
      let file = resolver.paths[number]
      return NotePath(file)?.isMarkdown == true ? nil : (link.range, file)
    }
  }
}

/// The texts of cards as they are typed, each note read once.
package final class CardSources {
  /// A card's text.
  package struct Source {
    /// The question, in Markdown.
    package let question: String
    /// The answer, in Markdown.
    package let answer: String
    /// The answer as plain text.
    package let plainAnswer: String
    /// The paths of the files that it shows.
    let media: [String]
  }

  private let reviews: VaultReviews
  private let session: CommandSession
  private var sources: [NotePath: [CardID: Source]] = [:]
  private lazy var images = CardImages(reviews)

  /// The texts of the cards of `reviews`; none is read yet.
  package init(_ reviews: VaultReviews, _ session: CommandSession) {
    self.reviews = reviews
    self.session = session
  }

  /// The text of a card; nil if its note no longer has it.
  ///
  /// - Throws: `WriteError` if the note cannot be read.
  package func source(of card: ReviewCard) throws -> Source? {
    if let known = sources[card.path] { return known[card.fingerprint] }
    let note = try reviews.search.note(at: card.path)
    let media = images.media(of: note, at: card.path)
    var read: [CardID: Source] = [:]
    let prompts = note.prompts
    for (prompt, text) in zip(prompts, note.markdown(of: prompts)) where read[prompt.id] == nil {
      guard let text else { continue }
      let shown = media.filter { media in text.parts.contains { $0.contains(media.range) } }
      read[prompt.id] = Source(
        question: text.question, answer: text.answer, plainAnswer: note.answer(to: prompt),
        media: shown.compactMap { NotePath($0.path).map { session.shownPath($0) } })
    }
    sources[card.path] = read
    return read[card.fingerprint]
  }
}
