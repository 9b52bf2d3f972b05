import Arguments
import Testing

@Suite struct CompletionTests {
  @Test(arguments: [
    (Shell.bash, "completion.bash"), (.zsh, "_zob"), (.fish, "completion.fish"),
  ])
  func `writes the script of each shell as it was`(shell: Shell, name: String) throws {
    try expectGolden(Sample.tool.completionScript(for: shell), name)
  }
}
