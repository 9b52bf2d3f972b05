import OperatingSystem
import Testing

/// Compares a text with a file in the folder Golden; `UPDATE_GOLDEN=1` writes the file instead.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let path = goldenPath(name)
  if unsafe getenv("UPDATE_GOLDEN") != nil {
    try write(text, to: path)
  } else {
    let expected = try read(path)
    #expect(text == expected, "\(name) differs", sourceLocation: sourceLocation)
  }
}

/// The path of a golden file.
func goldenPath(_ name: String) -> String {
  let file = #filePath
  return "\(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))/Golden/\(name)"
}

struct FileError: Error {
  let path: String
  let code: Int32
}

func read(_ path: String) throws -> String {
  guard let file = unsafe fopen(path, "r") else { throw FileError(path: path, code: errno) }
  defer { unsafe fclose(file) }
  return readAll { unsafe getc(file) }
}

/// The text that a source gives byte by byte.
func readAll(_ nextByte: () -> Int32) -> String {
  var bytes: [UInt8] = []
  var next = nextByte()
  while next != EOF {
    bytes.append(UInt8(truncatingIfNeeded: next))
    next = nextByte()
  }
  return String(decoding: bytes, as: UTF8.self)
}

func write(_ text: String, to path: String) throws {
  guard let file = unsafe fopen(path, "w") else { throw FileError(path: path, code: errno) }
  let failed = unsafe fputs(text, file) == EOF
  if unsafe fclose(file) != 0 || failed { throw FileError(path: path, code: errno) }
}
