import Files
import Indexing
import Notes
import OperatingSystem
import Settings
import TestSupport
import VaultSandbox

/// Random changes by people and programs in a folder of notes.
struct RandomHistory {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  private mutating func pick(_ choices: [String]) -> String {
    choices[number(below: choices.count)]
  }

  private static let words = [
    "sea", "seas", "stone", "stune", "letter", "walking", "walked", "garden", "night", "winter",
    "wandern", "東京都", "naïve", "#coast", "#Coast/North", "- [ ] task", "[[alpha]]", "[[beta|b]]",
    "[[nowhere]]", "[x](a/beta.md)", "[[Night  walk]]", "[[gamma#night]]", "[[../beta#sea]]",
    "\n\n", "\n# night\n", "\n- [ ] sea ⏫ 📅 2026-11-21\n", "\n- [x] stone ✅ 2026-11-20\n",
  ]

  private mutating func text() -> String {
    var text = ""
    if number(below: 3) == 0 {
      let lines = [
        "tags: [coast]", "status: read", "status: want", "lang: de", "title: Night walk",
        "aliases: [alpha]", "created: 2020-01-01 00:30", "date: 2021-05-06", "tags: [unclosed",
      ]
      text = "---\n\(pick(lines))\n---\n"
    }
    for _ in 0..<number(below: 12) { text += pick(Self.words) + " " }
    return text
  }

  private mutating func note() -> String {
    pick(["", "a/", "b/", "a/c/", "Journal/2026/"])
      + pick(["alpha.md", "beta.md", "gamma.md", "Delta.MD", "2026-11-21.md", "x\ny.md"])
  }

  /// Does one thing; returns what, for people.
  mutating func step(_ vault: inout IndexedVault) -> String {
    let (name, other) = (note(), note())
    let folder = vault.folder
    // Opening a fifo for writing would wait for a reader.
    if FileStatus.at(folder.path.appending("vault/" + name))?.kind == .fifo {
      folder.unlinkFile("vault/" + name)
    }
    switch number(below: 22) {
    case 0..<7:
      vault.write(text(), to: name)
      return "write \(name)"
    case 7:
      folder.unlinkFile("vault/" + name)
      return "remove \(name)"
    case 8:
      folder.move("vault/" + name, to: "vault/" + other)
      return "move \(name) to \(other)"
    case 9:
      let new = "b/moved \(number(below: 2))"
      folder.move("vault/a", to: "vault/" + new)
      return "move a to \(new)"
    case 10:
      let name = pick(["a", "b", "a/c", "Journal"])
      folder.remove("vault/" + name)
      return "remove \(name)"
    case 11: return replaceInPlace(name, folder)
    case 12:
      // As editors save: another file takes the name.
      vault.write(text(), to: "a/.save~")
      folder.move("vault/a/.save~", to: "vault/" + name)
      return "replace \(name)"
    case 13:
      folder.setTime(number(below: 2_000_000_000), of: "vault/" + name)
      return "set the time of \(name)"
    case 14:
      // A program that sets the clock of all it writes far ahead.
      vault.write(text(), to: name)
      folder.setTime(4_000_000_000, of: "vault/" + name)
      return "write \(name) in the future"
    case 15:
      vault.write(pick(["", "b/\n", "*.MD\n", "beta.md\n!a/beta.md\n", "a/c\n"]), to: ".gitignore")
      return "write .gitignore"
    case 16:
      vault.write(pick(["gamma.md\n", "*\n", ""]), to: "a/.gitignore")
      return "write a/.gitignore"
    case 17:
      vault.write(
        pick([
          "", "language: de\n", "language: none\n", "tags.bear: true\n", "exclude: [b]\n",
          "journal.folder: a\n",
        ]), to: ".zib/config.yml")
      return "write settings"
    case 18:
      folder.unlinkFile("vault/" + name)
      let target = pick(["a/beta.md", "../outside.md", "a", "nowhere.md", ".", "alpha.md"])
      folder.link("vault/" + name, to: target)
      return "link \(name) to \(target)"
    case 19:
      folder.unlinkFile("vault/" + name)
      if number(below: 2) == 0 {
        folder.makeFifo("vault/" + name)
      } else {
        folder.makeFolder("vault/" + name)
      }
      return "a fifo or folder \(name)"
    case 20:
      folder.makeFolders(above: "vault/" + name)
      let bytes: [[UInt8]] = [
        [0xFF, 0xFE, 0x73, 0, 0x65, 0], [0xEF, 0xBB, 0xBF, 0x73, 0x65, 0x61, 0x0D, 0x0A],
        [0, 0, 0x73, 0x65, 0x61, 0], [0xC3, 0x28, 0x20, 0x73, 0x65, 0x61],
      ]
      folder.write(bytes[number(below: bytes.count)], to: vault.path(name))
      return "odd bytes to \(name)"
    default:
      let size = pick(["1", "70000000"])
      truncateFile(vault.path(name), to: Int(size) ?? 1)
      return "cut or lengthen \(name) to \(size)"
    }
  }

  /// Other bytes of the same size, the modification time set back to what it was.
  private mutating func replaceInPlace(_ name: String, _ folder: TemporaryFolder) -> String {
    guard let old = folder.readBytes("vault/" + name), !old.isEmpty else { return "nothing" }
    let before = FileStatus.at(folder.path.appending("vault/" + name))
    var new = Array(text().utf8.prefix(old.count))
    while new.count < old.count { new.append(0x20) }
    folder.write(new, to: folder("vault/" + name))
    if let before {
      let time = timespec(
        tv_sec: time_t(before.modified / 1_000_000_000),
        tv_nsec: Int(before.modified % 1_000_000_000))
      let times = [time, time]
      unsafe utimensat(AT_FDCWD, folder("vault/" + name), times, 0)
    }
    return "other bytes of the same size and time in \(name)"
  }

  private func truncateFile(_ path: String, to size: Int) {
    // Only a note: what is made longer is never read, for it is too large.
    guard FileStatus.at(DiskPath(path), following: false)?.kind == .file else { return }
    unsafe truncate(path, off_t(size))
  }
}
