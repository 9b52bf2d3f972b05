import OperatingSystem
import Terminals
import Testing

/// True if there is a `script` that makes terminals as this test wants them.
private let canPlay = unsafe system("script --version 2>/dev/null | grep -q util-linux") == 0

/// `zib import` as a person has it before them where a note and the file both changed.
@Suite(
  .enabled(
    if: SyncedDevices.canRun && canPlay,
    "the program is not built, or there is no script(1) of util-linux"))
struct ImportOnTerminalTests {
  /// The ratings of two books after an import that was answered with some keys, and the screen.
  private func answer(_ keys: String) throws -> (ratings: [Substring], screen: String) {
    let devices = try SyncedDevices("true")
    let header = "Book Id,Title,Exclusive Shelf,My Rating"
    let output = devices.run(
      """
      unset COLUMNS LINES
      export TERM=xterm
      printf '\(header)\n1,Emma,read,4\n2,Persuasion,read,4\n' > old.csv
      printf '\(header)\n1,Emma,read,5\n2,Persuasion,read,5\n' > new.csv
      mkdir -p v/.zib && cd v
      zib import ../old.csv > /dev/null 2>&1
      zib set rating=3 Books/Emma.md Books/Persuasion.md > /dev/null 2>&1
      (sleep 2; printf '\(keys)'; sleep 2) | script -qec 'zib import ../new.csv' ../screen > /dev/null 2>&1
      zib import ../new.csv > ../again 2>&1
      sed -n 's/^rating: //p' Books/Emma.md Books/Persuasion.md
      echo SCREEN
      cat ../screen ../again
      """)
    let parts = output.output.split(separator: "SCREEN\n", maxSplits: 1)
    return (parts.first?.split(separator: "\n") ?? [], parts.count > 1 ? String(parts[1]) : "")
  }

  @Test(.timeLimit(.minutes(5)))
  func `each value that both changed is asked about, and asked once`() throws {
    let (ratings, screen) = try answer("tm")
    #expect(ratings == ["5", "3"])
    #expect(screen.contains("Books/Emma.md: rating") && screen.contains("theirs: 5"))
    #expect(!screen.contains("kept your rating"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `all may be taken at once, and what was put off is told again`() throws {
    #expect(try answer("a").ratings == ["5", "5"])
    let (ratings, screen) = try answer("mq")
    #expect(ratings == ["3", "3"])
    #expect(screen.contains("kept your rating of Books/Persuasion.md"))
  }
}
