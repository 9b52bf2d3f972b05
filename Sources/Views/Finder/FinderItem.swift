import Files
import Rendering

/// A note in the list of the finder.
package struct FinderItem: Equatable, Sendable {
  package var path: NotePath
  package let title: String
  /// The line to open it at, counted from 1, where it is known already.
  package var line: Int?

  package init(path: NotePath, title: String, line: Int? = nil) {
    self.path = path
    self.title = title
    self.line = line
  }

  /// The same note after some were moved.
  func following(_ moves: [NotePath: NotePath]) -> FinderItem {
    var item = self
    item.path = moves[path] ?? path
    return item
  }
}

/// The notes that the finder lists.
package enum FinderSource: Equatable, Sendable {
  /// Those that a query finds; the latest for one without words.
  case query
  /// Those with links to a note.
  case backlinks(FinderItem)
  /// Those that a note links to.
  case links(FinderItem)

  /// The same notes after some were moved.
  func following(_ moves: [NotePath: NotePath]) -> FinderSource {
    switch self {
    case .query: self
    case .backlinks(let item): .backlinks(item.following(moves))
    case .links(let item): .links(item.following(moves))
    }
  }
}

/// A question to the index.
package struct FinderRequest: Equatable, Sendable {
  package var source: FinderSource
  package var query: String
  /// True if the last word may go on.
  package var isOpen: Bool
  /// The number of notes that are listed at most.
  package var limit: Int
}

/// The answer to a question.
package struct FinderAnswer: Equatable, Sendable {
  package var request: FinderRequest
  package var items: [FinderItem]
  /// The number of notes that there are.
  package var total: Int
  /// The query as it was probably meant, where nothing was found.
  package var correction: String?
  /// The part of the query that was read in another way than it may be meant.
  package var remark: String?
  /// True if the query is words alone, which may be the title of a new note.
  package var isPlainWords = true

  package init(request: FinderRequest, items: [FinderItem], total: Int) {
    self.request = request
    self.items = items
    self.total = total
  }
}

/// A note as it is to be shown beside the list.
package struct FinderPreviewRequest: Equatable, Sendable {
  package var path: NotePath
  package var query: String
  /// True if the last word may go on.
  package var isOpen: Bool
  package var line: Int?
  package var width: Int
  /// Another number after each change of the folder.
  package var edition: Int
}

/// A note drawn, with the words of the query marked.
package struct FinderPreview: Equatable, Sendable {
  package var request: FinderPreviewRequest
  package var lines: [StyledText]
  /// The line of the drawing with the best match; nil without one.
  package var best: Int?
  /// The line of the drawing after the front matter.
  package var body: Int
  /// The line of the note to open, from 1; nil without a match.
  package var line: Int?
  /// The number of places that the query matches.
  package var matches: Int
  package var isPinned: Bool
  /// True if the note could not be read.
  package var isMissing = false

  package init(
    request: FinderPreviewRequest, lines: [StyledText], best: Int? = nil, body: Int = 0,
    line: Int? = nil, matches: Int = 0, isPinned: Bool = false, isMissing: Bool = false
  ) {
    self.request = request
    self.lines = lines
    self.best = best
    self.body = body
    self.line = line
    self.matches = matches
    self.isPinned = isPinned
    self.isMissing = isMissing
  }
}
