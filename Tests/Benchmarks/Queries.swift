import Files
import Indexing
import OperatingSystem
import Search

/// A file of queries by kind.
struct Queries {
  private var lines: [(kind: String, query: String)] = []

  init(_ text: String) {
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 2 else { continue }
      let words = fields[2]
      let query =
        switch fields[1] {
        case "phrase": "\"\(words)\""
        case "prefix": words + "*"
        case "or3": words.split(separator: " ").joined(separator: " OR ")
        default: words
        }
      lines.append((fields[1], query))
    }
  }

  /// Prints a line for each note among the best 20 of each query: the query, the bits of its score, its path.
  func printResults(_ search: VaultSearch) throws {
    for (_, text) in lines {
      for result in try search.results(search.query(text), limit: 20) {
        print("\(text)\t\(result.score.bitPattern)\t\(result.path.text)")
      }
    }
  }

  static func read(_ path: String) -> String? {
    readBytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A file's bytes; nil where it cannot be read.
  static func readBytes(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Self.readSome(descriptor, $0)
      }
      guard count > 0 else { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  private static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int
  {
    unsafe systemRead(descriptor, buffer.baseAddress, buffer.count)
  }

  /// Prints a line for each query: its kind, the best of `runs` in microseconds, and its hits.
  func run(_ search: VaultSearch, runs: Int) throws {
    for (kind, text) in lines {
      var best = Double.infinity
      var hits = 0
      for _ in 0..<runs {
        let start = Clock.now()
        hits = try search.results(search.query(text), limit: 20).count
        best = min(best, Double(Clock.now() - start) / 1000)
      }
      print("\(kind)\t\(best)\t\(hits)\t\(text)")
    }
  }
}
