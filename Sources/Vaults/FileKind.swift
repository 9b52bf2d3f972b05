import Files
import Layout

/// The kind of a file other than a note, by its extension.
package enum FileKind: Sendable {
  case image, sound, film, pdf
  /// A text, a book, a table, an archive: what a program shows and does not run.
  case document
  /// Anything else: a program, or a file that no kind is known of.
  case other

  /// The kind of the file at a path.
  package init(_ path: NotePath) {
    let name = String(decoding: path.name, as: UTF8.self).lowercased()
    guard let dot = name.lastIndex(of: ".") else {
      self = .other
      return
    }
    self = Self.kinds[String(name[name.index(after: dot)...])] ?? .other
  }

  /// True if an editor that knows wikilinks shows it in the note.
  package var isShownInside: Bool {
    switch self {
    case .image, .sound, .film, .pdf: true
    case .document, .other: false
    }
  }

  private static let kinds: [String: FileKind] = {
    let names: [(FileKind, String)] = [
      (.image, "png jpg jpeg gif webp svg avif bmp heic heif tif tiff ico jxl"),
      (.sound, "mp3 wav m4a ogg oga flac opus aac 3gp mid midi"),
      (.film, "mp4 webm ogv mov mkv avi m4v mpg mpeg"),
      (.pdf, "pdf"),
      (
        .document,
        """
        md markdown txt text org rst tex bib log csv tsv json xml yml yaml srt vtt diff patch djvu epub mobi azw3 fb2 \
        cbz cbr ps odt ods odp odg doc docx xls xlsx ppt pptx rtf pages numbers key html htm ics vcf eml zip tar gz bz2 \
        xz 7z apkg gpx kml geojson
        """
      ),
    ]
    var kinds: [String: FileKind] = [:]
    for (kind, words) in names {
      for word in words.split(separator: " ") { kinds[String(word)] = kind }
    }
    return kinds
  }()
}
