import Exchange
import Files
import Layout
import Notes
import Programs
import Rendering
import Settings
import Terminals
import Vaults
import WebPages
import Wording

/// Books in catalogues of the web, and their numbers on photographs.
extension CommandSession {
  private static let limits = Curl.Limits(seconds: 30, bytes: 8 << 20)

  private func lookup() throws -> BookLookup {
    BookLookup(try vault().configuration) { address, accept in
      guard let address = WebAddress(address) else {
        throw CurlError(address: address, kind: .scheme)
      }
      return try self.fetch(address, accept: accept, Self.limits)
    }
  }

  /// The book of a number, or of a title and an author, that catalogues on the web know and that the person chooses.
  ///
  /// - Parameter choosing: the number in the list of books that fit, from 1; nil to ask.
  /// - Throws: `Failure` if there is none; `UsageError` if there are several and nobody can be asked.
  package func lookUp(
    _ isbn: ISBN?, title: String, by author: String, choosing number: Int?
  ) throws -> OnlineBook {
    let lookup = try lookup()
    guard !lookup.isOff else {
      throw Failure(
        "your settings name no catalogue on the web",
        hint: "such as `zib config --user books.open-library`")
    }
    guard isbn != nil || !title.isEmpty else {
      throw UsageError(
        message: "give a title or an ISBN", hint: "such as `zib book add Emma --online`")
    }
    let found = try isbn.map { try lookup.books($0) } ?? lookup.books(titled: title, by: author)
    if let number {
      guard number <= found.count else {
        throw UsageError(
          message: "\(Amount.count(found.count, "book")) \(found.count == 1 ? "fits" : "fit")")
      }
      return found[number - 1]
    }
    if let only = found.first, found.count == 1 { return only }
    guard !found.isEmpty else {
      throw Failure(
        "no catalogue knows \(isbn.map { "the ISBN \($0)" } ?? "`\(title)`")",
        hint: "without `--online` the book is written down as you give it", code: .nothingFound)
    }
    return try choice(of: Array(found.prefix(10)), more: max(0, found.count - 10), title: title)
  }

  private func choice(of books: [OnlineBook], more: Int, title: String) throws -> OnlineBook {
    let list = books.enumerated().map { "  \($0 + 1)  \(Self.line($1))" }
    let rest = more > 0 ? "\n  and \(more) more" : ""
    let all = "\(books.count + more) books fit `\(title)`:\n" + list.joined(separator: "\n") + rest
    guard mayAsk else {
      throw UsageError(message: all, hint: "`--choose N` takes one; `--author` leaves fewer")
    }
    messages.question(all)
    while true {
      let answer = ask("Which one? [1-\(books.count)] ").split(whereSeparator: \.isWhitespace)
        .joined()
      if answer.isEmpty { throw Failure("no book was chosen; nothing was written") }
      if let number = Int(answer), books.indices.contains(number - 1) { return books[number - 1] }
    }
  }

  /// `Middlemarch, George Eliot, 1871, 880 pages`.
  private static func line(_ found: OnlineBook) -> String {
    let book = found.book
    var parts = [book.title] + book.authors.prefix(3)
    if let year = book.published { parts.append("\(year)") }
    if let pages = book.pages { parts.append("\(pages) pages") }
    if found.editions > 1 { parts.append("\(found.editions) editions") }
    return parts.joined(separator: ", ")
  }

  /// Fetches a cover and puts it with the attachments; a cover that cannot be had is told, and the book goes on.
  ///
  /// - Parameter folder: of the note; nil for the vault's root.
  package func keepCover(at address: String, of book: inout NewBook, in folder: NotePath?) throws {
    do {
      guard let picture = try lookup().cover(at: address) else { return }
      book.cover = try vault().keep(
        picture.bytes, named: "\(book.title).\(picture.ending)", forNotesIn: folder
      ).text
    } catch let error as CurlError {
      messages.warning("the cover was not fetched: \(ErrorWords(error).message)")
    }
  }

  // MARK: Photographs

  /// The file of a picture, if that is all that was given in the place of a title.
  package func picture(_ words: [String]) -> String? {
    guard words.count == 1, let name = words.first,
      PictureKind(ending: FileKind.ending(ofName: name.utf8)) != nil, Platform.isFile(name)
    else { return nil }
    return name
  }

  /// The ISBN of the bar code on a photograph.
  package func isbn(onPicture file: String) throws -> ISBN {
    guard let zbar = environment.zbar else {
      throw Failure(
        "bar codes are read by the program zbarimg, which is not on the PATH",
        hint: "install it (`apt-get install zbar-tools`, `brew install zbar`), or give `--isbn`")
    }
    guard let head = Platform.contents(of: file, limit: 64),
      let real = DiskPath.real(DiskPath(file))
    else {
      throw SystemError("read", file, code: Platform.lastError)
    }
    guard let kind = PictureKind(head) else {
      throw Failure("\(file) is no picture that can be read")
    }
    guard let numbers = try zbar.numbers(in: real.bytes, kind: kind.rawValue) else {
      throw Failure(
        "\(file) is a damaged picture, or one that zbarimg cannot read", hint: "give `--isbn`")
    }
    // Other goods have such codes as well.
    let isbns = Set(
      numbers.filter { $0.hasPrefix("978") || $0.hasPrefix("979") }.compactMap { try? ISBN($0) })
    guard let isbn = isbns.first, isbns.count == 1 else {
      throw Failure(
        isbns.isEmpty
          ? "no ISBN can be seen on \(file)"
          : "\(file) shows several ISBNs: \(isbns.map { "\($0)" }.sorted().joined(separator: ", "))",
        hint: "take the bar code straight from above and in good light, or give `--isbn`",
        code: .nothingFound)
    }
    return isbn
  }
}
