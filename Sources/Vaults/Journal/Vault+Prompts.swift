import Files
import Indexing
import Notes

extension Vault {
  /// The writing prompts in the order in which they are to be offered on a day.
  ///
  /// Reads the whole journal to see which have had their turn (``PromptDeck``).
  /// - Throws: `SystemError`, `WriteError` if the vault, or its file of prompts, cannot be read.
  package func prompts(for day: CivilDate) throws -> PromptDeck {
    var prompts = configuration.text("journal.prompts") == "own" ? [] : WritingPrompts.all
    if let file = NotePath(".zib/prompts.md"), FileStatus.at(root.appending(file)) != nil {
      let text = String(decoding: try folder.read(file).bytes, as: UTF8.self)
      prompts = PromptDeck.prompts(inFile: text) + prompts
    }
    let known = Set(prompts.map { PromptDeck.key(of: $0) })
    var used: [String: Int] = [:]
    for day in try journalDays() {
      // A day that cannot be read counts as without prompts.
      guard let source = try? folder.read(day.path).bytes else { continue }
      for (line, key) in PromptDeck.keys(inDay: source).enumerated() where known.contains(key) {
        // Two of one day keep their order there.
        used[key] = day.day.daysSinceEpoch * 1000 + min(line, 999)
      }
    }
    return PromptDeck(prompts, used: used, day: day)
  }
}
