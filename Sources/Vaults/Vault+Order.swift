import Files
import Notes

extension Vault {
  /// Plans a note's new place: only its own `order` changes, unless a neighbour has none yet, or
  /// has the same as the note after it.
  ///
  /// - Parameter ordered: the notes that are in order.
  /// - Returns: the plan, empty if the note is there already.
  package func planOrder(
    of note: NotePath, _ placement: OrderPlacement<NotePath>,
    among ordered: [(path: NotePath, key: OrderKey)]
  ) -> EditPlan {
    let keys = OrderKey.keys(moving: note, placement, among: ordered)
    return EditPlan(for: keys.map(\.path), in: folder) { source, path in
      var editor = try FrontMatterEditor(source)
      if let key = keys.first(where: { $0.path == path })?.key,
        Note(parsing: source).order != key
      {
        try editor.set("order", to: key.frontMatterValue)
      }
      return editor.source
    }
  }
}
