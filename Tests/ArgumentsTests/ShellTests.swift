import Arguments
import OperatingSystem
import Testing

/// The completion scripts in the shells themselves: each case is typed, or handed to the shell's
/// own completion, and what the shell answers is a golden file.
@Suite struct ShellTests {
  @Test(.enabled(if: isInstalled("bash -c '((BASH_VERSINFO[0] >= 5))'"), "the program is not here"))
  func `bash completes commands, options and values`() throws {
    let script = goldenPath("completion.bash")
    try expectGolden(run("bash cases.bash '\(script)'"), "cases-bash.txt")
  }

  @Test(.enabled(if: isInstalled("zsh -fc 'zmodload zsh/zpty'"), "the program is not here"))
  func `zsh completes commands, options and values`() throws {
    let folder = goldenPath("")
    try expectGolden(run("zsh -f cases.zsh '\(folder)'"), "cases-zsh.txt")
  }

  @Test(.enabled(if: isInstalled("fish -c true"), "the program is not here"))
  func `fish completes commands, options and values`() throws {
    let script = goldenPath("completion.fish")
    try expectGolden(run("fish --no-config cases.fish '\(script)'"), "cases-fish.txt")
  }

  @Test(.enabled(if: isInstalled("command -v mandoc"), "the program is not here"))
  func `mandoc finds nothing to warn of in the manual pages`() throws {
    let pages = goldenPath("")
    #expect(try run("mandoc -T lint -W warning '\(pages)'*.1 2>&1") == "")
  }
}

private func isInstalled(_ check: String) -> Bool {
  unsafe system("\(check) > /dev/null 2>&1") == 0
}

/// The output of a shell command among the cases, where `zob` is the stand-in.
private func run(_ command: String) throws -> String {
  let folder = goldenPath("").dropLast("Golden/".count) + "Shells"
  let setting = "PATH=\"$PWD/bin:$PATH\" HOME=/home/reader LC_ALL=C.UTF-8 TERM=dumb"
  let line = "cd '\(folder)' && \(setting) \(command)"
  guard let pipe = unsafe popen(line, "r") else { throw FileError(path: command, code: errno) }
  defer { unsafe pclose(pipe) }
  return readAll { unsafe getc(pipe) }
}
