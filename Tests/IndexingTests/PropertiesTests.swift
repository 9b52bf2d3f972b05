import Files
import Indexing
import Notes
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

  @Test func `notes are read for their hashtags and properties only where they have some`() throws {
    let world = try IndexedVault()
    let notes = [
      "plain": "text", "key": "---\nb: 1\na: '1'\n---\ntext", "list": "---\n[x]: y\n---\ntext",
      "empty": "---\n---\ntext", "tagged": "a #tag", "both": "---\ntags: [one]\n---\na #Two #one",
      "json": "{\n\"k\": [1]\n}\n\ntext",
    ]
    for (name, note) in notes { world.write(note, to: "\(name).md") }
    let search = VaultSearch(
      world.vault, try world.index(), today: IndexedVault.today, zone: world.zone)
    let results = try search.results(search.query(""), order: .path)
    var seen: [String: String] = [:]
    try search.forEachDescription(of: results) { result, note in
      let entries = note?.frontMatter?.entries.map { "\($0.key.text ?? "-"): \($0.value.strings)" }
      let tags = note?.hashtags.map { note?.text($0.name) ?? "" }
      seen[result.path.text] = note.map { _ in "\(entries ?? []) \(tags ?? [])" } ?? "not read"
    }
    #expect(
      seen == [
        "plain.md": "not read", "empty.md": "not read",
        "key.md": #"["b: [\"1\"]", "a: [\"1\"]"] []"#, "list.md": #"["-: [\"y\"]"] []"#,
        "tagged.md": #"[] ["tag"]"#, "json.md": #"["k: [\"1\"]"] []"#,
        "both.md": #"["tags: [\"one\"]"] ["one", "Two", "one"]"#,
      ])
  }
}
