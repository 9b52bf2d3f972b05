import Files
import Indexing
import Notes
import ReviewStore
import Reviews
import Search
import Settings
import TestSupport
import VaultSandbox

/// A vault whose cards are reviewed, on devices that are told apart by host, machine and home.
struct ReviewWorld {
  let vault: IndexedVault

  init() throws {
    vault = try IndexedVault()
  }

  /// Noon of 2026-11-21, UTC.
  static let noon: Int64 = 1_795_262_400_000
  static let minute: Int64 = 60_000
  static let day: Int64 = 86_400_000

  func moment(_ time: Int64 = noon) -> ReviewMoment { ReviewMoment(time: time, zoneMinutes: 0) }

  /// The vault's notes and logs as they are now.
  func reviews(
    at path: String = "vault", machine: String = "machine",
    interruption: @escaping ReviewLogWriter.Interruption = { _ in nil }
  ) throws -> VaultReviews {
    let opened = opened(path)
    let search = VaultSearch(
      opened, try opened.index(), today: IndexedVault.today, zone: .utc)
    return try VaultReviews(
      search, writer: writer(at: path, machine: machine, interruption: interruption))
  }

  func writer(
    at path: String = "vault", machine: String = "machine",
    interruption: @escaping ReviewLogWriter.Interruption = { _ in nil }
  ) throws -> ReviewLogWriter {
    try ReviewLogWriter(
      for: opened(path), host: "Desk.example", machine: Array(machine.utf8),
      interruption: interruption)
  }

  private func opened(_ path: String) -> Vault {
    let location = VaultLocation(root: vault.folder.path.appending(path), kind: .zib)
    return Vault(
      location: location, configuration: .load(location, environment: vault.environment),
      environment: vault.environment)
  }

  /// The devices that have a log.
  func devices(at path: String = "vault") -> [String] {
    vault.folder.names(in: path + "/.zib/reviews").filter { !$0.hasPrefix(".") }
  }

  /// The lines of all logs.
  func lines(at path: String = "vault") -> [String] {
    devices(at: path).flatMap { device in
      vault.folder.names(in: "\(path)/.zib/reviews/\(device)").flatMap { name in
        (vault.folder.read("\(path)/.zib/reviews/\(device)/\(name)") ?? "")
          .split(separator: "\n").map(String.init)
      }
    }
  }
}
