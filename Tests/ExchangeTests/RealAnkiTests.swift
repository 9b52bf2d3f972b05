import Exchange
import Notes
import Reviews
import Testing

/// Imports of our packages by the real Anki, where Python has it (`pip install anki`).
@Suite struct RealAnkiTests {
  private static let hasAnki = Scratch.run("python3 -c 'import anki.collection'").status == 0

  /// The lines that `anki_check.py` prints of packages.
  private func lines(of packages: [(name: String, package: AnkiPackage)]) throws -> [String] {
    let scratch = try Scratch()
    for (name, package) in packages {
      try package.write(to: scratch.file("\(name).apkg")) { Array("image \($0)".utf8) }
    }
    let script = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let files = packages.map { "'\(scratch.path)/\($0.name).apkg'" }.joined(separator: " ")
    let run = Scratch.run("python3 '/\(script)/anki_check.py' '\(scratch.path)' \(files)")
    #expect(run.status == 0, "\(run.output)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(.enabled(if: hasAnki, "python3 has no package called anki"))
  func `the real Anki takes every package, and the same one again as nothing new`() throws {
    let packages = [
      ("phases", Sample.everyPhase), ("texts", Sample.package(Sample.texts)),
      ("empty", Sample.package([])), ("many", Sample.package(Sample.many(1_200))),
    ]
    let lines = Set(try lines(of: packages.map { (name: $0.0, package: $0.1) }))
    func told(_ line: String) {
      let about = line.split(separator: " ").prefix(2).joined(separator: " ")
      let isTold = lines.contains(line)
      #expect(
        isTold,
        "wanted: \(line)\nAnki: \(lines.filter { $0.hasPrefix(about) }.sorted().joined(separator: "\n"))"
      )
    }
    let nothingElse = "conflicting=0 other=0"
    for (name, package) in packages {
      let notes = package.notes
      let cards = notes.flatMap(\.cards)
      let answers = cards.reduce(0) { $0 + $1.answers.count }
      told("\(name) first new=\(notes.count) updated=0 duplicate=0 \(nothingElse)")
      told("\(name) second new=0 updated=0 duplicate=\(notes.count) \(nothingElse)")
      let counts = "notes=\(notes.count) cards=\(cards.count) revlog=\(answers)"
      told("\(name) counts \(counts)")
      told("\(name) counts again \(counts)")
      told("\(name) integrity ok")
      told("\(name) empty 0")
      told("\(name) unsummed 0")
      told("\(name) missing []")
    }
    schedules(told)
    texts(told)
  }

  private func schedules(_ told: (String) -> Void) {
    // Days from today, where today is the day of the test and not of the sample.
    let days = { (day: Int32) in "due=\(day - Sample.realToday.number)" }
    let today = Sample.today.number
    let due = Sample.now / 1000 + 600
    let lines = [
      "1/0 schedule type=0 queue=0 due=1 ivl=0 reps=0 lapses=0",
      "2/0 schedule type=1 queue=1 due=\(due) ivl=0 reps=1 lapses=0",
      "3/0 schedule type=2 queue=2 \(days(today + 5)) ivl=5 reps=2 lapses=0",
      "4/0 schedule type=3 queue=1 due=\(due) ivl=2 reps=3 lapses=1",
      "5/0 schedule type=2 queue=-1 \(days(today + 5)) ivl=5 reps=2 lapses=0",
      "6/0 schedule type=2 queue=-3 \(days(today + 5)) ivl=5 reps=2 lapses=0",
      "7/0 schedule type=0 queue=-1 due=7 ivl=0 reps=0 lapses=0",
      "8/0 schedule type=1 queue=3 \(days(today + 2)) ivl=0 reps=1 lapses=0",
      "3/0 memory s=5.25 d=4.5 dr=0.9 decay=0.154 last=\(Sample.now / 1000)",
      "3/0 deck \"Notes::Garden\"", "3/0 tags [\"garden\", \"trees::fruit\"]",
    ]
    for line in lines { told("phases zib-000000000000000" + line) }
  }

  private func texts(_ told: (String) -> Void) {
    let lines = [
      #"100/0 fields ["\#(Sample.hostileHTML)", "\#(Sample.hostileHTML)", "The fig tree (Garden/Fig.md)"]"#,
      "100/0 sounds 0",
      // The asked gap shows its hint, the others what they hold.
      #"110/0 front "<div dir=\"auto\"><span class=\"cloze\" data-cloze=\"Austen\" data-ordinal=\"1\">[who]</span> wrote <span class=\"cloze-inactive\" data-ordinal=\"2\">std:<!-- -->:Emma}<!-- -->}<!-- --></span>.</div>""#,
      #"110/1 back "<div dir=\"auto\"><span class=\"cloze-inactive\" data-ordinal=\"1\">Austen</span> wrote <span class=\"cloze\" data-ordinal=\"2\">std:<!-- -->:Emma}<!-- -->}<!-- --></span>.</div>\n\n<div dir=\"auto\"></div>\n\n<div class=\"source\" dir=\"auto\">The fig tree (Garden/Fig.md)</div>""#,
      #"120/0 front "<div class=\"quote\" dir=\"auto\">שלום<br>🍇<br><img src=\"B_ste-6de884771e5f1410.png\"></div>""#,
    ]
    for line in lines { told("texts zib-0000000000000" + line) }
  }
}
