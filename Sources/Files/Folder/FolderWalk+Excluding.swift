/// The places that a walk leaves out by its settings.
extension FolderWalk {
  /// Those of some paths that the settings exclude, or that lie in a folder which no walk enters.
  ///
  /// Files that a `.gitignore` leaves out are not looked at.
  package func leftOut(of paths: [NotePath]) -> Set<NotePath> {
    let rules = OuterRules(root: root, excluded: excluded)
    return Set(paths.filter { isLeftOut($0, rules) })
  }

  private func isLeftOut(_ path: NotePath, _ rules: OuterRules) -> Bool {
    if path.components.dropLast().contains(where: { $0.elementsEqual("node_modules".utf8) }) {
      return true
    }
    guard let scope = rules.excluded else { return false }
    var place: NotePath? = path
    while let part = place {
      if scope.verdict(rules.prefix + part.bytes, isFolder: part != path) == true { return true }
      place = part.folder
    }
    return false
  }
}
