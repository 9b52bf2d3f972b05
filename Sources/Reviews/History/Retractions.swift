/// The events that retracts have taken back.
///
/// A retract is in force unless a retract in force names it. Retracts that name each other in a
/// ring are not in force, nor are those that depend on such a ring alone. This uses the references
/// between retracts, and never times: clocks differ, and a person may take back on one device an
/// event that another device dates "later".
struct Retractions {
  /// The ids that retracts in force name.
  private(set) var targets: Set<ReviewEvent.ID> = []
  /// A bit for the hash of each target, so that few other events are looked up among them.
  private var sieve: [UInt64] = []
  private var sieveShift: UInt64 = 0

  /// - Complexity: O(n) in the number of events.
  init(in events: [ReviewEvent]) {
    var nodes: [ReviewEvent.ID: Node] = [:]
    for event in events {
      guard case .retract(let target) = event.action else { continue }
      nodes[event.id, default: Node()].targets.append(target)
    }
    if nodes.isEmpty { return }
    for event in events {
      guard case .retract(let target) = event.action else { continue }
      nodes[target]?.undecided += 1
    }
    var decided = nodes.filter { $0.value.undecided == 0 }.map(\.key)
    for id in decided { nodes[id]?.fate = .inForce }
    while let id = decided.popLast() {
      guard let node = nodes[id] else { continue }
      for target in node.targets {
        if node.fate == .inForce { targets.insert(target) }
        guard var next = nodes[target], next.fate == nil else { continue }
        next.undecided -= 1
        if node.fate == .inForce {
          next.fate = .retracted
        } else if next.undecided == 0 {
          next.fate = .inForce
        }
        nodes[target] = next
        if next.fate != nil { decided.append(target) }
      }
    }
    fillSieve()
  }

  /// True if the event counts.
  @inline(__always)
  func holds(_ event: ReviewEvent) -> Bool {
    if sieve.isEmpty { return true }
    let bit = bit(of: event.id)
    return sieve[Int(bit >> 6)] & 1 << (bit & 63) == 0 || !targets.contains(event.id)
  }

  private mutating func fillSieve() {
    if targets.isEmpty { return }
    // Sixteen bits or more a target, a power of two of them.
    let width = max(6, UInt64.bitWidth - (targets.count * 16).leadingZeroBitCount)
    sieveShift = UInt64(UInt64.bitWidth - width)
    sieve = Array(repeating: 0, count: 1 << (width - 6))
    for id in targets {
      let bit = bit(of: id)
      sieve[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }

  @inline(__always)
  private func bit(of id: ReviewEvent.ID) -> UInt64 {
    (id.bits &* 0x9E37_79B9_7F4A_7C15) >> sieveShift
  }

  /// A retract, and how many that name it have no fate yet.
  private struct Node {
    var targets: [ReviewEvent.ID] = []
    var undecided = 0
    var fate: Fate?

    enum Fate {
      case inForce
      case retracted
    }
  }
}
