import CGit2
import History
import OperatingSystem

extension Repository {
  /// True if git ignores a path: by the `.gitignore` files, `.git/info/exclude` and the person's own excludes.
  ///
  /// A path below an ignored folder is ignored. Whether it is tracked does not count.
  package func isIgnored(_ path: TreePath, isFolder: Bool = false) throws -> Bool {
    var ignored: Int32 = 0
    let code = unsafe withCString(isFolder ? path.bytes + [0x2F] : path.bytes) {
      unsafe git_ignore_path_is_ignored(&ignored, handle.pointer, $0)
    }
    try GitError.check(code, "look whether \(path) is ignored")
    return ignored != 0
  }

  /// True in a partial clone, which leaves objects at the remote until they are needed.
  package func isPartial() throws -> Bool {
    if try setting("extensions.partialclone") != nil { return true }
    return try settings(in: "remote", keys: ["promisor"]).contains { $0.value == "true" }
  }
}
