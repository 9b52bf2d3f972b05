import Notes
import Search

/// The form of notes in the index: fields, columns and key spaces.
enum VaultSchema {
  /// The version of the indexed form. A change makes zib rebuild every index, so it is needed
  /// whenever notes are indexed differently.
  static let revision: UInt32 = 22

  /// Text fields, by their numbers in the index.
  enum Field: Int, CaseIterable {
    case body, title, heading, tag, alias, property, name

    var schemaField: IndexSchema.Field {
      switch self {
      case .body: IndexSchema.Field(name: "body", weight: 1, isSearchable: false)
      case .title: IndexSchema.Field(name: "title", weight: 8, isSearchable: true)
      case .heading: IndexSchema.Field(name: "heading", weight: 3, isSearchable: true)
      case .tag: IndexSchema.Field(name: "tagtext", weight: 4, isSearchable: false)
      case .alias: IndexSchema.Field(name: "alias", weight: 6, isSearchable: true)
      case .property: IndexSchema.Field(name: "property", weight: 2, isSearchable: false)
      case .name: IndexSchema.Field(name: "name", weight: 4, isSearchable: false)
      }
    }
  }

  /// The numbers that each document carries.
  enum Column: Int, CaseIterable {
    /// UTC milliseconds: the file's.
    case modified
    /// The date of the front matter, as an `IndexedMoment`; `unknown` without one.
    case created
    /// A journal day, or the front matter's `date`, as an `IndexedMoment`; `unknown` without.
    case day
    /// Words.
    case words
  }

  /// The value of a column for a note without one.
  static let unknown: Int64 = .min

  /// The key spaces of whole values. Parts are separated by NUL.
  enum Space: Int {
    /// `has:quote`, `is:book`, …
    case flag
    /// The folded hashtag, and the hashtag as written.
    case hashtag
    /// The folded key, the folded value, and the value as written if it differs.
    case property
    /// The folded key, and the key as written.
    case propertyKey
    /// The name of a link's target, its kind and the target as written: a ``LinkKey``.
    case link
    /// The folded file name or alias, unless it is the title as well.
    case otherTitle
    /// An alias, or a title that is not the file's name, by which a link may mean the note: an ``AliasKey``.
    case alias
    /// How many links of a note, two or more, have one target: a ``LinkCountKey``.
    case linkCount
    /// A fact of a task: its key and value, as of a property; see ``TaskFact``.
    case task
    /// A link in a comment, or of Markdown in the front matter: a ``LinkKey``.
    case silentLink
  }

  /// The schema, under settings that change how notes are indexed.
  ///
  /// A time zone is no part of it: values that depend on one are resolved when they are read
  /// (`IndexedMoment`), so that an index stays valid wherever the person travels.
  static func schema(_ settings: NoteIndexing.Settings) -> IndexSchema {
    IndexSchema(
      fields: Field.allCases.map { $0.schemaField }, columnCount: Column.allCases.count,
      tieBreakColumn: Column.modified.rawValue,
      revision: revision &* 0x9E37_79B9 ^ settings.fingerprint)
  }
}

extension DocumentWriter {
  /// Sets the numbers of the document; nil for one that it does not have.
  func setColumns(_ value: (VaultSchema.Column) -> Int64?) {
    columns = VaultSchema.Column.allCases.map { value($0) ?? VaultSchema.unknown }
  }
}
