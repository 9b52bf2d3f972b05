import Terminals
import Testing

/// A vault that another user owns, which git refuses unless `safe.directory` has it.
///
/// Git's own variable for such tests takes every repository for another user's; a real one needs the superuser.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct ForeignOwnerTests {
  /// Values of `safe.directory`, one a line, and whether the vault `a` may then be used.
  private static let settings: [(values: String, isTrusted: Bool)] = [
    ("", false), ("*", true), ("$HOME/a", true), ("$HOME/a/", true), ("~/a", true),
    ("$HOME/link", true), ("$HOME", false), ("$HOME/b", false), ("$HOME/a/.git", false),
    ("$HOME/nowhere\n$HOME/a", true), ("*\n\n$HOME/b", false), ("\n*", true),
    // Read by git from 2.46 on.
    ("$HOME/*", true), ("~/*", true), ("/*", true), ("$HOME/a/*", false), ("$HOME/b/*", false),
  ]

  @Test func `safe.directory is read as git reads it`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    let script = Self.settings.map {
      """
      git config --global --unset-all safe.directory
      printf '%s\\n' "\($0.values)" | while IFS= read -r value; do
        git config --global --add safe.directory "$value"
      done
      zib history -q >/dev/null 2>&1; echo "zib $?"; git log -1 --format= 2>/dev/null; echo "git $?"
      """
    }.joined(separator: "\n")
    let lines = devices.run(
      """
      export GIT_TEST_ASSUME_DIFFERENT_OWNER=1; ln -s a ../link
      git --version | awk '{ split($3, v, "."); print (v[1] * 1000 + v[2] >= 2046) }'
      \(script)
      """, in: "a"
    ).output.split(separator: "\n")
    try #require(lines.count == 1 + 2 * Self.settings.count, "\(lines)")
    for (index, setting) in Self.settings.enumerated() {
      let (zib, git) = (lines[1 + 2 * index], lines[2 + 2 * index])
      #expect(zib == (setting.isTrusted ? "zib 0" : "zib 3"), "\(setting.values.debugDescription)")
      // Git before 2.46 takes values as they are written.
      if lines[0] == "1" {
        #expect((git == "git 0") == setting.isTrusted, "\(setting.values.debugDescription)")
      }
    }
  }

  @Test func `the settings of the vault itself do not count, those of git -c do`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    let result = devices.run(
      """
      git config safe.directory '*'; export GIT_TEST_ASSUME_DIFFERENT_OWNER=1
      zib status; echo "own $?"
      GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0="$PWD" zib status >/dev/null
      echo "given $?"
      look='!zib status >/dev/null; echo "handed over $?"'
      git -c safe.directory="$PWD" -c alias.look="$look" look
      GIT_CONFIG_PARAMETERS="'a.b=it'\\''s' 'safe.directory=$PWD'" zib status >/dev/null; echo "before 2.31 $?"
      GIT_CONFIG_PARAMETERS="'safe.directory'='*' 'safe.directory'=" zib status >/dev/null 2>&1
      echo "taken back $?"
      """, in: "a"
    ).output
    #expect(result.contains("/a belongs to another user, so git refuses it\n"))
    let ends = "own 3\ngiven 0\nhanded over 0\nbefore 2.31 0\ntaken back 3"
    #expect(result.hasSuffix(ends), "\(result)")
  }

  @Test(.enabled(if: SyncedDevices.isSuperuser, "only the superuser can give files away"))
  func `a vault that was given to another user is not read, and its notes are`() throws {
    let devices = try SyncedDevices("echo one > One.md")
    let result = devices.run(
      """
      chown -R 12345 .
      zib search -q one >/dev/null; echo "search $?"
      echo two > Two.md; zib commit >/dev/null 2>&1; echo "commit $?"
      SUDO_UID=12345 zib commit -q; echo "sudo $?"
      """, in: "a"
    ).output
    #expect(result == "search 0\ncommit 3\nsudo 0")
  }
}
