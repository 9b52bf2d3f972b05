import Files
import Layout
import Notes
import Settings

/// Finds the links of single notes that are flawed, or that may come to be.
struct LinkJudge: Sendable {
  private let vault: VaultNotes
  private let survey: LinkSurvey

  /// - Parameter survey: its resolver knows all files that the targets of the notes could mean.
  init(_ vault: VaultNotes, _ survey: LinkSurvey) {
    self.vault = vault
    self.survey = survey
  }

  /// The flawed links of a note; of those to places of other notes none is told to lack its place yet.
  func flaws(in note: Note, at path: NotePath) -> FlawedLinks {
    var flaws = FlawedLinks()
    let lines = note.lines
    var places: LinkPlaces?
    func hasPlace(_ anchor: String) -> Bool {
      let known = places ?? LinkPlaces(note)
      places = known
      return known.has(anchor)
    }
    for link in note.links where !link.isExternal {
      let anchor = note.anchor(of: link).flatMap { $0.isEmpty ? nil : $0 }
      func place(_ target: PlacedLink.Target, lacksAnchor: Bool) -> PlacedLink {
        PlacedLink(
          position: lines.position(at: Int(link.range.start)), text: note.text(link.range),
          target: target, anchor: anchor, lacksAnchor: lacksAnchor, others: [])
      }
      switch survey.resolver.resolve(link, in: note, at: path.text) {
      case .unresolved:
        let missing = place(.missing, lacksAnchor: false)
        flaws.broken.append(missing)
        let flaw = flaw(missing, note.target(of: link), path, &flaws.folders)
        flaws.findings.append(
          CheckFinding(.link(missing.text, flaw), at: path.bytes, missing.position))
      case .sameNote:
        if let anchor, !hasPlace(anchor) {
          flaws.broken.append(place(.sameNote, lacksAnchor: true))
        }
      case .file(let number, let rule):
        guard let anchor, let file = NotePath(survey.resolver.paths[number]), file.isMarkdown else {
          continue
        }
        if file != path {
          flaws.anchored.append(place(.file(file, rule), lacksAnchor: false))
        } else if !hasPlace(anchor) {
          flaws.broken.append(place(.file(file, rule), lacksAnchor: true))
        }
      case .external: continue
      }
    }
    let found = survey.findings(in: note, at: path)
    flaws.findings += found
    for finding in found {
      if case .link(_, .byAlias(let file, _)) = finding.kind {
        flaws.names.append(LinkResolver.lastName(file.text))
      }
    }
    return flaws
  }

  /// True if a folder is at a path.
  static func isFolder(_ path: NotePath, in vault: VaultNotes) -> Bool {
    FileStatus.at(vault.vault.root.appending(path))?.kind == .folder
  }

  /// The flaw of a link that leads to no file.
  private func flaw(
    _ link: PlacedLink, _ target: String, _ path: NotePath, _ folders: inout [FlawedLinks.Folder]
  ) -> CheckFinding.LinkFlaw {
    let isWiki = link.text.hasPrefix("[[")
    // The part before a slash in the name of a page is no folder: the page `a/b` is another one than `b`.
    if survey.resolver.dialect.hasText || !isWiki,
      let elsewhere = survey.elsewhere(target, from: path)
    {
      return .missing(target, elsewhere: elsewhere)
    }
    if !isWiki || target.hasSuffix("/") || target.hasPrefix(".") {
      let place = LinkPlace(target, from: path)
      if case .outside = place { return .outside(target) }
      for place in [place, LinkPlace("/" + target, from: path)] {
        switch place {
        // From the root `../` leads out, whatever the folder of the note is.
        case .outside: continue
        case .inside(let place):
          let isThere = Self.isFolder(place, in: vault)
          folders.append(FlawedLinks.Folder(path: place, isThere: isThere))
          if isThere { return .folder(target, place) }
        case .root: return .missing(target, elsewhere: nil)
        }
      }
    }
    let isNamed = isWiki && link.anchor == nil && !target.hasPrefix(".")
    // A name with the ending of another kind of file is no note's.
    let ending = FileKind.ending(ofName: target.utf8)
    let isOther = FileKind(ending: ending).isShownInside || FileKind.isBoard(ending)
    return isNamed && !isOther ? .unwritten(target) : .missing(target, elsewhere: nil)
  }

  /// The place to which a target leads as a path from the folder of a note, or with a slash before it from the root.
  private enum LinkPlace {
    case outside, root
    case inside(NotePath)

    init(_ target: String, from note: NotePath) {
      var parts = target.hasPrefix("/") ? [] : note.components.dropLast().map { Array($0) }
      for part in target.utf8.split(separator: 0x2F) {
        if part.elementsEqual(".".utf8) { continue }
        if part.elementsEqual("..".utf8) {
          guard parts.popLast() != nil else {
            self = .outside
            return
          }
          continue
        }
        parts.append(Array(part))
      }
      self = NotePath(bytes: Array(parts.joined(separator: [0x2F]))).map { .inside($0) } ?? .root
    }
  }
}
