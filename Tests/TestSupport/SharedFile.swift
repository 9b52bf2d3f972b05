import OperatingSystem

/// A file or folder of test data that is no part of the repository: below `ZIB_SHARED`, else in
/// the folder `shared` beside the package.
///
/// A test that needs one says so: `@Test(.enabled(if: file.isThere, "the shared … is not there"))`.
package struct SharedFile: Sendable {
  package let path: String

  package init(_ name: String) {
    let shared: String
    if let variable = unsafe getenv("ZIB_SHARED") {
      shared = unsafe String(cString: variable)
    } else {
      shared = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/shared"
    }
    path = shared + "/" + name
  }

  package var isThere: Bool { unsafe access(path, R_OK) == 0 }

  /// Its bytes, or none if it is not there.
  package var bytes: [UInt8] { fileBytes(path) ?? [] }

  /// The unpacked bytes of a `.gz` file, or none if it is not there.
  package var unzipped: [UInt8] {
    guard isThere, let pipe = unsafe popen("gunzip -c '\(path)'", "r") else { return [] }
    defer { unsafe pclose(pipe) }
    return unsafe streamBytes(pipe)
  }

  /// The names in a folder, in order, without hidden ones.
  package var names: [String] {
    guard isThere, let pipe = unsafe popen("ls '\(path)'", "r") else { return [] }
    defer { unsafe pclose(pipe) }
    let listing = unsafe streamBytes(pipe)
    return String(decoding: listing, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
