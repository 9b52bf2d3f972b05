// Measures the engine in the process, for the comparison with its peers that `compare.py` runs.
//
//   zib-bench build VAULT [RUNS]           seconds to index all notes, the folder's walk included
//   zib-bench queries VAULT FILE [RUNS]    microseconds for the best 20 of each query in FILE
//   zib-bench results VAULT FILE           the best 20 of each query in FILE with their scores, to compare two builds
//   zib-bench merge FOLDER [RUNS]          merges a second of FOLDER/*/*/{base,left,right}.md
//   zib-bench reviews CARDS [RUNS]         seconds to replay ten events a card and list the due
//   zib-bench optimize LOG.csv [SEEDS] [FIRST]
//                                          seconds, log loss and weights of fits with seeds from FIRST on
//   zib-bench report LOG.csv [SEEDS] [FIRST]
//                                          log loss on all items and the last fifth, standard and fitted
//   zib-bench evaluate LOG.csv WEIGHTS     log loss with each line of weights, parted by commas
//   zib-bench formats read|write REPOSITORY [RUNS]
//   zib-bench formats objects REPOSITORY [RUNS]
//                                          seconds for the staging index, and for 1,000 objects; see formats.py
//   zib-bench structure LIST               the blocks, headings, links and code of each note that LIST names
//
// FILE has lines of `id TAB kind TAB words`, with a heading; kinds are rare, common, and2, and3,
// phrase, prefix and or3.

import Files
import Indexing
import Notes
import OperatingSystem
import Search
import Vaults

func seconds() -> Double { Double(Clock.now()) / 1e9 }

func fail(_ message: String) -> Never {
  print(message)
  exit(2)
}

let arguments = CommandLine.arguments
let usage = "usage: zib-bench build|queries VAULT … | merge FOLDER | reviews CARDS | optimize LOG"
guard arguments.count > 2 else { fail(usage) }
if arguments[1] == "merge" {
  let runs = arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
  Merges(below: arguments[2]).run(runs: runs)
  exit(0)
}
if arguments[1] == "formats", arguments.count > 3 {
  let formats = Formats(repository: arguments[3])
  let runs = arguments.count > 4 ? Int(arguments[4]) ?? 5 : 5
  switch arguments[2] {
  case "read": try formats.read(runs: runs)
  case "write": try formats.write(runs: runs)
  default: try formats.objects(1000, runs: runs)
  }
  exit(0)
}
if arguments[1] == "structure" {
  guard let list = Queries.read(arguments[2]) else { fail("no list") }
  Structure.run(list: list)
  exit(0)
}
if arguments[1] == "reviews" {
  guard let cards = Int(arguments[2]), cards > 0, cards < 1 << 32 else { fail(usage) }
  let runs = arguments.count > 3 ? Int(arguments[3]) ?? 5 : 5
  SyntheticReviews(events: cards * 10, cards: cards).run(runs: runs)
  exit(0)
}
if ["optimize", "report", "evaluate"].contains(arguments[1]) {
  guard let log = Queries.read(arguments[2]) else { fail("no log") }
  let optimizations = Optimizations(log)
  let count = arguments.count > 3 ? UInt64(arguments[3]) ?? 10 : 10
  let first = arguments.count > 4 ? UInt64(arguments[4]) ?? 0 : 0
  let seeds = first..<first + count
  switch arguments[1] {
  case "optimize": optimizations.run(seeds: seeds)
  case "report": optimizations.report(seeds: seeds)
  default:
    guard arguments.count > 3, let weights = Queries.read(arguments[3]) else { fail("no weights") }
    optimizations.evaluate(weights)
  }
  exit(0)
}
let environment = Environment.ofProcess()
let vault = try Vault.find(
  from: DiskPath("."), explicit: DiskPath(arguments[2]), environment: environment)

switch arguments[1] {
case "build":
  for _ in 0..<(arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1) {
    let start = seconds()
    let index = try vault.index(rebuilding: true)
    print(
      "build \(seconds() - start) notes \(index.notes.documentCount)",
      "bytes \(index.notes.byteCount) segments \(index.notes.segmentCount)",
      "peak \(Memory.peakKilobytes)")
  }
case "queries":
  guard arguments.count > 3, let bytes = Queries.read(arguments[3]) else { fail("no queries") }
  let index = try vault.index()
  let search = VaultSearch(vault, index, today: CivilDate(daysSinceEpoch: 20_000), zone: .utc)
  try Queries(bytes).run(search, runs: arguments.count > 4 ? Int(arguments[4]) ?? 5 : 5)
case "results":
  guard arguments.count > 3, let bytes = Queries.read(arguments[3]) else { fail("no queries") }
  let index = try vault.index()
  let search = VaultSearch(vault, index, today: CivilDate(daysSinceEpoch: 20_000), zone: .utc)
  try Queries(bytes).printResults(search)
default: fail(usage)
}
