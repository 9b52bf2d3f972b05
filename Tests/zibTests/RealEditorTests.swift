import OperatingSystem
import TestSupport
import Testing

/// Real editors speak with the program that was built; each is skipped where it is missing.
@Suite(.enabled(if: SyncedDevices.canRun, "no zib was built beside the tests, or there is no git"))
struct RealEditorTests {
  /// A folder of a note that fifty others link to.
  private func vault() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    folder.makeFolder("home")
    folder.makeFolders(above: "vault/.zib/x")
    folder.write("# Home\n\nSee [[Target]].\n", to: "vault/Home.md")
    folder.write("# Target\n", to: "vault/Target.md")
    for number in 1...50 { folder.write("To [[Target]].\n", to: "vault/n/From \(number).md") }
    return folder
  }

  /// The lines that a command prints, in a home of its own.
  private func lines(_ command: String, _ folder: TemporaryFolder) -> [String] {
    let program = (SyncedDevices.programFolder ?? "") + "/zib"
    let whole =
      "cd '\(folder("vault"))' && HOME='\(folder("home"))' XDG_CONFIG_HOME= XDG_CACHE_HOME= "
      + "ZIB='\(program)' VAULT='\(folder("vault"))' REPLIES='\(folder("replies"))' "
      + "timeout 120 \(command) 2>'\(folder("errors"))'"
    guard let pipe = unsafe popen(whole, "r") else { return [] }
    let output = String(decoding: unsafe streamBytes(pipe), as: UTF8.self)
    let status = unsafe pclose(pipe)
    let lines = (folder.read("replies") ?? output).split(separator: "\n").map(String.init)
    return status == 0 ? lines : lines + ["status \(status)", folder.read("errors") ?? ""]
  }

  private static let scripts: String = {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/LanguageServerTests/Clients"
  }()

  private static func succeeds(_ command: String) -> Bool {
    unsafe system("\(command) >/dev/null 2>&1") == 0
  }

  @Test(.enabled(if: SyncedDevices.has("nvim"), "Neovim is not installed"))
  func `Neovim gets findings, completes what is not saved, and renames a note in fifty others`()
    throws
  {
    let folder = try vault()
    let script = Self.scripts + "/neovim.lua"
    let lines = lines("nvim --headless -u NONE -c 'luafile \(script)'", folder)
    #expect(
      lines == [
        "came: 4 [x](Nowhere.md) leads to no file", "went", "completed: Target, Not saved",
        "defined in Target.md", "renamed in 50 notes", "file moved: true",
      ])
  }

  @Test(
    .enabled(
      if: succeeds("emacs --batch -q --eval \"(progn (package-initialize) (require 'eglot))\""),
      "there is no Emacs with eglot"))
  func `Emacs, which cannot rename files, has zib move the note with its links`() throws {
    let folder = try vault()
    #expect(
      Self.succeeds(
        "cd '\(folder("vault"))' && git init -q -b main && git config user.name A "
          + "&& git config user.email a@example.org"))
    let lines = lines("emacs --batch -q -l '\(Self.scripts)/eglot.el'", folder)
    #expect(
      lines == [
        "managed: yes", "completed: Target", "renamed", "file moved: yes", "links in 50 notes",
      ])
  }

  @Test(
    .enabled(
      if: succeeds("python3 -c 'import lsprotocol'"), "python3 has no package called lsprotocol"))
  func `every message is one of the protocol's own model`() throws {
    let folder = try vault()
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    #expect(Self.succeeds("cp -r '/\(package)/SampleVault/.' '\(folder("vault"))'"))
    let lines = lines(
      "python3 '\(Self.scripts)/protocol_check.py' \"$ZIB\" \"$VAULT\"", folder)
    #expect(lines.filter { $0.hasPrefix("FAILURE") || $0.hasPrefix("status") } == [])
    #expect(lines.count > 1000)
  }
}
