import Notes

extension JSONWriter {
  /// Writes a value of front matter as the corresponding JSON: text, number, list or object.
  package mutating func field(_ key: String, _ value: FrontMatterValue) {
    switch value {
    case .null: field(key, nil as String?)
    case .bool(let value): field(key, value)
    case .integer(let value): field(key, value)
    case .number(let value): field(key, value)
    case .string(let value): field(key, value)
    case .list(let values): array(key) { for value in values { $0.element(value) } }
    case .mapping(let entries):
      object(key) { for entry in entries { $0.field(entry.key, entry.value) } }
    }
  }

  /// Writes a value of front matter as an element of the array that is open.
  package mutating func element(_ value: FrontMatterValue) {
    switch value {
    case .null: element(nil as String?)
    case .bool(let value): element(value)
    case .integer(let value): element(value)
    case .number(let value): element(value)
    case .string(let value): element(value)
    case .list(let values): array { for value in values { $0.element(value) } }
    case .mapping(let entries):
      object { for entry in entries { $0.field(entry.key, entry.value) } }
    }
  }

  /// Writes the properties of a note's front matter as an object.
  package mutating func properties(of note: Note) {
    object("properties") {
      for entry in note.frontMatter?.entries ?? [] {
        $0.field(entry.key.text ?? "", entry.value.value)
      }
    }
  }

  /// Writes all facts of a note as fields of the open object.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars.
  package mutating func facts(of note: Note) {
    let lines = note.lines
    field("title", note.title)
    field("aliases", note.aliases)
    field("tags", note.uniqueTags)
    field("language", note.language)
    field("summary", note.summary)
    field("words", note.wordCount)
    properties(of: note)
    array("headings") {
      for heading in note.headings {
        $0.object {
          $0.field("level", heading.level)
          $0.field("text", note.plainText(in: heading.text))
          $0.position(heading.range, lines)
        }
      }
    }
    links(of: note, lines)
    array("tasks") {
      for task in note.tasks {
        $0.object {
          $0.field("done", task.isDone)
          $0.field("text", note.plainText(in: task.text))
          $0.position(task.mark, lines)
        }
      }
    }
    studyFacts(of: note, lines)
  }

  private mutating func links(of note: Note, _ lines: LineIndex) {
    array("links") {
      for link in note.links {
        $0.object {
          $0.field("kind", link.kind.word)
          $0.field("target", note.text(link.target))
          $0.field("anchor", link.anchor.map { note.text($0) })
          $0.field("text", link.text.map { note.plainText(in: $0) })
          $0.field("embed", link.isEmbed)
          $0.field("external", link.isExternal)
          $0.position(link.range, lines)
        }
      }
    }
  }

  private mutating func studyFacts(of note: Note, _ lines: LineIndex) {
    array("quotes") {
      for quote in note.quotes {
        $0.object {
          $0.field("text", note.plainText(in: quote.text))
          $0.field("author", quote.author.map { note.plainText(in: $0) })
          $0.field("work", quote.work.map { note.plainText(in: $0) })
          $0.field("locator", quote.locator.map { note.plainText(in: $0) })
          $0.position(quote.range, lines)
        }
      }
    }
    array("clozes") {
      for cloze in note.clozes {
        $0.object {
          $0.field("hint", note.text(cloze.hint))
          $0.field("answer", note.text(cloze.answer))
          $0.position(cloze.range, lines)
        }
      }
    }
    array("questions") {
      for question in note.questions {
        $0.object {
          $0.field("question", note.plainText(in: question.question))
          $0.field("answer", note.plainText(in: question.answer))
          $0.position(question.range, lines)
        }
      }
    }
  }

  private mutating func position(_ range: ByteRange, _ lines: LineIndex) {
    let position = lines.position(at: Int(range.start))
    field("line", position.line)
    field("column", position.column)
  }
}

extension Note {
  /// The note's hashtags in order, each once, in the spelling that comes first.
  package var uniqueTags: [String] {
    var seen: Set<Hashtag> = []
    return hashtags.compactMap { occurrence in
      let tag = Hashtag(text(occurrence.name))
      return seen.insert(tag).inserted ? tag.name : nil
    }
  }
}

extension Link.Kind {
  fileprivate var word: String {
    switch self {
    case .wiki: "wiki"
    case .markdown: "markdown"
    case .reference: "reference"
    case .autolink: "autolink"
    }
  }
}
