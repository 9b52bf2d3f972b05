import OperatingSystem

/// The bytes of a file, or nil if it cannot be opened.
package func fileBytes(_ path: String) -> [UInt8]? {
  guard let file = unsafe fopen(path, "rb") else { return nil }
  defer { unsafe fclose(file) }
  return unsafe streamBytes(file)
}

/// The bytes that are left to read of a stream.
package func streamBytes(_ stream: UnsafeMutablePointer<FILE>) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = unsafe fread(&buffer, 1, buffer.count, stream), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}
