import Files
import History
import Notes
import Rendering
import Sync
import Terminals
import Vaults

/// The words for conflicts, shared by all commands.
extension CommandSession {
  /// The author and time of a version's change, in words: `laptop, 2026-11-20 18:03`.
  func words(_ change: ConflictChange) -> String {
    "\(change.origin), \(time(change.author.seconds))"
  }

  /// A time as the person's clock shows it, to the minute.
  func time(_ seconds: Int64) -> String {
    let civil = CivilDateTime(milliseconds: seconds &* 1000, in: zone)
    let clock = civil.time.map { " \($0)".prefix(6) } ?? ""
    return "\(civil.date)\(clock)"
  }

  /// The labels after the markers of a conflict.
  func labels(of conflict: NoteConflict) -> MarkedMerge.Labels {
    let note = conflict.texts.noteVersion?.change.map { ": \(words($0))" } ?? ""
    let copy = conflict.texts.copyVersion.change.map { ": \(words($0))" } ?? ""
    return MarkedMerge.Labels(
      note: "\(conflict.word)\(note)", ancestor: "the original", copy: "the copy\(copy)")
  }

  /// A binary file in words: `PNG picture, 69 B, laptop, 2026-11-20 18:03`.
  func words(of version: Conflict.Version, in conflict: NoteConflict) -> String {
    let parts = [
      FileKindWords.words(for: conflict.formerNote), Amount.bytes(version.text.count),
      version.change.map(words),
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// Reports how to take back a resolution.
  func tellUndo(resolved count: Int) {
    switch count {
    case 0: break
    case 1: messages.note("`zib undo` takes it back")
    default: messages.note("`zib undo` takes back the last one")
    }
  }
}

extension NoteConflict {
  /// The name of the file's version beside its copy: `this note`, `this file`.
  var word: String { texts.isNote ? "this note" : "this file" }
  /// The noun for the file: `note`, `file`.
  var noun: String { texts.isNote ? "note" : "file" }
}

/// The kind of a file, by its ending, in words for people.
enum FileKindWords {
  private static let kinds: [String: String] = [
    "png": "PNG picture", "jpg": "JPEG picture", "jpeg": "JPEG picture", "gif": "GIF picture",
    "webp": "WebP picture", "heic": "HEIC picture", "avif": "AVIF picture", "tiff": "TIFF picture",
    "bmp": "BMP picture", "svg": "SVG picture", "pdf": "PDF document", "epub": "EPUB book",
    "mp3": "MP3 audio", "m4a": "M4A audio", "ogg": "Ogg audio", "wav": "WAV audio",
    "flac": "FLAC audio", "mp4": "MP4 video", "mov": "MOV video", "webm": "WebM video",
    "zip": "ZIP archive", "docx": "Word document", "xlsx": "Excel sheet",
    "odt": "OpenDocument text", "canvas": "canvas", "json": "JSON file",
  ]

  /// The kind; `XYZ file` for an ending that is not known.
  static func words(for path: NotePath) -> String {
    let ending =
      path.name.count > path.stem.count
      ? String(decoding: path.name[(path.stem.endIndex + 1)...], as: UTF8.self).lowercased() : ""
    if let kind = kinds[ending] { return kind }
    return ending.isEmpty || ending.count > 8 ? "file" : "\(ending.uppercased()) file"
  }
}
