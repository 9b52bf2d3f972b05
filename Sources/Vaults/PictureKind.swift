/// The kinds of pictures that cameras and pages make and that are kept; each by the ending that it gets.
package enum PictureKind: String, Sendable {
  case jpg, png, gif, webp, avif, heic, tiff

  /// The kind of pictures whose names end so; nil for drawings, icons and what is no picture.
  ///
  /// - Parameter ending: in small letters, without its dot.
  package init?(ending: String) {
    switch ending {
    case "jpeg": self = .jpg
    case "tif": self = .tiff
    case "heif": self = .heic
    default: self.init(rawValue: ending)
    }
  }

  /// The kind of a picture with these bytes.
  package init?(_ bytes: [UInt8]) {
    func has(_ text: String, at place: Int) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF8", at: 0) {
      self = .gif
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftypavif", at: 4) {
      self = .avif
    } else if has("ftyphei", at: 4) || has("ftypmif1", at: 4) {
      self = .heic
    } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0])
      || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
    {
      self = .tiff
    } else {
      return nil
    }
  }
}
