import OperatingSystem
import Search
import TestSupport
import Testing

/// A folder with an index in it, whose files a test may spoil.
final class IndexFolder {
  private let folder: TestFolder
  var path: String { folder.path }
  let store: IndexStore

  init(schema: IndexSchema = DamageSample.schema) throws {
    folder = try TestFolder()
    store = IndexStore(directory: folder.path, schema: schema)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Sorted.
  var names: [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The files that hold the index.
  var files: [String] { names.filter { $0 == "manifest" || $0.hasPrefix("segment-") } }

  func read(_ name: String) -> [UInt8] { fileBytes(self(name)) ?? [] }

  func write(_ bytes: [UInt8], to name: String) {
    // A new file: one that is mapped must not change below the index that maps it.
    remove(name)
    let file = unsafe open(self(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(file, $0.baseAddress! + done, bytes.count - done, off_t(done))
      }
      guard count > 0 else { break }
      done += count
    }
    close(file)
  }

  func remove(_ name: String) {
    if unsafe unlink(self(name)) != 0 { unsafe rmdir(self(name)) }
  }

  /// The files in the folder, to be put back.
  var contents: [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in files { contents[name] = read(name) }
    return contents
  }

  func restore(_ contents: [String: [UInt8]]) {
    for name in files where contents[name] == nil { remove(name) }
    for (name, bytes) in contents { write(bytes, to: name) }
  }

  /// Puts documents in and writes the index.
  func put(
    _ documents: [String: DamageSample.Document], remove: [String] = []
  ) throws(IndexError) {
    var index: Index
    do throws(IndexError) {
      index = try store.open()
    } catch .missing {
      index = store.replacement()
    }
    index = try DamageSample.updating(index, put: documents, remove: remove)
    try store.commit(&index)
  }

  /// All answers of the index as it is on the disk.
  func answers() throws(IndexError) -> [String] { try DamageSample.answers(try store.open()) }
}
