import CSQLite

/// A small SQLite database in memory, for programs whose files are one. The only importer of SQLite.
///
/// Nothing of the vault is kept or searched in it.
@safe package struct SQLiteDatabase: ~Copyable {
  /// What stands in a column.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  private let pointer: OpaquePointer

  /// An empty database.
  ///
  /// - Throws: `.format` where memory is short.
  package init() throws(ExchangeError) { unsafe pointer = try unsafe Self.opened(with: nil) }

  /// A database of the bytes of its file, for reading.
  ///
  /// - Throws: `.format` where memory is short. That the bytes are no database is found by what reads them.
  package init(reading bytes: [UInt8]) throws(ExchangeError) {
    unsafe pointer = try unsafe Self.opened(with: bytes)
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
    return unsafe pointer
  }

  private static func read(_ bytes: [UInt8], into pointer: OpaquePointer?) -> Int32 {
    let count = sqlite3_int64(bytes.count)
    guard let copy = unsafe sqlite3_malloc64(sqlite3_uint64(bytes.count)) else {
      return SQLITE_NOMEM
    }
    unsafe bytes.withUnsafeBytes {
      unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyMemory(from: $0)
    }
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
