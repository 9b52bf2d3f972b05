import Foundation
import GitSandbox
import Sync
import Testing
import Vaults

/// Vaults whose notes git stores encrypted, by the recipes of the page Encryption.md.
struct EncryptionTests {
  @Test(.enabled(if: isInstalled("git-crypt"), "git-crypt is not installed"))
  func `git-crypt keeps the text from the remote, and both sides of a conflict`() throws {
    let world = try World([".gitattributes": "*.md filter=git-crypt diff=git-crypt\n"])
    try world.sandbox.git("crypt init", in: "a")
    try world.sandbox.git("crypt export-key ../key", in: "a")
    try world.sandbox.git("crypt unlock ../key", in: "b")
    try expectSecret(world)
  }

  @Test(
    .enabled(
      if: isInstalled("age") && isInstalled("age-keygen"), "age is not installed"))
  func `age as a filter keeps the text from the remote, and both sides of a conflict`() throws {
    let world = try World([".gitattributes": "*.md filter=age\n"])
    let key = world.sandbox("key.txt")
    try world.sandbox.git(["-c", "alias.key=!age-keygen -o '\(key)'", "key"], in: "a")
    for device in ["a", "b"] {
      try world.sandbox.git(["config", "filter.age.clean", "age -e -i '\(key)'"], in: device)
      try world.sandbox.git(["config", "filter.age.smudge", "age -d -i '\(key)'"], in: device)
      try world.sandbox.git("config filter.age.required true", in: device)
    }
    try expectSecret(world)
  }

  private static func isInstalled(_ name: String) -> Bool {
    program("/usr/bin/\(name)", "/usr/local/bin/\(name)", "/opt/homebrew/bin/\(name)") != nil
  }

  /// Two devices write, and change one note both; the remote never gets a word of it.
  private func expectSecret(_ world: World) throws {
    func sync(_ device: String) throws -> SyncReport {
      try world.vault(device).sync(SyncRequest()).report
    }
    world.write("# Quinces\n\nThey were late.\n", to: "a/Quinces.md")
    #expect(try sync("a").isInStep)
    #expect(try sync("b").isInStep)
    #expect(world.text("b/Quinces.md") == "# Quinces\n\nThey were late.\n")

    world.write("# Quinces\n\nThey were early.\n", to: "a/Quinces.md")
    world.write("# Quinces\n\nThey were very late.\n", to: "b/Quinces.md")
    _ = try sync("a")
    #expect(try sync("b").keptTwice.count == 1)
    _ = try sync("a")
    for device in ["a", "b"] {
      let texts = try FileManager.default.contentsOfDirectory(atPath: world.sandbox(device))
        .filter { $0.hasSuffix(".md") }.compactMap { world.text("\(device)/\($0)") }
      #expect(
        texts.sorted() == [
          "# Quinces\n\nThey were early.\n", "# Quinces\n\nThey were very late.\n",
        ])
    }
    #expect(try world.head("a") == world.head("b"))

    let ids = try world.sandbox.git("rev-list --all --objects", in: "remote.git")
    for id in ids.split(separator: "\n").map({ $0.prefix { $0 != " " } }) {
      let kind = try world.sandbox.git("cat-file -t \(id)", in: "remote.git")
      guard kind == "blob" else { continue }
      let blob = world.sandbox("blob")
      try world.sandbox.git(
        ["-c", "alias.keep=!git cat-file blob \(id) > '\(blob)'", "keep"], in: "remote.git")
      let bytes = try Data(contentsOf: URL(filePath: blob))
      #expect(bytes.range(of: Data("late".utf8)) == nil)
    }
  }
}
