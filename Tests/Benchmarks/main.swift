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
struct NoClient: SearchClient {
  func documents(matching predicate: Predicate, in index: Index) throws(IndexError) -> [DocumentSet]
  { index.emptySets() }
  func text(of id: DocumentID, in scope: FieldScope, _ index: Index) throws(IndexError) -> [UInt8]?
  { nil }
}
let vocabulary = QueryVocabulary(textFields: [:], keys: [:])
let index = try IndexStore(directory: dir, schema: schema).open()
let searcher = Searcher(index, client: NoClient())
var byKind: [(String, [Double], Int, Int)] = []
for line in String(decoding: slurp(CommandLine.arguments[3]), as: UTF8.self).split(separator: "\n")
  .dropFirst()
{
  let f = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  let k = f[1], t = f[2]
  let q =
    k == "phrase"
    ? "\"\(t)\""
    : k == "prefix" ? t + "*" : k == "or3" ? t.split(separator: " ").joined(separator: " OR ") : t
  var best = 1e9; var n = 0
  for _ in 0..<5 {
    let a = now()
    do { _ = try searcher.best(20, of: Query(q, vocabulary: vocabulary).root) } catch {
      print("ERR", k, q, error); break
    }
    let hits = try searcher.best(20, of: Query(q, vocabulary: vocabulary).root)
    for h in hits { _ = try index.key(of: h.id) }
    best = min(best, now() - a); n = hits.count
  }
  if byKind.last?.0 != k { byKind.append((k, [], 0, 0)) }
  byKind[byKind.count - 1].1.append(best * 1e6); byKind[byKind.count - 1].2 += n;
  if n == 0 { byKind[byKind.count - 1].3 += 1 }
}
for (k, v, n, z) in byKind {
  let s = v.sorted();
  print(
    k, "p50", s[s.count / 2], "p99", s[min(s.count - 1, s.count * 99 / 100)], "hits", n, "zero", z)
}
for w in CommandLine.arguments.dropFirst(4) {
  let set = try? searcher.documents(of: Query(w, vocabulary: vocabulary).root)
  print(w, set?[0].count as Any)
}
