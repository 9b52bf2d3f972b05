/// The semantic tokens that a client has, so that it is sent only what changed.
struct TokenMemory {
  private var kept: [[UInt8]: (id: String, data: [Int])] = [:]
  private var count = 0

  /// Keeps the tokens of a document; gives their id.
  mutating func keep(_ data: [Int], of key: [UInt8]) -> String {
    count += 1
    kept[key] = (String(count), data)
    return String(count)
  }

  /// The tokens that were kept under an id.
  func tokens(of key: [UInt8], id: String) -> [Int]? {
    guard let known = kept[key], known.id == id else { return nil }
    return known.data
  }

  mutating func forget(_ key: [UInt8]) { kept[key] = nil }
}
