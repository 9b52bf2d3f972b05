import Notes

/// Entries of PersonalLog: files in a folder `entries`, each an object of JSON.
///
/// ```
/// name  := seconds since 2001-01-01 00:00 UTC, with a fraction: 801394200.0
/// entry := {"date": seconds, "mood": emoji, "title", "prompt", "text", "tags": [text, …]}
/// ```
package enum PersonalLogEntries {
  /// True if a file's name is that of an entry.
  package static func isName(_ name: String) -> Bool {
    // Words such as `nan` are numbers to Swift.
    name.utf8.allSatisfy { $0 &- 0x30 < 10 || "-.e".utf8.contains($0) } && Double(name) != nil
  }

  /// True if a file looks like an entry.
  package static func isOne(_ text: DecodedText) -> Bool {
    text.bytes.count < 1 << 20 && JSONShape.has(["date", "mood", "prompt", "text"], text)
  }

  /// The entry of a file. One that cannot be read is a remark and no error, so that it keeps no other back.
  ///
  /// - Parameter name: the file's, which has the time where the entry has lost it.
  package static func read(_ bytes: [UInt8], named name: String) -> ImportedEntries {
    let text = DecodedText(bytes)
    var result = ImportedEntries()
    func unreadable(_ reason: String) {
      result.remarks.append(
        Remark(
          .unreadable, reason, of: name,
          value: String(decoding: text.bytes.prefix(200), as: UTF8.self).collapsingSpaces))
    }
    let value: JSONValue
    do throws(ExchangeError) {
      value = try JSONValue(parsing: text.bytes)
    } catch {
      unreadable("damaged entries")
      return result
    }
    guard let members = value.members else {
      unreadable("damaged entries")
      return result
    }
    let seconds = value["date"]?.double ?? (isName(name) ? Double(name) : nil)
    guard let seconds, let time = milliseconds(seconds) else {
      unreadable("entries without a time")
      return result
    }
    if text.isDamaged {
      result.remarks.append(Remark(.changed, "text that is not UTF-8", of: name))
    }
    var entry = ImportedEntry(
      source: "personallog", id: name, time: .instant(milliseconds: time, zone: nil))
    func plain(_ key: String) -> String { value[key]?.text ?? "" }
    entry.title = MarkdownText.escaped(plain("title").collapsingSpaces, atLineStart: false)
    let mood = String(plain("mood").trimmingWhitespace)
    if Mood.isEmoji(mood) {
      entry.mood = mood
    } else if !mood.isEmpty {
      result.remarks.append(
        Remark(.notCarried, "moods that are no emoji", of: name, value: mood))
    }
    let prompt = plain("prompt").collapsingSpaces
    if !prompt.isEmpty { entry.prompt = prompt }
    let body = MarkdownText.paragraphs(plain("text"))
    if !body.isEmpty { entry.parts = [.markdown(body)] }
    for tag in value["tags"]?.elements?.compactMap(\.text) ?? [] {
      if let name = TagName.make(tag, prefix: "tag-") {
        entry.tags.append(name)
      } else {
        result.remarks.append(
          Remark(.notCarried, "tags that cannot be hashtags", of: name, value: tag))
      }
    }
    for member in members where !fields.contains(member.name) {
      result.remarks.append(
        Remark(.notCarried, member.name, of: name, value: member.value.text ?? ""))
    }
    result.entries = [entry]
    return result
  }

  private static let fields: Set = ["date", "mood", "title", "prompt", "text", "tags"]

  /// UTC milliseconds since 1970; nil outside of the supported years.
  private static func milliseconds(_ seconds: Double) -> Int64? {
    guard seconds.isFinite, abs(seconds) < 2e11 else { return nil }
    return Int64(((seconds + 978_307_200) * 1000).rounded())
  }
}
