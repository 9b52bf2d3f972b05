import Notes

/// The contents of a library of Grail Diary or Library Notes, whichever of its three formats it
/// came in.
///
/// The readers bring each format to these values and decide nothing about a vault.
package struct GrailLibrary: Sendable {
  /// A file that notes show.
  package struct Asset: Hashable, Sendable {
    /// The path by which the notes find it, from their own folder: `assets/<sha1>.jpeg`.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// A text that a note had from some moment on.
  package struct Version: Hashable, Sendable {
    /// UTC milliseconds.
    package let time: Int64
    /// The note's text as typed; nil if the note was deleted at that moment.
    package let text: String?

    package init(time: Int64, text: String?) {
      self.time = time
      self.text = text
    }
  }

  /// A text, data of a book or a cover that another device wrote at the same time, and that the old application no
  /// longer showed.
  package struct Conflict: Hashable, Sendable {
    /// UTC milliseconds.
    package let time: Int64
    /// The name of the device; may be empty.
    package let author: String
    package var text: String
    /// The book on that device; nil if it is the note's.
    package var book: ImportedBook?
    /// The name of the asset that was its cover there; nil if it is the note's.
    package var cover: String?

    package init(time: Int64, author: String, text: String) {
      self.time = time
      self.author = author
      self.text = text
    }
  }

  /// A template for questions of the old application: some text of a note, with one or more prompts
  /// in it.
  package struct Template: Hashable, Sendable {
    /// The kinds of question.
    package enum Kind: String, Hashable, Sendable {
      case quote, cloze, question
    }

    /// By which the reviews name it, unique in the library.
    package let key: String
    package let kind: Kind
    /// The text as it was typed: `> To be (12)`, `The sky is ?[colour](blue).`, `Q: …\nA: …`.
    package let text: String

    package init(key: String, kind: Kind, text: String) {
      self.key = key
      self.kind = kind
      self.text = text
    }
  }

  /// The result of a prompt in a session.
  package struct Review: Hashable, Sendable {
    /// UTC milliseconds.
    package let time: Int64
    /// The key of the template.
    package let template: String
    /// The number of the template's prompt, from 0.
    package let index: Int
    package let correct: Int
    package let incorrect: Int

    package init(time: Int64, template: String, index: Int, correct: Int, incorrect: Int) {
      self.time = time
      self.template = template
      self.index = index
      self.correct = correct
      self.incorrect = incorrect
    }
  }

  /// A note with its past.
  package struct Note: Sendable {
    /// Its UUID there, in capitals: `8E3F….`; or the number that an older file gave it.
    package let id: String
    /// The oldest first, each text different from the one before; the last one is the note's
    /// present text.
    package var versions: [Version] = []
    /// Texts written at the same time as the last version.
    package var conflicts: [Conflict] = []
    /// UTC milliseconds.
    package var created: Int64?
    /// The folder that it lay in, where that was not the trash.
    package var folder: String?
    /// The book that it is about; the title there is the book's.
    package var book: ImportedBook?
    /// The name of the asset that is the book's cover.
    package var cover: String?
    /// The page on the web that it is about.
    package var address: String?
    package var templates: [Template] = []

    package init(id: String) { self.id = id }

    /// The present text; nil if the note was deleted or is in the trash.
    package var text: String? { versions.last?.text }
  }

  /// Notes in the order of their creation, deleted ones with their past as well.
  package var notes: [Note] = []
  package var assets: [Asset] = []
  /// By time.
  package var reviews: [Review] = []
  package var remarks: [Remark] = []

  package init() {}
}
