/// The kind of a file other than a note, by the ending of its name: the one table of such endings.
package enum FileKind: Sendable {
  case image, sound, film, pdf
  /// A text, a book, a table, an archive: what a program shows and does not run.
  case document
  /// Anything else: a program, or a file that no kind is known of.
  case other

  /// The kind of the file with a name, or with a path that ends in it.
  package init(ofName name: some Collection<UInt8>) { self.init(ending: Self.ending(ofName: name)) }

  /// The kind of files whose names end so.
  ///
  /// - Parameter ending: in small letters, without its dot.
  package init(ending: String) { self = Self.kinds[ending] ?? .other }

  /// True if an editor that knows wikilinks shows it in the note.
  package var isShownInside: Bool {
    switch self {
    case .image, .sound, .film, .pdf: true
    case .document, .other: false
    }
  }

  /// True for the ending of files that are no notes and show other files: canvases and bases of Obsidian, pages.
  package static func isBoard(_ ending: String) -> Bool {
    ["canvas", "base", "html"].contains(ending)
  }

  /// The ending of a name without its dot, in small letters; empty if it has none.
  package static func ending(ofName name: some Collection<UInt8>) -> String {
    var ending: [UInt8] = []
    for byte in name {
      if byte == 0x2E || byte == 0x2F { ending = [] }
      ending.append(byte)
    }
    guard ending.first == 0x2E else { return "" }
    return String(decoding: ending.dropFirst(), as: UTF8.self).lowercased()
  }

  /// The media type of an image that every browser shows, by its ending; nil for others.
  package static func webType(ofEnding ending: String) -> String? {
    webImages[ending].map { "image/" + $0 }
  }

  /// The media types of images that every browser shows and that hold nothing but an image: SVG may hold a program.
  package static var plainWebTypes: Set<String> {
    Set(webImages.values).subtracting(["svg+xml"]).reduce(into: []) { $0.insert("image/" + $1) }
  }

  private static let webImages = [
    "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "gif": "gif", "webp": "webp", "avif": "avif",
    "svg": "svg+xml",
  ]

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
