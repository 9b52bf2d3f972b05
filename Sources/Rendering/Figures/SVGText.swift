/// The room that text takes in a picture, whose font is the reader's.
enum SVGText {
  /// The width of a text of figures and Latin letters in pixels, rounded up: that of DejaVu Sans, the
  /// widest of the common fonts without serifs.
  static func width(of text: String, size: Int) -> Int {
    let thousandths = text.unicodeScalars.reduce(0) { $0 + advance(of: $1) }
    return (thousandths * size + 999) / 1000
  }

  private static func advance(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case " ", ",", ".", ":", "i", "j", "l", "f", "t", "r": 420
    case "m", "M", "w", "W": 990
    case "0"..."9", "a"..."z": 640
    default: scalar.isASCII ? 790 : 1000
    }
  }
}
