import BuildFacts
import Exchange
import Git
import Notes
import Search
import Sessions
import Terminals
import WebPages

/// `zib --version`: the version, the commit it was built from, and the libraries it uses.
enum Version {
  /// The libraries that zib uses and their versions, by name. Those that cannot tell theirs (md4c, libstemmer,
  /// minizip) are left out. libgit2 is the one that zib was built for, because asking it loads it.
  private static var libraries: [(name: String, version: String)] {
    [
      ("jansson", ExchangeLibraries.jansson), ("libgit2", "\(LibraryVersion.built)"),
      ("libxml2", HTMLReader.libraryVersion), ("libyaml", YAMLVersion.current),
      ("pcre2", PCREVersion.current),
      ("sqlite", ExchangeLibraries.sqlite), ("swift", BuildFacts.swiftVersion),
      ("zlib", ExchangeLibraries.zlib),
    ]
  }

  static func write(isJSON: Bool, _ session: CommandSession) throws {
    if isJSON {
      try session.output.writeJSON {
        $0.field("zib", Zib.version)
        $0.field("commit", BuildFacts.commit)
        $0.field("changed", BuildFacts.isChanged)
        $0.object("libraries") {
          for library in libraries { $0.field(library.name, library.version) }
        }
      }
      return
    }
    let commit = BuildFacts.commit.map { "commit \($0.prefix(12))" } ?? "unknown commit"
    let change = BuildFacts.isChanged ? ", changed since" : ""
    try session.output.writeLine("zib \(Zib.version) (\(commit)\(change))")
    try session.output.writeLine(
      libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
  }
}
