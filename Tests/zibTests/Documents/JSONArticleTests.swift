import Arguments
import Indexing
import Testing
import Wording
import zib

/// The article on JSON names each member that commands print with `--json`, and its type.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct JSONArticleTests {
  /// Commands for a section of the article; they run one after the other in the vault `a`.
  private static let sessions: [(section: String, commands: [String])] = [
    (
      "zib search",
      [
        "zib search attention --json", "zib search --explain 'date:foo trees OR note' --json",
        "zib search -a the --json", "zib search --context 1 -a the --json",
        "zib search 'file:*.png' --json",
      ]
    ),
    ("zib list", ["zib list --json", "zib list is:book --json"]),
    ("zib tags", ["zib tags --json"]),
    (
      "zib clip",
      [
        """
        printf '<title>A page</title><meta name=author content=Ann><p>Text.' | \
        zib clip - --url https://example.org/a --json
        """
      ]
    ),
    ("zib properties", ["zib properties --json", "zib properties author --json"]),
    ("zib stats", ["zib stats --json"]),
    (
      "zib links",
      [
        """
        printf -- '---\\naliases: [Nick]\\n---\\n# H\\n' > N1.md; cp N1.md N2.md
        printf '[[Nick]] [[N1#H]] [[N1#X]] [[Nowhere]] [x](https://x.y) [[#Y]]\\n' > L.md
        zib links L --json; zib links Home --json
        """
      ]
    ),
    ("zib backlinks", ["zib backlinks N1 --json", "zib backlinks N1#H --json"]),
    (
      "zib mentions",
      [
        """
        printf -- '---\\naliases: [Nick Name]\\n---\\n# H\\n' > N1.md; printf 'Nick name.\\n\\n<b\\nnick name>\\n\\n<div>\\nNick name\\n</div>\\n' > N3.md
        zib mentions N1 --json; chmod a-w N3.md; zib mentions N1 --link --dry-run --json; chmod u+w N3.md
        zib mentions N1 --link --dry-run --json; zib mentions N1 --link --yes --json
        """
      ]
    ),
    ("zib orphans", ["zib orphans --json"]),
    ("zib broken", ["zib broken --json"]),
    (
      "zib why",
      [
        "zib why Nick --json", "zib why '[[N1#X]]' --in L --json", "zib why '[[#Y]]' --in L --json",
        "zib why Nowhere --json; rm L.md N1.md N2.md",
      ]
    ),
    (
      "zib path",
      [
        """
        printf -- '---\\naliases: [Nick]\\n---\\n[[L#X]]\\n' > N1.md; cp N1.md N2.md; echo '[[Nick]]' > L.md
        zib path L N1 --json; zib path L N2 --json; zib path N2 N1 --json; zib path N1 L --json
        echo x > L.md; zib path L N1 --json; zib path N1 N2 --json; rm L.md N1.md N2.md
        """
      ]
    ),
    (
      "zib graph", ["zib graph --json; zib graph --broken --around attention --json"]
    ),
    ("zib show", ["zib list -0 | xargs -0 zib show --json"]),
    ("zib share", ["zib share --query walden --as json"]),
    (
      "zib history",
      [
        "echo more >> Home.md; git mv Ideas/*.md . ; zib commit -q; zib history --json",
        "zib history Home --json", "zib history \"$(ls *.md | tail -n 1)\" --json",
      ]
    ),
    (
      "zib journal",
      [
        "mkdir -p Journal/2026; echo Rain. > Journal/2026/2026-11-01.md; zib journal -n 0 --json",
        "zib journal --stats --json",
      ]
    ),
    (
      "zib day",
      [
        "zib day 2026-11-20 --json", "zib day 2026-11-20 --previous --json",
        "EDITOR=true zib day --week --edit; zib day --week --json",
      ]
    ),
    (
      "zib cal",
      [
        """
        printf -- '# Soon\\n## A\\n- [ ] dig 🔁 every week ➕ 2026-11-01 🛫 2026-11-02 ⏳ 2026-11-03 📅 2026-11-04 #a\\n' \
          > Dig.md; printf -- '---\\ndate: 2026-11-05\\n---\\n' > Dated.md; zib cal 2026-11 --json; rm Dig.md Dated.md
        """
      ]
    ),
    (
      "zib tasks",
      [
        """
        printf '## Soon\\n- [ ] dig 🔼 🔁 every week ➕ 2026-11-01 🛫 2026-11-02 ⏳ 2026-11-03 📅 2026-11-04\\n%s\\n' \
          '- [x] sow ✅ 2026-11-05' '- [-] reap ❌ 2026-11-06' > Dig.md; zib tasks --all --json
        """
      ]
    ),
    (
      "zib task",
      ["zib task Home 'sow peas' --due friday --every week --json; git checkout -q Home.md"]
    ),
    (
      "zib done",
      [
        "zib done Dig.md:2 Dig.md:3 --json",
        "chmod a-w Dig.md; zib done --undo Dig.md:4 --json; chmod u+w Dig.md; rm Dig.md",
      ]
    ),
    ("zib books", ["zib books --json", "zib books --stats --json"]),
    ("zib quotes", ["zib quotes --json"]),
    ("zib review", ["zib review --new --json"]),
    ("zib review due", ["zib review due --new --json"]),
    (
      "zib review answer",
      [
        """
        printf 'Q: Which wood are longbows made of?\\nA: yew\\n' > Bows.md
        zib review due path:Bows --new --json | sed 's/.*"card":"\\([0-9a-f]*\\)".*/\\1/' > ../card
        zib review answer $(cat ../card) easy --json
        printf 'ffffffffffffffff good\\n' | zib review answer - --json
        """
      ]
    ),
    ("zib review cards", ["zib review cards --json"]),
    (
      "zib review relink",
      [
        """
        sed -i.b 's/Which wood are longbows made/What wood are longbows mostly made/' Bows.md; rm *.b
        zib review relink --json
        """,
        """
        printf 'Q: Which wood are English longbows cut from?\\nA: yew\\n\\n%s\\n%s\\n' \
          'Q: Which wood are Danish longbows cut from?' 'A: yew' > Bows.md
        zib review relink --json
        rm Bows.md; zib review relink --json
        """,
      ]
    ),
    (
      "zib review optimize",
      [
        "zib review optimize --json",
        // As many answers as a fit wants.
        """
        awk 'BEGIN { for (c = 1; c <= 60; c++) for (r = 0; r < 12; r++)
          printf "%016x\\t%.0f\\t0\\t%016x\\treview\\t%d\\t3000\\n", c * 100 + r,
            1700000000000 + c * 3600000 + r * r * 86400000, c, (r > 0 && (c + r) % 9 == 0) ? 1 : 3
        }' | sort -n -k 2 > ../log
        mkdir -p .zib/reviews/other; mv ../log .zib/reviews/other/2023.log
        zib review optimize --dry-run --json; zib review optimize --json
        """,
      ]
    ),
    (
      "zib review stats",
      [
        """
        printf '#wood\\n\\nQ: Who carved the bowl?\\nA: Ada\\n' > Bowl.md
        zib review answer $(zib review due path:Bowl --new --json | sed 's/.*"card":"\\([0-9a-f]*\\)".*/\\1/') good
        zib review stats --json
        """
      ]
    ),
    (
      "zib import",
      [
        """
        printf 'Book Id,Title,Author,Exclusive Shelf,My Rating,Average Rating\\n%s\\n%s\\n' \
          '9,Emma,Jane Austen,read,4,4.2' '10,Ulysses,James Joyce,to-read,0,0' > ../books.csv
        zib import ../books.csv --json; zib import ../books.csv -n --json
        """,
        """
        zib set Emma rating=2 -q; zib import ../books.csv --json; mkfifo Books/Persuasion.md
        sed 's/Emma/Persuasion/; s/^9/11/' ../books.csv > ../more.csv
        zib import ../more.csv --json; rm Books/Persuasion.md
        """,
        """
        zib export ../all.zip -q; rm Attachments/*; zib import ../all.zip --json
        """,
        """
        eval "$(sed -n 's/^. \\(mkdir .*Old.notebundle.*\\)/\\1/p' '\(Documents.package)/Tests/Transcripts/import-grail.txt')"
        zib import ../Old.notebundle -n --json; zib import ../Old.notebundle --json
        """,
      ]
    ),
    ("zib config", ["zib config --json", "zib config review.kinds --json"]),
    ("zib --version", ["zib --version --json"]),
    (
      "zib check",
      [
        """
        printf '\\377' > Bad.md; printf -- '---\\naliases: Nick\\n---\\n' > Named.md; echo '[[Nick]] [[Nobody]]' > Links.md
        zib check --json; zib check --fix --json
        """
      ]
    ),
    (
      "zib doctor",
      [
        """
        printf '\\377' > Bad.md; printf -- '---\\na: [\\n---\\n' > Front.md; echo 'a: [' > .zib/config.yml
        echo 'Les mots des gens dans une maison.' > Fr.md
        git config filter.x.clean cat; zib doctor --json; rm Bad.md Front.md Fr.md .zib/config.yml
        """
      ]
    ),
    (
      "zib index",
      ["zib index --json", "zib index --rebuild --json"]
    ),
    (
      "zib status",
      [
        """
        (cd ../b && echo p > Socket.md && zib sync -q); mkfifo Socket.md
        zib sync -q; echo x >> Home.md; mv Letters/*.md .; echo n > New.md; mkfifo Pipe.md
        git rm -q --cached 'How I keep this book.md'; rm 'How I keep this book.md'; zib status --json; zib status --short --json
        echo '*.tmp' >> .git/info/exclude; touch a.tmp .netrc; zib status --ignored --json
        echo 'password=hunter2hunter2' > .netrc; git add -f .netrc; git commit -qm keys .netrc; zib status --json
        echo B=1 > b.env; git add -f b.env; rm b.env; zib status --json; git rm -q --cached b.env
        cp -R . ../gone; (cd ../gone; find . -name '*.md' -not -path './.git/*' -delete; zib status --json)
        """
      ]
    ),
    (
      "zib sync",
      [
        """
        (cd ../b && zib sync -q; sed -i.b '1s/$/ theirs/' Home.md; rm *.b; echo m > M.md;
          mkdir -p T; for n in People/*.md; do git mv "$n" "T/$(basename "$n")"; break; done
          for n in Places/*.md; do git mv "$n" "T/$(basename "$n")"; break; done
          zib sync -q)
        sed -i.b '1s/$/ ours/' Home.md; rm *.b
        mkdir -p O; for n in People/*.md; do git mv "$n" "O/$(basename "$n")"; break; done
        zib sync --dry-run --json; zib sync --json; rm Pipe.md Socket.md
        """,
        "echo A=1 > dev.env; git add -f dev.env; git commit -qm Env; zib sync --json",
        "echo B=1 > b.env; git add -f b.env; rm b.env; echo c > c.md; git add c.md; rm c.md; zib sync --json",
        """
        echo x > Far.md; zib sync -q; (cd ../b && zib sync -q; zib mv -q Far Away; zib sync -q)
        echo '[[Far]]' > Near.md; zib sync --json
        mkdir -p T/U; echo x > T/U/Taken.md; zib sync -q
        (cd ../b && zib sync -q; echo y > Taken.md; zib sync -q)
        echo '[[Taken]]' > Taker.md; zib sync --json
        """,
        "git remote set-url origin ../nowhere.git; zib sync --json; git remote set-url origin ../remote.git",
        "find . -name '*.md' -not -path './.git/*' -delete; zib sync --dry-run --json; git checkout -q -- .",
      ]
    ),
    (
      "zib init",
      [
        """
        mkdir -p ../c/x; cd ../c; git init -q; git init -q x; git config filter.x.clean cat
        echo x > a.md; touch .env .DS_Store; git add -f .env; touch .netrc
        zib init --dry-run --json; zib init --gitignore --json; git add -A; git commit -qm x
        rm .zib/config.yml; zib init --json; mkdir ../d; cd ../d; zib init --json
        """
      ]
    ),
    (
      "zib conflicts",
      [
        "zib conflicts --json",
        "echo x > 'Home (conflicted copy 2026-01-01).md'; zib conflicts --json",
      ]
    ),
    (
      "zib undo",
      [
        """
        printf '%s\\n' 'Book Id,Title,Author,My Rating' '1,Lolly Willowes,S. Townsend Warner,4' > ../r.csv
        zib import -q goodreads ../r.csv; sed -i.b 's/4$/5/' ../r.csv; zib import -q goodreads ../r.csv
        sed -i.b 's/rating: 5/rating: 1/' Books/Lolly*.md; rm Books/*.b
        mv Home.md House.md; zib undo --dry-run --json; zib undo --json; zib undo --json
        """,
        """
        echo x > Gone.md; zib mv -q Gone.md Goner.md; echo '[[Goner]]' > Later.md; zib undo --json
        rm Gone.md Later.md
        """,
      ]
    ),
    (
      "zib mv",
      [
        """
        echo '[[Lodge]]' > Gate.md; echo '[[Gate]]' > Path.md
        zib mv Gate Lodge --dry-run --json; zib mv Gate Lodge --json
        """,
        """
        printf '# Gatehouse\\n\\nx ^a\\n' > Gatehouse.md; zib mv 'Gatehouse#Gatehouse' Gate --json
        zib mv 'Gatehouse#^a' '^b' --json; zib mv '#humour' '#wit' --json
        printf -- '---\\naliases: [Nick]\\n---\\n' > Nicked.md; zib mv 'Nicked|Nick' Nicky --json
        git init -q Own; echo '[[Nicked]]' > Own/In.md; git -C Own add .; git -C Own -c user.name=a -c user.email=a@b commit -qm In; zib mv Nicked Knickers --json; rm -rf Own
        """,
      ]
    ),
    ("zib append", ["echo > Ink.md; zib append Ink text --json"]),
    ("zib prepend", ["zib prepend Ink text --under New --json"]),
    ("zib capture", ["zib capture text --json"]),
    ("zib attach", ["printf x > ../x.png; zib attach Ink ../x.png --json"]),
    (
      "zib rm",
      [
        """
        mkdir -p One; printf 'x\\n' > One/Pier.md; printf 'y\\n' > Pier.md; printf '[[Pier]] [[Mole]]\\n' > P.md
        printf 'z\\n' > Mole.md; zib rm Pier.md Mole --dry-run --json; zib rm Pier.md Mole --json
        """
      ]
    ),
    (
      "zib split",
      [
        """
        printf '# House\\n\\n[[#Hall]]\\n\\n## Hall\\n\\nx\\n' > House.md; echo '[[Hall]]' > Path.md
        zib split 'House#Hall' --dry-run --json; zib split 'House#Hall' --json
        """
      ]
    ),
    (
      "zib join",
      [
        """
        printf -- '---\\nkind: hall\\n---\\nx\\n' > Hall.md; printf -- '---\\nkind: house\\n---\\nx\\n' > House.md
        echo '[x](Hall.md)' > Other.md; zib join Hall House --dry-run --json; zib join Hall House --json
        """
      ]
    ),
  ]

  @Test(.timeLimit(.minutes(20)))
  func `every member that is printed is in the article, and the other way about`() throws {
    let article = try Article(text: Documents.text("Sources/zib/zib.docc/JSON.md"))
    let devices = try SyncedDevices("cp -R '\(Documents.package)/SampleVault/.' .")
    for (section, commands) in Self.sessions {
      guard let rows = article.rows[section] else {
        Issue.record("the article has no section on \(section)")
        continue
      }
      var unseen = Set(rows.keys)
      var wrong: [String: String] = [:]
      for command in commands {
        let said = devices.run("export ZIB_NOW=2026-11-21T09:30:00Z\n" + command, in: "a").output
        let lines = said.split(separator: "\n").filter { $0.hasPrefix("{") }
        #expect(!lines.isEmpty, "\(command): \(said)")
        for line in lines {
          guard let document = JSONValue(String(line)) else {
            Issue.record("\(command): no JSON: \(line)")
            continue
          }
          document.walk { path, value in
            if let row = Article.row(for: path, value, in: rows) {
              unseen.remove(row)
              if row == path, let types = rows[path], !types.contains(value.type) {
                wrong[path] = "is \(value.type), and not \(types.sorted())"
              }
            } else {
              wrong[path] = "is not in the article: \(value.type)"
            }
          }
        }
      }
      for (path, words) in wrong.sorted(by: { $0.key < $1.key }) {
        Issue.record("\(section): `\(path)` \(words)")
      }
      for path in unseen.sorted() where !Self.unplayed.contains("\(section): \(path)") {
        Issue.record("\(section): `\(path)` is in the article and was not printed")
      }
    }
    for section in article.commands where !Self.sessions.contains(where: { $0.section == section })
    {
      Issue.record("no session plays \(section)")
    }
  }

  /// Members that no session here makes a command print.
  ///
  /// An unwritable file is hard to make for root, whom no permission stops.
  private static let unplayed: Set<String> = [
    "zib sync: otherBranches[].branch", "zib sync: otherBranches[].notes",
    "zib sync: otherBranches[].related",
    "zib sync: submodules[].path", "zib sync: submodules[].other",
    "zib undo: changed[].from", "zib undo: unwritten[].path", "zib undo: unwritten[].reason",
    "zib import: failed[].item", "zib import: failed[].path", "zib import: failed[].reason",
  ]

  @Test func `each kind of finding is in the article`() throws {
    let article = try Documents.text("Sources/zib/zib.docc/JSON.md")
    for word in DoctorFinding.Word.allCases {
      #expect(article.contains("- `\(word.rawValue)`: "), "\(word)")
    }
  }

  @Test func `each rule of a check is in the article`() throws {
    let article = try Documents.text("Sources/zib/zib.docc/JSON.md")
    for rule in CheckRule.allCases {
      #expect(article.contains("- `\(rule.rawValue)`: \(rule.explanation)\n"), "\(rule)")
    }
  }

  @Test func `each command with JSON has a section`() throws {
    let article = try Article(text: Documents.text("Sources/zib/zib.docc/JSON.md"))
    for command in Self.commandsWithJSON(Zib.tool.root, []) {
      #expect(article.rows[command] != nil, "no section on `\(command)`")
    }
  }

  private static func commandsWithJSON(_ command: Command, _ above: [String]) -> [String] {
    let path = above + [command.name]
    let hasJSON = command.arguments.contains { $0.name == "json" }
    return (hasJSON ? [path.joined(separator: " ")] : [])
      + command.subcommands.flatMap { commandsWithJSON($0, path) }
  }
}

/// The tables of the article on JSON: of each section the members and their types.
private struct Article {
  /// Section, member, types.
  private(set) var rows: [String: [String: Set<String>]] = [:]
  /// Sections that are named after a command.
  var commands: [String] { rows.keys.filter { $0.hasPrefix("zib ") }.sorted() }

  private static let types = ["text", "number", "true or false", "list", "object", "null"]

  /// Reads `## Section`, and in it the lines `| member | type | …`; a type that says *Section* has the members of
  /// that section.
  init(text: String) throws {
    var section = ""
    var references: [(section: String, member: String, other: String)] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("## ") || line.hasPrefix("### ") {
        section = line.drop { $0 == "#" || $0 == " " }.filter { $0 != "`" }
      }
      guard line.hasPrefix("| `") else { continue }
      let cells = line.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      try #require(cells.count >= 2, "\(line)")
      let member = cells[0].filter { $0 != "`" }
      rows[section, default: [:]][member] = Set(Self.types.filter { cells[1].contains($0) })
      let parts = cells[1].split(separator: "*", omittingEmptySubsequences: false)
      if parts.count == 3 { references.append((section, member, String(parts[1]))) }
    }
    // A section that is referred to may refer to another one.
    for _ in 0..<3 {
      for (section, member, other) in references {
        for (path, types) in try #require(rows[other], "no section \(other)") {
          rows[section]?[member == "-" ? path : member + "." + path] = types
        }
      }
    }
    for section in rows.keys { rows[section]?["-"] = nil }
  }

  /// The row that speaks of a path; nil where none does.
  static func row(
    for path: String, _ value: JSONValue, in rows: [String: Set<String>]
  ) -> String? {
    if rows[path] != nil { return path }
    if value.type == "list", rows[path + "[]"] != nil { return path + "[]" }
    if ["list", "object"].contains(value.type),
      rows.keys.contains(where: { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[]") })
    {
      return ""
    }
    var above = Substring(path)
    while let end = above.lastIndex(where: { $0 == "." || $0 == "[" }) {
      above = above[..<end]
      if rows[above + ".*"] != nil { return above + ".*" }
    }
    return nil
  }
}
