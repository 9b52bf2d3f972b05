import History
import Layout
import Merge

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
      case (_, _) where path.name.elementsEqual(".gitignore".utf8):
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

extension TreePath {
  /// True for a `.gitattributes`, which changes how the files beside and below it are read and written.
  var isAttributes: Bool { name.elementsEqual(".gitattributes".utf8) }
}

/// Files grouped by names that some file system takes for one.
struct PortablePaths {
  private(set) var named: [PortableKey: [TreePath]] = [:]
  /// By each folder above them.
  private(set) var below: [PortableKey: [TreePath]] = [:]

  /// The files that an update brings.
  init(_ journal: UpdateJournal) {
    self.init(journal.files.lazy.filter { $0.value.new != nil }.map(\.key))
  }

  init(_ paths: some Sequence<TreePath>) {
    for path in paths {
      named[PortableKey(path.bytes), default: []].append(path)
      var folder = path.folder
      while folder != .root {
        below[PortableKey(folder.bytes), default: []].append(path)
        folder = folder.folder
      }
    }
  }

  /// True if one of these files cannot be in a folder together with a file at a path: one has the name of the
  /// other, or of a folder above it.
  func exclude(_ path: TreePath) -> Bool {
    let key = PortableKey(path.bytes)
    if named[key]?.contains(where: { $0 != path }) ?? false || below[key] != nil { return true }
    var folder = path.folder
    while folder != .root {
      if named[PortableKey(folder.bytes)] != nil { return true }
      folder = folder.folder
    }
    return false
  }
}
