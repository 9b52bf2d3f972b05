import Glibc
import Search

func now() -> Double {
  var t = timespec(); unsafe clock_gettime(CLOCK_MONOTONIC, &t);
  return Double(t.tv_sec) + Double(t.tv_nsec) / 1e9
}
let schema = IndexSchema(
  fields: [
    .init(name: "body", weight: 1, isSearchable: false),
    .init(name: "title", weight: 8, isSearchable: true),
  ], columnCount: 1, tieBreakColumn: 0, revision: 1)
let list = CommandLine.arguments[1], dir = CommandLine.arguments[2]
func slurp(_ p: String) -> [UInt8] {
  let fd = unsafe open(p, O_RDONLY); var st = stat(); unsafe fstat(fd, &st);
  var b = [UInt8](repeating: 0, count: Int(st.st_size));
  let n = unsafe b.withUnsafeMutableBytes { unsafe read(fd, $0.baseAddress!, $0.count) }; close(fd);
  if n < b.count { b.removeLast(b.count - max(0, n)) }; return b
}
let paths = String(decoding: slurp(list), as: UTF8.self).split(separator: "\n").map {
  Array($0.utf8)
}
for _ in 0..<3 {
  let t0 = now()
  let builder = IndexBuilder(schema: schema, threads: 2)
  var index = try Index(schema: schema).updating(.init(added: paths, removed: []), using: builder) {
    i, w in
    let text = slurp(String(decoding: paths[i], as: UTF8.self))
    w.setLanguage("en"); w.title = paths[i]
    text.withByteView { w.add($0, from: 0, to: $0.count, field: 0) }
    return true
  }
  let t1 = now()
  let store = IndexStore(directory: dir, schema: schema)
  try store.remove()
  try store.commit(&index)
  let t2 = now()
  print(
    "build", t1 - t0, "commit", t2 - t1, "docs", index.documentCount, "bytes", index.byteCount,
    "segs", index.segmentCount)
  let o = try store.open(); try o.verify(); print("open+verify", now() - t2, o.documentCount)
}
