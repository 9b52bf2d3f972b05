import History

/// The files of a library under the names by which its notes find them.
///
/// Notes refer to images by `assets/<sha1>.jpeg`, `./<sha1>.jpeg` or `<sha1>.jpeg`, as the version of the application
/// was. A file gets the name that the notes use, so that no text has to be changed; one that no note names lies in
/// `assets`.
struct GrailAssets {
  private let targets: Set<String>
  private var places: [String: [UInt8]] = [:]
  private(set) var assets: [GrailLibrary.Asset] = []
  private(set) var remarks: [Remark] = []

  /// - Parameter texts: those of all notes, in all versions.
  init(texts: some Sequence<String>) {
    var targets: Set<String> = []
    for text in texts { Self.collect(from: text, into: &targets) }
    self.targets = targets
  }

  /// Adds a file and returns the name by which the notes find it.
  ///
  /// - Parameters:
  ///   - key: its name in the library; nil for one without, such as a cover.
  ///   - type: its MIME type, if it is known.
  ///   - item: the note that it belongs to.
  @discardableResult
  mutating func add(_ bytes: [UInt8], key: String?, type: String? = nil, of item: String = "")
    -> String
  {
    guard let key, !key.isEmpty else { return put(bytes, at: Self.name(of: bytes, type: type)) }
    let base = key.hasPrefix("./") ? String(key.dropFirst(2)) : key
    let names = [base, "assets/" + base].filter { targets.contains($0) }
    let isFile = base.contains(".")
    let wanted =
      !names.isEmpty ? names : isFile ? [base.contains("/") ? base : "assets/" + base] : []
    var first: String?
    for name in wanted where Self.isSafe(name) {
      if places[name, default: bytes] == bytes {
        first = first ?? name
        put(bytes, at: name)
      }
    }
    if let first { return first }
    let name = put(bytes, at: Self.name(of: bytes, type: type))
    if !wanted.isEmpty {
      remarks.append(Remark(.changed, "the name of a file", of: item, value: key))
    }
    return name
  }

  @discardableResult
  private mutating func put(_ bytes: [UInt8], at name: String) -> String {
    if places.updateValue(bytes, forKey: name) == nil {
      assets.append(GrailLibrary.Asset(name: name, bytes: bytes))
    }
    return name
  }

  private static func name(of bytes: [UInt8], type: String?) -> String {
    "assets/\(SHA1.hex(of: bytes)).\(ending(of: bytes, type: type))"
  }

  /// The extension of a file's name by its type, else by its first bytes.
  private static func ending(of bytes: [UInt8], type: String?) -> String {
    switch type?.lowercased() {
    case "image/jpeg", "image/jpg": return "jpeg"
    case "image/png": return "png"
    case "image/gif": return "gif"
    case "image/webp": return "webp"
    case "image/heic", "image/heif": return "heic"
    case "image/svg+xml": return "svg"
    case "image/tiff": return "tiff"
    case "image/bmp": return "bmp"
    case "application/pdf": return "pdf"
    default: break
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if bytes.starts(with: "GIF8".utf8) { return "gif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      return "webp"
    }
    if bytes.dropFirst(4).starts(with: "ftyphei".utf8) { return "heic" }
    if bytes.starts(with: "%PDF".utf8) { return "pdf" }
    return "bin"
  }

  /// True if a name stays below the notes' folder, is not hidden, and is valid on every system.
  private static func isSafe(_ name: String) -> Bool {
    name.utf8.count <= 200
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.first != "." && part.last != "." && part.last != " "
          && part.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && !"\\:*?\"<>|".unicodeScalars.contains($0)
          }
      }
  }

  /// The targets of links and images, without `./` before them.
  private static func collect(from text: String, into targets: inout Set<String>) {
    let bytes = Array(text.utf8)
    var place = 0
    while let bracket = bytes[place...].firstIndex(of: UInt8(ascii: "]")) {
      place = bracket + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "(") else { continue }
      let rest = bytes[(place + 1)...].prefix(300)
      guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: ")") || $0 == 0x0A }),
        bytes[end] == UInt8(ascii: ")")
      else { continue }
      let target = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
      targets.insert(target.hasPrefix("./") ? String(target.dropFirst(2)) : target)
      place = end
    }
  }
}
