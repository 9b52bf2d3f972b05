import OperatingSystem
import Synchronization

/// A look at notes whose names were just listed.
struct StatPass {
  /// The state of a note; `size` is below 0 if the note is gone.
  struct Look: Sendable {
    var stamp = FileStamp(modified: 0, mark: 0)
    var size: Int64 = -1
    /// True when the stamp cannot be trusted for comparison with the table.
    var isUncertain = false
  }

  /// A part of a folder's notes, so that a large folder is shared between workers.
  struct Piece: Sendable {
    let folder: [UInt8]
    /// In the names of all notes listed.
    let firstName: Int
    /// In the looks.
    let first: Int
    let count: Int
  }

  static let pieceLength = 128

  let root: Int32
  let workers: Int
  let window: RacyWindow?

  /// Looks at all notes of the pieces, whose names end in a NUL each.
  func run(_ pieces: [Piece], names: [UInt8]) -> [Look] {
    let count = pieces.last.map { $0.first + $0.count } ?? 0
    let next = Counter()
    let looks = Looks(count)
    let (root, window) = (root, window)
    unsafe names.withUnsafeBytes { buffer in
      // The workers end before the buffer does, and none of them writes to it.
      nonisolated(unsafe) let names = unsafe buffer
      concurrently(workers) { _ in
        while let piece = next.next(in: pieces) {
          unsafe Self.look(at: piece, root: root, names: names, window: window, into: looks)
        }
      }
    }
    return looks.array
  }

  private static func look(
    at piece: Piece, root: Int32, names: UnsafeRawBufferPointer, window: RacyWindow?,
    into looks: Looks
  ) {
    let path = piece.folder.isEmpty ? [0x2E] : piece.folder
    let number = unsafe withCString(path) { unsafe openat(root, $0, FolderWalk.lookFlags) }
    guard number >= 0 else { return }
    let folder = Descriptor(taking: number)
    var status = stat()
    var offset = piece.firstName
    for index in piece.first..<(piece.first + piece.count) {
      let name = unsafe (names.baseAddress! + offset).assumingMemoryBound(to: CChar.self)
      offset += unsafe strlen(name) + 1
      guard unsafe lookAt(folder.number, name, &status) else { continue }
      let now = FileStatus(status)
      looks[index] = Look(
        stamp: now.stamp, size: now.size, isUncertain: window?.contains(now) ?? false)
    }
  }

  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)
    func next(in pieces: [Piece]) -> Piece? {
      let index = value.wrappingAdd(1, ordering: .relaxed).oldValue
      return index < pieces.count ? pieces[index] : nil
    }
  }

  /// Storage for the results of several workers.
  ///
  /// - Note: Safe to share between threads: each index is written by the one worker that took its piece, and
  ///   read only after all workers have ended.
  @safe private final class Looks: @unchecked Sendable {
    private let buffer: UnsafeMutableBufferPointer<Look>

    init(_ count: Int) {
      unsafe buffer = .allocate(capacity: count)
      unsafe buffer.initialize(repeating: Look())
    }

    deinit { unsafe buffer.deallocate() }

    subscript(_ index: Int) -> Look {
      get { unsafe buffer[index] }
      set { unsafe buffer[index] = newValue }
    }

    var array: [Look] { unsafe Array(buffer) }
  }
}
