// Measures the engine in the process, for the comparison with its peers that `compare.py` runs.
//
//   zib-bench build VAULT [RUNS]           seconds to index all notes, the folder's walk included
//   zib-bench queries VAULT FILE [RUNS]    microseconds for the best 20 of each query in FILE
//
// FILE has lines of `id TAB kind TAB words`, with a heading; kinds are rare, common, and2, and3,
// phrase, prefix and or3.

import Notes
import Search
import Vaults

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

func seconds() -> Double { Double(Clock.now()) / 1e9 }

func fail(_ message: String) -> Never {
  print(message)
  exit(2)
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else { fail("usage: zib-bench build|queries VAULT …") }
let environment = Environment.ofProcess()
let vault = try Vault.find(
  from: DiskPath("."), explicit: DiskPath(arguments[2]), environment: environment)

switch arguments[1] {
case "build":
  for _ in 0..<(arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1) {
    let start = seconds()
    let index = try vault.index(rebuilding: true, zone: .utc)
    print(
      "build \(seconds() - start) notes \(index.index.documentCount)",
      "bytes \(index.index.byteCount) segments \(index.index.segmentCount)",
      "peak \(Memory.peakKilobytes)")
  }
case "queries":
  guard arguments.count > 3, let bytes = Queries.read(arguments[3]) else { fail("no queries") }
  let index = try vault.index(zone: .utc)
  let search = VaultSearch(vault, index, today: CivilDate(daysSinceEpoch: 20_000), zone: .utc)
  try Queries(bytes).run(search, runs: arguments.count > 4 ? Int(arguments[4]) ?? 5 : 5)
default: fail("usage: zib-bench build|queries VAULT …")
}
