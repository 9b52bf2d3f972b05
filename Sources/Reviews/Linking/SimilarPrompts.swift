/// Finds the few prompts of many that a text may be an edit of: an inverted index of trigrams.
struct SimilarPrompts {
  private let shapes: [PromptShape]
  private var postings: [UInt32: [Int32]] = [:]
  private var inNote: [String: [Int32]] = [:]
  /// The number of prompts from which a trigram is common and left out.
  private let commonCount: Int

  /// The greatest number of prompts of one note that are all compared.
  private static let noteLimit = 64
  private static let candidateLimit = 16

  /// - Complexity: linear in the length of the prompts.
  init(_ shapes: [PromptShape]) {
    self.shapes = shapes
    commonCount = max(64, shapes.count / 32)
    for (index, shape) in shapes.enumerated() {
      let index = Int32(truncatingIfNeeded: index)
      inNote[shape.note, default: []].append(index)
      var last: UInt32?
      for gram in shape.questionGrams where gram != last {
        postings[gram, default: []].append(index)
        last = gram
      }
    }
  }

  /// The indices of the prompts to compare: those in the same note, and those that share most
  /// trigrams of the question.
  func candidates(for shape: PromptShape, counts: inout [Int32]) -> [Int] {
    var found: [Int32] = []
    var last: UInt32?
    for gram in shape.questionGrams where gram != last {
      last = gram
      guard let posting = postings[gram], posting.count <= commonCount else { continue }
      for index in posting {
        if counts[Int(index)] == 0 { found.append(index) }
        counts[Int(index)] += 1
      }
    }
    let least = leastCount(of: found, counts)
    var best = found.filter { counts[Int($0)] >= least && shapes[Int($0)].kind == shape.kind }
    if best.count > Self.candidateLimit {
      // Of many that share as much, which come first must not hang on the order they came in.
      best.sort { precedes($0, $1, for: shape, counts) }
      best.removeLast(best.count - Self.candidateLimit)
    }
    for index in found { counts[Int(index)] = 0 }
    if let siblings = inNote[shape.note], siblings.count <= Self.noteLimit { best += siblings }
    return Set(best).map(Int.init)
  }

  /// The least number of shared trigrams that leaves enough candidates.
  private func leastCount(of found: [Int32], _ counts: [Int32]) -> Int32 {
    var best = counts.isEmpty ? 0 : found.reduce(Int32(0)) { max($0, counts[Int($1)]) }
    // A prompt with less than a fifth of the best is no rival.
    let floor = max(1, best / 5)
    var histogram = [Int](repeating: 0, count: Int(best) + 1)
    for index in found { histogram[Int(counts[Int(index)])] += 1 }
    var enough = 3 * Self.candidateLimit
    while best > floor {
      enough -= histogram[Int(best)]
      if enough <= 0 { break }
      best -= 1
    }
    return best
  }

  private func precedes(
    _ left: Int32, _ right: Int32, for shape: PromptShape, _ counts: [Int32]
  ) -> Bool {
    let (left, right) = (Int(left), Int(right))
    if counts[left] != counts[right] { return counts[left] > counts[right] }
    let isLeftNear = shapes[left].note == shape.note
    let isRightNear = shapes[right].note == shape.note
    if isLeftNear != isRightNear { return isLeftNear }
    if shapes[left].id != shapes[right].id { return shapes[left].id < shapes[right].id }
    return shapes[left].note < shapes[right].note
  }
}
