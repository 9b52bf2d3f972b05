import Rendering
import Testing
import zib

/// The recipes of the page for the day when something goes wrong, run by a shell and git alone.
///
/// The page's own blocks are run: `<!-- recipe: name -->` stands before each.
@Suite(
  .enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"), .serialized)
struct RecoveryTests {
  private static let page = "Sources/Sync/Sync.docc/WhenSomethingGoesWrong.md"

  /// A state, and what holds after its recipe.
  private struct Case: CustomStringConvertible, Sendable {
    let recipe: String
    /// Makes the state, with `zib`.
    let state: String
    /// Fails unless the recipe has helped; what the recipe printed is in `../said`.
    let check: String
    /// The vault that the recipe is run in.
    var device = "b"

    var description: String { recipe }
  }

  private static let notes = """
    printf '# Walden\\n\\none\\n\\ntwo\\n' > Walden.md; echo home > Home.md
    mkdir -p .zib/templates; printf 'language: de\\n' > .zib/config.yml
    """

  /// Both change one line, and `b` has the conflict.
  private static let conflict = """
    sleep 1; (cd ../a && sed -i.b 's/^one.*/one theirs/' Walden.md && rm *.b && zib sync -q)
    sed -i.b 's/^one.*/one ours/' Walden.md; rm *.b; zib sync -q; ls Walden.conflict-*.md || exit 9

    """

  /// Answers a card, as `$1` of the review's cards.
  private static let answers = """
    for n in 1 2 3; do printf "Q: What is $n?\\nA: a number\\n" > "Card$n.md"; done
    answer() {
      zib review answer $(zib review due "path:Card$1" --new --json | sed 's/.*"card":"\\([0-9a-f]*\\)".*/\\1/') good
    }

    """

  private static let cases: [Case] = [
    Case(
      recipe: "copy", state: ":",
      check: "cmp Walden.md ../vault-copy/Walden.md; test -d ../vault-copy/.git"
    ),
    Case(
      recipe: "objects",
      state: """
        zib sync -q
        object() { echo .git/objects/$(git rev-parse "$1" | cut -c1-2)/$(git rev-parse "$1" | cut -c3-); }
        echo mine > Mine.md; zib commit -q; rm -f $(object HEAD:Mine.md) $(object HEAD~1)
        walden=$(object HEAD:Walden.md); rm -f $walden; : > $walden
        home=$(object HEAD:Home.md); head -c 12 $home > ../cut; rm -f $home; cp ../cut $home
        git fsck > ../before 2>&1 && exit 1; zib doctor > ../told && exit 1; grep 'Walden.md: ' ../told
        """,
      check: "git fsck 2>&1 | grep -e missing -e corrupt && exit 1; zib doctor"),
    Case(
      recipe: "lock", state: "touch .git/index.lock; echo more >> Home.md",
      check: "test ! -e .git/index.lock; grep -q Home.md ../said; zib sync -q"),
    Case(
      recipe: "lock", state: "touch .git/refs/heads/main.lock; echo more >> Home.md",
      check: "test ! -e .git/refs/heads/main.lock; zib sync -q"),
    Case(
      recipe: "conflict",
      // A merge after the one that brought the copy has it as well.
      state: conflict + """
        echo later > ../a/Later.md; (cd ../a && zib sync -q)
        """,
      check: """
        grep -q 'one ours' ../one.md ../other.md; grep -q 'one theirs' ../one.md ../other.md
        ! cmp -s ../one.md ../other.md; printf '# Walden\\n\\none\\n\\ntwo\\n' | cmp - ../ancestor.md
        grep -q '|||||||' ../all-three.md; grep -q two ../all-three.md
        """),
    Case(
      recipe: "conflict",
      state: conflict + """
        (cd ../a && echo later > Later.md && git add -A && git commit -qm later && zib sync -q)
        """,
      check: """
        grep -q 'one ours' ../one.md ../other.md; grep -q 'one theirs' ../one.md ../other.md
        printf '# Walden\\n\\none\\n\\ntwo\\n' | cmp - ../ancestor.md
        """, device: "a"),
    Case(
      recipe: "decide", state: conflict + "cp Walden.conflict-*.md ../wanted",
      check: """
        cmp Walden.md ../wanted; test -z "$(ls | grep conflict)"; zib conflicts; zib sync -q
        cd ../a; zib sync -q; cmp Walden.md ../wanted; test -z "$(ls | grep conflict)"
        """),
    Case(
      recipe: "resolve",
      state: conflict
        + "mkdir ../both; cp Walden*.md ../both; zib resolve Walden --keep note -q; zib sync -q; test ! -e Walden.conflict-*.md",
      check: """
        for n in ../both/*; do cmp "$n" "$(basename "$n")"; done
        zib conflicts && exit 1; zib sync -q || test $? = 4
        """),
    Case(
      recipe: "deleted-list",
      state:
        "zib sync -q; (cd ../a && rm Walden.md && zib sync -q); zib sync -q; test ! -e Walden.md",
      check: "grep -qx Walden.md ../said"),
    Case(
      recipe: "deleted",
      state: """
        echo three >> Walden.md; zib sync -q; cp Walden.md ../wanted
        (cd ../a && zib sync -q && rm Walden.md && zib sync -q); zib sync -q; test ! -e Walden.md
        """,
      check: "cmp Walden.md ../wanted; zib sync -q"),
    Case(
      recipe: "earlier", state: "cp Walden.md ../wanted; echo three >> Walden.md; zib commit -q",
      check: "cmp ../Walden-before.md ../wanted"),
    Case(
      recipe: "overwritten",
      state: """
        cp Walden.md ../wanted; echo 'a word that was in it' > Walden.md; git add Walden.md
        echo overwritten > Walden.md; git add Walden.md
        """,
      check: """
        cmp ../Walden-committed.md ../wanted; grep -q overwritten ../Walden-staged.md
        grep -q 'a word' $(cat ../said)
        """),
    Case(
      recipe: "operation",
      state: """
        eval "$(sed -n 's/^. \\(mkdir .*Old.notebundle.*\\)/\\1/p' '\(Documents.package)/Tests/Transcripts/import-grail.txt' | head -n 1)"
        git ls-files > ../before; mv Walden.md Pond.md; zib commit -q; git ls-files | grep -v reviews > ../before
        zib import ../Old.notebundle -q; test -e Walden.md; echo since >> Home.md; zib commit -q
        """,
      check: """
        git ls-files | grep -v reviews | cmp - ../before; grep -q since Home.md; zib sync -q
        """),
    Case(
      recipe: "undo",
      state: """
        (cd ../a && echo theirs >> Walden.md && echo new > New.md && zib sync -q); zib sync -q
        zib undo -q; test ! -e New.md; echo since >> Home.md
        """,
      check: "grep -q theirs Walden.md; test -e New.md; grep -q since Home.md; zib sync -q"),
    Case(
      recipe: "settings", state: "zib commit -q; rm -rf .zib",
      check:
        "grep -q 'language: de' .zib/config.yml; zib sync -q; cd ../a; zib sync -q; test -e .zib/config.yml"
    ),
    Case(
      recipe: "settings",
      state: "zib commit -q; rm -rf .zib/*; git add -A; git commit -qm 'No settings'",
      check:
        "grep -q 'language: de' .zib/config.yml; zib sync -q; cd ../a; zib sync -q; test -e .zib/config.yml"
    ),
    Case(
      recipe: "cache", state: "zib search one > ../wanted; printf x > .zib/cache/manifest",
      check: "test ! -e .zib/cache; zib search one | cmp - ../wanted"),
    Case(
      recipe: "reviews",
      state: answers + """
        answer 1; answer 2; zib commit -q; answer 3
        cat .zib/reviews/*/*.log | sort > ../wanted; test $(wc -l < ../wanted) = 3
        for log in .zib/reviews/*/*.log; do
          printf '%sx' "$(head -c 30 "$log")" > ../log; tail -n 1 "$log" | sed 's/^/\\n/' >> ../log; cp ../log "$log"
        done
        """,
      check: """
        sort .zib/reviews/*/*.log | cmp - ../wanted; zib doctor || exit 1; zib sync -q
        """),
    Case(
      recipe: "reviews",
      state: answers + """
        answer 1; answer 2; zib commit -q; cat .zib/reviews/*/*.log | sort > ../wanted; rm -r .zib/reviews
        """,
      check: """
        sort .zib/reviews/*/*.log | cmp - ../wanted; test -e .zib/reviews/.gitattributes; zib doctor || exit 1
        test -z "$(git status --porcelain)"; zib sync -q
        """),
    Case(
      recipe: "reviews",
      state: answers + """
        answer 1; answer 2; zib commit -q; cat .zib/reviews/*/*.log | sort > ../wanted
        git rm -q -r .zib/reviews; git commit -qm 'No reviews'
        """,
      check: """
        sort .zib/reviews/*/*.log | cmp - ../wanted; zib doctor || exit 1; zib sync -q
        """),
    Case(
      recipe: "forced",
      state: """
        (cd ../a && echo old > Old.md && zib sync -q); zib sync -q; echo ours > Ours.md; zib commit -q
        cd ../a; git reset -q --hard HEAD~1; echo forced > Forced.md; git add -A; git commit -qm forced
        git push -q --force origin main
        """,
      check: """
        test -e Old.md; test -e Ours.md; test -e Forced.md; test -z "$(git status --porcelain)"
        cd ../a; zib sync -q; test -e Old.md; test -e Ours.md
        """),
    Case(
      recipe: "secret",
      state: """
        echo 'PIN 1234' > Secret.md; zib sync -q; (cd ../a && zib sync -q); echo since >> Home.md; zib sync -q
        """,
      check: """
        grep -q since Home.md; test ! -e Secret.md; zib sync -q; mv ../a ../old; zib clone -q ../remote.git ../a
        echo more >> ../a/Home.md; (cd ../a && zib sync -q); zib sync -q; grep -q more Home.md
        test -z "$(git -C ../remote.git log --all --format=%h -- Secret.md)"; test -e Walden.md
        """),
    Case(
      recipe: "unwritten",
      state: "(cd ../a && echo theirs > Locked.md && zib sync -q); mkfifo Locked.md; zib sync -q",
      check: """
        grep -q Locked.md ../said; cmp Locked.md ../Locked.md; test -p ../in-the-way
        test -z "$(git ls-files -v | grep '^S')"; test -z "$(git status --porcelain)"; zib sync -q
        test -z "$(zib status --json | grep '"unwritten":\\[{')"
        """),
    Case(
      recipe: "encoding",
      state: """
        echo 'Plain.txt text working-tree-encoding=UTF-16' > ../a/.gitattributes
        (cd ../a && printf 'one\\ntwo\\n' | iconv -t UTF-16 > Plain.txt && zib sync -q); zib sync -q
        rm ../a/.gitattributes; (cd ../a && zib sync -q); zib sync -q
        printf 'one\\ntwo\\n' | iconv -t UTF-16 | cmp - Plain.txt || exit 9
        printf 'one\\ntwo, edited\\n' | iconv -t UTF-16 > Plain.txt
        """,
      check: """
        printf 'one\\ntwo, edited\\n' > ../expected; cmp Plain.txt ../expected
        zib commit -q; git show HEAD:Plain.txt | cmp - ../expected
        """),
    Case(
      recipe: "branches",
      state: """
        mkdir ../c; cd ../c; git init -q -b master; echo c > C.md; git add -A; git commit -qm c
        git remote add origin ../remote.git; git push -q -u origin master
        """,
      check:
        "test -e C.md; test -e Walden.md; test $(git rev-parse HEAD origin/main | uniq | wc -l) -eq 1; zib sync -q"
    ),
    Case(
      recipe: "branches-other",
      state: """
        cd ../c 2>/dev/null || mkdir ../c && cd ../c
        git init -q -b master; mkdir .zib; echo c > C.md; git add -A; git commit -qm c
        git remote add origin ../remote.git; git push -q -u origin master
        """,
      check: """
        test -e C.md; test -e Walden.md; test "$(git branch --show-current)" = main; zib sync -q
        cd ../b; zib sync -q; test -e C.md
        """, device: "c"),
    Case(
      recipe: "half-merged",
      state: """
        git switch -q -c side; sed -i.b 's/^one/side/' Walden.md; rm *.b; git commit -qam side
        git switch -q main; sed -i.b 's/^one/main/' Walden.md; rm *.b; git commit -qam main
        git merge -q side; git status | grep -q 'have unmerged paths' || exit 9
        """,
      check: "git status --porcelain | grep . && exit 1; zib sync -q"),
    Case(
      recipe: "clone", state: "zib sync -q", check: "cmp ../again/Walden.md Walden.md"),
    Case(
      recipe: "clone",
      state: "zib sync -q; git -C ../remote.git symbolic-ref HEAD refs/heads/master",
      check: "cmp ../again/Walden.md Walden.md"),
  ]

  @Test(.timeLimit(.minutes(20)), arguments: cases)
  private func `the recipe helps, without zib`(case: Case) throws {
    let recipe = try #require(try Self.recipes()[`case`.recipe], "no recipe \(`case`.recipe)")
    let devices = try SyncedDevices(Self.notes)
    let state = devices.run(`case`.state, in: "b")
    // A sync that leaves a file waiting ends with 3, and one with a conflict with 4.
    let allowed: [Int32] = `case`.recipe == "unwritten" ? [0, 1, 3, 4] : [0, 1, 4]
    #expect(allowed.contains(state.status), "the state: \(state.output)")
    Self.run(recipe, on: devices, in: `case`.device, `case`.check)
  }

  private static func run(
    _ recipe: String, on devices: SyncedDevices, in device: String, _ check: String
  ) {
    // Without the folder of the program, which comes first, there is no `zib`.
    let said = devices.run(
      """
      PATH=${PATH#*:}; if command -v zib; then exit 98; fi
      {
      \(recipe)
      } > "$HOME/said"
      """, in: device)
    #expect(said.status == 0, "the recipe ends with \(said.status): \(said.output)")
    let checked = devices.run("set -e\n" + check, in: device)
    #expect(checked.status == 0, "after the recipe: \(said.output)\n--\n\(checked.output)")
  }

  /// Stops a sync of `b` while it writes the folder.
  private static func stopped() throws -> SyncedDevices {
    for _ in 1...10 {
      let devices = try SyncedDevices(
        Self.notes + "\nfor n in $(seq 400); do printf 'one\\n\\ntwo\\n' > \"N$n.md\"; done")
      let state = devices.run(
        """
        (cd ../a && sed -i.b 's/^one/theirs/' N*.md && rm *.b && for n in $(seq 9); do echo new > "New$n.md"; done
          zib sync -q)
        sed -i.b 's/^two/ours/' N7.md; rm *.b
        zib sync -q & p=$!
        while read -r line < N1.md; [ "$line" = one ] && kill -0 $p 2>/dev/null; do :; done
        kill -9 $p; wait $p
        [ -e .git/zib/journal ] && grep -q theirs N*.md && [ "$(grep -l theirs N*.md | wc -l)" -lt 400 ]
        """, in: "b")
      if state.status == 0 { return devices }
    }
    throw NotStopped()
  }

  private struct NotStopped: Error {}

  private static let checkOfStopped = """
    test -z "$(git status --porcelain)"; test -z "$(find . -name '.zib-sync-*')"; test ! -e .git/zib/journal
    test "$(grep -l theirs N*.md | wc -l)" -eq 400; test -e New9.md; grep -q ours N7.md
    zib sync -q; cd ../a; zib sync -q
    test "$(grep -l theirs N*.md | wc -l)" -eq 400; test -e New9.md; grep -q ours N7.md
    """

  @Test(.timeLimit(.minutes(20))) func `a sync that was stopped half-way is finished without zib`()
    throws
  {
    let recipe = try #require(try Self.recipes()["stopped"])
    Self.run(recipe, on: try Self.stopped(), in: "b", Self.checkOfStopped)
  }

  @Test(.timeLimit(.minutes(20))) func `a journal that cannot be read is done without`() throws {
    let recipe = try #require(try Self.recipes()["journal"])
    let devices = try Self.stopped()
    devices.run("printf x > .git/zib/journal", in: "b")
    Self.run(recipe, on: devices, in: "b", Self.checkOfStopped)
  }

  @Test(.timeLimit(.minutes(20)))
  func `P25 zib itself goes on without a journal that cannot be read`() throws {
    for befalls in ["printf x > .git/zib/journal", "rm .git/zib/journal"] {
      let devices = try Self.stopped()
      devices.run(befalls, in: "b")
      let said = devices.run("zib sync", in: "b")
      #expect(said.status == 0, "\(befalls): \(said)")
      let checked = devices.run("set -e\n" + Self.checkOfStopped, in: "b")
      #expect(checked.status == 0, "\(befalls): \(said)\n--\n\(checked.output)")
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `P25 git add and commit after a kill take nothing back, and no temporary file in`() throws {
    let devices = try Self.stopped()
    let committed = devices.run(
      "git add -A && git commit -qm 'By hand' && git ls-files | grep -c zib-sync", in: "b")
    #expect(committed.output == "0", "\(committed)")
    let said = devices.run("zib sync", in: "b")
    #expect(said.status == 0, "\(said)")
    let checked = devices.run("set -e\n" + Self.checkOfStopped, in: "b")
    #expect(checked.status == 0, "\(said)\n--\n\(checked.output)")
  }

  @Test func `zib help recovery prints the page`() throws {
    let page = try Documents.text(Self.page).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .filter { !$0.hasPrefix("<!--") }
    let source =
      """
      /// The page for the day when something goes wrong, as the program prints it.
      ///
      /// It is the article `WhenSomethingGoesWrong.md` of Sync without its comments; `UPDATE_GOLDEN=1 swift test --filter
      /// RecoveryTests` writes it here.
      package enum RecoveryPage {
        /// The text, in Markdown.
        package static let text = #\"""

      """ + page.dropLast().map { ($0.isEmpty ? "" : "    " + $0) + "\n" }.joined() + """

            \"""#
        }

        """
    if Documents.isUpdating {
      try Documents.write(source, to: "Sources/Rendering/Sharing/RecoveryPage.swift")
    }
    #expect(try Documents.text("Sources/Rendering/Sharing/RecoveryPage.swift") == source)
    #expect(RecoveryPage.text == page.joined(separator: "\n"))
  }

  @Test func `every recipe of the page is run`() throws {
    let run = Set(Self.cases.map(\.recipe)).union(["stopped", "journal"])
    let recipes = try Self.recipes()
    #expect(Set(recipes.keys) == run)
    let blocks = try Documents.text(Self.page).split(separator: "\n").count { $0 == "```sh" }
    #expect(blocks == recipes.count, "a block without a name")
  }

  /// The page's blocks by their names.
  static func recipes() throws -> [String: String] {
    var recipes: [String: String] = [:]
    var name: String?
    var isInside = false
    for line in try Documents.text(page).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<!-- recipe: ") {
        name = String(line.dropFirst(13).prefix { $0 != " " })
      } else if line == "```sh" {
        isInside = true
      } else if line.hasPrefix("```") {
        (isInside, name) = (false, nil)
      } else if isInside, let name {
        recipes[name, default: ""] += line + "\n"
      }
    }
    return recipes
  }
}
