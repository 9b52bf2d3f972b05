/// The variables a process was started with, read one at a time so that starting costs nothing.
package struct Environment: Sendable {
  private let lookup: @Sendable (String) -> String?

  /// The environment of this process.
  package static let process = Environment(lookup: { Platform.environmentVariable($0) })

  /// An environment with exactly these variables, for tests and for children.
  package init(_ variables: [String: String]) {
    lookup = { variables[$0] }
  }

  private init(lookup: @escaping @Sendable (String) -> String?) {
    self.lookup = lookup
  }

  /// The value of a variable, or nil where it is unset.
  package subscript(name: String) -> String? { lookup(name) }

  /// The value of a variable, or nil where it is unset or empty.
  ///
  /// An empty `PAGER` or `NO_COLOR` means the same as none (no-color.org, and what git does).
  package func nonEmpty(_ name: String) -> String? {
    guard let value = lookup(name), !value.isEmpty else { return nil }
    return value
  }
}
