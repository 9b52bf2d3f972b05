import History

/// `$Id$` of the attribute `ident`, as `convert.c` of git 2.39 treats it.
package enum Ident {
  /// `$Id: … $` becomes `$Id$`.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    guard mayHold(bytes) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let dollar = rest.firstIndex(of: 0x24) {
      result += rest[...dollar]
      rest = rest[(dollar + 1)...]
      guard rest.count > 3, rest.starts(with: "Id:".utf8) else { continue }
      guard let end = rest.dropFirst(3).firstIndex(of: 0x24) else { break }
      if rest[..<end].contains(0x0A) { continue }
      result += Array("Id$".utf8)
      rest = rest[(end + 1)...]
    }
    return result + rest
  }

  /// Replaces `$Id$` by the id of the blob.
  ///
  /// Git has a second form, for files too large for memory, which leaves `$$Id$` alone; the bytes
  /// that are stored again are the same.
  package static func checkedOut(_ bytes: [UInt8], id: () throws -> ObjectID) rethrows -> [UInt8] {
    guard mayHold(bytes) else { return bytes }
    let expansion = Array("Id: \(try id().hex) $".utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let dollar = rest.firstIndex(of: 0x24) {
      result += rest[...dollar]
      rest = rest[(dollar + 1)...]
      guard rest.count >= 3, rest.starts(with: "Id".utf8) else { continue }
      switch rest[rest.startIndex + 2] {
      case 0x24: rest = rest.dropFirst(3)
      case 0x3A:
        guard let end = rest.dropFirst(3).firstIndex(of: 0x24) else { return result + rest }
        let words = rest[(rest.startIndex + 3)..<end]
        if words.contains(0x0A) { continue }
        // A space within is another system's keyword.
        if let space = words.dropFirst().firstIndex(of: 0x20), space < end - 1 { continue }
        rest = rest[(end + 1)...]
      default: continue
      }
      result += expansion
    }
    return result + rest
  }

  private static func mayHold(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0x24 && $1 == 0x49 }
  }
}
