import Testing

/// Commits of a person whom git does not know yet.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct IdentityTests {
  private static let unknown = """
    unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL EMAIL
    mkdir ../home; export HOME="$PWD/../home" XDG_CONFIG_HOME="$PWD/../home/.config"; echo two > Two.md

    """
  private static let who = "git log -1 --format='%an <%ae> %cn <%ce>'"

  private let devices: SyncedDevices

  init() throws { devices = try SyncedDevices("echo one > One.md") }

  @Test(arguments: ["sync", "commit", "sync --no-input"])
  func `the account's name is used in this vault and told once, with the commands that change it`(
    command: String
  ) throws {
    let result = devices.run(
      Self.unknown + """
        zib \(command) || exit 9
        echo "who: $(\(Self.who))"; git config --local user.name >/dev/null || echo 'not kept'
        git config --global user.name; echo three > Three.md; zib \(command) 2>&1 | grep -i 'commits in'
        git -C ../b config user.name
        """, in: "a"
    ).output
    let told = try #require(result.split(separator: "\n").first { $0.hasPrefix("zib: Commits") })
    let who = try #require(result.split(separator: "\n").first { $0.hasPrefix("who: ") })
    let identity =
      told.dropFirst("zib: Commits in this vault are by ".count)
      .prefix { $0 != ">" } + ">"
    #expect(who == "who: \(identity) \(identity)")
    #expect(identity.contains("@"))
    #expect(result.hasSuffix(who), "told again, or written elsewhere: \(result)")
  }

  @Test func `what git knows is kept, and only what is missing is offered`() {
    let result = devices.run(
      Self.unknown + "git config user.name Ada; zib commit -m x; \(Self.who)", in: "a"
    ).output
    #expect(result.split(separator: "\n").last?.hasPrefix("Ada <") == true, "\(result)")
    let variables = devices.run(
      "unset EMAIL; echo three > Three.md; zib commit -m x; git config user.name", in: "b"
    ).output
    #expect(!variables.contains("Commits in this vault"), "\(variables)")
  }

  @Test(arguments: ["git config user.useConfigOnly true; zib commit", "zib commit -q"])
  func `nothing is guessed where git is told not to, or where nothing could be told`(
    command: String
  ) {
    let result = devices.run(
      Self.unknown + "\(command); echo $?; git config user.name; git log -1 --format=%s", in: "a"
    ).output
    #expect(result.contains("git does not know who you are (user.name, user.email)"))
    #expect(result.hasSuffix("\n3\nOne.md: added") || result.contains("\n3\n"), "\(result)")
    #expect(!result.contains("Two"), "\(result)")
  }

  @Test(.enabled(if: PlayedTerminal.canPlay, "\(PlayedTerminal.reason)"), .timeLimit(.minutes(5)))
  func `a person at a terminal is asked before the lock is taken, and Enter takes what is offered`()
  {
    let played = devices.play(
      """
      await 'Your name ['; timeout 10 zib -C a log -q later >/dev/null; echo "logged $?"
      press 'Ada Lovelace\\r'; await 'email address ['; press '\\r'
      """, on: "cd a\n" + Self.unknown + "exec zib commit")
    #expect(played.printed == ["logged 0", "exit 0"], "\(played)")
    let who = devices.run(Self.who, in: "a").output
    #expect(who.hasPrefix("Ada Lovelace <") && who.contains("> Ada Lovelace <"), "\(who)")
  }
}
