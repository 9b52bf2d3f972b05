import Testing

/// Each hint that a message gives is followed to the letter: the command is taken out of the real message and run.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct HintTests {
  /// A message, and what holds after its hint was followed.
  struct Case: CustomStringConvertible, Sendable {
    /// Makes the state; its last command prints the message.
    let state: String
    /// How the command that is hinted at begins.
    let hint: String
    /// The value that a person puts in for a word in capitals.
    var given: [String: String] = [:]
    /// Fails unless that has helped; what it printed is in `../said`.
    let check: String

    var description: String { "`\(hint)` after: \(state.split(separator: "\n").last ?? "")" }
  }

  private static let notes = "printf '# Walden\\n\\none\\n' > Walden.md; echo home > Home.md"

  /// Two branches that overlap in a line, without the git that would merge them.
  private static let branches = """
    git switch -q -c side; sed -i.b 's/^one/side/' Walden.md; rm *.b; git commit -qam side
    git switch -q main; sed -i.b 's/^one/main/' Walden.md; rm *.b; git commit -qam main

    """

  /// A commit whose reversal overlaps with the one after it.
  private static let reverted = """
    sed -i.b 's/^one/main/' Walden.md; rm *.b; git commit -qam main
    sed -i.b 's/^main/again/' Walden.md; rm *.b; git commit -qam again

    """

  private static let conflict = """
    (cd ../a && sed -i.b 's/^one.*/one theirs/' Walden.md && rm *.b && zib sync -q)
    sed -i.b 's/^one.*/one ours/' Walden.md; rm *.b

    """

  private static let cases: [Case] = [
    // Vaults
    Case(
      state: "mkdir ../empty; cd ../empty; zib search x", hint: "zib init",
      check: "cd ../empty; test -d .zib; zib new One; zib search One"),
    Case(
      state:
        "mkdir ../md; cd ../md; printf 'Q: one?\\nA: two\\n' > One.md; zib review answer 0123456789abcdef good",
      hint: "zib init", check: "cd ../md; zib review due --new"),
    Case(
      state:
        "mkdir -p ../obsidian/.obsidian; cd ../obsidian; echo x > A.md; zib config language de",
      hint: "zib init", check: "cd ../obsidian; zib config language de"),
    Case(
      state: "mkdir ../plain; cd ../plain; echo x > A.md; mkdir .zib; zib commit", hint: "zib init",
      check: "cd ../plain; echo y > B.md; zib commit"),
    // Words that are slips
    Case(state: "zib show Waldne", hint: "Walden", check: ":"),
    Case(state: "zib show quince", hint: "zib search", check: ":"),
    Case(state: "zib config langage", hint: "language", check: ":"),
    Case(state: "zib config sounds", hint: "zib config", check: "grep -q language ../said"),
    Case(state: "zib new Walden", hint: "zib edit", check: ":"),
    // History
    Case(
      state: "zib sync -q; rm Walden.md; zib commit -q; zib restore Nothing",
      hint: "zib list --deleted", check: "grep -q Walden ../said"),
    Case(state: "zib restore Walden", hint: "zib history", check: "test -s ../said"),
    Case(
      state: "git checkout -q --detach; echo x >> Home.md; zib commit", hint: "git switch -c NAME",
      given: ["NAME": "mine"], check: "zib commit; git log -1 --format=%D | grep -q 'HEAD -> mine'"),
    Case(
      state:
        "unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL; unset EMAIL; git config user.useConfigOnly true; echo x >> Home.md; zib commit",
      hint: "git config --global user.name",
      check: """
        git config --global user.email you@example.org
        unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL; zib commit
        git log -1 --format=%an | grep -qx 'Your Name'
        """),
    Case(
      state: """
        unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL EMAIL
        echo x >> Home.md; zib commit
        """, hint: "git config user.name", check: "git config user.name | grep -qx 'Your Name'"
    ),
    Case(
      state: "export GIT_TEST_ASSUME_DIFFERENT_OWNER=1; echo x >> Home.md; zib commit",
      hint: "git config --global --add safe.directory",
      check: "export GIT_TEST_ASSUME_DIFFERENT_OWNER=1; zib commit; git status"),
    // Consent
    Case(
      state: "echo KEY=1 > .env; zib commit", hint: "zib commit --include .env",
      check: "git ls-files --error-unmatch .env; zib sync -q"),
    Case(
      state: "mkdir keys; echo KEY=1 > keys/.env; zib sync",
      hint: "zib sync --include keys/.env", check: "git ls-files --error-unmatch keys/.env"),
    Case(
      state: "rm -r .zib; zib sync", hint: "zib init",
      check: "grep -q 'language: en' .zib/config.yml; zib sync"),
    Case(
      state: "mkdir ../files; cd ../files; echo KEY=1 > .env; echo x > A.md; zib init --no-input",
      hint: "zib init --gitignore", check: "cd ../files; grep -qx /.env .gitignore; zib commit"),
    // Plain git, half done
    Case(
      state: branches + "git merge -q side; zib commit", hint: "zib resolve --adopt",
      check:
        "ls Walden.conflict-*.md; grep -q main Walden*.md; grep -q side Walden*.md; zib sync -q || test $? = 4"
    ),
    Case(
      state: branches + "git merge -q side; zib commit", hint: "git merge --abort",
      check: "zib sync -q; git status --porcelain | grep . && exit 1; true"),
    Case(
      state: branches + "git rebase -q side; zib commit", hint: "git rebase --abort",
      check: "zib sync -q"),
    Case(
      state: branches + "git rebase -q side; echo both > Walden.md; git add Walden.md; zib commit",
      hint: "git rebase --continue", check: "zib sync -q; grep -q both Walden.md"),
    Case(
      state: branches + "git cherry-pick side; zib commit", hint: "git cherry-pick --abort",
      check: "zib sync -q"),
    Case(
      state: branches
        + "git cherry-pick side; echo both > Walden.md; git add Walden.md; zib commit",
      hint: "git cherry-pick --continue", check: "zib sync -q; grep -q both Walden.md"),
    Case(
      state: reverted + "git revert --no-edit HEAD~1; zib commit", hint: "git revert --abort",
      check: "zib sync -q"),
    Case(
      state: reverted
        + "git revert --no-edit HEAD~1; echo both > Walden.md; git add -A; zib commit",
      hint: "git revert --continue", check: "zib sync -q; grep -q both Walden.md"),
    Case(
      state: branches + "git bisect start -q HEAD HEAD~1; zib commit", hint: "git bisect reset",
      check: "zib sync -q"),
    Case(
      state: branches + "git format-patch -q -1 side --stdout > ../p; git am -q ../p; zib commit",
      hint: "git am --abort", check: "zib sync -q"),
    Case(
      state: branches + "git merge -q side; rm .git/MERGE_HEAD; zib commit", hint: "git add",
      check: "git add Walden.md; zib commit"),
    Case(
      state: "touch .git/index.lock; echo x >> Home.md; zib commit", hint: ".git/index.lock",
      check: "rm .git/index.lock; zib commit"),
    // Remotes
    Case(
      state: "git remote remove origin; zib sync stick", hint: "zib remote add URL",
      given: ["URL": "../remote.git"], check: "zib sync -q"),
    Case(
      state:
        "git remote add stick ../stick.git; git config --unset branch.main.remote; git config --unset branch.main.merge; git remote rename origin home; zib sync",
      hint: "zib sync", check: ":"),
    Case(
      state: """
        git init -q --bare -b main ../other.git; mkdir ../c; cd ../c; git init -q -b main; mkdir .zib; echo c > C.md
        git add -A; git commit -qm c; git remote add origin ../other.git; git push -q -u origin main; cd ../b
        git remote set-url origin ../other.git; git config --unset branch.main.remote; git config --unset branch.main.merge
        git update-ref -d refs/remotes/origin/main; git remote set-head origin -d; zib sync
        """,
      hint: "zib sync --join", check: "test -e C.md; test -e Walden.md; zib sync -q"),
    Case(
      state:
        "mv ../remote.git ../gone.git; echo x >> Home.md; zib sync; mv ../gone.git ../remote.git",
      hint: "zib sync", check: "git status -sb | grep -q ahead && exit 1; true"),
    Case(
      state: """
        git -C ../remote.git branch master main; git -C ../a switch -q -c master; cd ../a; echo m > M.md
        git add -A; git commit -qm M; git push -q origin master; cd ../b; zib sync
        """, hint: "zib sync --branch master", check: "test -e M.md; zib sync -q"),
    // Conflicts
    Case(
      state: conflict + "zib sync", hint: "zib resolve",
      check: "grep -q 'one' ../said"),
    Case(state: "zib resolve --adopt", hint: "zib resolve", check: ":"),
    Case(
      state: conflict + "zib sync -q; EDITOR=true zib resolve Walden --edit", hint: "zib resolve",
      check: "grep -q 'conflict marker' ../said || test -e Walden.conflict-*.md"),
    Case(
      state: conflict + "zib sync -q; zib resolve Walden --keep merged", hint: "zib resolve",
      check: "zib resolve Walden --keep both; zib sync -q; test \"$(grep -c one Walden.md)\" = 2"),
    Case(
      state: conflict + "zib sync -q; zib resolve Walden --keep note", hint: "zib undo",
      check: "ls Walden.conflict-*.md"),
    // Notes
    Case(
      state: "printf -- '---\\na: [\\n---\\n' > Bad.md; zib set Bad a=1", hint: "zib check",
      check: "grep -q '^Bad.md:' ../said"),
    Case(
      state: "zib book rate Walden 5", hint: "zib set",
      check: "zib book rate Walden 5; grep -q '^rating: 5' Walden.md"),
    Case(
      state: "mkdir ../fresh; cd ../fresh; zib init -q; echo one > One.md; zib history",
      hint: "zib commit", check: "cd ../fresh; zib history | grep -q ."),
    // The review
    Case(
      state: "mkdir .zib; zib review answer 0123456789abcdef good", hint: "zib review cards --json",
      check: "grep -q '\"cards\":' ../said"),
    // A journal of an older zib that cannot be read
    Case(
      state:
        "mkdir -p .git/zib; printf 'zib journal 1\\nx' > .git/zib/journal; echo x >> Home.md; zib sync",
      hint: "zib help recovery", check: "grep -q 'A journal that cannot be read' ../said"),
  ]

  @Test(.timeLimit(.minutes(20)), arguments: cases)
  private func `the hint helps`(case: Case) throws {
    let devices = try SyncedDevices(Self.notes)
    let said = devices.run(`case`.state, in: "b").output
    let hints = said.split(separator: "\n").drop { !$0.hasPrefix("zib: ") }.joined(separator: "\n")
    let quoted = hints.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    let hint = try #require(
      quoted.first { $0.hasPrefix(`case`.hint) }, "no `\(`case`.hint)` in: \(said)")
    var command = hint
    for (word, value) in `case`.given { command = command.replacing(word, with: value) }
    let folder = Self.folder(of: `case`.state)
    let isCommand = command.hasPrefix("zib ") || command.hasPrefix("git ")
    let followed = devices.run(
      "GIT_EDITOR=true EDITOR=true \(isCommand ? command : ":") > ../said </dev/null", in: folder)
    // A hint at a command that wants more words is followed by the check.
    #expect(followed.status <= 5 && followed.status != 3, "\(command): \(followed.output)")
    let checked = devices.run("set -e\n" + `case`.check, in: "b")
    #expect(checked.status == 0, "after `\(command)`: \(followed.output)\n--\n\(checked.output)")
  }

  /// The folder of the state's last command.
  private static func folder(of state: String) -> String {
    var folder = "b"
    for part in state.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let words = part.split(separator: " ")
      guard words.first == "cd", words.count == 2, !part.contains("(") else { continue }
      folder = String(words[1].drop { $0 == "." || $0 == "/" })
    }
    return folder
  }
}
