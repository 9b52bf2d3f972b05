/// The tables of a library that is a database, read without trust.
struct GrailTables: ~Copyable {
  /// A row with the names of its columns.
  struct Row {
    fileprivate let columns: [String: Int]
    fileprivate let values: [SQLiteDatabase.Value]
  }

  private let database: SQLiteDatabase
  let names: Set<String>
  private(set) var remarks: [Remark] = []

  /// Opens a file.
  ///
  /// - Throws: `.format` if it is no database, or its list of tables cannot be read.
  init(_ bytes: [UInt8]) throws(ExchangeError) {
    guard SQLiteDatabase.isOne(bytes) else {
      throw .format(operation: "read a library", detail: "it is no database of SQLite")
    }
    let database = try SQLiteDatabase(reading: bytes)
    let master = try database.table("sqlite_master")
    if let failure = master.failure {
      throw .format(operation: "read a library", detail: failure)
    }
    names = Set(
      Self.rows(of: master).filter { $0.text("type") == "table" }.compactMap { $0.text("name") })
    self.database = database
  }

  /// The rows of a table; empty if there is no such table. Rows that cannot be read are reported.
  ///
  /// - Parameter known: the columns that are read, or need not be.
  mutating func rows(_ name: String, _ known: Set<String>) -> [Row] {
    guard names.contains(name) else { return [] }
    do throws(ExchangeError) {
      let table = try database.table(name)
      if let failure = table.failure {
        remarks.append(Remark(.unreadable, "the rest of the table \(name)", value: failure))
      }
      for (place, column) in table.columns.enumerated() where !known.contains(column) {
        let count = table.rows.count { $0[place] != .null }
        if count > 0 {
          remarks.append(
            Remark(.notCarried, "the column \(column) of the table \(name)", value: "\(count)"))
        }
      }
      return Self.rows(of: table)
    } catch {
      remarks.append(Remark(.unreadable, "the table \(name)", value: "\(error)"))
      return []
    }
  }

  /// Tells of tables that are not read.
  ///
  /// - Parameter known: those that are, and those that the others can be made from.
  mutating func tellOthers(_ known: Set<String>) {
    for name in names.subtracting(known).sorted() {
      let isBookkeeping =
        name.hasPrefix("sqlite_") || name.hasPrefix("grdb_") || name.hasPrefix("noteFullText")
        || name.hasPrefix("entryFullText")
      guard !isBookkeeping else { continue }
      let count = (try? database.table(name))?.rows.count
      if count != 0 {
        remarks.append(
          Remark(.notCarried, "the table \(name)", value: count.map(String.init) ?? ""))
      }
    }
  }

  private static func rows(of table: SQLiteDatabase.Table) -> [Row] {
    let columns = Dictionary(
      table.columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return table.rows.map { Row(columns: columns, values: $0) }
  }
}

extension GrailTables.Row {
  /// The value of a column; nil if there is none, or it is NULL.
  private func value(_ name: String) -> SQLiteDatabase.Value? {
    guard let place = columns[name], values[place] != .null else { return nil }
    return values[place]
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  func text(_ name: String) -> String? {
    switch value(name) {
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): number.description
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
    case .null, nil: nil
    }
  }

  func integer(_ name: String) -> Int? {
    switch value(name) {
    case .integer(let number): Int(number)
    case .real(let number): Int(exactly: number)
    case .text(let text): Int(text)
    case .blob, .null, nil: nil
    }
  }

  func isTrue(_ name: String) -> Bool { integer(name).map { $0 != 0 } ?? false }

  /// UTC milliseconds.
  func time(_ name: String) -> Int64? {
    switch value(name) {
    case .text(let text): GrailTime.milliseconds(text)
    case .integer(let number): GrailTime.milliseconds(since1970: Double(number))
    case .real(let number): GrailTime.milliseconds(since1970: number)
    case .blob, .null, nil: nil
    }
  }

  /// The name of a note: text, a number, or the sixteen bytes of a UUID.
  func id(_ name: String) -> String? {
    if case .blob(let bytes)? = value(name) { return GrailID.text(bytes) }
    return text(name).map(GrailID.normal)
  }

  func bytes(_ name: String) -> [UInt8]? {
    switch value(name) {
    case .blob(let bytes): bytes
    case .text(let text): Array(text.utf8)
    case .integer, .real, .null, nil: nil
    }
  }
}
