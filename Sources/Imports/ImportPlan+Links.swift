import Files
import Indexing
import Settings
import Vaults

extension ImportPlan {
  /// This plan with the changes of notes whose links would mean an imported file in place of the one that they mean.
  func keepingLinks(in vault: Vault) -> ImportPlan {
    var plan = self
    let new = plan.changes.filter { $0.old == nil }.map {
      $0.path.isMarkdown
        ? PlannedFile($0.path, text: $0.new, options: vault.noteOptions) : PlannedFile($0.path)
    }
    let files = (new + plan.files.map { PlannedFile($0.path) }).filter { !$0.path.isOwn }
    if files.isEmpty { return plan }
    var places: [NotePath: Int] = [:]
    for (place, change) in plan.changes.enumerated() where change.old != nil {
      places[change.path] = place
    }
    let changes = plan.changes
    var links = KeptLinks()
    do {
      links = try NewFilePlanner(vault, vault.index()) { path in
        if let place = places[path] { return changes[place].new }
        return try vault.folder.read(path).bytes
      }.plan(files)
    } catch {
      links.failure = error
    }
    for rewrite in links.rewrites {
      if let place = places[rewrite.path] {
        plan.changes[place].new = rewrite.new
        plan.links.rewrites.append(rewrite)
      } else if let old = try? vault.folder.read(rewrite.path), old.bytes == rewrite.old {
        var change = Change(path: rewrite.path, old: old, new: rewrite.new)
        change.isForLinks = true
        plan.changes.append(change)
        plan.links.rewrites.append(rewrite)
      } else {
        links.lost.append((rewrite.path, WriteError.changedMeanwhile(rewrite.path)))
      }
    }
    plan.links.lost = links.lost
    plan.links.failure = links.failure
    return plan
  }
}
