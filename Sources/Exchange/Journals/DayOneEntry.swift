import Notes

/// One entry of Day One, read field by field.
struct DayOneEntry {
  private let value: JSONValue
  private let files: [String: ImportedFile]
  private let id: String
  private var attachments: [String: ImportedEntry.Attachment] = [:]
  /// The identifiers in the order of the entry.
  private var identifiers: [String] = []
  /// The name of the entry in remarks.
  private var item: String
  private(set) var remarks: [Remark] = []
  /// The files of the entry that there are.
  private(set) var found: [ImportedFile] = []

  /// - Parameter files: those of the export, by their names' stems.
  init(_ value: JSONValue, files: [String: ImportedFile]) {
    self.value = value
    self.files = files
    id = value["uuid"]?.string ?? ""
    item = value["creationDate"]?.string ?? id
  }

  mutating func entry() -> ImportedEntry? {
    guard let time = Self.milliseconds(value["creationDate"]) else {
      remarks.append(
        Remark(
          .unreadable, "entries without a time", of: id.isEmpty ? item : id,
          value: value["text"]?.string ?? ""))
      return nil
    }
    let zone = value["timeZone"]?.string ?? value["location"]?["timeZoneName"]?.string
    var entry = ImportedEntry(
      source: "dayone", id: id, time: .instant(milliseconds: time, zone: zone))
    entry.modified = Self.milliseconds(value["modifiedDate"]).map {
      let time = CivilDateTime(milliseconds: $0, in: .utc)
      return "\(time.date)T\(time.time?.description ?? "00:00")Z"
    }
    readAttachments()
    let text = DayOneText.tidied(plainText())
    let body = takeTitle(of: text, into: &entry)
    if entry.takeMoodFromTitle() {
      remarks.append(Remark(.changed, "an emoji before the title, now the mood", of: item))
    }
    entry.parts = parts(of: body)
    addDetails(to: &entry)
    addTags(to: &entry)
    tellTheRest()
    return entry
  }

  /// `2026-11-21T08:15:00Z`
  private static func milliseconds(_ value: JSONValue?) -> Int64? {
    value?.string.flatMap { DateValue($0)?.milliseconds(in: .utc) }
  }

  // MARK: Text

  /// The text; for entries that have it only as `richText`, the text in that.
  private mutating func plainText() -> String {
    if let text = value["text"]?.string, !text.trimmingWhitespace.isEmpty { return text }
    guard let rich = value["richText"]?.string,
      let root = try? JSONValue(parsing: Array(rich.utf8)),
      let contents = root["contents"]?.elements
    else { return "" }
    var text = ""
    for piece in contents {
      if let words = piece["text"]?.string {
        let level = piece["attributes"]?["line"]?["header"]?.double ?? 0
        if (1...6).contains(level) { text += String(repeating: "#", count: Int(level)) + " " }
        text += words
      }
      for object in piece["embeddedObjects"]?.elements ?? [] {
        guard let id = object["identifier"]?.string else { continue }
        text += "\n\n![](dayone-moment://\(id))\n\n"
      }
    }
    if !text.trimmingWhitespace.isEmpty {
      remarks.append(Remark(.changed, "text that there is only as richText", of: item))
    }
    return text
  }

  /// Has a heading in the first line be the title.
  ///
  /// - Returns: the rest.
  private mutating func takeTitle(of text: String, into entry: inout ImportedEntry) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let place = lines.firstIndex(where: { !$0.trimmingWhitespace.isEmpty }) else { return "" }
    let line = lines[place].trimmingWhitespace
    let marks = line.prefix { $0 == "#" }.count
    let title = line.dropFirst(marks).trimmingWhitespace
    guard (1...6).contains(marks), line.dropFirst(marks).first == " ", !title.isEmpty,
      !title.contains("dayone-moment:")
    else { return text }
    entry.title = String(title)
    item = entry.title
    return lines[(place + 1)...].joined(separator: "\n")
  }

  /// The text with its files in their places, followed by those that it does not show.
  private mutating func parts(of text: String) -> [ImportedEntry.Part] {
    var parts: [ImportedEntry.Part] = []
    var shown: Set<String> = []
    var rest = text[...]
    var plain = ""
    while let place = rest.firstRange(of: "dayone-moment:") {
      let before = rest[..<place.lowerBound]
      let identifier = rest[place.upperBound...].drop { $0 == "/" }
      let end = identifier.firstIndex { !($0.isLetter || $0.isNumber || "-/".contains($0)) }
      let name = identifier[..<(end ?? rest.endIndex)]
      let after = rest[name.endIndex...]
      let key = (name.split(separator: "/").last ?? "").uppercased()
      let opening = ["![](", "[]("].first { before.hasSuffix($0) }
      guard let attachment = attachments[key], let opening, after.hasPrefix(")") else {
        // A person's own words, or a file that the export does not describe.
        if !key.isEmpty, attachments[key] == nil {
          remarks.append(
            Remark(.notCarried, "files that the export does not have", of: item, value: key))
        }
        plain += rest[..<name.endIndex]
        rest = after
        continue
      }
      plain += before.dropLast(opening.count)
      if !plain.isEmpty { parts.append(.markdown(plain)) }
      plain = ""
      parts.append(.attachment(attachment))
      shown.insert(key)
      rest = after.dropFirst()
    }
    plain += rest
    while plain.last?.isWhitespace == true { plain.removeLast() }
    if !plain.isEmpty { parts.append(.markdown(plain)) }
    for key in identifiers where !shown.contains(key) {
      guard let attachment = attachments[key] else { continue }
      if !parts.isEmpty { parts.append(.markdown("\n\n")) }
      parts.append(.attachment(attachment))
    }
    if text.contains("dayone://") || text.contains("dayone2://") {
      remarks.append(Remark(.notCarried, "links from entry to entry", of: item))
    }
    return parts
  }

  // MARK: Files

  private mutating func readAttachments() {
    for (key, type) in [
      ("photos", "jpeg"), ("videos", "mov"), ("audios", "m4a"), ("pdfAttachments", "pdf"),
    ] {
      for file in value[key]?.elements ?? [] {
        guard let identifier = file["identifier"]?.string?.uppercased(),
          let stem = file["md5"]?.string?.lowercased(),
          let name = name(stem, file["type"]?.string ?? type)
        else {
          remarks.append(Remark(.notCarried, "\(key) without a name", of: item))
          continue
        }
        let label = file["filename"]?.string ?? file["title"]?.string ?? name
        attachments[identifier] = ImportedEntry.Attachment(
          name: name,
          label: key == "photos"
            ? "" : MarkdownText.escaped(label.collapsingSpaces, atLineStart: false),
          isPicture: key == "photos")
        identifiers.append(identifier)
        guard let own = files[stem] else {
          remarks.append(
            Remark(.notCarried, "\(key) that are not in the export", of: item, value: name))
          continue
        }
        found.append(ImportedFile(name: name, size: own.size, contents: own.contents))
      }
    }
  }

  /// The name that the file has in the export, else the one that it would have.
  private func name(_ stem: String, _ type: String) -> String? {
    if let own = files[stem], let dot = own.name.lastIndex(of: "."),
      let name = DayOneFile.name(stem, String(own.name[own.name.index(after: dot)...]))
    {
      return name
    }
    return DayOneFile.name(stem, type)
  }

  // MARK: Fields

  private func addDetails(to entry: inout ImportedEntry) {
    if let place = value["location"] {
      var names: [String] = []
      for key in ["userLabel", "placeName", "localityName", "administrativeArea", "country"] {
        let name = place[key]?.string?.collapsingSpaces ?? ""
        if !name.isEmpty, !names.contains(name) { names.append(name) }
      }
      var text = names.map { MarkdownText.escaped($0, atLineStart: false) }.joined(separator: ", ")
      if let latitude = place["latitude"]?.double, let longitude = place["longitude"]?.double {
        let point = "\(Self.rounded(latitude)), \(Self.rounded(longitude))"
        text += text.isEmpty ? point : " (\(point))"
      }
      if !text.isEmpty { entry.details.append("Place: " + text) }
    }
    if let weather = value["weather"] {
      var parts: [String] = []
      if let words = weather["conditionsDescription"]?.string?.collapsingSpaces, !words.isEmpty {
        parts.append(MarkdownText.escaped(words, atLineStart: false))
      }
      if let degrees = weather["temperatureCelsius"]?.double, abs(degrees) < 200 {
        parts.append("\(Int(degrees.rounded())) °C")
      }
      if !parts.isEmpty { entry.details.append("Weather: " + parts.joined(separator: ", ")) }
    }
  }

  /// To some metre.
  private static func rounded(_ degrees: Double) -> String {
    guard abs(degrees) <= 360 else { return "?" }
    return ((degrees * 100_000).rounded() / 100_000).description
  }

  private mutating func addTags(to entry: inout ImportedEntry) {
    for tag in value["tags"]?.elements?.compactMap(\.text) ?? [] {
      if let name = TagName.make(tag, prefix: "tag-") {
        entry.tags.append(name)
      } else {
        remarks.append(Remark(.notCarried, "tags that cannot be hashtags", of: item, value: tag))
      }
    }
    if value["starred"] == .bool(true) { entry.tags.append("starred") }
    if value["isPinned"] == .bool(true) { entry.tags.append("pinned") }
  }

  private static let read: Set = [
    "uuid", "creationDate", "timeZone", "text", "richText", "tags", "starred", "isPinned",
    "location", "weather", "photos", "videos", "audios", "pdfAttachments",
  ]
  private static let device = "the device"
  private static let names = [
    "modifiedDate": "the time of the last change", "userActivity": "steps and activity",
    "editingTime": "the time spent writing", "duration": "the time spent writing",
    "isAllDay": "that an entry is of the whole day",
  ]

  /// Remarks on all members that have no place here, unless they are empty.
  private mutating func tellTheRest() {
    var told: Set<String> = []
    for member in value.members ?? [] where !Self.read.contains(member.name) {
      switch member.value {
      case .null, .bool(false), .integer(0), .number(0), .string(""), .array([]), .object([]):
        continue
      default: break
      }
      let subject =
        Self.names[member.name]
        ?? (member.name.hasPrefix("creation") ? Self.device : member.name)
      if told.insert(subject).inserted {
        remarks.append(Remark(.notCarried, subject, of: item, value: member.value.text ?? ""))
      }
    }
    let isMore = value["weather"]?.members?.contains {
      $0.name != "conditionsDescription" && $0.name != "temperatureCelsius"
    }
    if isMore == true {
      remarks.append(Remark(.notCarried, "wind, pressure, sun and moon of the weather", of: item))
    }
  }
}
