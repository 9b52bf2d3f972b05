import Files
import Notes
import Rendering
import Settings
import Terminals

/// Turns the wikilinks of notes into addresses that a terminal can open.
///
/// The vault is searched when the first address is needed, and only if the terminal draws
/// hyperlinks.
struct LinkAddresses {
  private let session: CommandSession
  private var resolver: LinkResolver?

  init(_ session: CommandSession) { self.session = session }

  /// The `file:` address of a link's note; nil if the link is broken or cannot be clicked.
  mutating func address(of link: Link, in note: Note, at path: NotePath) -> String? {
    guard session.terminal.hyperlinks, let vault = try? session.vault() else { return nil }
    if resolver == nil {
      let paths = (try? vault.walk.check().added.map(\.path.text)) ?? []
      resolver = LinkResolver(paths: paths, vault.noteOptions.links)
    }
    guard let resolver, case .file(let index, _) = resolver.resolve(link, in: note, at: path.text),
      let target = NotePath(resolver.paths[index])
    else { return nil }
    return "file://" + Self.encoded(vault.root.appending(target).bytes)
  }

  /// A path in the form of RFC 3986: everything but unreserved characters and `/` percent-encoded.
  static func encoded(_ path: [UInt8]) -> String {
    var text = ""
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += hex.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return text
  }
}

extension CommandSession {
  /// Draws a note for the terminal.
  package func draw(_ bytes: [UInt8], at path: NotePath, showingFrontMatter: Bool = true) throws {
    let note = Note(parsing: bytes, named: String(decoding: path.stem, as: UTF8.self))
    var addresses = LinkAddresses(self)
    let lines = MarkdownRenderer.lines(
      of: note, on: terminal, showingFrontMatter: showingFrontMatter
    ) { addresses.address(of: $0, in: note, at: path) }
    for line in lines { try output.writeLine(line) }
  }
}
