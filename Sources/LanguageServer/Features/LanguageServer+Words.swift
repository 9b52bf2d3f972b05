import Exchange
import Files
import Indexing
import Notes
import Settings
import Vaults

/// Completion of hashtags, properties, moods and snippets; and what a list leaves out until an item is looked at.
extension LanguageServer {
  func addHashtags(in view: NoteView, to list: inout CompletionList) throws {
    guard let vault = view.place?.vault else { return }
    for (name, notes) in try hashtags(of: vault, besides: list.typed) {
      list.add(label: "#" + name, .constant, text: name, detail: notes, filter: name)
      if list.isFull { return }
    }
  }

  /// The words in use in a vault, with those of open texts in place of their files'.
  private func wordsInUse(
    in vault: ServedVault, _ pick: (inout CountedWords, VaultSearch) throws -> WordsInUse,
    _ kept: (Note) -> [String: String]
  ) throws -> WordsInUse {
    var words = try vault.wordsInUse(pick)
    // In an order, so that of two spellings always the same one is offered.
    let open = documents.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    for document in open where document.isUnsaved {
      guard let place = document.place, place.vault === vault, vault.counts(place.path) else {
        continue
      }
      words.replace(document.savedNote, by: document.note, kept)
    }
    return words
  }

  /// The hashtags in use that fit, the most frequent first, each with the number of notes in words.
  private func hashtags(
    of vault: ServedVault, besides typed: String
  ) throws -> [(name: String, notes: String)] {
    let wanted = Array(CaseFolding.fold(typed).utf8)
    var found: [(name: String, notes: Int, quality: NameRanking.Quality)] = []
    let words = try wordsInUse(
      in: vault, { try $0.hashtags($1) }, WordsInUse.hashtags)
    for (folded, word) in words.inUse {
      // The unfinished word is a hashtag already, and no help.
      if word.name == typed, word.notes <= 1 { continue }
      if let quality = NameRanking.quality(of: wanted, in: Array(folded.utf8) + [0]) {
        found.append((word.name, word.notes, quality))
      }
    }
    found.sort { ($1.quality, $1.notes, $0.name) < ($0.quality, $0.notes, $1.name) }
    return found.map { ($0.name, "\($0.notes)") }
  }

  func addKeys(in view: NoteView, to list: inout CompletionList) throws {
    guard let vault = view.place?.vault else { return }
    let own = Set((view.note.frontMatter?.entries ?? []).compactMap { $0.key.text })
    let wanted = Array(CaseFolding.fold(list.typed).utf8)
    var found: [(key: String, notes: Int, quality: NameRanking.Quality)] = []
    let words = try wordsInUse(in: vault, { try $0.keys($1) }, WordsInUse.keys)
    for (folded, word) in words.inUse {
      // A key is given once; what is being typed may be one already.
      if own.contains(word.name), word.name != list.typed { continue }
      guard let quality = NameRanking.quality(of: wanted, in: Array(folded.utf8) + [0]) else {
        continue
      }
      found.append((word.name, word.notes, quality))
    }
    found.sort { ($1.quality, $1.notes, $0.key) < ($0.quality, $0.notes, $1.key) }
    for (key, notes, _) in found {
      list.add(
        label: key, .property, text: list.place.isClosed ? key : "\(key): ", detail: "\(notes)",
        filter: key)
      if list.isFull { return }
    }
  }

  func addValues(of key: String, in view: NoteView, to list: inout CompletionList) throws {
    guard let vault = view.place?.vault else { return }
    if FrontMatter.hashtagKeys.contains(CaseFolding.fold(key)) {
      for (name, notes) in try hashtags(of: vault, besides: list.typed) {
        list.add(label: name, .constant, text: name, detail: notes)
        if list.isFull { return }
      }
      return
    }
    let wanted = Array(CaseFolding.fold(list.typed).utf8)
    let words = try wordsInUse(
      in: vault, { try $0.values(of: key, $1) }, WordsInUse.values(of: key))
    let found = words.inUse.filter { folded, word in
      !word.name.isEmpty && word.name != list.typed
        && NameRanking.quality(of: wanted, in: Array(folded.utf8) + [0]) != nil
    }
    for (_, value) in found.sorted(by: { ($1.word.notes, $0.folded) < ($0.word.notes, $1.folded) })
    {
      list.add(
        label: value.name, .value, text: Self.yaml(value.name), detail: "\(value.notes)",
        filter: value.name)
      if list.isFull { return }
    }
  }

  /// A value of one line, in quotation marks where it needs some.
  private static func yaml(_ value: String) -> String {
    let isPlain =
      value.unicodeScalars.allSatisfy { $0.value >= 0x20 }
      && !value.contains(": ") && !value.contains(" #") && !value.hasSuffix(":")
      && !"[]{}&*!|>'\"%@`#-?,".contains(value.first ?? "-")
    if isPlain { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  func addMoods(to list: inout CompletionList) {
    // A colon gives way with the name.
    let colon = list.typed.hasPrefix(":") ? ":" : ""
    for mood in Mood.matching(String(list.typed.dropFirst(colon.count))) {
      list.add(
        label: "\(mood.emoji) \(mood.name)", .text, text: mood.emoji + " ",
        detail: mood.names.dropFirst().joined(separator: ", "),
        filter: mood.names.map { colon + $0 }.joined(separator: " "))
      if list.isFull { return }
    }
  }

  func addSnippets(to list: inout CompletionList) {
    if list.typed == "?[" {
      let text = client.hasSnippets ? "?[${1:hint}]($0)" : "?[]()"
      list.add(
        label: "?[hint](answer)", .snippet, text: text, detail: "a gap to fill in", filter: "?[",
        isSnippet: client.hasSnippets)
    } else {
      let text = client.hasSnippets ? "Q: ${1:question}\nA: $0" : "Q: \nA: "
      list.add(
        label: "Q: … A: …", .snippet, text: text, detail: "a question with its answer",
        filter: list.typed, isSnippet: client.hasSnippets)
    }
  }

  /// `completionItem/resolve`
  func resolveCompletion(_ request: Request) throws -> JSONValue {
    let item = request.parameters
    guard let root = item.at("data", "vault")?.string, let text = item.at("data", "path")?.string,
      let vault = vaults.first(where: { $0.root.text == root }), let path = NotePath(text),
      path.isMarkdown, let view = try? view(of: VaultPlace(vault: vault, path: path))
    else { return item }
    let found = PlacedSubject(
      subject: .file(path), name: ByteRange(0, 0), range: ByteRange(0, 0))
    guard let words = try preview(of: found, in: view) else { return item }
    return item.with(
      "documentation",
      ["kind": .string(client.hoversMarkdown ? "markdown" : "plaintext"), "value": .string(words)])
  }
}

extension CompletionList {
  /// True if no more items are given; the client then asks again while more is typed.
  var isFull: Bool {
    mutating get {
      guard count >= LanguageServer.mostItems else { return false }
      isIncomplete = true
      return true
    }
  }
}
