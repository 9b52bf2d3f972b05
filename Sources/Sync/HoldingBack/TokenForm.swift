/// A form in which one maker writes access tokens: how they begin, and what follows.
///
/// The forms are those that the makers document, or that gitleaks and GitHub's secret scanning know; lengths count what
/// follows the beginning.
struct TokenForm: Sendable {
  /// The characters of what follows the beginning.
  enum Alphabet: Int, CaseIterable {
    case hexadecimal, base32, alphanumeric, word
    /// Of base64 as URLs have it, in parts with dots between.
    case dotted
    /// Of base64.
    case base64
    /// Of a path: letters, digits, `_`, `-` and `/`.
    case path

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .hexadecimal: isDigit(byte) || (0x61...0x66).contains(byte | 0x20)
      case .base32: (0x41...0x5A).contains(byte) || (0x32...0x37).contains(byte)
      case .alphanumeric: isAlphanumeric(byte)
      case .word: isTokenByte(byte)
      case .dotted: isTokenByte(byte) || byte == 0x2E
      case .base64: isAlphanumeric(byte) || byte == 0x2B || byte == 0x2F
      case .path: isTokenByte(byte) || byte == 0x2F
      }
    }
  }

  /// The text that is required between the beginning and the token, or before both.
  enum Context {
    case none
    /// `=` or `:` between them, with white space and quotation marks.
    case assignment
    /// The same, in a `.npmrc` alone.
    case settingsOfNpm
    /// The number of a bot before the beginning.
    case botNumber
  }

  let kind: Secret.Kind
  let beginning: [UInt8]
  /// The beginning as lists show it.
  let sign: String
  let context: Context
  let alphabet: Alphabet
  let length: ClosedRange<Int>
  /// Fewer different characters were written by a person to stand for a token.
  let distinct: Int
  let needsDigit: Bool
  /// The part of a token that looks random, or nil for what is none.
  let random: @Sendable (ArraySlice<UInt8>) -> ArraySlice<UInt8>?

  private init(
    _ kind: Secret.Kind, _ beginning: String, sign: String? = nil, in context: Context = .none,
    _ alphabet: Alphabet,
    _ length: ClosedRange<Int>, distinct: Int, needsDigit: Bool = true,
    random: @escaping @Sendable (ArraySlice<UInt8>) -> ArraySlice<UInt8>? = { $0 }
  ) {
    self.kind = kind
    self.beginning = Array(beginning.utf8)
    self.sign = sign ?? beginning + "…"
    self.context = context
    self.alphabet = alphabet
    self.length = length
    self.distinct = distinct
    self.needsDigit = needsDigit
    self.random = random
  }

  /// Longer tokens are looked at up to here.
  static let longest = 4_096

  /// Every form; of two that begin alike, the longer beginning comes first.
  static let all: [TokenForm] =
    ["AKIA", "ASIA"].map {
      TokenForm(.token("Amazon"), $0, .base32, 16...16, distinct: 7, needsDigit: false)
    }
    + ["aws_secret_access_key", "AWS_SECRET_ACCESS_KEY", "SecretAccessKey"].map {
      TokenForm(
        .token("Amazon"), $0, sign: $0 + " = …", in: .assignment, .base64, 40...40, distinct: 18)
    }
    // Of age: a key in Bech32 (C2SP, "age", section 2), capitals and digits.
    + [
      TokenForm(.privateKey, "AGE-SECRET-KEY-1", .alphanumeric, 58...58, distinct: 14) {
        hasSmallLetter($0) ? nil : $0
      },
      TokenForm(
        .token("Anthropic"), "sk-ant-", .word, 28...longest, distinct: 10, random: longRun),
    ]
    + ["dop_v1_", "doo_v1_", "dor_v1_"].map {
      TokenForm(.token("DigitalOcean"), $0, .hexadecimal, 64...64, distinct: 10)
    }
    + ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"].map {
      TokenForm(.webhook("Discord webhook"), $0, .path, 70...110, distinct: 18, random: lastPart)
    }
    // 30 characters and their CRC-32 in base 62 (github.blog, "Behind GitHub's new authentication token formats").
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map {
      TokenForm(.token("GitHub"), $0, .alphanumeric, 36...36, distinct: 1, needsDigit: false) {
        base62(checksum($0.prefix(30))) == Array($0.suffix(6)) ? $0 : nil
      }
    }
    + [
      TokenForm(.token("GitHub"), "github_pat_", .word, 82...82, distinct: 18) {
        $0[$0.startIndex + 22] == 0x5F ? $0.suffix(59) : nil
      }
    ]
    // Of persons, deployments, runners, triggers, jobs, feeds, mail, agents, SCIM and feature flags.
    + [
      "glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glft-", "glimt-", "glagent-", "glsoat-",
      "glffct-",
    ].map { TokenForm(.token("GitLab"), $0, .dotted, 20...320, distinct: 10) }
    + [
      TokenForm(.token("Google"), "AIza", .word, 35...35, distinct: 14),
      TokenForm(.token("Google"), "GOCSPX-", .word, 28...28, distinct: 12),
      TokenForm(
        .token("Hugging Face"), "hf_", .alphanumeric, 34...40, distinct: 14, needsDigit: false
      ) { hasBothCases($0) ? $0 : nil },
      TokenForm(.webToken, "eyJ", .dotted, 40...longest, distinct: 16, random: signature),
      TokenForm(.token("npm"), "npm_", .alphanumeric, 36...36, distinct: 14),
      // Of a registry that is not npm's.
      TokenForm(
        .token("npm"), "_authToken", sign: "_authToken=… in .npmrc", in: .settingsOfNpm, .dotted,
        16...longest, distinct: 8),
      TokenForm(.token("OpenAI"), "sk-", .word, 32...longest, distinct: 10, random: longRun),
      TokenForm(.token("PyPI"), "pypi-AgE", .word, 60...longest, distinct: 18),
      TokenForm(.token("SendGrid"), "SG.", .dotted, 66...66, distinct: 18) {
        $0.dropFirst(22).first == 0x2E ? $0.suffix(43) : nil
      },
    ]
    + ["shpat_", "shpca_", "shppa_", "shpss_"].map {
      TokenForm(.token("Shopify"), $0, .hexadecimal, 32...32, distinct: 8)
    }
    // Numbers, then the secret, with hyphens between.
    + ["xoxb-", "xoxp-", "xoxa-", "xoxe-", "xoxo-", "xoxr-", "xoxs-", "xapp-"].map {
      TokenForm(.token("Slack"), $0, .word, 30...longest, distinct: 9) {
        let secret = $0.split(separator: 0x2D).last
        return $0.contains(where: isDigit) ? secret.flatMap { $0.count >= 20 ? $0 : nil } : nil
      }
    }
    + ["services/T", "workflows/T", "triggers/T"].map {
      TokenForm(
        .webhook("Slack webhook"), "hooks.slack.com/" + $0, .path, 35...80, distinct: 10,
        random: lastPart)
    }
    + ["sk_live_", "rk_live_"].map {
      TokenForm(.token("Stripe"), $0, .alphanumeric, 24...longest, distinct: 11)
    }
    + [
      TokenForm(
        .token("Telegram"), ":AA", sign: "123456789:AA…", in: .botNumber, .word, 33...33,
        distinct: 14)
    ]

  /// The forms whose beginning begins with a byte.
  static let beginning: [[TokenForm]] = {
    var table = Array(repeating: [TokenForm](), count: 256)
    for form in all { table[Int(form.beginning[0])].append(form) }
    return table
  }()

  // MARK: Parts

  /// A part of letters and digits that is as long as a key of a language model has one.
  private static func longRun(_ token: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    token.split { $0 == 0x2D || $0 == 0x5F }.first {
      $0.count >= 20 && looksRandom($0, distinct: 10)
    }
  }

  private static func lastPart(_ token: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    token.split(separator: 0x2F).last.flatMap { $0.count >= 20 ? $0 : nil }
  }

  /// The signature of header, payload and signature, unless the payload is that of an example.
  private static func signature(_ token: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let parts = token.split(separator: 0x2E, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].starts(with: "eyJ".utf8), parts[2].count >= 20 else {
      return nil
    }
    let payload = String(decoding: base64(parts[1]), as: UTF8.self).lowercased()
    let isExample = ["example", "john doe", "jane doe", "\"joe\"", "1234567890"]
      .contains { payload.contains($0) }
    return isExample ? nil : parts[2]
  }

  private static func hasBothCases(_ token: ArraySlice<UInt8>) -> Bool {
    token.contains { (0x41...0x5A).contains($0) } && hasSmallLetter(token)
  }

  private static func hasSmallLetter(_ token: ArraySlice<UInt8>) -> Bool {
    token.contains { (0x61...0x7A).contains($0) }
  }

  /// The bytes that base64 stands for, with either of its alphabets, up to a character of neither.
  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for byte in text {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case 0x2B, 0x2D: value = 62
      case 0x2F, 0x5F: value = 63
      default: return bytes
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  /// CRC-32 as zlib has it.
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

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isAlphanumeric(_ byte: UInt8) -> Bool {
  isDigit(byte) || (0x41...0x5A).contains(byte & 0xDF)
}

/// True for what a token and a word with hyphens are made of.
func isTokenByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte == 0x5F || byte == 0x2D }

/// True unless a person wrote it to stand for a token: `EXAMPLE`, `xxxx`, `123456`, words.
func looksRandom(
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
    if isDigit(byte) { digits += 1 } else { letters += 1 }
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
