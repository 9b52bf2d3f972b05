import Notes

/// One thing of a selection, as it is handed to other people.
package enum SharedItem {
  /// A note, or a part of one.
  case note(SharedNote)
  /// An entry of the journal.
  case entry(SharedEntry)
  /// A quote, as a note of its own, and its source.
  case quote(Note, QuoteSource)
  /// Books, under their common heading.
  case books(heading: String?, [SharedBook])
}

/// A note that is shared.
package struct SharedNote {
  package let note: Note
  /// True if it is a part of a note.
  package let isPart: Bool
  /// The heading that it gets; nil if it has one of its own or is a part of a note.
  package let title: String?
  /// The id by which the others link to it.
  package let id: String?
  package let links: SharedLinks

  /// The prefix of its headings' ids; nil without an id.
  var prefix: String? { id.map { $0 + "-" } }

  /// The title in the marks of print, where they are asked for.
  var printedTitle: String? { title.map { links.typography?.applied(to: $0) ?? $0 } }

  /// The data of the book that the whole note is about.
  private var book: SharedBookPage? { isPart ? nil : SharedBookPage(of: note, links: links) }

  /// The steps of the note, with the facts of its book below its own title.
  package var steps: [MarkdownStep] {
    var steps = SharedSteps.steps(of: note, links: links)
    guard let book else { return steps }
    var place = 0
    if note.titleHeading != nil {
      let end = steps.firstIndex {
        if case .leave(.heading) = $0 { true } else { false }
      }
      place = end.map { $0 + 1 } ?? 0
    }
    steps.insert(contentsOf: book.steps, at: place)
    return steps
  }

  /// The note as Markdown, with the facts of its book below its own title.
  package func markdown(_ labels: SharedLabels) -> String {
    guard let book = book?.markdown, !book.isEmpty else {
      return SharedMarkdown.text(of: note, links: links, labels: labels)
    }
    guard note.titleHeading != nil else {
      return [book, SharedMarkdown.text(of: note, links: links, labels: labels)]
        .filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
    return SharedMarkdown.text(of: note, links: links, labels: labels, afterTitle: book)
  }

  /// A note, or a part of one, which has no title.
  ///
  /// - Parameter isAlone: true if it is all that is shared. Then links by reference stay as they are; beside other notes,
  ///   which may have the same labels, they have their addresses in place.
  package init(
    _ note: Note, isPart: Bool = false, isAlone: Bool = false, id: String? = nil,
    links: SharedLinks = .none
  ) {
    let isUnmixed = isAlone && !note.links.contains { $0.kind == .wiki && $0.isEmbed }
    self.note = isUnmixed ? note : note.withReferencesInPlace(links.options)
    self.isPart = isPart
    let name = note.title.withoutComments
    title = isPart || note.titleHeading != nil || name.isEmpty ? nil : name
    self.id = id
    self.links = links
  }
}

/// An entry of the journal that is shared.
package struct SharedEntry {
  /// `Saturday, 21 November 2026, 08:15`
  package let when: String
  /// The same for programs: `2026-11-21T08:15`.
  package let machineTime: String
  package let mood: String?
  /// Without markup.
  package let title: String
  /// The text after the heading, as a note of its own.
  package let body: Note
  package let links: SharedLinks

  /// An entry of these parts.
  package init(
    when: String, machineTime: String, mood: String?, title: String, body: Note,
    links: SharedLinks = .none
  ) {
    self.when = when
    self.machineTime = machineTime
    self.mood = mood
    self.title = title
    self.body = body
    self.links = links
  }

  /// The text after the time in its heading.
  package var name: String {
    let title = links.typography?.applied(to: title) ?? title
    return [mood ?? "", title].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// A book on a list that is shared.
package struct SharedBook {
  package let title: String
  package let authors: [String]
  package let published: String?
  /// `★★★★½`
  package let stars: String?
  /// `read 2026-11-21`
  package let reading: String?

  /// A book of these parts; a nil part is left out.
  package init(
    title: String, authors: [String], published: String? = nil, stars: String? = nil,
    reading: String? = nil
  ) {
    self.title = title
    self.authors = authors.map(\.withoutComments)
    self.published = published
    self.stars = stars
    self.reading = reading
  }

  /// The text after the title.
  var details: String {
    var details = authors.isEmpty ? "" : ", " + authors.joined(separator: ", ")
    if let published { details += " (\(published))" }
    for part in [stars, reading] { if let part { details += ", " + part } }
    return details
  }
}
