import Files

/// Endings of files other than notes.
enum FileEnding {
  /// Those of files that notes show.
  static let shown: Set<String> = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp", "tif", "tiff", "heic", "mp3", "wav",
    "m4a", "ogg", "opus", "flac", "mp4", "mov", "m4v", "webm", "mkv", "pdf",
  ]

  /// Those of files that are no notes and show others.
  static let boards: Set<String> = ["canvas", "base", "html"]

  /// The ending of a file without its dot, in small letters; empty if it has none.
  static func of(_ path: NotePath) -> String {
    path.name.lastIndex(of: UInt8(ascii: ".")).map {
      String(decoding: path.name[($0 + 1)...], as: UTF8.self).lowercased()
    } ?? ""
  }
}
