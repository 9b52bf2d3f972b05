import Notes
import Search

/// The names that queries over notes may use.
enum VaultVocabulary {
  static func make(_ index: Index, today: CivilDate) -> QueryVocabulary {
    func names<Name>(_ all: [Name], _ spelled: (Name) -> [String], _ meant: (Name) -> String)
      -> [String: String]
    {
      Dictionary(
        uniqueKeysWithValues: all.flatMap { one in spelled(one).map { ($0, meant(one)) } })
    }
    return QueryVocabulary(
      textFields: names(
        TextScope.allCases, { [$0.rawValue] + $0.otherNames }, { $0.rawValue }),
      parts: names(PartKind.allCases, { [$0.rawValue] }, { $0.rawValue }),
      keys: names(
        ConditionKey.allCases.filter(\.isAlwaysKey), { [$0.rawValue] + $0.otherNames },
        { $0.rawValue }),
      fault: { fault($0, index, today) },
      regexFault: { RegularExpression.fault(in: $0) })
  }

  private static func fault(_ predicate: Predicate, _ index: Index, _ today: CivilDate) -> String? {
    switch ConditionKey(rawValue: predicate.key) {
    case .tag, .path, .file, .link, .lang, .words: return nil
    case .modified, .created, .date:
      return NotePredicates.range(predicate.test, today: today) == nil ? "not a date" : nil
    case .has, .is: return flagFault(predicate, NoteFlag.names(of: predicate.key))
    case .mood, nil: return propertyFault(predicate.key, index)
    }
  }

  private static func flagFault(_ predicate: Predicate, _ names: [String]) -> String? {
    switch predicate.test {
    case .matches(let name), .equals(let name):
      if names.contains(CaseFolding.fold(name)) { return nil }
      return "unknown value; known are \(names.joined(separator: ", "))"
    case .exists, .like: return nil
    case .compares, .between: return "`\(predicate.key):` cannot be compared"
    }
  }

  /// Unknown keys are text: `10:30`, `foo:bar`.
  private static func propertyFault(_ key: String, _ index: Index) -> String? {
    let wanted = Array(PropertyKey.fold(key).utf8) + [0]
    var isKnown = false
    do throws(IndexError) {
      try index.forEachKeyword(space: VaultSchema.Space.propertyKey.rawValue, prefix: wanted) {
        _, _ in isKnown = true
      }
      // Keys inside of mappings are only kept with their values.
      if !isKnown {
        try index.forEachKeyword(space: VaultSchema.Space.property.rawValue, prefix: wanted) {
          _, _ in isKnown = true
        }
      }
    } catch {
      // The search itself finds and reports a damaged index.
      return nil
    }
    return isKnown ? nil : "no note has the property “\(key)”"
  }
}
