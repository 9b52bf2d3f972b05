/// The order of a set of distinct things that both sides may have added to, taken from and arranged anew.
enum MergedOrder {
  /// What stays: all that neither side took out, and all that either put in.
  ///
  /// Where one side alone arranged anew, its order stands, else that of `left`; what the other side alone has comes behind what
  /// it stands behind there, and among things put in at one place the lesser comes first.
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
