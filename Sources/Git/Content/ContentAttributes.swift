/// The attributes of a file that decide how its bytes are stored, and the settings used without
/// them.
package struct ContentAttributes: Equatable, Sendable {
  /// The value of an attribute.
  package enum Value: Equatable, Sendable {
    case unspecified, set, unset
    case text(String)
  }

  package var text = Value.unspecified
  /// The older name of `text`.
  package var crlf = Value.unspecified
  package var eol = Value.unspecified
  package var ident = Value.unspecified
  package var filter = Value.unspecified
  package var encoding = Value.unspecified

  package init() {}

  /// `core.autocrlf`, `core.eol` and `core.safecrlf`.
  package struct Settings: Equatable, Sendable {
    /// The values of `core.autocrlf`.
    package enum Automatic: Equatable, Sendable { case off, on, input }

    package var automatic = Automatic.off
    /// `core.eol=crlf`; the line ends of this system are LF.
    package var isCRLF = false
    /// `core.safecrlf=true`.
    package var isStrict = false

    package init(automatic: Automatic = .off, isCRLF: Bool = false, isStrict: Bool = false) {
      self.automatic = automatic
      self.isCRLF = isCRLF
      self.isStrict = isStrict
    }

    /// The line ends of text in the folder if no attribute decides.
    fileprivate var endsWithCRLF: Bool {
      switch automatic {
      case .on: true
      case .input: false
      case .off: isCRLF
      }
    }
  }

  /// The treatment of line ends, as `convert_attrs` of git's `convert.c` decides it.
  package func lineEnds(_ settings: Settings) -> StoredLineEnds {
    let decisive = Self.kind(of: text) == nil ? crlf : text
    guard let kind = Self.kind(of: decisive) else {
      // `eol` alone makes a file text.
      if let isCRLF { return StoredLineEnds(.text, isCRLF: isCRLF) }
      switch settings.automatic {
      case .off: return StoredLineEnds(.binary, isCRLF: false)
      case .on: return StoredLineEnds(.automatic, isCRLF: true)
      case .input: return StoredLineEnds(.automatic, isCRLF: false)
      }
    }
    let usual = decisive == .text("input") ? false : settings.endsWithCRLF
    return StoredLineEnds(kind, isCRLF: isCRLF ?? usual)
  }

  private static func kind(of value: Value) -> StoredLineEnds.Kind? {
    switch value {
    case .set, .text("input"): .text
    case .unset: .binary
    case .text("auto"): .automatic
    case .unspecified, .text: nil
    }
  }

  private var isCRLF: Bool? {
    switch eol {
    case .text("crlf"): true
    case .text("lf"): false
    default: nil
    }
  }

  /// The name of the filter, whether or not it is configured.
  package var filterName: String? {
    if case .text(let name) = filter { return name }
    return nil
  }

  /// The encoding of the file in the folder, or nil if its bytes are stored unchanged.
  package var encodingName: String? {
    guard case .text(let name) = encoding, !name.isEmpty else { return nil }
    let upper = name.uppercased()
    return upper == "UTF-8" || upper == "UTF8" ? nil : name
  }
}
