import Files
import Notes

/// Reads what a person has set in Obsidian and in its plugins.
extension Configuration {
  mutating func readObsidian(_ root: DiskPath) {
    func text(_ node: FrontMatter.Node?) -> ConfigurationValue? {
      node?.text.map { .text($0) }
    }
    let app = obsidianFile("app.json", root)
    // Obsidian's own default is the vault's root.
    follow("attachments.folder", text(app?["attachmentFolderPath"]) ?? .text("/"))
    if let app {
      if let filters = app["userIgnoreFilters"]?.strings {
        follow("exclude", .list(filters.compactMap(Self.pattern(ofFilter:))))
      }
      if app["newFileLocation"]?.text == "folder" {
        follow("new.folder", text(app["newFileFolderPath"]))
      }
    }
    if let days = obsidianFile("daily-notes.json", root) {
      // Obsidian's own defaults where the file leaves them out.
      follow("journal.folder", text(days["folder"]) ?? .text(""))
      follow("journal.pattern", text(days["format"]) ?? .text("YYYY-MM-DD"))
      follow("journal.template", text(days["template"]) ?? .text(""))
    } else {
      follow("journal.folder", .text(""))
      follow("journal.pattern", .text("YYYY-MM-DD"))
    }
    if let templates = obsidianFile("templates.json", root) {
      follow("templates.folder", text(templates["folder"]))
    }
    readPeriodicNotes(root)
    readObsidianTasks(root)
  }

  // MARK: Periods

  /// The settings of the plugin Periodic Notes, of its releases and of its later form with calendar sets; days are
  /// followed where it has them.
  private mutating func readPeriodicNotes(_ root: DiskPath) {
    let formats = [
      ("week", "gggg-[W]ww"), ("month", "YYYY-MM"), ("quarter", "YYYY-[Q]Q"), ("year", "YYYY"),
    ]
    // Without the plugin they are beside the days, named as it would name them.
    for (name, format) in formats {
      follow("journal.\(name)", .text(format))
      follow("journal.\(name)-template", .text(""))
    }
    guard let data = obsidianFile("plugins/periodic-notes/data.json", root) else { return }
    for (name, fallback) in [("day", "YYYY-MM-DD")] + formats {
      let former = name == "day" ? "daily" : name + "ly"
      var values: [String: String] = [:]
      if let set = Self.activeCalendarSet(data),
        let entry = set.entries.first(where: { $0.key.text == name })
      {
        for entry in entry.value.entries {
          if let key = entry.key.text { values[key] = entry.value.string }
        }
        values["template"] = values["templatePath"]
      } else {
        for key in ["enabled", "format", "folder", "template"] {
          values[key] = data["\(former).\(key)"]?.string
        }
      }
      guard values["enabled"] == "true" else { continue }
      let format = values["format"].flatMap { $0.isEmpty ? nil : $0 } ?? fallback
      let folder = (values["folder"] ?? "").split(separator: "/").joined(separator: "/")
      if name == "day" {
        follow("journal.folder", .text(folder))
        follow("journal.pattern", .text(format))
        follow("journal.template", .text(values["template"] ?? ""))
      } else {
        follow("journal.\(name)", .text("/" + (folder.isEmpty ? "" : "[\(folder)]/") + format))
        follow("journal.\(name)-template", .text(values["template"] ?? ""))
      }
    }
  }

  private static func activeCalendarSet(_ data: SettingsFile) -> FrontMatter.Node? {
    let sets = data["calendarSets"]?.elements ?? []
    func id(_ set: FrontMatter.Node) -> String? {
      set.entries.first { $0.key.text == "id" }?.value.string
    }
    let active = data["activeCalendarSet"]?.string
    return sets.first { id($0) == active } ?? sets.first
  }

  private mutating func obsidianFile(_ name: String, _ root: DiskPath) -> SettingsFile? {
    Self.open(root.appending(".obsidian/" + name), within: root, &problems)
  }

  /// A filter of Obsidian's in the language of `.gitignore`: it is the beginning of a path.
  ///
  /// Filters between slashes are regular expressions, which that language has no words for.
  static func pattern(ofFilter filter: String) -> String? {
    if filter.isEmpty || (filter.hasPrefix("/") && filter.hasSuffix("/") && filter.count > 1) {
      return nil
    }
    var pattern = "/"
    for character in filter {
      if "*?[\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    return filter.hasSuffix("/") ? pattern : pattern + "*"
  }

  // MARK: Tasks

  /// The settings of the plugin Tasks; its defaults where it is installed and has none.
  private mutating func readObsidianTasks(_ root: DiskPath) {
    let folder = "plugins/obsidian-tasks-plugin"
    guard FileStatus.at(root.appending(".obsidian/" + folder))?.kind == .folder else { return }
    let data = obsidianFile(folder + "/data.json", root)
    func flag(_ name: String, _ fallback: Bool) -> Bool {
      data?[name]?.text.map { $0 == "true" } ?? fallback
    }
    follow("tasks.form", .text(data?["taskFormat"]?.text == "dataview" ? "brackets" : "signs"))
    follow("tasks.done-date", .text(flag("setDoneDate", true) ? "always" : "never"))
    follow("tasks.created-date", .flag(flag("setCreatedDate", false)))
    follow("tasks.next", .text(flag("recurrenceOnNextLine", false) ? "after" : "before"))
    follow("tasks.drop-scheduled", .flag(flag("removeScheduledDateOnRecurrence", false)))
    follow("tasks.filter", data?["globalFilter"]?.text.map { .text($0) })
    let statuses = ["coreStatuses", "customStatuses"].flatMap { name in
      (data?["statusSettings." + name]?.elements ?? []).compactMap(Self.status(ofPlugin:))
    }
    if !statuses.isEmpty { follow("tasks.statuses", .list(statuses)) }
  }

  /// A status of the plugin as `tasks.statuses` has it; nil for one without a mark.
  private static func status(ofPlugin node: FrontMatter.Node) -> String? {
    func text(_ key: String) -> String? {
      node.entries.first { $0.key.text == key }?.value.string
    }
    guard let symbol = text("symbol"), symbol.unicodeScalars.count == 1 else { return nil }
    let kind: TaskStatus.Kind =
      switch text("type") {
      case "DONE": .done
      case "IN_PROGRESS": .inProgress
      case "ON_HOLD": .onHold
      case "CANCELLED": .cancelled
      case "NON_TASK": .none
      default: .todo
      }
    let next = text("nextStatusSymbol") ?? "x"
    let written = "\(symbol):\(kind.rawValue):\(next.unicodeScalars.count == 1 ? next : "x")"
    return TaskStatuses.status(written: written) == nil ? nil : written
  }
}
