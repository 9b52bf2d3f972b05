import Notes
import Reviews
import Search

/// The names that queries over notes may use.
enum VaultVocabulary {
  /// - Parameters:
  ///   - language: the language of notes that name none; empty for none.
  ///   - saved: the saved searches of the settings.
  static func make(
    _ index: Index, language: String, today: CivilDate, saved: [(name: String, text: String)] = []
  ) -> QueryVocabulary {
    func names<Name>(_ all: [Name], _ spelled: (Name) -> [String], _ meant: (Name) -> String)
      -> [String: String]
    {
      Dictionary(
        uniqueKeysWithValues: all.flatMap { one in spelled(one).map { ($0, meant(one)) } })
    }
    var vocabulary = QueryVocabulary(
      textFields: names(
        TextScope.allCases, { [$0.rawValue] + $0.otherNames }, { $0.rawValue }),
      parts: names(PartKind.allCases, \.names, \.rawValue),
      keys: names(
        ConditionKey.allCases.filter(\.isAlwaysKey), { [$0.rawValue] + $0.otherNames },
        { $0.rawValue }),
      fault: { fault($0, index, language, today) },
      remark: { remark($0, index) ?? unquoted($0, $1, index) },
      nestingFault: { PartKind(rawValue: $0)?.fault(ofInner: $1) },
      regexFault: { RegularExpression.fault(in: $0) })
    for (name, text) in saved { vocabulary.saved[name.lowercased()] = text }
    return vocabulary
  }

  private static func fault(
    _ predicate: Predicate, _ index: Index, _ language: String, _ today: CivilDate
  ) -> String? {
    switch ConditionKey(rawValue: predicate.key) {
    case .tag, .path, .file, .link, .links, .linkedFrom: return nil
    case .lang: return languageFault(predicate.test, index, language)
    case .words, .backlinks: return numberFault(predicate.test)
    case .modified, .created, .date:
      guard let days = NotePredicates.range(predicate.test, today: today) else {
        return "not a date"
      }
      guard let start = days.start, let end = days.end, end <= start else { return nil }
      return endsBeforeStart
    case .has, .is: return flagFault(predicate, NoteFlag.names(of: predicate.key))
    case .due, .scheduled, .start, .done, .cancelled, .priority:
      return taskFault(predicate, index, today)
    case .mood, nil: return propertyFault(predicate.key, index)
    }
  }

  /// Tells that a whole path is a folder's, where it is no note's.
  private static func remark(_ predicate: Predicate, _ index: Index) -> String? {
    guard predicate.key == ConditionKey.path.rawValue, case .equals(let text) = predicate.test
    else {
      return nil
    }
    var wanted = CaseFolding.fold(text)[...]
    if wanted.hasPrefix("/") { wanted = wanted.dropFirst() }
    while wanted.hasSuffix("/") { wanted = wanted.dropLast() }
    guard !wanted.isEmpty else { return nil }
    var (isNote, isFolder) = (false, false)
    do throws(IndexError) {
      try index.forEachDocument { _, key in
        let path = CaseFolding.fold(String(decoding: key, as: UTF8.self))
        guard path.hasPrefix(wanted) else { return }
        let rest = path.dropFirst(wanted.count)
        if rest.hasPrefix("/") { isFolder = true }
        if rest.isEmpty || rest.hasPrefix(".") && !rest.contains("/") { isNote = true }
      }
    } catch {
      // The search itself finds and reports a damaged index.
      return nil
    }
    return isFolder && !isNote
      ? "no note has this path, and a folder has; `path:` without `=` finds what is in it" : nil
  }

  /// Tells that the name of a note goes on in the words after `link:E.`, where no note is called `E.`.
  private static func unquoted(
    _ predicate: Predicate, _ following: String, _ index: Index
  ) -> String? {
    let keys: [ConditionKey] = [.link, .links, .linkedFrom]
    guard let key = ConditionKey(rawValue: predicate.key), keys.contains(key),
      case .matches(let first) = predicate.test, following.contains(where: { !$0.isWhitespace })
    else { return nil }
    let longer = following.indices.filter {
      following.index(after: $0) == following.endIndex
        || !following[$0].isWhitespace && following[following.index(after: $0)].isWhitespace
    }.map { first + following[...$0] }
    do throws(IndexError) {
      let known = try known(of: [first] + longer, index)
      guard !known.contains(first), let name = longer.last(where: known.contains) else {
        return nil
      }
      return "no note is called so; `\(predicate.key):\"\(name)\"` asks for the whole name"
    } catch {
      // The search itself finds and reports a damaged index.
      return nil
    }
  }

  /// Those of some names by which a note is called, or that a link has.
  private static func known(of names: [String], _ index: Index) throws(IndexError) -> Set<String> {
    var known: Set<String> = []
    for name in names {
      for (space, prefix) in [
        (VaultSchema.Space.alias, AliasKey.name(name)), (.link, LinkKey.name(name)),
      ] {
        try index.forEachKeyword(space: space.rawValue, prefix: prefix) { _, _ in
          known.insert(name)
        }
      }
    }
    let wanted = Dictionary(grouping: names, by: LinkResolver.lastName)
    try index.forEachDocument { _, key in
      known.formUnion(wanted[LinkResolver.lastName(String(decoding: key, as: UTF8.self))] ?? [])
    }
    return known
  }

  private static func flagFault(_ predicate: Predicate, _ names: [String]) -> String? {
    switch predicate.test {
    case .matches(let name), .equals(let name):
      let name = CaseFolding.fold(name)
      if names.contains(name) { return nil }
      let states = predicate.key == "is" ? CardStates.Condition.allCases.map(\.rawValue) : []
      if states.contains(name) {
        return "a state of cards, for `zib review` and `zib review cards`"
      }
      let ofCards =
        states.isEmpty ? "" : "; of cards, in `zib review`: \(states.joined(separator: ", "))"
      return "unknown value; known are \(names.joined(separator: ", "))\(ofCards)"
    case .exists, .like: return nil
    case .compares, .between: return "`\(predicate.key):` cannot be compared"
    }
  }

  /// A fact of tasks is known where a task or a note has it, and where a day or a priority is asked for; its days have
  /// to be days.
  private static func taskFault(
    _ predicate: Predicate, _ index: Index, _ today: CivilDate
  ) -> String? {
    let prefix = PropertyKey.value("", of: predicate.key)
    var isKnown = false
    do throws(IndexError) {
      try index.forEachKeyword(space: VaultSchema.Space.task.rawValue, prefix: prefix) { _, _ in
        isKnown = true
      }
    } catch {
      return nil
    }
    switch predicate.test {
    // A comparison with a day is no text, also where no task has one yet.
    case .compares, .between, .exists, .like: isKnown = true
    case .matches(let text), .equals(let text):
      let isPriority = TaskPriority(named: CaseFolding.fold(text)) != nil
      isKnown =
        isKnown
        || (predicate.key == TaskFact.priority.rawValue
          ? isPriority : NotePredicates.range(predicate.test, today: today) != nil)
    }
    guard isKnown else { return propertyFault(predicate.key, index) }
    switch predicate.test {
    case .exists, .like: return nil
    case .matches, .equals, .compares, .between:
      if predicate.key == TaskFact.priority.rawValue
        || NotePredicates.range(predicate.test, today: today) != nil
        || propertyFault(predicate.key, index) == nil
      {
        return nil
      }
      return "not a date"
    }
  }

  private static let endsBeforeStart = "the range ends before it begins"

  /// The fault of a number of words or links.
  private static func numberFault(_ test: ValueTest) -> String? {
    let texts: [String]
    switch test {
    case .exists, .like: return nil
    case .matches(let text), .equals(let text), .compares(_, let text): texts = [text]
    case .between(let from, let through): texts = [from, through].compactMap { $0 }
    }
    let numbers = texts.compactMap { Double($0) }
    if numbers.count < texts.count { return "not a number" }
    return numbers.count == 2 && numbers[1] < numbers[0] ? endsBeforeStart : nil
  }

  /// A language has a name that is known, or is named by a note or the vault.
  private static func languageFault(
    _ test: ValueTest, _ index: Index, _ own: String
  ) -> String? {
    let wanted: String
    switch test {
    case .matches(let text), .equals(let text):
      wanted = CaseFolding.fold(LanguageName.tag(for: text))
    case .exists, .like, .compares, .between: return nil
    }
    if CaseFolding.fold(own) == wanted { return nil }
    var isNamed = false
    do throws(IndexError) {
      if try index.documents(language: wanted) != nil { return nil }
      for key in ["lang", "language"] {
        try index.forEachKeyword(
          space: VaultSchema.Space.property.rawValue, prefix: Array(key.utf8) + [0]
        ) { key, _ in
          let value = LanguageName.tag(for: PropertyKey.parts(key).folded)
          isNamed =
            isNamed || value == wanted || value.hasPrefix(wanted + "-")
            || value.hasPrefix(wanted + "_")
        }
      }
    } catch {
      return nil
    }
    return isNamed ? nil : "not a known language, and no note names it"
  }

  /// Unknown keys are text: `10:30`, `foo:bar`.
  private static func propertyFault(_ key: String, _ index: Index) -> String? {
    var isKnown = false
    do throws(IndexError) {
      for name in Book.asked(as: PropertyKey.fold(key)) {
        let wanted = Array(name.utf8) + [0]
        try index.forEachKeyword(space: VaultSchema.Space.propertyKey.rawValue, prefix: wanted) {
          _, _ in isKnown = true
        }
        // Keys inside of mappings are only kept with their values.
        if isKnown { break }
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
