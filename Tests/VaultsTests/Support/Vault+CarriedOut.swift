import Imports
import Notes
import Settings

extension Vault {
  /// Carries out an import that was planned before, as if it were planned now.
  func carryOut(_ plan: ImportPlan) throws -> ImportPlan.Outcome {
    try carryOut(withPastIn: .utc, planning: { plan }).outcome ?? ImportPlan.Outcome()
  }
}
