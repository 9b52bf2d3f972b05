/// The merged order of a set of distinct elements that both sides may have added to, removed from
/// and reordered.
enum MergedOrder {
  /// The elements that neither side removed, and those that either added.
  ///
  /// If one side alone reordered them, its order wins, otherwise that of `left`. An element that
  /// only the other side has comes after its predecessor there; of elements added at one place the
  /// lesser comes first.
  static func merged<Element: Hashable>(
    base: [Element], left: [Element], right: [Element], precedes: (Element, Element) -> Bool
  ) -> [Element] {
    let bases = Set(base)
    let (lefts, rights) = (Set(left), Set(right))
    func stays(_ element: Element) -> Bool {
      bases.contains(element)
        ? lefts.contains(element) && rights.contains(element) : true
    }
    let common = bases.intersection(lefts).intersection(rights)
    let baseOrder = base.filter(common.contains)
    let isLeftInOrder = left.filter(common.contains) == baseOrder
    let (lead, other) = isLeftInOrder ? (right, left) : (left, right)
    let leads = Set(lead)
    let others = Set(other)
    var result = lead.filter(stays)
    var previous: Element?
    for element in other where stays(element) {
      defer { previous = element }
      if leads.contains(element) { continue }
      var place = previous.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      while place < result.count, !others.contains(result[place]),
        precedes(result[place], element)
      { place += 1 }
      result.insert(element, at: place)
    }
    return result
  }
}
