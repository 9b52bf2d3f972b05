import Rendering
import Terminals
import Testing
import zib

/// `zib review` as a person has it before them: on a terminal that `script` (util-linux) makes.
@Suite(.enabled(if: PlayedTerminal.canPlay, "\(PlayedTerminal.reason)"), .serialized)
struct ReviewOnTerminalTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices("true")
    try #require(
      devices.run(
        """
        mkdir -p v/.zib && cd v
        for n in 1 2 3 4; do
          printf '# Note %d\\n\\nQ: What is question %d, which is long enough to be wrapped?\\nA: Answer %d\\n' \
            $n $n $n > Note$n.md
        done
        """
      ).status == 0)
  }

  /// A person's session of reviewing; `lines` prints how many the log has.
  private func play(
    _ steps: String, options: String = "", at time: String = "09:30", columns: Int = 80,
    screen: String = "--no-screen"
  ) -> (printed: [Substring], screen: String) {
    devices.play(
      """
      lines() { cat v/.zib/reviews/*/*.log 2>/dev/null | wc -l | tr -d ' '; }
      \(steps)
      """,
      on: """
        export EDITOR='sed -i s/question/riddle/g' ZIB_NOW=2026-11-21T\(time):00Z
        cd v && exec zib review \(screen) \(options)
        """, columns: columns)
  }

  @Test(.timeLimit(.minutes(10)))
  func `space shows, a digit grades, u takes back, and each is on the disk at once`() {
    let played = play(
      """
      await '0 of 4 done'; await 'help > '; press ' '
      await 'Answer '; await 'help > '; lines; press 4
      await '1 of 4 done'; lines; await 'help > '; press u
      await '0 of 4 done'; lines; await 'help > '; press '\\r'
      await '1 again'; await 'help > '; press 3
      await '1 learning'; lines; await 'help > '; press q
      """)
    #expect(played.printed == ["0", "1", "2", "3", "exit 0"])
    #expect(played.screen.contains("1 answer, 100 % right"))
    #expect(played.screen.contains("4 cards are left"))
  }

  /// Only cells that change are drawn, so that no more than a word is awaited.
  @Test(.timeLimit(.minutes(10)))
  func `on the full screen each key does the same, and the terminal has its own one back`() {
    let played = play(
      """
      await '0 of 4 done'; await 'space'; lines; press ' '
      await 'Answer'; await 'again'; press 4
      await '→'; lines; press u; await 'taken'; lines; press ' '
      await 'again'; press 4; await '→'; lines; press q
      """, screen: "")
    #expect(played.printed == ["0", "1", "2", "3", "exit 0"], "\(played.screen)")
    let screen = played.screen
    #expect(screen.contains("\u{1B}[?1049h"))
    let last = screen.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(last.contains("1 answer, 100 % right") && !last.contains("\u{1B}[?1049h"))
  }

  @Test(.timeLimit(.minutes(10))) func `kill -9 loses at most the card that is asked`() {
    let played = play(
      """
      await 'help > '; press ' '; await '1 again'; await 'help > '; press 4
      await '1 of 4 done'; await 'help > '; press ' '; await '1 again'; await 'help > '; press 3
      await '1 learning'; await 'help > '; press ' '; await '1 again'; await 'help > '
      kill -9 $(cat process); lines
      """)
    #expect(played.printed == ["2", "exit 137"])
    let log = devices.run("cat v/.zib/reviews/*/*.log").output.split(separator: "\n")
    #expect(log.count == 2)
    #expect(log.allSatisfy { $0.split(separator: "\t").count == 7 })
    let next = play("await '1 learning'; await 'help > '; press q")
    #expect(next.printed == ["exit 0"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `Ctrl-C tells what was kept and leaves the terminal as it was`() {
    let played = play(
      """
      await 'help > '; press ' '; await '1 again'; await 'help > '; press 4
      await '1 of 4 done'; await 'help > '; press '\\003'
      """)
    #expect(played.printed == ["exit 130"])
    #expect(played.screen.contains("1 answer, 100 % right"))
    #expect(played.screen.contains("3 cards are left"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `an edit opens the note, and the card goes on with its text and its history`() {
    let first = play(
      """
      await 'help > '; press ' '; await '1 again'; await 'help > '; press 3
      await '1 learning'; await 'help > '; press q
      """, options: "-n 1")
    #expect(first.printed == ["exit 0"])
    let played = play(
      """
      await 'What is question'; await 'help > '; press e
      await 'What is riddle'; await 'help > '; press ' '; await '1 again'; await 'help > '; press 4
      await 'space done'; await 'help > '; press ' '
      """, options: "-n 1", at: "09:45")
    #expect(played.printed == ["exit 0"])
    let cards = devices.run("zib review cards --json | tr '{' '\\n' | grep riddle", in: "v").output
    #expect(cards.contains(#""reviews":2"#))
  }

  @Test(.timeLimit(.minutes(10)))
  func `an answer that is edited while its question is thought about is shown as it is now`() {
    let played = play(
      """
      await 'What is question'; await 'help > '
      for n in 1 2 3 4; do sed -i 's/Answer/Solution/' v/Note$n.md; done
      press ' '; await 'Solution '; await 'help > '; press 4; await '1 of 4 done'
      await 'help > '; press ' '; await 'Solution '; await 'help > '; press q
      """)
    #expect(played.printed == ["exit 0"], "\(played.screen)")
    #expect(!played.screen.contains("Answer "))
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("rm v/Note1.md", "", "The card is left out: cannot open Note1.md"),
      ("echo x > v/Note1.md", "", "The prompt is no longer in Note1.md."),
      ("echo x > v/Note1.md", "--cram", "The prompt is no longer in Note1.md."),
    ])
  func `a last card that goes while it is asked is told of after the screen`(
    change: String, how: String, words: String
  ) {
    let played = play(
      """
      await '0 of 1 done'; await 'space'; \(change); press ' '
      """, options: "\(how) path:Note1", screen: "")
    #expect(played.printed == ["exit 0"], "\(played.screen)")
    let last = played.screen.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(last.contains(words), "\(played.screen)")
  }

  @Test(.timeLimit(.minutes(10)))
  func `one key refuses a link that was made without asking`() {
    let answered = devices.run(
      """
      cd v && export ZIB_NOW=2026-11-20T09:30:00Z
      printf '\n4\n' | zib review --plain 'title:"Note 1"'
      sed -i 's/which is long enough/which is surely long enough/' Note1.md
      """)
    #expect(answered.status == 0, "\(answered.output)")
    let played = play(
      """
      await 'Edited; each card keeps its history'; await 'Note1.md:3'; await '+ '; await 'surely'
      await '> '; lines; press 1
      await 'Note1.md:3 is a new card'; lines; await '0 of 4 done'; await 'help > '; press q
      """)
    #expect(played.printed == ["2", "3", "exit 0"], "\(played.screen)")
    let cards = devices.run(
      "cd v && ZIB_NOW=2026-11-21T09:30:00Z zib review cards 'title:\"Note 1\"'")
    #expect(cards.output.split(separator: "\n").last?.hasPrefix("new") == true, "\(cards.output)")
  }

  @Test(.timeLimit(.minutes(10))) func `a narrower window is drawn anew, and nothing is wider`() {
    let played = play(
      """
      await 'help > '
      wc -c < screen | tr -d ' '
      stty -F "$(cat terminal)" cols 40
      await 'What is question'; await 'help > '; press ' '
      await '4 easy'; await 'help > '; press q
      """, columns: 70)
    #expect(played.printed.count == 2 && played.printed.last == "exit 0")
    let start = played.printed.first.flatMap { Int($0) } ?? 0
    let after = String(decoding: Array(played.screen.utf8).dropFirst(start), as: UTF8.self)
      .replacing("\u{1B}[1A", with: "").replacing("\u{1B}[J", with: "")
    // The last lines are those of `script` and of the summary.
    let lines = after.split(whereSeparator: \.isNewline).prefix { !$0.contains("Script done") }
    #expect(lines.count > 5)
    for line in lines where !line.hasPrefix("zib: ") {
      #expect((line.split(separator: "\r").last ?? "").displayWidth <= 40, "\(line)")
    }
  }
}
