import Files
import Indexing
import Reviews
import Settings

/// The lost cards that were compared with new prompts, the history used, and what was asked, kept in the cache as
/// `relink`, so that the same search is not repeated at each start, and a question stays one when its prompt is answered.
///
///     relink   := magic "zibrlnk3", head: u64, questions: u32, cards: u32, prompts: u32, question*, card*: u64,
///                 fingerprint*: u64, checksum: u64
///     question := card: u64, fingerprint: u64
///     head     := what the commit that is checked out goes by (``RepositoryPlace/headMark``)
struct RelinkFile {
  private let file: CacheFile
  private let head: UInt64
  private let bytes: MappedBytes?
  private static let magic = Array("zibrlnk3".utf8)

  /// A lost card, and a prompt that it may have become.
  struct Question: Hashable {
    let card: CardID
    let fingerprint: CardID
  }

  init(_ vault: Vault) {
    file = CacheFile("relink", of: vault)
    head = RepositoryPlace.holding(vault.root)?.headMark ?? 0
    bytes = file.read()
  }

  /// The prompts that each lost card may have become, for a person to say.
  func questions() -> [Question] {
    guard var reader = Reader(bytes) else { return [] }
    return reader.questions()
  }

  /// True if all of these were compared with each other, at the same commit.
  func covers(_ lost: Set<CardID>, _ new: some Collection<CardID>) -> Bool {
    guard var reader = Reader(bytes), reader.head == head else { return false }
    _ = reader.questions()
    guard lost.isSubset(of: reader.ids(reader.cards)) else { return false }
    return new.allSatisfy(reader.ids(reader.prompts).contains)
  }

  /// The parts of a file, in their order.
  private struct Reader {
    private var bytes: LittleEndianReader
    let head: UInt64
    private let count: Int
    let cards: Int
    let prompts: Int

    /// Nil if there is no file, or it is of another version or damaged.
    init?(_ file: MappedBytes?) {
      guard let file, var bytes = LittleEndianReader(sealed: file, magic: magic) else { return nil }
      head = bytes.uint64()
      count = Int(bytes.uint32())
      cards = Int(bytes.uint32())
      prompts = Int(bytes.uint32())
      guard bytes.count == magic.count + 20 + 8 * (2 * count + cards + prompts) else { return nil }
      self.bytes = bytes
    }

    mutating func questions() -> [Question] {
      (0..<count).map { _ in Question(card: id(), fingerprint: id()) }
    }

    mutating func ids(_ count: Int) -> Set<CardID> { Set((0..<count).map { _ in id() }) }

    private mutating func id() -> CardID { CardID(bits: bytes.uint64()) }
  }

  func write(lost: Set<CardID>, new: Set<CardID>, asking questions: [CardQuestion]) {
    var bytes = LittleEndianBytes()
    bytes.bytes = Self.magic
    bytes.add(head)
    let pairs = questions.flatMap { question in
      question.candidates.map { (question.card.id, $0.prompt.prompt.id) }
    }
    bytes.add(UInt32(pairs.count))
    bytes.add(UInt32(lost.count))
    bytes.add(UInt32(new.count))
    for (card, fingerprint) in pairs {
      bytes.add(card.bits)
      bytes.add(fingerprint.bits)
    }
    for card in lost.sorted() { bytes.add(card.bits) }
    for fingerprint in new.sorted() { bytes.add(fingerprint.bits) }
    file.replace(with: bytes.sealed())
  }
}
