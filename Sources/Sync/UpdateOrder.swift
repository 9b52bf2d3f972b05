import History

/// The order in which the files of an update are written, so that a half-updated folder is only
/// ahead.
///
/// New files come first, so that a copy is there before the note that it belongs to is replaced,
/// and a note at its new place before it is removed from the old one; deletions come last. Three
/// kinds of file are exceptions: `.gitattributes`, which changes how other files are written, comes
/// first; a file that has to make way for another is removed directly before that one comes; and
/// `.gitignore` comes after all others, so that an ignored file in whose place one comes has made way
/// before a rule stops ignoring its name.
struct UpdateOrder {
  /// Files that go, and then files that come.
  struct Step {
    var going: [TreePath] = []
    var coming: [(key: TreePath, value: UpdateJournal.File)] = []
  }

  private(set) var steps: [Step] = []

  init(_ files: [TreePath: UpdateJournal.File]) {
    let sorted = files.sorted { $0.key < $1.key }
    var (attributes, free, replaced, bound) = (Step(), Step(), Step(), Step())
    var (rules, last) = (Step(), Step())
    let allGoing = PortablePaths(sorted.lazy.filter { $0.value.new == nil }.map(\.key))
    let allComing = PortablePaths(sorted.lazy.filter { $0.value.new != nil }.map(\.key))
    for (path, file) in sorted {
      switch (file.old, file.new) {
      case (_, nil):
        if path.isAttributes {
          attributes.going.append(path)
        } else if allComing.exclude(path) {
          bound.going.append(path)
        } else {
          last.going.append(path)
        }
      case (_, _) where path.isAttributes: attributes.coming.append((path, file))
      case (_, _) where path.isIgnoreRules:
        rules.coming.append((path, file))
      case (_, _) where allGoing.exclude(path): bound.coming.append((path, file))
      case (nil, _): free.coming.append((path, file))
      default: replaced.coming.append((path, file))
      }
    }
    // The contents of a folder are removed before the file that takes its place comes.
    for step in [attributes, free, replaced, bound, rules, last] {
      steps.append(Step(going: step.going.reversed(), coming: step.coming))
    }
  }
}
