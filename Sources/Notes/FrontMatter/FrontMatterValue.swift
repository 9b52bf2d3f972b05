/// A value of front matter, free of its place and spelling.
package indirect enum FrontMatterValue: Hashable, Sendable {
  /// Empty, `~` or `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// Text; dates are text.
  case string(String)
  /// A list.
  case list([FrontMatterValue])
  /// Keys with values, in the order written.
  case mapping([Entry])

  /// A key and its value in a mapping.
  package struct Entry: Hashable, Sendable {
    /// The key as text.
    package let key: String
    /// The value.
    package let value: FrontMatterValue

    /// A key with its value.
    package init(key: String, value: FrontMatterValue) {
      self.key = key
      self.value = value
    }
  }
}
