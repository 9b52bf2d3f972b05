import Files
import Notes

/// A change of one property of a note.
package enum PropertyChange: Hashable, Sendable {
  /// Gives the key a value.
  case set(String, FrontMatterValue)
  /// Takes the key away.
  case unset(String)
  /// Puts a value into the key's list unless it is in it.
  case add(String, FrontMatterValue)
  /// Takes a value out of the key's list.
  case remove(String, FrontMatterValue)
}

extension Vault {
  /// Makes ready a change of properties of some notes; only the lines of those keys change.
  ///
  /// - Returns: the plan; its refusals carry `FrontMatterEditError` or `WriteError`.
  package func planProperties(_ changes: [PropertyChange], of paths: [NotePath]) -> EditPlan {
    EditPlan(for: paths, in: folder) { source, _ in
      var editor = try FrontMatterEditor(source)
      for change in changes {
        switch change {
        case .set(let key, let value): try editor.set(key, to: value)
        case .unset(let key): try editor.unset(key)
        case .add(let key, let value): try editor.append(value, to: key)
        case .remove(let key, let value): try editor.remove(value, from: key)
        }
      }
      return editor.source
    }
  }

  /// Writes the notes of a plan, one at a time, each as a whole.
  ///
  /// - Throws: `VaultLock.Failure` if another process is writing; errors of `writeLock`.
  package func apply(_ plan: EditPlan) throws -> EditPlan.Outcome {
    let lock = try writeLock()
    let outcome = plan.apply(FileReplacement(in: folder))
    _ = consume lock
    return outcome
  }
}
