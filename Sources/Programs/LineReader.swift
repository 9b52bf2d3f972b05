/// Splits a program's output into lines, which end with a line feed or, for progress, a carriage
/// return.
struct LineReader {
  /// All that came, up to the limit.
  private(set) var all: [UInt8] = []
  private var line: [UInt8] = []

  mutating func append(
    _ bytes: some Collection<UInt8>, limit: Int, _ onLine: ((String) -> Void)?
  ) {
    all += bytes.prefix(max(0, limit - all.count))
    guard let onLine else { return }
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        finish(onLine)
      } else if line.count < limit {
        line.append(byte)
      }
    }
  }

  /// Tells of a last line without an end.
  mutating func finish(_ onLine: ((String) -> Void)?) {
    if !line.isEmpty { onLine?(String(decoding: line, as: UTF8.self)) }
    line = []
  }
}
