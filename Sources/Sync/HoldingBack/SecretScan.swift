/// A search through the bytes of a file for private keys and tokens, once from the first to the last.
struct SecretScan {
  private let bytes: [UInt8]
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // The test by which git tells text from data.
    let isBinary = bytes.prefix(8_000).contains(0)
    end = isBinary ? min(bytes.count, 256) : bytes.count
  }

  /// The first secret, with the offset of its beginning.
  mutating func next() -> (kind: Secret.Kind, offset: Int)? {
    var index = 0
    while index < end {
      let byte = bytes[index]
      guard Self.isBeginning[Int(byte)] else {
        index += 1
        continue
      }
      if byte == 0x2D {
        if let header = headerEnd(at: index) {
          let (isKey, next) = keyBody(from: header)
          if isKey { return (.privateKey, index) }
          index = next
        } else {
          index += 1
        }
      } else if index > 0, Self.isTokenByte(bytes[index - 1]) {
        index += 1
      } else if let maker = maker(at: index) {
        return (.token(maker), index)
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The bytes that a key's header or a token begins with.
  private static let isBeginning: [Bool] = {
    var table = Array(repeating: false, count: 256)
    for byte in "-AgxsrP".utf8 { table[Int(byte)] = true }
    return table
  }()

  // MARK: Private keys

  private func matches(_ text: StaticString, at offset: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset + count <= end else { return false }
    return bytes[offset..<offset + count].elementsEqual(text.description.utf8)
  }

  /// The offset after `-----BEGIN … PRIVATE KEY-----` or PGP's form of it.
  private func headerEnd(at offset: Int) -> Int? {
    guard offset + 11 < end, bytes[offset + 1] == 0x2D, matches("-----BEGIN ", at: offset) else {
      return nil
    }
    let start = offset + 11
    guard let dash = bytes[start..<min(end, start + 48)].firstIndex(of: 0x2D),
      matches("-----", at: dash)
    else { return nil }
    let label = String(decoding: bytes[start..<dash], as: UTF8.self)
    let isKey = label.hasSuffix("PRIVATE KEY") || label == "PGP PRIVATE KEY BLOCK"
    return isKey ? dash + 5 : nil
  }

  /// The least number of characters of a key: the body of the shortest (Ed25519 in PKCS #8) has 64.
  private static let shortestBody = 60

  /// Examines the text after a header, up to the next five dashes.
  ///
  /// - Returns: whether it is the body of a key with its footer, and the offset at which to
  ///   continue.
  private func keyBody(from start: Int) -> (isKey: Bool, next: Int) {
    var index = start
    var (coded, other) = (0, 0)
    // The run of base64 characters at hand, and the longest; a word of prose is short.
    var (run, longest) = (0, 0)
    while index < end {
      let byte = bytes[index]
      if byte == 0x2D, matches("-----", at: index) {
        let isKey =
          matches("-----END ", at: index) && coded >= Self.shortestBody && longest >= 24
          && other * 4 < coded
        return (isKey, index)
      }
      if Self.isWordByte(byte) || byte == 0x2B || byte == 0x2F || byte == 0x3D {
        coded += 1
        run += 1
        longest = max(longest, run)
      } else {
        // White space, and a line end as JSON writes it; headers such as `Proc-Type: 4,ENCRYPTED`.
        if byte > 0x20, byte != 0x5C { other += 1 }
        run = 0
      }
      index += 1
    }
    return (false, end)
  }

  // MARK: Tokens

  /// The maker of the token that begins here.
  private func maker(at offset: Int) -> String? {
    switch bytes[offset] {
    case 0x41:  // A
      if matches("AKIA", at: offset) || matches("ASIA", at: offset) {
        return isAmazon(offset) ? "Amazon" : nil
      }
      return matches("AIza", at: offset) && isGoogle(offset) ? "Google" : nil
    case 0x67:  // g
      if matches("github_pat_", at: offset) { return isGitHubFine(offset + 11) ? "GitHub" : nil }
      if matches("glpat-", at: offset) { return isGitLab(offset + 6) ? "GitLab" : nil }
      return matches("gh", at: offset) && isGitHub(offset) ? "GitHub" : nil
    case 0x78:  // x
      return matches("xox", at: offset) && isSlack(offset) ? "Slack" : nil
    case 0x72:  // r
      return matches("rk_live_", at: offset) && isStripe(offset + 8) ? "Stripe" : nil
    case 0x73:  // s
      if matches("sk_live_", at: offset) { return isStripe(offset + 8) ? "Stripe" : nil }
      if matches("sk-", at: offset), isModelKey(offset + 3) {
        return matches("sk-ant-", at: offset) ? "Anthropic" : "OpenAI"
      }
      return nil
    case 0x50:  // P
      return matches("PuTTY-User-Key-File-", at: offset) && matches("Private-Lines:", in: offset)
        ? "PuTTY" : nil
    default: return nil
    }
  }

  /// True if a text is within the first 4 kB; tested once a file, because the header is its first
  /// line.
  private func matches(_ text: StaticString, in offset: Int) -> Bool {
    guard offset == 0 else { return false }
    return (0..<min(end, 4_096)).contains { matches(text, at: $0) }
  }

  /// The characters of a token from an offset on.
  private func run(_ offset: Int, while isMember: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var last = offset
    while last < end, last - offset < 400, isMember(bytes[last]) { last += 1 }
    return bytes[offset..<last]
  }

  /// Access key ids: 20 characters of the alphabet of base32.
  private func isAmazon(_ offset: Int) -> Bool {
    let token = run(offset, while: Self.isTokenByte)
    return token.count == 20
      && token.dropFirst(4).allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
      && Self.looksRandom(token.dropFirst(4), distinct: 7, needsDigit: false)
  }

  private func isGoogle(_ offset: Int) -> Bool {
    let token = run(offset, while: Self.isTokenByte)
    return token.count == 39 && Self.looksRandom(token.dropFirst(4), distinct: 14)
  }

  /// `ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_`: 30 characters and the CRC-32 of them in base 62
  /// (github.blog, "Behind GitHub's new authentication token formats", 2021).
  private func isGitHub(_ offset: Int) -> Bool {
    guard offset + 4 < end, "pousr".utf8.contains(bytes[offset + 2]), bytes[offset + 3] == 0x5F
    else { return false }
    let token = run(offset + 4, while: Self.isTokenByte)
    guard token.count == 36, token.allSatisfy(Self.isAlphanumeric) else { return false }
    return Self.base62(Self.checksum(token.prefix(30))) == Array(token.suffix(6))
  }

  private func isGitHubFine(_ offset: Int) -> Bool {
    let token = run(offset, while: Self.isTokenByte)
    return token.count == 82 && token[offset + 22] == 0x5F
      && Self.looksRandom(token.suffix(59), distinct: 18)
  }

  private func isGitLab(_ offset: Int) -> Bool {
    let token = run(offset) { Self.isTokenByte($0) || $0 == 0x2E }
    return token.count >= 20 && Self.looksRandom(token, distinct: 10)
  }

  /// `xoxb-` and its sisters: numbers, then the secret, with hyphens between.
  private func isSlack(_ offset: Int) -> Bool {
    guard offset + 5 < end, "abeoprs".utf8.contains(bytes[offset + 3]), bytes[offset + 4] == 0x2D
    else { return false }
    let token = run(offset + 5, while: Self.isTokenByte)
    guard token.count >= 30, let secret = token.split(separator: 0x2D).last else { return false }
    return secret.count >= 20 && Self.looksRandom(secret, distinct: 9)
      && token.contains { (0x30...0x39).contains($0) }
  }

  private func isStripe(_ offset: Int) -> Bool {
    let token = run(offset, while: Self.isTokenByte)
    return token.count >= 24 && token.allSatisfy(Self.isAlphanumeric)
      && Self.looksRandom(token, distinct: 11)
  }

  /// `sk-…` of OpenAI, Anthropic and those who took over the form: a long run of letters and digits in it.
  private func isModelKey(_ offset: Int) -> Bool {
    let token = run(offset, while: Self.isTokenByte)
    guard token.count >= 32 else { return false }
    return token.split { $0 == 0x2D || $0 == 0x5F }.contains {
      $0.count >= 20 && Self.looksRandom($0, distinct: 10)
    }
  }

  // MARK: Characters

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  private static func isWordByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == 0x5F || byte == 0x2D
  }

  /// True unless the token looks like a placeholder: `EXAMPLE`, `xxxx`, `123456`, words.
  private static func looksRandom(
    _ token: ArraySlice<UInt8>, distinct: Int, needsDigit: Bool = true
  ) -> Bool {
    var seen = Array(repeating: false, count: 256)
    var (count, digits, letters, repeated, rising) = (0, 0, 0, 1, 1)
    var last: UInt8 = 0
    for byte in token {
      if !seen[Int(byte)] {
        seen[Int(byte)] = true
        count += 1
      }
      if (0x30...0x39).contains(byte) { digits += 1 } else { letters += 1 }
      repeated = byte == last ? repeated + 1 : 1
      rising = byte == last &+ 1 ? rising + 1 : 1
      if repeated >= 5 || rising >= 6 { return false }
      last = byte
    }
    if count < distinct || letters == 0 || needsDigit && digits == 0 { return false }
    let upper = token.map { $0 & 0xDF }
    let example = Array("EXAMPLE".utf8)
    return !upper.indices.contains { upper[$0...].starts(with: example) }
  }

  /// CRC-32 as in zlib.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  /// A number in six digits of base 62: digits, capitals, small letters.
  private static func base62(_ number: UInt32) -> [UInt8] {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    var (rest, result) = (Int(number), [UInt8]())
    for _ in 0..<6 {
      result.append(digits[rest % 62])
      rest /= 62
    }
    return result.reversed()
  }
}
