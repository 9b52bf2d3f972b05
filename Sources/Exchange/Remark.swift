/// Something in a file of another program that does not come over, or not as it was.
package struct Remark: Hashable, Sendable {
  /// The kinds of loss or change.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A note has no place for it; all else is imported.
    case notCarried
    /// It was kept, in another form.
    case changed
    /// It was not understood and is left out.
    case notUnderstood
    /// A whole item could not be read.
    case unreadable
    /// A newer zib wrote it; what is known of it is imported.
    case newer
  }

  package let kind: Kind
  /// The subject: a field's name in the other program, or a few words.
  package let subject: String
  /// Of which book, entry or file; may be empty.
  package let item: String
  /// The line of the file, counted from 1.
  package let line: Int?
  /// The value there; may be empty.
  package let value: String

  package init(
    _ kind: Kind, _ subject: String, of item: String = "", line: Int? = nil, value: String = ""
  ) {
    self.kind = kind
    self.subject = subject
    self.item = item
    self.line = line
    self.value = value
  }
}
