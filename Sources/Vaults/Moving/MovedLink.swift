import Files
import Layout
import Notes

/// A symbolic link that leads to the same file after a move, of the link itself or of what it leads to.
struct MovedLink {
  private let path: NotePath
  private let target: [UInt8]

  init(_ path: NotePath, target: [UInt8]) {
    self.path = path
    self.target = target
  }

  /// The target that leads from the link's place after a move to the file that it leads to now; nil if it need not
  /// change.
  func target(by request: MoveRequest) -> [UInt8]? {
    guard target.first != 0x2F, !target.isEmpty else { return nil }
    // From the vault's root, with the steps that lead up from it.
    var (steps, parts) = (0, path.folder?.components.map { Array($0) } ?? [])
    for part in target.split(separator: 0x2F) where !part.elementsEqual([0x2E]) {
      if !part.elementsEqual([0x2E, 0x2E]) {
        parts.append(Array(part))
      } else if parts.popLast() == nil {
        steps += 1
      }
    }
    let old = Self.target(to: parts, steps, from: path.folder)
    if steps == 0, let place = NotePath(bytes: Array(parts.joined(separator: [0x2F]))) {
      parts = request.place(place).components.map { Array($0) }
    }
    let new = Self.target(to: parts, steps, from: request.place(path).folder)
    return new == old ? nil : new
  }

  /// - Parameter steps: those that lead up from the vault's root to the folder that `parts` are in.
  private static func target(
    to parts: [[UInt8]], _ steps: Int, from folder: NotePath?
  ) -> [UInt8] {
    let folder = folder?.components.map { Array($0) } ?? []
    let shared = steps > 0 ? 0 : zip(folder, parts).prefix { $0 == $1 }.count
    let up = Array(repeating: Array("..".utf8), count: folder.count - shared + steps)
    let new = Array((up + parts[shared...]).joined(separator: [0x2F]))
    return new.isEmpty ? [0x2E] : new
  }
}
