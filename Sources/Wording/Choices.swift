import Arguments
import Indexing
import Rendering

/// The names of the orders of notes for `--sort`.
extension VaultSearch.Order: Choice {
  /// The order.
  package var summary: String {
    switch self {
    case .score: "the best first"
    case .modified: "the latest changed first"
    case .created: "the latest created first, as the front matter says"
    case .date: "the latest journal day or `date` first"
    case .title: "by title"
    case .path: "by path"
    case .words: "the longest first"
    case .order: "pinned notes first, then by `order`"
    }
  }
}

extension ShareForm: Choice {
  /// A description of its use.
  package var summary: String {
    switch self {
    case .text: "plain words, for a mail or a message"
    case .markdown: "CommonMark that every program reads"
    case .html: "one page, complete in itself"
    case .json: "for programs"
    }
  }
}
