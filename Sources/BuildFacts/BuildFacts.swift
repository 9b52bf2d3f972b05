/// Facts about the build.
package enum BuildFacts {
  /// The commit that was built, in hexadecimal digits; nil if the sources were in no git repository.
  package static var commit: String? {
    let id = Commit.id.hasSuffix("+") ? String(Commit.id.dropLast()) : Commit.id
    return id.isEmpty ? nil : id
  }

  /// True if tracked files differed from that commit.
  package static var isChanged: Bool { Commit.id.hasSuffix("+") }

  /// The version of the Swift standard library, such as `6.2.1`.
  package static var swiftVersion: String { "\(_SwiftStdlibVersion.current)" }
}
