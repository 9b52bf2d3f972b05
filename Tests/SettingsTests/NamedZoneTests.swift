import Notes
import OperatingSystem
import Settings
import Testing

@Suite struct NamedZoneTests {
  private static let hasDatabase = unsafe access("/usr/share/zoneinfo/Europe/Berlin", R_OK) == 0

  @Test(
    .enabled(if: hasDatabase, "there is no zone database"),
    arguments: [
      ("Europe/Berlin", "2026-11-21T12:00Z", 3600), ("Europe/Berlin", "2026-07-21T12:00Z", 7200),
      ("Europe/Berlin", "2026-03-29T00:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00Z", 7200),
      ("Europe/Berlin", "2090-07-21T12:00Z", 7200), ("Europe/Berlin", "2090-12-21T12:00Z", 3600),
      ("Asia/Tokyo", "2026-07-21T12:00Z", 32_400), ("Asia/Kolkata", "2026-07-21T12:00Z", 19_800),
      ("Australia/Sydney", "2026-01-21T12:00Z", 39_600),
      ("Australia/Sydney", "2095-01-21T12:00Z", 39_600),
      ("Australia/Sydney", "2095-07-21T12:00Z", 36_000),
      ("America/New_York", "1950-07-21T12:00Z", -14_400),
      ("America/St_Johns", "2026-11-21T12:00Z", -12_600), ("UTC", "2026-11-21T12:00Z", 0),
    ])
  func `a zone of a name has its offsets`(name: String, instant: String, seconds: Int) throws {
    let zone = try #require(Zone(named: name))
    let milliseconds = try #require(DateValue(instant)).milliseconds(in: .utc)
    #expect(zone.secondsEast(milliseconds) == seconds)
  }

  @Test(arguments: [("+05:30", 19_800), ("-03:30", -12_600), ("+00:00", 0), ("Z", 0)])
  func `a distance from UTC is a zone`(name: String, seconds: Int) throws {
    #expect(try #require(Zone(named: name)).secondsEast(0) == seconds)
  }

  @Test(arguments: [
    "", "Europe", "Europe/", "/etc/passwd", "../../../etc/localtime", "Europe/../UTC", "+5",
    "+19:00",
    "Nowhere/Town", "tzdata.zi", "+0a:00",
  ])
  func `what is no zone is none`(name: String) {
    #expect(Zone(named: name) == nil)
  }

  @Test func `the system's zone has a name unless it is UTC`() {
    #expect(Zone.systemName(Environment(["TZ": "UTC"])) == nil)
    #expect(Zone.systemName(Environment(["TZ": "EST5EDT,M3.2.0,M11.1.0"])) == nil)
    if Self.hasDatabase {
      #expect(Zone.systemName(Environment(["TZ": ":Europe/Berlin"])) == "Europe/Berlin")
    }
  }
}
