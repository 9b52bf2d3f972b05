import Arguments
import Settings
import Terminals
import Testing
import zib

/// A setting is declared in `ConfigurationKey.all` alone: the article and the help have it, and the code
/// reads it by the accessor of its shape.
struct SettingsTests {
  /// Settings that no accessor reads: the merge reads its own in the trees of both sides.
  private static let unread: Set<String> = ["merge.granularity"]

  /// The accessor of `Configuration` for a shape.
  private func accessor(_ shape: ConfigurationKey.Shape) -> String {
    switch shape {
    case .text, .choice: "text"
    case .list: "list"
    case .flag: "flag"
    case .number: "number"
    }
  }

  @Test func `the article and the help have every setting, the help with what it can hold`() throws
  {
    let article = try Documents.text("Sources/zib/zib.docc/Settings.md").split(separator: "\n")
    let help = Zib.tool.help(for: ["config"]).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").filter { $0 != "`" }
    for key in ConfigurationKey.all {
      #expect(article.contains { $0.hasPrefix(key.name + " ") }, "\(key.name)")
      #expect(help.contains("\(key.name) (\(key.expectation);"), "\(key.name)")
    }
  }

  @Test
  func `every setting is read by the accessor of its shape, and each that is read is declared`()
    throws
  {
    var read = Self.unread
    let call = /\b(text|list|flag|number|value|isSet|ownSetting)\("([a-z]+(?:[.-][a-z-]+)*)"\)/
      .wordBoundaryKind(.simple)
    for (path, lines) in try Documents.code(below: "Sources") {
      let isSettings = path.hasSuffix("/Configuration.swift") || path.hasSuffix("/ByteSize.swift")
      for line in lines {
        for match in line.matches(of: call) {
          let (kind, name) = (String(match.output.1), String(match.output.2))
          let isSetting =
            isSettings || line.contains("onfiguration.") || line.contains("ettings?.")
            || line.contains("settings.") || kind == "ownSetting"
          guard isSetting else { continue }
          guard let key = ConfigurationKey.named(name) else {
            // Other programs' settings, such as git's, have accessors of these names as well.
            #expect(!line.contains("onfiguration."), "\(path): \(name)")
            continue
          }
          read.insert(name)
          if ["value", "isSet", "ownSetting"].contains(kind) { continue }
          #expect(kind == accessor(key.shape), "\(path): \(name)")
        }
      }
    }
    #expect(ConfigurationKey.all.map(\.name).filter { !read.contains($0) } == [])
  }

  @Test func `nothing but the settings themselves takes a raw value apart`() throws {
    let allowed = ["Sources/Settings/Configuration/", "Sources/zib/Commands/Config.swift"]
    for (path, lines) in try Documents.code(below: "Sources") {
      if allowed.contains(where: path.hasPrefix) { continue }
      for line in lines {
        #expect(!line.contains("configuration.setting("), "\(path)")
        #expect(
          !line.contains("ConfigurationKey.named(") || path.hasSuffix("/Vault+Config.swift"),
          "\(path)")
      }
    }
  }
}
