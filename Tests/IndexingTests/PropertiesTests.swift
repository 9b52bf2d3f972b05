import Indexing
import Settings
import Testing
import VaultSandbox

/// The keys of front matter in use, as `zib properties` counts them.
struct PropertiesTests {
  @Test func `keys are in order over all segments, each with its spellings, values and kinds`()
    throws
  {
    let world = try IndexedVault()
    let notes = [
      "Status: Read\nreadings:\n  - started: 2012\nZeta: 1",
      "status: read\nempty:\nrating: 5\nsta: x",
      "status: want\nrating: high\nRATING: 4\nreadings: []",
    ]
    for (number, note) in notes.enumerated() {
      world.write("---\n\(note)\n---\n", to: "\(number).md")
      // Each update of an index is a segment.
      try world.index()
    }
    let search = VaultSearch(
      world.vault, try world.index(), today: IndexedVault.today, zone: world.zone)
    func lines(_ query: String) throws -> [String] {
      try search.properties(of: search.query(query)).map {
        "\($0.key) \($0.notes) \($0.values) \($0.kinds.map(\.rawValue)) \($0.examples)"
      }
    }
    #expect(
      try lines("") == [
        #"empty 1 1 ["empty"] [""]"#, #"rating 2 3 ["number", "text"] ["4", "5", "high"]"#,
        #"readings 2 0 ["mapping"] []"#, #"readings.started 1 1 ["number"] ["2012"]"#,
        #"sta 1 1 ["text"] ["x"]"#, #"status 3 2 ["text"] ["Read", "want"]"#,
        #"Zeta 1 1 ["number"] ["1"]"#,
      ])
    #expect(
      try lines("path:0") == [
        #"readings 1 0 ["mapping"] []"#, #"readings.started 1 1 ["number"] ["2012"]"#,
        #"Status 1 1 ["text"] ["Read"]"#, #"Zeta 1 1 ["number"] ["1"]"#,
      ])
  }
}
