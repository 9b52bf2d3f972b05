import Files
import OperatingSystem

/// The file of attributes that belongs to one clone and not to its history.
enum GitAttributes {
  /// Adds a line to the file or takes it out; other lines stay as they are.
  ///
  /// - Throws: `SystemError`.
  static func set(_ line: String, isThere: Bool, in path: DiskPath) throws(SystemError) {
    var text: [UInt8] = []
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_RDONLY | O_CLOEXEC)
      text = try file.readAll(expecting: 4096, limit: 1 << 20, path: path.bytes)
    } catch {
      guard error.isNotFound else { throw error }
    }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let wanted = Array(line.utf8)
    if lines.contains(where: { $0.elementsEqual(wanted) }) == isThere { return }
    if isThere {
      if let last = text.last, last != 0x0A { text.append(0x0A) }
      text += wanted + [0x0A]
    } else {
      text = Array(lines.filter { !$0.elementsEqual(wanted) }.joined(separator: [0x0A]))
    }
    try path.folder.makeFolders()
    try path.replaceFile(with: text, isForced: true)
  }
}
