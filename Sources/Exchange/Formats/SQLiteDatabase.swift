import CSQLite

/// A small SQLite database in memory, for programs whose files are SQLite databases. The only
/// importer of SQLite.
///
/// Nothing of the vault is kept or searched in it.
@safe package struct SQLiteDatabase: ~Copyable {
  /// The value of a column.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  /// A table with the names of its columns.
  package struct Table: Sendable {
    package let columns: [String]
    package let rows: [[Value]]
    /// The reason why it could not be read to its end.
    package let failure: String?
  }

  private let pointer: OpaquePointer
  /// The size of the file that it was read from, in bytes; nil for an empty database.
  private let fileSize: Int?

  /// An empty database.
  ///
  /// - Throws: `.format` if memory is short.
  package init() throws(ExchangeError) {
    fileSize = nil
    unsafe pointer = try unsafe Self.opened(with: nil)
  }

  /// A database of the bytes of its file, for reading.
  ///
  /// No code of its schema is run. A write-ahead log beside the file is not read.
  /// - Throws: `.format` if memory is short. Bytes that are no database make the reading methods
  ///   fail.
  package init(reading bytes: [UInt8]) throws(ExchangeError) {
    fileSize = bytes.count
    unsafe pointer = try unsafe Self.opened(with: bytes)
  }

  /// True if bytes begin as a file of SQLite does.
  package static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "SQLite format 3\0".utf8)
  }

  deinit { unsafe sqlite3_close_v2(pointer) }

  /// Runs statements that give no rows.
  package func execute(_ statements: String) throws(ExchangeError) {
    guard unsafe sqlite3_exec(pointer, statements, nil, nil, nil) == SQLITE_OK else {
      throw failure("write a database")
    }
  }

  /// Adds rows to a table, each with a value for every column.
  package func insert(_ rows: some Sequence<[Value]>, into table: String) throws(ExchangeError) {
    var prepared: Statement?
    var iterator = rows.makeIterator()
    while let row = iterator.next() {
      if prepared == nil {
        let places = repeatElement("?", count: row.count).joined(separator: ",")
        prepared = try Statement("INSERT INTO \(table) VALUES (\(places))", self)
      }
      try prepared?.run(with: row, self)
    }
  }

  /// All of a table, as far as it can be read.
  ///
  /// - Throws: `.format` if there is no such table, or the file is no database.
  package func table(_ name: String) throws(ExchangeError) -> Table {
    let quoted = name.replacing("\"", with: "\"\"")
    let statement = try Statement("SELECT * FROM \"\(quoted)\"", self)
    var rows: [[Value]] = []
    // A damaged tree of pages can give the same rows any number of times. A row has four bytes at the least.
    var room = fileSize.map { (rows: $0 / 4, bytes: 2 * $0) }
    var failure: String?
    do throws(ExchangeError) {
      while let row = try statement.next(self) {
        if let left = room {
          let rest = (rows: left.rows - 1, bytes: left.bytes - row.reduce(0) { $0 + $1.byteCount })
          guard rest.rows >= 0, rest.bytes >= 0 else {
            failure = "it holds more than its file"
            break
          }
          room = rest
        }
        rows.append(row)
      }
    } catch {
      failure = "\(error)"
    }
    return Table(columns: statement.columns, rows: rows, failure: failure)
  }

  /// The rows that a query gives.
  package func rows(_ query: String) throws(ExchangeError) -> [[Value]] {
    let statement = try Statement(query, self)
    var rows: [[Value]] = []
    while let row = try statement.next(self) { rows.append(row) }
    return rows
  }

  /// The bytes of the file that the database would be.
  package func serialized() throws(ExchangeError) -> [UInt8] {
    var count: sqlite3_int64 = 0
    guard let start = unsafe sqlite3_serialize(pointer, "main", &count, 0) else {
      throw .format(operation: "write a database", detail: "out of memory")
    }
    defer { unsafe sqlite3_free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private static func opened(with bytes: [UInt8]?) throws(ExchangeError) -> OpaquePointer {
    var made: OpaquePointer?
    var code = unsafe sqlite3_open_v2(
      ":memory:", &made, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, nil)
    if code == SQLITE_OK, let bytes { code = unsafe read(bytes, into: made) }
    guard code == SQLITE_OK, let pointer = unsafe made else {
      let detail = unsafe String(cString: sqlite3_errstr(code))
      unsafe sqlite3_close_v2(made)
      throw .format(operation: "open a database", detail: detail)
    }
    if let bytes {
      unsafe zib_sqlite_distrust(pointer)
      _ = unsafe sqlite3_limit(
        pointer, SQLITE_LIMIT_LENGTH, max(1 << 16, Int32(clamping: bytes.count)))
    }
    return unsafe pointer
  }

  private static func read(_ bytes: [UInt8], into pointer: OpaquePointer?) -> Int32 {
    let count = sqlite3_int64(bytes.count)
    guard let copy = unsafe sqlite3_malloc64(sqlite3_uint64(bytes.count)) else {
      return SQLITE_NOMEM
    }
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
    // A file that was last written with a write-ahead log is marked so, and could not be read
    // without a disk.
    for place in 18...19 where bytes.count > place && bytes[place] == 2 { unsafe buffer[place] = 1 }
    // SQLite frees it, whether it takes it or not.
    return unsafe sqlite3_deserialize(
      pointer, "main", copy.assumingMemoryBound(to: UInt8.self), count, count,
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
  }

  fileprivate func failure(_ operation: String) -> ExchangeError {
    .format(operation: operation, detail: unsafe String(cString: sqlite3_errmsg(pointer)))
  }

  /// A statement that is compiled once and freed with its owner, before its database.
  @safe private struct Statement: ~Copyable {
    private let pointer: OpaquePointer

    init(_ text: String, _ database: borrowing SQLiteDatabase) throws(ExchangeError) {
      var made: OpaquePointer?
      let code = unsafe sqlite3_prepare_v2(database.pointer, text, -1, &made, nil)
      guard code == SQLITE_OK, let pointer = unsafe made else {
        throw database.failure("use a database")
      }
      unsafe self.pointer = pointer
    }

    deinit { unsafe sqlite3_finalize(pointer) }

    func run(with row: [Value], _ database: borrowing SQLiteDatabase) throws(ExchangeError) {
      for (index, value) in row.enumerated() {
        guard bind(value, at: Int32(index + 1)) == SQLITE_OK else {
          throw database.failure("write a database")
        }
      }
      guard unsafe sqlite3_step(pointer) == SQLITE_DONE, unsafe sqlite3_reset(pointer) == SQLITE_OK
      else { throw database.failure("write a database") }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
      switch value {
      case .null: return unsafe sqlite3_bind_null(pointer, index)
      case .integer(let number): return unsafe sqlite3_bind_int64(pointer, index, number)
      case .real(let number): return unsafe sqlite3_bind_double(pointer, index, number)
      case .text(var text):
        return text.withUTF8 {
          // Of no bytes the address may be absent, and SQLite would take that for NULL.
          unsafe zib_sqlite_bind_text(
            pointer, index, $0.baseAddress ?? UnsafePointer(bitPattern: 1), UInt64($0.count))
        }
      case .blob(let bytes):
        return unsafe bytes.withUnsafeBytes {
          unsafe zib_sqlite_bind_blob(
            pointer, index, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1), UInt64($0.count))
        }
      }
    }

    /// The names of the columns that a row has.
    var columns: [String] {
      (0..<(unsafe sqlite3_column_count(pointer))).map { column in
        unsafe sqlite3_column_name(pointer, column).map { unsafe String(cString: $0) } ?? ""
      }
    }

    func next(_ database: borrowing SQLiteDatabase) throws(ExchangeError) -> [Value]? {
      switch unsafe sqlite3_step(pointer) {
      case SQLITE_ROW: break
      case SQLITE_DONE: return nil
      default: throw database.failure("read a database")
      }
      return (0..<(unsafe sqlite3_column_count(pointer))).map { column in
        switch unsafe sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(pointer, column))
        case SQLITE_NULL: return .null
        case SQLITE_BLOB:
          // Of no bytes the address is absent.
          let bytes = unsafe UnsafeRawBufferPointer(
            start: sqlite3_column_blob(pointer, column),
            count: Int(sqlite3_column_bytes(pointer, column)))
          return .blob(unsafe Array(bytes))
        default:
          let bytes = unsafe UnsafeBufferPointer(
            start: sqlite3_column_text(pointer, column),
            count: Int(sqlite3_column_bytes(pointer, column)))
          return .text(unsafe String(decoding: bytes, as: UTF8.self))
        }
      }
    }
  }
}

extension SQLiteDatabase.Value {
  /// The length of a text or a blob in bytes.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }
}
