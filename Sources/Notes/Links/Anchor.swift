import Layout

/// The forms in which links name a heading.
package enum Anchor {
  /// GitHub's: lower case, only letters, marks, digits, `-` and `_`, each space a `-`.
  package static func gitHub(_ heading: String) -> String {
    var anchor = String.UnicodeScalarView()
    for scalar in heading.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
        .otherNumber, .connectorPunctuation:
        anchor.append(scalar)
      default:
        if scalar == "-" { anchor.append(scalar) }
        if scalar == " " { anchor.append("-") }
      }
    }
    return String(anchor)
  }

  /// Obsidian's: punctuation is white space, white space is one space, and case does not count.
  package static func obsidian(_ heading: String) -> String {
    var anchor = ""
    var isSpacePending = false
    for scalar in CaseFolding.fold(heading).unicodeScalars {
      let isDropped =
        scalar.properties.isWhitespace
        || (scalar.isASCII && UInt8(truncatingIfNeeded: scalar.value).isASCIIPunctuation
          && !"-_'".unicodeScalars.contains(scalar))
      if isDropped {
        isSpacePending = !anchor.isEmpty
      } else {
        if isSpacePending { anchor += " " }
        isSpacePending = false
        anchor.unicodeScalars.append(scalar)
      }
    }
    return anchor
  }
}

extension Note {
  /// The GitHub anchors of ``headings``, in order: a repeated one gets `-1`, `-2`, ….
  package var gitHubAnchors: [String] {
    var counts: [String: Int] = [:]
    return headings.map { heading in
      let anchor = Anchor.gitHub(plainText(in: heading.text))
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      return count == 0 ? anchor : "\(anchor)-\(count)"
    }
  }

  /// The target of an anchor here: the block of `^id`, or the heading of a path `H1#H2`, by
  /// Obsidian's rule and then by GitHub's.
  package func block(anchored anchor: String) -> ByteRange? {
    guard anchor.hasPrefix("^") else { return heading(anchored: anchor)?.range }
    let id = anchor.dropFirst()
    return blockIDs.first {
      source[$0.id.indices].elementsEqual(id.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }?.block
  }

  /// The heading that an anchor names.
  package func heading(anchored anchor: String) -> Heading? {
    AnchorTable(self).heading(anchor).map { headings[$0] }
  }
}
