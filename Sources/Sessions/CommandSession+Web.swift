import Files
import Imports
import Programs
import Rendering
import Settings
import Terminals
import Vaults
import WebPages
import Wording

/// Asks servers of the web.
extension CommandSession {
  /// Fetches an address that a person named or set, with `curl`.
  ///
  /// - Parameter isAllowed: true for an address to which a redirect may lead; nil allows all of the web.
  /// - Throws: `CurlError`; `Failure` if there is no `curl`.
  package func fetch(
    _ address: WebAddress, accept: String, _ limits: Curl.Limits = Curl.Limits(),
    redirects isAllowed: ((String) -> Bool)? = nil
  ) throws -> Curl.Answer {
    guard let curl = environment.curl else {
      throw Failure(
        "the program curl is not on the PATH, and zib fetches with it",
        hint:
          "install it (`apt-get install curl`), or save the page in a browser: `zib clip saved.html`"
      )
    }
    var address = address
    address.fragment = nil
    return try curl.fetch(
      address.description, accept: accept, limits, redirects: isAllowed)
  }

  /// The most pictures of a page, and the most bytes of all of them.
  private static let mostPictures = 100
  private static let mostBytes = 100 << 20

  /// Fetches the pictures of a page and puts them with the attachments of its note.
  ///
  /// A picture that cannot be had stays a link, and is told. A page of the open web gets none from addresses that
  /// only this machine or its own network has: they may act on being asked.
  ///
  /// - Parameters:
  ///   - folder: of the note; nil for the vault's root.
  ///   - page: the address that the person gave.
  package func keepPictures(
    of clip: inout Clip, in folder: NotePath?, from page: WebAddress?
  ) throws {
    let vault = try vault()
    let place = page ?? clip.source
    var left = Self.mostBytes
    var missed = 0
    func isAllowed(_ address: WebAddress) -> Bool {
      !address.isLocal || address.host == place?.host
    }
    for address in clip.page.pictures.prefix(Self.mostPictures) {
      if !isAllowed(address) {
        missed += 1
        continue
      }
      do {
        let limits = Curl.Limits(seconds: 30, bytes: max(1, min(10 << 20, left)))
        let answer = try fetch(address, accept: "image/*", limits) {
          WebAddress($0).map(isAllowed) ?? false
        }
        guard let kind = PictureKind(answer.bytes) else {
          missed += 1
          continue
        }
        left -= answer.bytes.count
        let path = try vault.keep(
          answer.bytes, named: "\(address.fileStem).\(kind.rawValue)", forNotesIn: folder)
        clip.pictures[address] = Self.link(to: path, fromNotesIn: folder)
      } catch let error as CurlError {
        messages.detail(ErrorWords(error).message)
        missed += 1
      }
    }
    missed += max(0, clip.page.pictures.count - Self.mostPictures)
    if missed > 0 {
      messages.warning("\(Amount.count(missed, "picture")) could not be fetched and stayed a link")
    }
  }

  /// The relative path from a note to a file, as Markdown has it.
  private static func link(to file: NotePath, fromNotesIn folder: NotePath?) -> String {
    let (from, to) = (folder?.components ?? [], file.components)
    let shared = zip(from, to.dropLast()).prefix { $0 == $1 }.count
    let parts =
      Array(repeating: "..", count: from.count - shared)
      + to.dropFirst(shared).map { String(decoding: $0, as: UTF8.self) }
    return WebAddress.encodedPath(parts.joined(separator: "/"))
  }
}
