import Notes
import Settings

/// The front matter without which Dendron does not know a note.
enum DendronNote {
  /// The template of a day, as Dendron makes it.
  static let day = """
    ---
    id: {{uuid}}
    title: '{{date:YYYY-MM-DD}}'
    desc: ''
    updated: {{date:x}}
    created: {{date:x}}
    ---

    """

  private static let keys: [(key: String, value: String)] = [
    ("id", "{{uuid}}"), ("title", "{{title}}"), ("desc", "''"), ("updated", "{{date:x}}"),
    ("created", "{{date:x}}"),
  ]

  /// The template of a new note with the keys that it lacks, before those that it has.
  static func completed(_ template: String) -> String {
    let note = Note(parsing: Array(template.utf8))
    let lines = keys.filter { note.frontMatter?[$0.key] == nil }.map { "\($0.key): \($0.value)\n" }
    if lines.isEmpty { return template }
    guard note.frontMatter != nil, template.hasPrefix("---"),
      let end = template.firstIndex(where: \.isNewline)
    else { return "---\n" + lines.joined() + "---\n\n" + template }
    let start = template.index(after: end)
    return template[..<start] + lines.joined() + template[start...]
  }
}

extension Vault {
  /// The front matter that a new note needs beside its text; empty in most vaults.
  package func frontMatter(
    ofNew title: String, at milliseconds: Int64, in zone: Zone
  ) -> String {
    guard location.tool == .dendron else { return "" }
    let values = Template.Values(
      title: title, now: CivilDateTime(milliseconds: milliseconds, in: zone),
      secondsEast: zone.secondsEast(milliseconds))
    return Template(DendronNote.completed("")).render(values).text
  }
}
