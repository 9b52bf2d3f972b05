import Exchange
import Imports
import Notes
import Vaults

/// Imports of one kind, as tests have them.
extension Vault {
  private func plan(
    _ content: Imported.Content, into folder: String? = nil, zone: Zone = .utc, now: Int64 = 0,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    var options = ImportOptions(zone: zone, now: now)
    options.folder = folder
    options.decide = decide
    return try planImport(Imported(content), options)
  }

  func planImport(
    _ books: [ImportedBook], into folder: String? = nil,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    try plan(.books(books), into: folder, deciding: decide)
  }

  func planImport(
    _ books: [ClippedBook], into folder: String? = nil,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    try plan(.clippings(books, key: "kindle"), into: folder, deciding: decide)
  }

  func planImport(
    _ journal: ImportedEntries, system: Zone,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    try plan(.journal(journal), zone: system, deciding: decide)
  }

  func planImport(
    _ library: GrailLibrary, into folder: String? = nil, zone: Zone, now: Int64,
    deciding decide: @escaping (ImportPlan.Difference) -> ImportPlan.Decision = { _ in .open }
  ) throws -> ImportPlan {
    try plan(.library(library), into: folder, zone: zone, now: now, deciding: decide)
  }

  func planImport(_ archive: ZipArchive, into folder: String? = nil) throws -> ImportPlan {
    try plan(.vault(archive), into: folder)
  }
}
