/// The three kinds of Anki note that a package has.
///
/// Their ids and times never change: if Anki has them already, it takes them for the same and keeps
/// the person's changes of their look.
enum AnkiNoteType: Int64, CaseIterable {
  case quote = 1_099_511_627_601
  case question
  case cloze

  var fields: [String] {
    switch self {
    case .quote: ["Quote", "From", "Source"]
    case .question: ["Question", "Answer", "Source"]
    case .cloze: ["Text", "Extra", "Source"]
    }
  }

  private var name: String {
    switch self {
    case .quote: "Zibaldone quote"
    case .question: "Zibaldone question"
    case .cloze: "Zibaldone cloze"
    }
  }

  private var front: String {
    switch self {
    case .quote: Self.block("{{Quote}}", "quote")
    case .question: Self.block("{{Question}}")
    case .cloze: Self.block("{{cloze:Text}}")
    }
  }

  private var back: String {
    let answer =
      switch self {
      case .quote: "{{FrontSide}}\n\n<hr id=answer>\n\n" + Self.block("{{From}}")
      case .question: "{{FrontSide}}\n\n<hr id=answer>\n\n" + Self.block("{{Answer}}")
      case .cloze: Self.block("{{cloze:Text}}") + "\n\n" + Self.block("{{Extra}}")
      }
    return answer + "\n\n" + Self.block("{{Source}}", "source")
  }

  /// Each is set in the direction that its own first letter has.
  private static func block(_ content: String, _ style: String? = nil) -> String {
    "<div\(style.map { " class=\"\($0)\"" } ?? "") dir=\"auto\">\(content)</div>"
  }

  private static let style = """
    .card { font-family: serif; font-size: 20px; line-height: 1.5; text-align: center; }
    .card div { max-width: 36em; margin: 0 auto; }
    .quote { text-align: start; }
    .source { margin-top: 1.5em; font-size: 13px; opacity: 0.6; }
    .cloze { font-weight: bold; color: #0645ad; }
    .nightMode .cloze { color: #8ab4f8; }
    img { max-width: 100%; }
    """

  /// The entry of `col.models` for it.
  var json: String {
    let fields = fields.enumerated().map { index, field in
      """
      {"name":"\(field)","ord":\(index),"id":\(rawValue * 10 + Int64(index)),"sticky":false,\
      "rtl":false,"font":"Arial","size":20,"description":""}
      """
    }
    return """
      {"id":\(rawValue),"name":"\(name)","type":\(self == .cloze ? 1 : 0),\
      "mod":\(AnkiCollection.fixedTime),"usn":-1,"sortf":0,"did":null,\
      "flds":\(JSONText.array(fields)),\
      "tmpls":[{"name":"Card 1","ord":0,"id":\(rawValue),"qfmt":\(JSONText.string(front)),\
      "afmt":\(JSONText.string(back)),"bqfmt":"","bafmt":"","did":null,"bfont":"","bsize":0}],\
      "css":\(JSONText.string(Self.style)),"latexPre":\(JSONText.string(Self.latexStart)),\
      "latexPost":"\\\\end{document}","latexsvg":false,"req":[[0,"any",[0]]]}
      """
  }

  private static let latexStart = """
    \\documentclass[12pt]{article}
    \\usepackage[utf8]{inputenc}
    \\pagestyle{empty}
    \\begin{document}

    """
}
