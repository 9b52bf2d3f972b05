import Files
import Notes

/// Lines for a `.gitignore` that fit the contents of a folder.
struct IgnoreSuggestions {
  /// The files of each folder that show the use of its subfolders.
  var markers: [ArraySlice<UInt8>: Set<String>] = [:]
  private var counts: [String: Int] = [:]
  /// In the order they were found.
  private var order: [String] = []

  /// Folders that programs fill and make again by themselves.
  private static let derived: Set<String> = [
    "node_modules", "__pycache__", ".venv", "venv", ".build", ".gradle", ".next", ".nuxt", ".tox",
    ".pytest_cache", ".mypy_cache", ".ruff_cache", "DerivedData", ".svelte-kit", ".parcel-cache",
    ".terraform", ".trash", ".stversions", ".dropbox.cache",
  ]
  /// Folders that are derived if one of these files is beside them.
  private static let derivedBeside: [String: [String]] = [
    "target": ["Cargo.toml", "pom.xml"],
    "build": ["build.gradle", "build.gradle.kts", "CMakeLists.txt", "package.json", "setup.py"],
    "dist": ["package.json", "pyproject.toml", "setup.py"],
    "_site": ["_config.yml"],
    "bak": ["config.edn"],
    ".recycle": ["config.edn"],
  ]
  private static let files: Set<String> = [".DS_Store", "Thumbs.db", "desktop.ini"]
  /// Files with the windows and panes of one device.
  private static let workspaces: Set<String> = [
    "workspace", "workspace.json", "workspace-mobile.json",
  ]
  private static let markerNames = Set(derivedBeside.values.joined())

  /// The files among these that show the use of folders beside them.
  static func markers(in paths: some Sequence<NotePath>) -> [ArraySlice<UInt8>: Set<String>] {
    var markers: [ArraySlice<UInt8>: Set<String>] = [:]
    for path in paths {
      let name = String(decoding: path.name, as: UTF8.self)
      guard markerNames.contains(name) else { continue }
      markers[path.bytes.dropLast(path.name.count), default: []].insert(name)
    }
    return markers
  }

  /// Takes note of a file.
  ///
  /// - Returns: true if a line was found that covers it.
  mutating func take(_ path: NotePath) -> Bool {
    let bytes = path.bytes
    var start = 0
    while let slash = bytes[start...].firstIndex(of: 0x2F) {
      let name = String(decoding: bytes[start..<slash], as: UTF8.self)
      let beside = markers[bytes[..<start]] ?? []
      if Self.derived.contains(name)
        || Self.derivedBeside[name]?.contains(where: beside.contains) == true
      {
        add(Self.escaped(name) + "/")
        return true
      }
      if name == ".obsidian",
        Self.workspaces.contains(String(decoding: bytes[(slash + 1)...], as: UTF8.self))
      {
        add(".obsidian/workspace*")
        return true
      }
      start = slash + 1
    }
    let name = String(decoding: bytes[start...], as: UTF8.self)
    if Self.files.contains(name) {
      add(name)
    } else if name.hasSuffix("~") {
      add("*~")
    } else if name.hasPrefix("."), name.hasSuffix(".swp") {
      add(".*.swp")
    } else {
      return false
    }
    return true
  }

  /// Adds a line for one file.
  mutating func add(fileAt path: NotePath) { add("/" + Self.escaped(path.text)) }

  private mutating func add(_ line: String) {
    if counts[line] == nil { order.append(line) }
    counts[line, default: 0] += 1
  }

  /// The lines, those for kinds of files before those for one.
  func lines(without known: Set<String>) -> [FolderSurvey.IgnoreLine] {
    let lines = order.filter { !known.contains($0) && !$0.contains(where: \.isNewline) }
    return (lines.filter { !$0.hasPrefix("/") }.sorted() + lines.filter { $0.hasPrefix("/") })
      .map { FolderSurvey.IgnoreLine(pattern: $0, files: counts[$0] ?? 0) }
  }

  /// A pattern that matches this name only (gitignore(5)).
  static func escaped(_ name: String) -> String {
    var text = ""
    for character in name {
      if "*?[\\".contains(character) { text.append("\\") }
      text.append(character)
    }
    if text.hasSuffix(" ") { text = text.dropLast() + "\\ " }
    return text
  }
}
