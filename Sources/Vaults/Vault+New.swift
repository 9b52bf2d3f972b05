import Files
import Layout
import Notes
import PastNotes
import Steps

/// The title, place and template of a new note.
package struct NewNote: Sendable {
  package var title: String
  /// The folder, from the vault's root; nil for the one in the settings.
  package var folder: String?
  /// The template's name; nil for `note`, if there is one.
  package var template: String?
  /// The values of the template's own names.
  package var variables: [String: String]
  /// Text to append to the template's.
  package var body: String

  package init(
    title: String, folder: String? = nil, template: String? = nil,
    variables: [String: String] = [:], body: String = ""
  ) {
    self.title = title
    self.folder = folder
    self.template = template
    self.variables = variables
    self.body = body
  }
}

extension NewNote {
  /// A note of a title as a person typed it: one that begins with `/`, `./` or `../` is a path, whose folders are made.
  ///
  /// - Parameters:
  ///   - folder: the one in which a path begins that does not begin with `/`.
  /// - Throws: `NewNoteError.badPath` of a path that leads out of the vault, or names nothing.
  package init(
    typed title: String, folder: String? = nil, template: String? = nil
  ) throws(NewNoteError) {
    self.init(title: title, folder: folder, template: template)
    guard ["/", "./", "../"].contains(where: title.hasPrefix) else { return }
    var parts = title.hasPrefix("/") ? [] : (folder ?? "").split(separator: "/")
    for part in title.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if parts.popLast() == nil { throw .badPath(title) }
      default: parts.append(part)
      }
    }
    guard !title.hasSuffix("/"), let name = parts.popLast() else { throw .badPath(title) }
    let isNote = NotePath(String(name))?.isMarkdown == true
    self.title = isNote ? String(name.prefix(upTo: name.lastIndex(of: ".")!)) : String(name)
    self.folder = parts.joined(separator: "/")
  }
}

/// A note before it is written.
package struct DraftNote: Equatable, Sendable {
  package let path: NotePath
  package let text: String
  /// The line of `{{cursor}}`, counted from 1, or the last.
  package let line: Int
  /// Unknown names of the template.
  package let unknown: [String]

  package init(path: NotePath, text: String, line: Int, unknown: [String]) {
    self.path = path
    self.text = text
    self.line = line
    self.unknown = unknown
  }
}

/// The reason why a note could not be drafted.
package enum NewNoteError: Error, Equatable, Sendable {
  /// There is no such template; `available` has the existing ones.
  case noTemplate(String, available: [String])
  /// The folder or name leads out of the vault, or is hidden and would be no note.
  case badPath(String)
  /// A note has that name but for capitals.
  case existsAs(NotePath)
}

extension Vault {
  /// Makes a note from a template, without writing it.
  ///
  /// - Parameters:
  ///   - milliseconds: the time, UTC since 1970.
  ///   - zone: the person's zone.
  /// - Throws: `NewNoteError`; `WriteError` if the template cannot be read.
  package func draft(_ new: NewNote, at milliseconds: Int64, in zone: Zone) throws -> DraftNote {
    let values = Template.Values(
      title: new.title, now: CivilDateTime(milliseconds: milliseconds, in: zone),
      secondsEast: zone.secondsEast(milliseconds), custom: new.variables)
    let pattern = configuration.text("new.filename")
    var name = Template(pattern).renderFileName(values)
    if pattern == "{{title}}", let stem = noteOptions.links.pages?.fileStem(ofPage: new.title) {
      name.text = stem
    }
    let path = try notePath(folder: new.folder ?? configuration.text("new.folder"), name: name.text)
    let text = try templateText(new.template)
    let template = Template(location.tool == .dendron ? DendronNote.completed(text) : text)
    var rendering = template.render(values)
    if !new.body.isEmpty {
      if !rendering.text.isEmpty, !rendering.text.hasSuffix("\n") { rendering.text += "\n" }
      rendering.text += new.body
    }
    if !rendering.text.hasSuffix("\n") { rendering.text += "\n" }
    let cursor = rendering.cursor ?? rendering.text.utf8.count - 1
    let line = 1 + rendering.text.utf8.prefix(max(0, cursor)).count { $0 == 0x0A }
    return DraftNote(
      path: path, text: rendering.text, line: line, unknown: rendering.unknown + name.unknown)
  }

  /// Writes a new note, and the folders above it; links of other notes go on meaning what they mean.
  ///
  /// - Returns: the links that were rewritten for that.
  /// - Throws: `WriteError.exists` and `NewNoteError.existsAs` if the name is taken: nothing is
  ///   overwritten.
  package func create(
    _ draft: DraftNote, progress: FileReplacement.Progress? = nil
  ) throws -> KeptLinks {
    let lock = try writeLock()
    if let other = siblingDifferingInCase(draft.path) { throw NewNoteError.existsAs(other) }
    if FileStatus.at(root.appending(draft.path), following: false) != nil {
      throw WriteError.exists(draft.path)
    }
    let kept = keepLinks(besides: [newFile(draft)], progress: progress)
    try recordedReplacement.create(draft.path, with: Array(draft.text.utf8))
    _ = consume lock
    return kept
  }

  /// The file that a drafted note will be.
  package func newFile(_ draft: DraftNote) -> PlannedFile {
    PlannedFile(draft.path, text: Array(draft.text.utf8), options: noteOptions)
  }

  /// The names of the templates, sorted; the second version of one that two devices changed is none.
  package var templates: [String] {
    guard let folder = templatesFolder, let stream = DirectoryStream(root.appending(folder)) else {
      return []
    }
    var names: [String] = []
    while let entry = unsafe stream.next() {
      guard unsafe entry.isMarkdown, unsafe !entry.isHidden else { continue }
      let path = NotePath(bytes: unsafe entry.bytes)
      guard let path, !path.isConflictCopy else { continue }
      names.append(String(decoding: path.stem, as: UTF8.self))
    }
    return names.sorted()
  }

  /// The text of a template; without a name that of `note`, or a heading if there is none.
  func templateText(_ name: String?) throws -> String {
    let fallback = "# {{title}}\n\n"
    guard let templates = templatesFolder else { return fallback }
    let wanted = name ?? "note"
    let isFile = NotePath(wanted)?.isMarkdown == true
    let files = isFile ? [wanted] : [wanted + ".md", wanted + ".markdown"]
    var paths = files.compactMap { templates.appending($0.utf8) }
    if name != nil { paths += files.compactMap { NotePath($0) } }
    for path in paths {
      guard FileStatus.at(root.appending(path)) != nil else { continue }
      return String(decoding: try folder.read(path).bytes, as: UTF8.self)
    }
    if let name { throw NewNoteError.noTemplate(name, available: self.templates) }
    return fallback
  }

  /// The templates in a hidden folder, which are no notes of the vault; by name.
  var hiddenTemplates: [NotePath] {
    guard let folder = templatesFolder, folder.components.contains(where: { $0.first == 0x2E })
    else { return [] }
    return templates.compactMap { folder.appending(($0 + ".md").utf8) }
  }

  private var templatesFolder: NotePath? { TemplateFolder(configuration).path }

  private func trimmed(_ folder: String) -> String {
    String(folder.drop { $0 == "/" }.reversed().drop { $0 == "/" }.reversed())
  }

  private func notePath(folder: String, name: String) throws(NewNoteError) -> NotePath {
    let components = (trimmed(folder) + "/" + name).split(separator: "/")
    let text = components.joined(separator: "/") + ".md"
    guard let path = NotePath(text), !components.isEmpty,
      !components.contains(where: { $0.hasPrefix(".") })
    else { throw .badPath(text) }
    return path
  }

  /// A file beside a path whose name is the same but for case and Unicode form.
  package func siblingDifferingInCase(_ path: NotePath) -> NotePath? {
    let folder = path.folder.map { root.appending($0) } ?? root
    guard let stream = DirectoryStream(folder) else { return nil }
    let key = PortableKey(path.name)
    while let entry = unsafe stream.next() {
      let name = unsafe entry.bytes
      guard name[...] != path.name, PortableKey(name) == key else { continue }
      return path.folder?.appending(name) ?? NotePath(bytes: name)
    }
    return nil
  }
}
