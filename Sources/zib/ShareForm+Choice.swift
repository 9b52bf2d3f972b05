import Arguments
import Rendering

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
