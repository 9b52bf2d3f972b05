import Files
import Foundation
import Git
import History
import OperatingSystem
import PastNotes
import Sync
import Synchronization
import TestSupport
import Testing
import Vaults
import WorkTrees

/// Files that are read while a program saves them.
@Suite(.timeLimit(.minutes(5)))
struct SavePauseTests {
  /// Saves a file as many programs do, again and again: truncate, a moment, write.
  private static func save(_ path: String, until isDone: Flag) {
    var number = 0
    while !isDone.isSet {
      number += 1
      let text = "whole \(number) " + String(repeating: "x", count: 20_000) + " end\n"
      let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      usleep(UInt32(1_000 + number % 5 * 1_000))
      let half = text.utf8.count / 2
      let bytes = Array(text.utf8)
      _ = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, half) }
      usleep(1_000)
      _ = unsafe bytes.withUnsafeBytes {
        unsafe write(file, $0.baseAddress! + half, $0.count - half)
      }
      close(file)
      usleep(UInt32(25_000 + number % 7 * 4_000))
    }
  }

  @Test func `a save that is caught between truncating and writing is not committed`() throws {
    let folder = try TemporaryFolder()
    folder.write("whole 0 end\n", to: "Note.md")
    let tree = DiskWorkTree(
      root: folder.path, gitFolder: folder.path.appending(".git"), scope: .root,
      options: WorkTreeOptions(), content: .unchanged)
    let path = folder("Note.md")
    let isDone = Flag()
    // A thread of its own: one that tests share may not be free while this one reads.
    Thread.detachNewThread { Self.save(path, until: isDone) }
    defer { isDone.set() }
    var (reads, bad) = (0, [String]())
    while reads < 100 {
      do {
        guard let file = try tree.read(TreePath("Note.md")) else { continue }
        reads += 1
        let text = String(decoding: file.blob, as: UTF8.self)
        if !text.hasPrefix("whole") || !text.hasSuffix("end\n") {
          bad.append("\(text.utf8.count) bytes")
        }
      } catch is UnsettledFile {}  // The next snapshot takes it.
    }
    #expect(bad == [], "\(bad.count) of \(reads)")
  }

  @Test func `a file of another clock, or an old one, is not waited for`() throws {
    let folder = try TemporaryFolder()
    let tree = DiskWorkTree(
      root: folder.path, gitFolder: folder.path.appending(".git"), scope: .root,
      options: WorkTreeOptions(), content: .unchanged)
    for number in 0..<200 {
      folder.write("text", to: "a\(number).md")
      folder.setTime(number % 2 == 0 ? 1_000_000_000 : 4_000_000_000, of: "a\(number).md")
    }
    let time = try ContinuousClock().measure {
      for number in 0..<200 { _ = try tree.read(TreePath("a\(number).md")) }
    }
    #expect(time < .seconds(3), "\(time)")
  }
}

private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
