import CJansson
import CSQLite
import CZip

/// The libraries that read and write the formats of other programs.
package enum ExchangeLibraries {
  /// The SQLite that is loaded, such as `3.40.1`.
  package static var sqlite: String { unsafe String(cString: sqlite3_libversion()) }

  /// The Jansson that is loaded, such as `2.14`.
  package static var jansson: String { unsafe String(cString: jansson_version_str()) }

  /// The zlib that is loaded, such as `1.2.13`.
  package static var zlib: String { unsafe String(cString: zlibVersion()) }
}
