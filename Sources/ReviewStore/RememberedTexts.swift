import Files
import Indexing
import Notes
import OperatingSystem
import Reviews
import Settings
import Synchronization

/// The text of a prompt that has a history, and its place, so that an edit of it can be recognised.
struct RememberedText: Equatable, Sendable {
  let prompt: Prompt
  let path: NotePath

  init(_ prompt: Prompt, in path: NotePath) {
    self.prompt = Prompt(
      kind: prompt.kind, question: prompt.question, answer: prompt.answer, hint: prompt.hint,
      range: prompt.range, id: prompt.id)
    self.path = path
  }
}

/// Texts of cards in the cache, `card-texts`: added to, and looked at only when a card has lost its prompt.
///
///     cardTexts := magic "zibtext1", entry*
///     entry     := length: u32 of the payload, checksum (`Mixer`): u64 of it, payload
///     payload   := fingerprint: u64, kind: u32, question: text, answer: text, hint: text, path: text
///     text      := length: u32, UTF-8
///
/// Numbers are little-endian. Bytes after an incomplete entry are not read, and are removed at the
/// next addition. The last entry of a fingerprint counts.
final class RememberedTexts {
  private let file: CacheFile
  private static let magic = Array("zibtext1".utf8)

  init(_ vault: Vault) { file = CacheFile("card-texts", of: vault) }

  /// The fingerprints of the remembered texts.
  private(set) lazy var fingerprints: Set<CardID> = {
    var result = Set<CardID>()
    _ = Self.forEachEntry(file.read()) { result.insert($0) }
    return result
  }()

  /// All texts, in the order in which they were remembered.
  func all() -> [RememberedText] {
    var result: [RememberedText] = []
    _ = Self.forEachEntry(file.read()) { _, text in if let text = text() { result.append(text) } }
    return result
  }

  /// Adds texts that are not there yet; that they cannot be kept makes an edit harder to recognise.
  func remember(_ texts: [RememberedText]) {
    if texts.isEmpty { return }
    let new = texts.filter { fingerprints.insert($0.prompt.id).inserted }
    if new.isEmpty { return }
    var bytes: [UInt8] = []
    for text in new { bytes += Self.entry(text) }
    let mapped = file.read()
    let whole = Self.forEachEntry(mapped) { _ in }
    if let mapped, whole == mapped.count, let path = file.path, append(bytes, to: path) { return }
    let kept = mapped.map { unsafe $0.withBytes { unsafe Array($0[..<whole]) } } ?? []
    file.replace(with: (kept.isEmpty ? Self.magic : kept) + bytes)
  }

  private func append(_ bytes: [UInt8], to path: DiskPath) -> Bool {
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
      try file.writeAll(bytes, path: path.bytes)
      return true
    } catch {
      return false
    }
  }

  private static func entry(_ text: RememberedText) -> [UInt8] {
    var payload = LittleEndianBytes()
    payload.add(text.prompt.id.bits)
    payload.add(UInt32(text.prompt.kind.rawValue))
    for part in [
      Array(text.prompt.question.utf8), Array(text.prompt.answer.utf8),
      Array(text.prompt.hint.utf8), text.path.bytes,
    ] {
      payload.add(UInt32(part.count))
      payload.bytes += part
    }
    var entry = LittleEndianBytes()
    entry.add(UInt32(payload.bytes.count))
    entry.add(unsafe payload.bytes.withUnsafeBytes { unsafe Mixer.checksum($0) })
    return entry.bytes + payload.bytes
  }

  private static func forEachEntry(_ bytes: MappedBytes?, _ body: (CardID) -> Void) -> Int {
    forEachEntry(bytes) { fingerprint, _ in body(fingerprint) }
  }

  /// - Returns: the number of bytes of whole entries; 0 if the file is none.
  private static func forEachEntry(
    _ bytes: MappedBytes?, _ body: (CardID, () -> RememberedText?) -> Void
  ) -> Int {
    guard let bytes, var reader = LittleEndianReader(unsealed: bytes, magic: magic) else {
      return 0
    }
    var whole = magic.count
    while !reader.isAtEnd {
      let length = Int(reader.uint32())
      let checksum = reader.uint64()
      let payload = reader.next(length)
      guard payload.count == length, length > 12,
        unsafe payload.withUnsafeBytes({ unsafe Mixer.checksum($0) }) == checksum,
        var inner = LittleEndianReader(unsealed: MappedBytes(payload), magic: [])
      else { break }
      whole += 12 + length
      let fingerprint = CardID(bits: inner.uint64())
      body(fingerprint) {
        let kind = Prompt.Kind(rawValue: UInt8(truncatingIfNeeded: inner.uint32()))
        let parts = (0..<4).map { _ in inner.next(Int(inner.uint32())) }
        guard let kind, let path = NotePath(bytes: parts[3]) else { return nil }
        let texts = parts.map { String(decoding: $0, as: UTF8.self) }
        return RememberedText(
          Prompt(
            kind: kind, question: texts[0], answer: texts[1], hint: texts[2],
            range: ByteRange(0, 0), id: fingerprint), in: path)
      }
    }
    return whole
  }
}

/// Gathers, from several threads, the texts of prompts that have a history.
final class CollectedTexts: Sendable {
  private let history: ReviewHistory
  private let gathered = Mutex<[RememberedText]>([])

  init(of history: ReviewHistory) { self.history = history }

  func add(_ prompts: [Prompt], in path: NotePath) {
    let known = prompts.filter { history[history.card(of: $0.id)] != nil }
    if known.isEmpty { return }
    gathered.withLock { $0 += known.map { RememberedText($0, in: path) } }
  }

  var texts: [RememberedText] { gathered.withLock { $0 } }
}
