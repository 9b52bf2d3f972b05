import Layout

/// Cuts a stream of bytes into the messages of the protocol.
///
/// ```
/// message := header* CRLF content
/// header  := name ":" value CRLF          Content-Length is the number of bytes of the content
/// ```
/// Whatever the bytes are, they give messages or faults, and after a fault the next message is found again.
package struct MessageFrames: Sendable {
  /// A message, or bytes that are none.
  package enum Frame: Equatable, Sendable {
    case content([UInt8])
    /// Bytes that have no header of a length, or a length that is no number or too large.
    case fault(String)
  }

  /// The largest content that is read, in bytes.
  package static let sizeLimit = 256 << 20
  /// The largest header.
  private static let headerLimit = 16 << 10

  private var bytes: [UInt8] = []
  /// The bytes before this offset are taken.
  private var start = 0
  /// The offset up to which no end of a header was found.
  private var scanned = 0

  package init() {}

  /// Adds bytes as they come.
  package mutating func add(_ more: some Collection<UInt8>) {
    if start > 0, start == bytes.count || start > 1 << 20 {
      bytes.removeFirst(start)
      scanned = max(0, scanned - start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// True if bytes wait that are no whole message.
  package var isInside: Bool { start < bytes.count }

  /// The next message, or nil until more bytes come.
  package mutating func next() -> Frame? {
    guard let end = endOfHeader() else {
      guard bytes.count - start > Self.headerLimit else { return nil }
      return fault("a header of more than \(Self.headerLimit) bytes")
    }
    guard let length = Self.length(in: bytes[start..<end.content]) else {
      return fault("a message without a Content-Length")
    }
    guard length <= Self.sizeLimit else { return fault("a message of \(length) bytes") }
    guard bytes.count - end.next >= length else { return nil }
    let content = Array(bytes[end.next..<(end.next + length)])
    start = end.next + length
    scanned = start
    return .content(content)
  }

  /// The end of the header's lines, and the offset past the empty line after them; a lone LF ends a line as well.
  private mutating func endOfHeader() -> (content: Int, next: Int)? {
    var index = max(start, scanned - 4)
    while index < bytes.count {
      if bytes[index] == .lineFeed {
        if index + 1 < bytes.count, bytes[index + 1] == .lineFeed { return (index, index + 2) }
        if index + 2 < bytes.count, bytes[index + 1] == .carriageReturn,
          bytes[index + 2] == .lineFeed
        {
          return (index, index + 3)
        }
      }
      index += 1
    }
    scanned = bytes.count
    return nil
  }

  /// The number that a header gives; one that overflows is the greatest.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    let name = Array("content-length:".utf8)
    for line in header.split(whereSeparator: \.isLineEnd) {
      guard line.prefix(name.count).map(\.asciiLowercased) == name else { continue }
      let digits = line.dropFirst(name.count).filter { !$0.isBlank }
      guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
      return Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
    return nil
  }

  /// Goes on at the next header of a length, past the one that is wrong.
  private mutating func fault(_ words: String) -> Frame {
    let mark = Array("content-length:".utf8)
    var index = start + 1
    while index < bytes.count {
      if bytes[index] | 0x20 == mark[0] {
        let part = bytes[index...].prefix(mark.count).map(\.asciiLowercased)
        // The last bytes may be the beginning of one.
        if mark.starts(with: part) { break }
      }
      index += 1
    }
    start = min(index, bytes.count)
    scanned = start
    return .fault(words)
  }

  /// A message with its header.
  package static func framed(_ content: [UInt8]) -> [UInt8] {
    Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content
  }
}
