import History

/// A search through the bytes of a file for private keys, tokens and passwords, once from the first to the last.
struct SecretScan {
  /// A secret, and the bytes it stands in.
  struct Found {
    let kind: Secret.Kind
    let range: Range<Int>
  }

  private let bytes: [UInt8]
  private let end: Int
  private let isSettingsOfNpm: Bool
  private var index = 0
  /// The bytes of data that are looked at: a key of a program says at its beginning what it is, and in the rest of data
  /// letters look like keys by chance.
  private static let beginningOfData = 256
  /// For each alphabet, where the run of its characters ends that was looked at last.
  private var runs = Array(repeating: 0..<0, count: TokenForm.Alphabet.allCases.count)

  init(_ bytes: [UInt8], at path: TreePath) {
    isSettingsOfNpm = path.name.elementsEqual(".npmrc".utf8)
    if let text = Self.text(ofUTF16: bytes) {
      self.bytes = text
      end = text.count
    } else {
      self.bytes = bytes
      // The test by which git tells text from data.
      let isBinary = bytes.prefix(8_000).contains(0)
      end = isBinary ? min(bytes.count, Self.beginningOfData) : bytes.count
    }
  }

  /// The bytes of a secret without white space, which an editor may change.
  func text(of found: Found) -> [UInt8] { bytes[found.range].filter { $0 > 0x20 } }

  /// The line that a secret begins in, counted from 1.
  func line(of found: Found) -> Int {
    bytes[..<found.range.lowerBound].reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// The next secret.
  mutating func next() -> Found? {
    let (beginning, isBeginning) = (Self.isFirst, Self.isBeginning)
    while index + 1 < end {
      let byte = bytes[index]
      guard beginning[Int(byte)], isBeginning[Int(byte) << 8 | Int(bytes[index + 1])] else {
        index += 1
        continue
      }
      if byte == 0x2D {
        guard let header = headerEnd(at: index) else {
          index += 1
          continue
        }
        let start = index
        let isKey: Bool
        (isKey, index) = keyBody(from: header)
        if isKey { return Found(kind: .privateKey, range: start..<index) }
        continue
      }
      if let found = token(at: index) ?? password(at: index) ?? puttyKey(at: index) {
        index = found.range.upperBound
        return found
      }
      index += 1
    }
    return nil
  }

  /// True for the first two bytes of what is looked for, at `first << 8 | second`.
  private static let isBeginning: [Bool] = {
    var table = Array(repeating: false, count: 65_536)
    for form in TokenForm.all { table[Int(form.beginning[0]) << 8 | Int(form.beginning[1])] = true }
    // Of a key's header, of PuTTY's, and of the authority of a URL.
    for pair in ["--", "Pu", ":/"].map({ Array($0.utf8) }) {
      table[Int(pair[0]) << 8 | Int(pair[1])] = true
    }
    return table
  }()

  private static let isFirst: [Bool] = (0..<256).map { first in
    isBeginning[(first << 8)..<((first + 1) << 8)].contains(true)
  }

  // MARK: UTF-16

  /// Text in UTF-16 with a byte for each unit, 0xFF for those that are not ASCII; nil for other contents.
  private static func text(ofUTF16 bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 8 else { return nil }
    let low: Int
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): low = 0
    case (0xFE, 0xFF): low = 1
    case (_, 0): low = 0
    case (0, _): low = 1
    default: return nil
    }
    let hasMark = bytes[low] == 0xFF
    let head = hasMark ? 2..<2 : 0..<8
    guard head.allSatisfy({ (bytes[$0] == 0) == ($0 & 1 != low) }) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 2)
    for index in stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2) {
      let unit = bytes[index + low]
      text.append(bytes[index + 1 - low] == 0 && unit < 0x80 ? unit : 0xFF)
    }
    return text
  }

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

  /// Fewer characters are no key: the body of the shortest (Ed25519 in PKCS #8) has 64.
  private static let shortestBody = 60

  /// Looks at what follows a header, up to the next five dashes.
  ///
  /// - Returns: whether it is the body of a key with its footer, and where to go on.
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
      if isAlphanumeric(byte) || byte == 0x2B || byte == 0x2F || byte == 0x3D {
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

  /// The token that begins here.
  private mutating func token(at offset: Int) -> Found? {
    let byte = bytes[offset]
    if byte != 0x3A, byte != 0x5F, offset > 0, isTokenByte(bytes[offset - 1]) { return nil }
    for form in TokenForm.beginning[Int(byte)] where begins(form, at: offset) {
      var start = offset + form.beginning.count
      var first = offset
      switch form.context {
      case .none: break
      case .assignment, .settingsOfNpm:
        if form.context == .settingsOfNpm, !isSettingsOfNpm { continue }
        guard let value = value(after: start) else { continue }
        start = value
      case .botNumber:
        while first > 0, offset - first < 12, isDigit(bytes[first - 1]) { first -= 1 }
        guard (8...11).contains(offset - first), first == 0 || !isTokenByte(bytes[first - 1]) else {
          continue
        }
      }
      if let last = tail(of: form, from: start) {
        return Found(kind: form.kind, range: first..<last)
      }
    }
    return nil
  }

  private func begins(_ form: TokenForm, at offset: Int) -> Bool {
    guard offset + form.beginning.count < end else { return false }
    for (index, byte) in form.beginning.enumerated() where bytes[offset + index] != byte {
      return false
    }
    return true
  }

  /// The offset of a value after `=` or `:`, white space and quotation marks.
  private func value(after offset: Int) -> Int? {
    var (index, hasSign) = (offset, false)
    while index < end, index - offset < 12 {
      switch bytes[index] {
      case 0x3A, 0x3D: hasSign = true
      case 0x20, 0x09, 0x22, 0x27, 0x60: break
      default: return hasSign ? index : nil
      }
      index += 1
    }
    return nil
  }

  /// The end of what follows the beginning of a form; nil where it is no token.
  private mutating func tail(of form: TokenForm, from start: Int) -> Int? {
    // Hostile text begins many tokens in one run.
    if !runs[form.alphabet.rawValue].contains(start) {
      var last = start
      while last < end, form.alphabet.contains(bytes[last]) { last += 1 }
      runs[form.alphabet.rawValue] = start..<last
    }
    var last = runs[form.alphabet.rawValue].upperBound
    // A sentence may end after a token.
    while form.alphabet == .dotted, last > start, bytes[last - 1] == 0x2E { last -= 1 }
    guard form.length.contains(last - start), last == end || !isTokenByte(bytes[last]),
      let random = form.random(bytes[start..<last]),
      looksRandom(random, distinct: form.distinct, needsDigit: form.needsDigit)
    else { return nil }
    return last
  }

  /// The key of a file that PuTTY wrote; the header is its first line.
  private func puttyKey(at offset: Int) -> Found? {
    guard offset == 0, matches("PuTTY-User-Key-File-", at: offset) else { return nil }
    let hasKey = (0..<min(end, 4_096)).contains { matches("Private-Lines:", at: $0) }
    return hasKey ? Found(kind: .token("PuTTY"), range: 0..<end) : nil
  }

  // MARK: Passwords

  /// A longer authority is none.
  private static let longestAuthority = 300

  /// The password of a URL whose `://` begins here.
  private func password(at offset: Int) -> Found? {
    guard matches("://", at: offset) else { return nil }
    var first = offset
    while first > 0, offset - first < 20,
      isAlphanumeric(bytes[first - 1]) || bytes[first - 1] == 0x2B
    {
      first -= 1
    }
    guard offset - first >= 2 else { return nil }
    let start = offset + 3
    var (last, at, colon) = (start, Int?.none, Int?.none)
    while last < end, last - start < Self.longestAuthority, !Self.endsAuthority[Int(bytes[last])] {
      if bytes[last] == 0x40 { at = last }
      if bytes[last] == 0x3A, colon == nil { colon = last }
      last += 1
    }
    guard let at, let colon, colon < at, colon > start else { return nil }
    let isSample = Self.isSample(
      user: bytes[start..<colon], password: bytes[(colon + 1)..<at], host: bytes[(at + 1)..<last])
    return isSample ? nil : Found(kind: .password, range: first..<last)
  }

  private static let endsAuthority: [Bool] = (0..<256).map { byte in
    byte <= 0x20 || byte == 0x7F || "/?#\"'<>`()[]{}|\\*$".utf8.contains(UInt8(byte))
  }

  /// Words that stand for a password in documentation.
  private static let samplePasswords: Set<String> = [
    "password", "passwort", "passwd", "pass", "pwd", "secret", "token", "changeme", "contraseña",
    "kata_sandi", "clave", "senha", "motdepasse", "mot_de_passe", "wachtwoord", "haslo", "parola",
    "x-oauth-basic", "x-token-auth", "foo", "bar", "baz", "test", "mypassword", "yourpassword",
    "your_password", "your-password", "p4ssword", "passw0rd", "p@ssw0rd",
  ]

  /// True for a URL that a person wrote to show one: no password, a word for it, a host that cannot be.
  private static func isSample(
    user: ArraySlice<UInt8>, password: ArraySlice<UInt8>, host: ArraySlice<UInt8>
  ) -> Bool {
    func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes, as: UTF8.self).lowercased()
    }
    if password.isEmpty || host.isEmpty || password.elementsEqual(user) { return true }
    if password.allSatisfy({ $0 == password.first }) || samplePasswords.contains(text(password)) {
      return true
    }
    let name = text(host.prefix { $0 != 0x3A })
    return name.isEmpty || name == "localhost" || name.hasPrefix("127.")
      || name.split(separator: ".").contains { $0 == "example" || $0 == "invalid" || $0 == "test" }
  }
}
