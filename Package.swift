// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The name under which Homebrew's pkg-config knows a library. On Linux there is none, because it would link the shared
/// library: see `library`.
func onMac(_ name: String) -> String? {
  #if os(macOS)
    return name
  #else
    return nil
  #endif
}

/// Links a library, on Linux from its archive, which is in the same package of Debian: each shared library costs every
/// start 0.1 to 0.4 ms and has to be installed where the program is copied to.
func library(_ name: String) -> [LinkerSetting] {
  [
    .linkedLibrary(":lib\(name).a", .when(platforms: [.linux])),
    .linkedLibrary(name, .when(platforms: [.macOS])),
  ]
}

let package = Package(
  name: "Zibaldone",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "zib", targets: ["zib"])
  ],
  targets: [
    .systemLibrary(
      name: "CMarkdown", pkgConfig: "md4c",
      providers: [.apt(["libmd4c-dev"]), .brew(["md4c"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: onMac("yaml-0.1"),
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CStemmer",
      providers: [.apt(["libstemmer-dev"]), .brew(["snowball"])]),
    .systemLibrary(
      name: "CPCRE2", pkgConfig: onMac("libpcre2-8"),
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    // No `pkgConfig`, which would link it: see Sources/CGit2Loader.
    .systemLibrary(
      name: "CGit2", providers: [.apt(["libgit2-dev"]), .brew(["libgit2"])]),
    .target(name: "CGit2Loader"),
    .systemLibrary(
      name: "CSQLite", pkgConfig: onMac("sqlite3"),
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CZip", pkgConfig: onMac("minizip"),
      providers: [.apt(["libminizip-dev"]), .brew(["minizip"])]),
    .systemLibrary(
      name: "CJansson", pkgConfig: onMac("jansson"),
      providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .target(name: "CSystem"),
    .plugin(
      name: "BuildCommit", capability: .buildTool(), path: "Sources/BuildCommit"),
    .target(name: "BuildFacts", swiftSettings: settings, plugins: ["BuildCommit"]),
    .target(name: "OperatingSystem", dependencies: ["CSystem"], swiftSettings: settings),
    .target(name: "Programs", dependencies: ["OperatingSystem"], swiftSettings: settings),
    .target(name: "Layout", swiftSettings: settings),
    .target(
      name: "Notes", dependencies: ["CMarkdown", "CYAML", "Layout", "OperatingSystem"],
      swiftSettings: settings, linkerSettings: library("yaml")),
    .target(
      name: "Search", dependencies: ["CStemmer", "CPCRE2", "OperatingSystem"],
      swiftSettings: settings, linkerSettings: library("stemmer") + library("pcre2-8")),
    .target(name: "History", swiftSettings: settings),
    .target(
      name: "Git",
      dependencies: ["CGit2", "CGit2Loader", "History", "Layout", "OperatingSystem", "Programs"],
      swiftSettings: settings,
      linkerSettings: library("z") + [.linkedLibrary("git2", .when(platforms: [.macOS]))]),
    .target(name: "Merge", dependencies: ["Layout", "History"], swiftSettings: settings),
    .target(
      name: "Sync", dependencies: ["Layout", "Merge", "History"], swiftSettings: settings),
    .target(
      name: "Reviews", dependencies: ["Notes", "OperatingSystem"], swiftSettings: settings),
    .target(
      name: "Exchange",
      dependencies: [
        "CJansson", "CSQLite", "CZip", "Notes", "History", "OperatingSystem", "Reviews", "Layout",
      ],
      swiftSettings: settings,
      linkerSettings: library("jansson") + library("sqlite3") + library("minizip") + library("z")),
    // No system library with `pkgConfig`, which would link it: see Sources/CHTML/html.c.
    .target(
      name: "CHTML",
      cSettings: [.unsafeFlags(["-iwithsysroot", "/usr/include/libxml2"])],
      linkerSettings: [.linkedLibrary("xml2", .when(platforms: [.macOS]))]),
    .target(
      name: "WebPages", dependencies: ["CHTML", "Exchange", "OperatingSystem"],
      swiftSettings: settings,
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    .target(
      name: "Files", dependencies: ["CSystem", "Layout", "OperatingSystem"],
      swiftSettings: settings),
    .target(
      name: "WorkTrees",
      dependencies: ["CSystem", "Files", "History", "Layout", "OperatingSystem", "Sync"],
      swiftSettings: settings),
    .target(
      name: "Settings",
      dependencies: [
        "Files", "Git", "History", "Layout", "Notes", "OperatingSystem", "Programs", "Reviews",
        "Search",
      ],
      swiftSettings: settings),
    .target(
      name: "Indexing",
      dependencies: [
        "Files", "Layout", "Notes", "OperatingSystem", "Reviews", "Search", "Settings",
      ],
      swiftSettings: settings),
    .target(
      name: "PastNotes",
      dependencies: [
        "Exchange", "Files", "Git", "History", "Indexing", "Layout", "Merge", "Notes",
        "OperatingSystem", "Settings", "Sync", "WorkTrees",
      ],
      swiftSettings: settings),
    .target(
      name: "Steps",
      dependencies: [
        "Exchange", "Files", "Git", "History", "Indexing", "Layout", "Merge", "Notes",
        "OperatingSystem", "PastNotes", "Settings", "Sync", "WorkTrees",
      ],
      swiftSettings: settings),
    .target(
      name: "ReviewStore",
      dependencies: [
        "Files", "Git", "History", "Indexing", "Layout", "Notes", "OperatingSystem", "PastNotes",
        "Reviews", "Search", "Settings", "Sync",
      ],
      swiftSettings: settings),
    .target(
      name: "Vaults",
      dependencies: [
        "Exchange", "Files", "Git", "History", "Indexing", "Layout", "Merge", "Notes",
        "OperatingSystem", "PastNotes", "Programs", "Reviews", "ReviewStore", "Search", "Settings",
        "Steps", "Sync", "WorkTrees",
      ],
      swiftSettings: settings),
    .target(
      name: "Imports",
      dependencies: [
        "Exchange", "Files", "Git", "History", "Indexing", "Layout", "Merge", "Notes",
        "OperatingSystem", "PastNotes", "Reviews", "ReviewStore", "Search", "Settings", "Steps",
        "Sync", "Vaults", "WebPages",
      ],
      swiftSettings: settings),
    .target(
      name: "Rendering", dependencies: ["Exchange", "Layout", "Notes", "Reviews"],
      swiftSettings: settings),
    .target(name: "Arguments", swiftSettings: settings),
    .target(
      name: "Terminals",
      dependencies: [
        "Arguments", "Exchange", "Files", "Merge", "Notes", "OperatingSystem", "Rendering",
        "Settings",
      ],
      swiftSettings: settings),
    .target(
      name: "Screens", dependencies: ["Rendering", "Terminals"], swiftSettings: settings),
    .target(
      name: "Wording",
      dependencies: [
        "Arguments", "Exchange", "Files", "Git", "History", "Imports", "Indexing", "Layout",
        "Merge", "Notes", "PastNotes", "Programs", "Rendering", "Reviews", "ReviewStore", "Search",
        "Steps", "Sync", "Terminals", "Vaults", "WebPages", "WorkTrees",
      ],
      swiftSettings: settings),
    .target(
      name: "Sessions",
      dependencies: [
        "Arguments", "Exchange", "Files", "Git", "History", "Imports", "Indexing", "Layout",
        "Merge", "Notes", "PastNotes", "Programs", "Rendering", "Reviews", "ReviewStore", "Screens",
        "Search", "Settings", "Sync", "Terminals", "Vaults", "WebPages", "Wording",
      ],
      swiftSettings: settings),
    .target(
      name: "Views",
      dependencies: [
        "Files", "Imports", "Indexing", "Layout", "Merge", "Notes", "OperatingSystem", "PastNotes",
        "Rendering", "ReviewStore", "Screens", "Search", "Sessions", "Steps", "Sync", "Terminals",
        "Vaults", "Wording",
      ],
      swiftSettings: settings),
    .target(
      name: "Runs",
      dependencies: [
        "Arguments", "Exchange", "Files", "Git", "History", "Indexing", "Layout", "Merge", "Notes",
        "PastNotes", "Rendering", "Search", "Sessions", "Settings", "Steps", "Sync", "Terminals",
        "Vaults", "Views", "Wording",
      ],
      swiftSettings: settings),
    .target(
      name: "LanguageServer",
      dependencies: [
        "Exchange", "Files", "Indexing", "Layout", "Merge", "Notes", "OperatingSystem", "PastNotes",
        "Rendering", "Reviews", "ReviewStore", "Search", "Settings", "Sync", "Vaults", "Wording",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "zib",
      dependencies: [
        "Arguments", "BuildFacts", "Exchange", "Files", "Git", "History", "Imports", "Indexing",
        "LanguageServer", "Layout", "Merge", "Notes", "PastNotes", "Programs", "Rendering",
        "Reviews", "ReviewStore", "Runs", "Search", "Sessions", "Steps", "Sync", "Terminals",
        "Vaults",
        "Views", "WebPages", "Wording", "WorkTrees",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "zib-bench",
      dependencies: [
        "Files", "Git", "History", "Indexing", "Merge", "Notes", "OperatingSystem", "Reviews",
        "Search", "Sync", "Vaults",
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "commands.py", "commonmark.py", "compare.py", "editor.py", "formats.c", "formats.py",
        "journal.py",
        "keys.py", "kills.py", "links.py", "moves.py", "optimizer.py", "ranking.py", "scale.py",
        "screens.py",
        "start.py",
        "sync.py", "walk.c",
      ],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["Files", "OperatingSystem"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "NotesTests", dependencies: ["Notes", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SearchTests", dependencies: ["Search", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(name: "LayoutTests", dependencies: ["Layout"], swiftSettings: settings),
    .testTarget(
      name: "HistoryTests", dependencies: ["History", "TestSupport"], swiftSettings: settings),
    .target(
      name: "GitSandbox", dependencies: ["Git", "History", "OperatingSystem", "TestSupport"],
      path: "Tests/GitSandbox", swiftSettings: settings),
    .testTarget(
      name: "GitTests",
      dependencies: ["Git", "GitSandbox", "History", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "WorldTests",
      dependencies: [
        "Files", "Git", "GitSandbox", "History", "Indexing", "Layout", "Merge", "Notes",
        "OperatingSystem", "PastNotes", "Search", "Steps", "Sync", "TestSupport", "Vaults",
        "WorkTrees",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MergeTests", dependencies: ["Merge", "History", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Sync", "Layout", "Merge", "History", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ReviewsTests",
      dependencies: ["Reviews", "Layout", "Notes", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ExchangeTests",
      dependencies: ["Exchange", "Notes", "History", "Reviews", "OperatingSystem", "TestSupport"],
      exclude: ["anki_check.py"], swiftSettings: settings),
    .testTarget(
      name: "WebPagesTests", dependencies: ["WebPages", "Notes", "OperatingSystem", "TestSupport"],
      exclude: ["Pages"], swiftSettings: settings),
    .testTarget(
      name: "FilesTests", dependencies: ["Files", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .target(
      name: "VaultSandbox",
      dependencies: ["Files", "Indexing", "Notes", "Search", "Settings", "TestSupport"],
      path: "Tests/VaultSandbox", swiftSettings: settings),
    .testTarget(
      name: "IndexingTests",
      dependencies: [
        "Indexing", "Files", "Notes", "OperatingSystem", "Search", "Settings", "TestSupport",
        "VaultSandbox",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SettingsTests",
      dependencies: ["Settings", "Files", "GitSandbox", "Notes", "OperatingSystem", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "VaultsTests",
      dependencies: [
        "Exchange", "Files", "Git", "History", "Imports", "Indexing", "Layout", "Merge", "Notes",
        "OperatingSystem", "PastNotes", "Reviews", "ReviewStore", "Search", "Steps", "Sync",
        "TestSupport", "Vaults", "VaultSandbox", "WorkTrees",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ArgumentsTests", dependencies: ["Arguments", "OperatingSystem"],
      exclude: ["Golden", "Shells"],
      swiftSettings: settings),
    .testTarget(
      name: "zibTests",
      dependencies: [
        "Arguments", "Exchange", "Files", "GitSandbox", "Indexing", "OperatingSystem", "Rendering",
        "Sync", "Terminals", "TestSupport", "Vaults", "Wording", "zib",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TerminalsTests",
      dependencies: [
        "Notes", "OperatingSystem", "Rendering", "Settings", "Terminals", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ScreensTests", dependencies: ["Rendering", "Screens", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ViewsTests",
      dependencies: [
        "Files", "History", "Notes", "Rendering", "Screens",
        "Sessions", "Sync", "Terminals", "TestSupport", "Vaults", "Views", "Wording",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "Exchange", "Files", "Indexing", "LanguageServer", "Merge", "Notes", "OperatingSystem",
        "Search", "Settings", "Steps", "Sync", "TestSupport", "Vaults", "VaultSandbox",
      ],
      exclude: ["Clients"], swiftSettings: settings),
    .testTarget(
      name: "TranscriptTests",
      dependencies: ["zib", "OperatingSystem", "Rendering", "Terminals", "TestSupport"],
      swiftSettings: settings),
  ]
)

// `ZIB_ONLY=SyncTests swift test --scratch-path .build/only` builds that suite and the modules it needs, and nothing
// else; several suites are separated by commas: see Building.md.
if let suites = Context.environment["ZIB_ONLY"] {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("ZIB_ONLY: there is no target \(name)")
    }
    guard needed.insert(name).inserted else { return }
    for case .byNameItem(let name, _) in target.dependencies { need(name) }
    for case .plugin(let name, _) in target.plugins ?? [] { need(name) }
  }
  for suite in suites.split(separator: ",") { need(String(suite)) }
  package.targets.removeAll { !needed.contains($0.name) }
  if !needed.contains("zib") { package.products = [] }
}
