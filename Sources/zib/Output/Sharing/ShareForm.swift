import Arguments

/// The forms in which a selection is handed to other people and programs.
package enum ShareForm: String, Choice {
  case text, markdown, html, json

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
