import Exchange
import Files
import Terminals
import Vaults
import Wording

/// The items of the files that were named.
package struct ImportedFiles {
  /// The format that all files have.
  package let format: ImportFormat
  /// The items of all files.
  package let imported: Imported
  /// With the file, where there are several.
  let remarks: [(file: String?, remark: Remark)]

  /// Reads the files, in their order.
  ///
  /// - Parameter files: at least one.
  package init(_ files: [String], as named: ImportFormat?, _ session: CommandSession) throws {
    var all: (format: ImportFormat, imported: Imported)?
    var remarks: [(file: String?, remark: Remark)] = []
    let disk = DiskFiles(root: try? session.vault().root, here: session.currentFolder)
    for file in files {
      do {
        if named == nil, UnknownFile.isAnkiPackage(file) { throw ImportRefusal.ankiPackage }
        let new = try Self.read(file, as: named, in: disk)
        remarks += new.imported.remarks.map { (files.count > 1 ? file : nil, $0) }
        guard all != nil else {
          all = new
          continue
        }
        guard all?.format.name == new.format.name else { throw ImportRefusal.severalFormats }
        try all?.imported.append(new.imported)
      } catch let refusal as ImportRefusal {
        throw refusal.failure(of: file)
      } catch let error as ExchangeError {
        guard case .format = error else { throw error }
        throw Failure(
          "\(file): \(error)", hint: "a file that was cut short or damaged has to be exported again"
        )
      }
    }
    guard let all else { throw UsageError(message: "there is no file", hint: "name one") }
    (format, imported) = all
    self.remarks = remarks
  }

  /// Reads a file; one of which nothing is read, though its format was named, is recognised as one without is.
  private static func read(
    _ file: String, as named: ImportFormat?, in disk: DiskFiles
  ) throws -> (format: ImportFormat, imported: Imported) {
    func recognise() throws {
      guard named != nil, file != "-", disk.isFile(file) else { return }
      let bytes = try disk.contents(of: file)
      if UnknownFile(bytes, named: file) != nil { throw ImportRefusal.unknown(bytes) }
    }
    do {
      let new = try ImportFormat.read(ImportSource(file, in: disk), as: named)
      let isUnread = new.imported.remarks.contains { $0.kind == .unreadable }
      if isUnread, items(of: new.imported) == 0 { try recognise() }
      return new
    } catch let error as ExchangeError {
      try recognise()
      throw error
    }
  }

  /// The number of books, passages of books, or entries.
  package var items: Int { Self.items(of: imported) }

  private static func items(of imported: Imported) -> Int {
    switch imported.content {
    case .books(let books): books.count
    case .clippings(let books, _): books.reduce(0) { $0 + $1.quotes.count }
    case .journal(let journal): journal.entries.count
    case .library(let library): library.notes.count { $0.text != nil }
    case .vault(let archive):
      archive.entries.count { NotePath($0.name)?.isMarkdown == true && !$0.name.hasPrefix(".zib/") }
    }
  }

  /// The words for one item and for several.
  package var noun: (one: String, several: String) {
    switch imported.content {
    case .books: ("book", "books")
    case .clippings: ("passage", "passages")
    case .journal: ("entry", "entries")
    case .library, .vault: ("note", "notes")
    }
  }

  /// True where a file says what was said before, so that both it and a note may have changed.
  var canUpdate: Bool {
    switch imported.content {
    case .journal, .library, .vault: true
    default: format.bookKey != nil
    }
  }

  /// True where the next import compares with what the file says now.
  var isRemembered: Bool {
    if case .vault = imported.content { false } else { canUpdate }
  }
}

/// The disk as an import reads it.
private struct DiskFiles: ImportFiles {
  /// The folder of the vault; nil without one.
  let root: DiskPath?
  let here: DiskPath

  func isFolder(_ path: String) -> Bool { Platform.isFolder(path) }
  func isFile(_ path: String) -> Bool { Platform.isFile(path) }
  func size(of path: String) -> Int { Platform.size(of: path) }

  func names(in folder: String) throws -> [String] {
    guard let names = Platform.names(in: folder) else {
      throw SystemError("read", folder, code: Platform.lastError)
    }
    return names
  }

  func contents(of path: String) throws -> [UInt8] {
    if path != "-", let root {
      if let link = LinkOut(on: here.resolving(path), in: root) { throw link }
    }
    let bytes = path == "-" ? Platform.readAll(0) : Platform.contents(of: path)
    guard let bytes else {
      throw SystemError("read", path == "-" ? "standard input" : path, code: Platform.lastError)
    }
    return bytes
  }

  func head(of path: String, count: Int) -> [UInt8]? {
    Platform.contents(of: path, limit: count)
  }

  func words(for error: any Error) -> String {
    (error as? SystemError).map { Platform.message(for: $0.code) } ?? "\(error)"
  }
}
