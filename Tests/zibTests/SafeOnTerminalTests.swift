import Arguments
import Layout
import Terminals
import Testing
import Vaults
import zib

/// Every command on a terminal, in a vault in which everything that can be named has control characters.
@Suite(.enabled(if: PlayedTerminal.canPlay, "\(PlayedTerminal.reason)"), .serialized)
struct SafeOnTerminalTests {
  private let devices: SyncedDevices

  /// One of each kind of ``ControlCharacters``, as `printf` writes them.
  private static let hostile =
    #"\033]0;owned\007\033[2J\033[31m\302\2331m\342\200\256\342\201\246\342\200\217"#
    + #"\342\200\250\330\234\357\277\271\363\240\201\201x\357\273\277\177"#

  init() throws {
    devices = try SyncedDevices("true")
    let made = devices.run(
      #"""
      h=$(printf '\#(Self.hostile)')
      mkdir -p v/.zib/templates v/.zib/reviews v/Journal/2026 v/Books && cd v
      # Git refuses control characters in a branch, and lets those pass that reorder text.
      git init -q -b "$(printf 'owned\342\200\256\342\201\246')" . && git config user.name "A$h" && git config user.email a@b
      printf -- '---\ntitle: "T%s"\ntags: [a, "b%s"]\naliases: ["al%s"]\n"key%s": "value%s"\n---\n# H%s\n\nword %s #tag/x [[No%s]] [l](x%s.md)\n\n> A quote %s\n> — Author %s, *Work %s*\n\nQ: Quest %s?\nA: Answer %s\n\nA ?[h%s](gap %s)\n\n- [ ] task %s\n' \
        "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" "$h" > "N$h.md"
      printf -- '---\ntype: book\ntitle: "B%s"\nauthor: "Auth%s"\nstatus: reading\nrating: 4\nreadings:\n  - started: 2026-10-01\n---\n# B%s\n\n> Said %s\n' \
        "$h" "$h" "$h" "$h" > "Books/B$h.md"
      printf -- '# Day\n\n## 08:15 😀 Title %s\n\nEntry %s #tag\n' "$h" "$h" > Journal/2026/2026-11-20.md
      printf 'N %s\n' "$h" > plain.md
      printf '{{x%s}}\n' "$h" > ".zib/templates/t$h.md"
      printf 'journal.x%s: "v%s"\njournal.folder: Journal\n' "$h" "$h" > .zib/config.yml
      printf 'not yaml\n' > "bad$h.md"; printf -- '---\na: [\n%s\n---\n' "$h" > "yaml$h.md"
      ln -s "nowhere$h" "link$h.md"
      git add -A . && git commit -qm "Message $h"
      git remote add origin "../no$h.git"
      printf 'changed %s\n' "$h" >> plain.md
      printf 'import %s\n' "$h" > ../import.txt
      """#)
    try #require(made.status == 0, "\(made.output)")
  }

  /// The command lines, each counted for its subcommand; `H` is the hostile text.
  private static let lines = [
    "search word", "search -l word", "search --explain word", "search 'zzzz\"$H\"'",
    "search word --format '{title} {path}'", "list", "list -l", "list --json", "tags",
    "tags --json",
    "properties", "properties \"key$H\"", "properties key", "stats", "links \"N$H\"",
    "backlinks \"N$H\"", "backlinks plain", "links plain", "mentions \"N$H\"", "mentions plain",
    "mentions plain --link", "path \"N$H\" plain -u", "path plain \"N$H\"",
    "graph --orphans", "graph --as svg --orphans", "graph --as dot", "graph --as graphml",
    "graph --broken --around \"N$H\"",
    "orphans", "broken", "check", "check --fix --dry-run", "check --sarif", "check \"zz$H\"",
    "why \"x$H\"",
    "why \"N$H\" --in plain", "show --backlinks plain", "new --dry-run \"T$H\"",
    "clip plain.md --title \"T$H\" --dry-run",
    "show \"N$H\"", "show --raw \"N$H\"", "show --json \"N$H\"", "show plain nope\"$H\"",
    "share \"N$H\"", "share --as markdown \"N$H\"", "share --as html \"N$H\"", "edit \"zz$H\"",
    "edit \"$H\"", "append \"N$H\" \"x$H\" --dry-run", "prepend plain \"$H\" --under \"$H\" -n",
    "capture -n \"$H\"", "rm \"N$H\" --dry-run", "rm \"zz$H\"", "list --csv", "books --csv",
    "quotes --csv", "journal --csv",
    "review cards --csv", "attach plain \"N$H\" -n", "open \"N$H\" --dry-run",
    "open \"N$H\" --links",
    "log --amend 2026-11-20 --delete -n", "status --short", "search \"@$H\"",
    "log --dry-run \"text $H\"", "log --at \"$H\" x", "day 2026-11-20", "day --raw 2026-11-20",
    "day \"$H\"", "journal", "journal --full", "journal --on \"$H\"", "books", "book",
    "day --week", "day --month --edit", "cal 2026-11 --days", "cal \"$H\"", "cal --json",
    "tasks", "tasks --all --by tag", "tasks --by day", "tasks --json", "tasks --csv",
    "task \"N$H\" \"do $H\" --dry-run", "task \"zz$H\" x", "task plain x --due \"$H\"", "done @1",
    "done \"N$H:1\"",
    "done \"zz$H\"",
    "done t --dry-run", "done t",
    "book finish \"q$H\"",
    "book rate \"B$H\" 5 --dry-run", "book start \"B$H\" --dry-run", "book want \"B$H\" --dry-run",
    "book abandon \"B$H\" --dry-run", "book add --dry-run \"Z$H\" --author \"$H\"", "quotes",
    "quotes --random 1 --seed 1", "import ../import.txt", "import \"../no$H\"",
    "export --dry-run \"../e$H\"",
    "pin \"zz$H\"", "unpin \"zz$H\"", "order \"zz$H\"", "set \"N$H\" \"k$H=v$H\" --dry-run",
    "unset \"N$H\" \"key$H\" --dry-run", "tag", "tag rename \"zz$H\" b", "tag merge \"zz$H\" b",
    "tag rename tag \"$H\"", "mv \"N$H\" \"M$H\"", "mv plain.md \"M$H\" --dry-run",
    "mv \"zz$H\" a", "split \"plain#$H\" --dry-run", "join plain.md \"N$H\" --dry-run",
    "review --json", "review --plain", "review due", "review cards",
    "review stats", "review answer \"$H\" good", "review undo \"$H\"", "review relink",
    "review optimize", "review export \"../e$H\"", "review suspend \"zz$H\" --dry-run",
    "review resume \"zz$H\" --dry-run", "review bury \"zz$H\" --dry-run",
    "review reset \"zz$H\" --dry-run", "review \"sta$H\"", "status", "status --json",
    "commit --dry-run", "commit -m \"M$H\"", "sync --dry-run", "sync", "conflicts",
    "resolve \"zz$H\"", "remote", "remote list", "remote add \"a$H\" \"b$H\"",
    "clone \"../no$H\" \"../c$H\"",
    "history", "history \"N$H\"", "history --json", "diff", "restore \"zz$H\"", "undo --dry-run",
    "init", "index", "index --rebuild", "config", "config \"a$H\"", "doctor", "doctor --json",
    "completions \"$H\"", "help \"$H\"", "complete-values notes ''", "complete-values tags ''",
    "complete-values keys ''", "complete-values books ''", "complete-values query 'tag:'",
    "\"cmd$H\"", "\"--opt$H\"", "search --limit \"$H\" x", "-C \"no$H\" list",
    "--vault \"no$H\" list",
    "--version", "merge-driver \"$H\" \"$H\" \"$H\" 7 \"$H\"",
  ]

  /// Commands that wait for a person, an editor or a signal; the screens of `find` are in `FinderOnTerminalTests`.
  private static let excluded: Set<String> = ["find", "lsp", "watch"]

  /// The bytes that a terminal gets from each of the lines.
  private func screens(_ options: String, environment: String) -> [(line: String, screen: String)] {
    let list = Self.lines.map { "zib \(options) \($0)\n" }.joined()
    let output = devices.run(
      #"""
      cat > lines <<'LINES'
      \#(list)LINES
      unset NO_COLOR COLUMNS LINES
      export TERM=xterm EDITOR=true PAGER=cat ZIB_NOW=2026-11-21T09:30:00Z \#(environment)
      export H="$(printf '\#(Self.hostile)')"
      cd v
      # A choice on the screen has sequences of its own, as those of `find`; its words are escaped alike.
      zib config screen.choices false
      while IFS= read -r line; do
        printf '%s' "$line" > ../line
        timeout 60 \#(PlayedTerminal.line(". ../line", columns: 100, screen: "../screen")) \
          < /dev/null > /dev/null 2>&1
        printf 'NEXT\n'
        cat ../screen
      done < ../lines
      """#
    ).output
    let parts = output.components(separatedBy: "NEXT\n").dropFirst()
    return Array(zip(Self.lines, parts))
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: [("--color always", ""), ("--color never", ""), ("", "NO_COLOR=1")])
  func `no command sends a control character of a vault to the terminal`(
    options: String, environment: String
  ) {
    let screens = screens(options, environment: environment)
    #expect(screens.count == Self.lines.count)
    for (line, screen) in screens {
      let rest = options == "--color always" ? Self.withoutOwnSequences(screen) : screen
      let found = rest.unicodeScalars.filter {
        $0 != "\n" && $0 != "\r" && $0 != "\t" && ControlCharacters.kind(of: $0) != nil
      }
      #expect(
        found.isEmpty,
        "zib \(options) \(line): \(found.map { String($0.value, radix: 16) }) in \(screen.debugDescription)"
      )
    }
    // The hostile names were met at all.
    #expect(screens.count { $0.screen.contains("owned") } > screens.count / 2)
  }

  @Test func `every command is among them`() {
    var names: [String] = []
    func add(_ command: Command, _ path: String) {
      for child in command.subcommands {
        let name = path.isEmpty ? child.name : "\(path) \(child.name)"
        if child.run != nil { names.append(name) }
        add(child, name)
      }
    }
    add(Zib.tool.root, "")
    for name in names where !Self.excluded.contains(name) {
      #expect(Self.lines.contains { $0 == name || $0.hasPrefix(name + " ") }, "zib \(name)")
    }
  }

  /// The text without SGR sequences, and without what ends a progress line.
  private static func withoutOwnSequences(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\u{1B}", index + 1 < scalars.count, scalars[index + 1] == "[" {
        var end = index + 2
        while end < scalars.count, scalars[end] == ";" || ("0"..."9").contains(scalars[end]) {
          end += 1
        }
        if end < scalars.count, scalars[end] == "m" || (scalars[end] == "K" && end == index + 2) {
          index = end + 1
          continue
        }
      }
      result.append(scalars[index])
      index += 1
    }
    return String(result)
  }
}

extension String {
  /// The parts between separators.
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
