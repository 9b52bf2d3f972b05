import Files

/// A folder outside of the vault with the files that another program is to work on.
///
/// It goes with its contents, unless it is said to be kept.
package final class ScratchFolder {
  package let path: String
  private var isKept = false

  /// Makes a folder in another.
  ///
  /// - Parameter name: how its name begins.
  /// - Throws: `SystemError`.
  package init(in parent: String, named name: String) throws {
    guard let path = Platform.makeTemporaryFolder(in: parent, named: name) else {
      throw SystemError("make a folder in", parent, code: Platform.lastError)
    }
    self.path = path
  }

  deinit { if !isKept { Platform.removeFolder(path) } }

  /// The path of a file in it.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and gives its path.
  package func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = path(of: name)
    let code = Platform.write(bytes, toNew: file)
    if code != 0 { throw SystemError("write", file, code: code) }
    return file
  }

  /// Reads a file in it.
  ///
  /// - Throws: `SystemError`.
  package func read(_ name: String) throws -> [UInt8] {
    let file = path(of: name)
    guard let bytes = Platform.contents(of: file) else {
      throw SystemError("read", file, code: Platform.lastError)
    }
    return bytes
  }

  /// Forces a file to the disk, so that it outlives a loss of power.
  package func flush(_ name: String) throws {
    let file = path(of: name)
    let code = Platform.flush(file)
    if code != 0 { throw SystemError("write", file, code: code) }
  }

  /// Leaves it where it is when this is gone.
  package func keep() { isKept = true }

  /// Has it go with this after all.
  package func discard() { isKept = false }
}
