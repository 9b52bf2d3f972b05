import Files
import History
import Indexing
import Layout
import Notes
import PastNotes
import Steps
import Sync

/// A file that is to be linked in a note.
package struct AttachmentSource: Sendable {
  /// The name that it has where it lies.
  package let name: String
  package let bytes: [UInt8]
  /// Its path, if it lies in the vault already.
  package let path: NotePath?

  package init(name: String, bytes: [UInt8], path: NotePath?) {
    self.name = name
    self.bytes = bytes
    self.path = path
  }
}

/// A file that is linked in a note.
package struct AttachedFile: Equatable, Sendable {
  package let path: NotePath
  /// True if it was copied, or would be; false where the vault has the same bytes already.
  package let isCopied: Bool
}

/// The result of attaching files to a note, or its plan.
package struct AttachReport: Sendable {
  package let files: [AttachedFile]
  /// The links of notes that the new files would take.
  package let links: KeptLinks
  /// The note with the links, before it is written.
  package let plan: Vault.InsertionPlan
  /// The place of the links; nil in a plan.
  package let inserted: InsertedText?
}

/// The reason why a file is not attached.
package enum AttachError: Error, Equatable, Sendable {
  /// The setting names a folder that is hidden or not in the vault.
  case badFolder(String)
  /// The name is that of a secret, which a copy of another name would hide.
  case secret(String)
  /// No link can lead to the file from the note.
  case noLink(NotePath)
}

extension Vault {
  /// Copies files into the folder for attachments and links them in a note, in the form that the vault's links have.
  ///
  /// Nothing is overwritten: a file gets another number where its name is taken, and one whose bytes are there already
  /// is not copied again. The note is written last, so that no link leads to a file that is missing. Links of notes that
  /// mean another file of the name are written so that they go on to.
  /// - Parameters:
  ///   - heading: the heading below which the links go.
  ///   - isPlanned: true to write nothing.
  /// - Throws: `AttachError`, `NoteInsertionError`, `WriteError`, `IndexError`, `VaultLock.Failure`.
  package func attach(
    _ sources: [AttachmentSource], to note: NotePath, under heading: String? = nil,
    isPlanned: Bool = false, progress: IndexProgress? = nil
  ) throws -> AttachReport {
    let folder = try attachmentFolder(of: note)
    let links = try VaultLinks(index(progress: progress))
    let lock = try isPlanned ? nil : writeLock()
    var files: [AttachedFile] = []
    for source in sources {
      files.append(
        try source.path.map { AttachedFile(path: $0, isCopied: false) }
          ?? place(for: source, in: folder, besides: files.map(\.path)))
    }
    let text = try self.links(to: files.map(\.path), in: note, links).joined(separator: "\n\n")
    let insertion = NoteInsertion(text, at: .end, under: heading)
    let plan = try planInsertion(insertion, into: note)
    let new = files.filter(\.isCopied).map { PlannedFile($0.path) }
    if isPlanned {
      return AttachReport(
        files: files, links: plannedLinks(besides: new), plan: plan, inserted: nil)
    }
    let kept = keepLinks(besides: new)
    let replacement = recordedReplacement
    for (source, file) in zip(sources, files) where file.isCopied {
      try replacement.create(file.path, with: source.bytes)
    }
    _ = consume lock
    return AttachReport(
      files: files, links: kept, plan: plan, inserted: try insert(insertion, into: note))
  }

  /// The folder for the attachments of a note; nil for the vault's own.
  ///
  /// The setting is a path from the vault's root, or begins with `./` for one beside the note, as Obsidian has it.
  func attachmentFolder(of note: NotePath) throws(AttachError) -> NotePath? {
    let setting = configuration.text("attachments.folder")
    let isBeside = setting == "." || setting.hasPrefix("./")
    let parts = setting.split(separator: "/").filter { $0 != "." }
    let start = isBeside ? note.folder?.components.map { Array($0) } ?? [] : []
    let components = start + parts.map { Array($0.utf8) }
    if components.isEmpty { return nil }
    guard let path = NotePath(bytes: Array(components.joined(separator: [0x2F]))),
      !path.components.contains(where: { $0.first == 0x2E })
    else { throw .badFolder(setting) }
    return path
  }

  /// The place of a file in a folder: that of its bytes if they are there, else a free name like its own.
  func place(
    for source: AttachmentSource, in folder: NotePath?, besides taken: [NotePath]
  ) throws -> AttachedFile {
    var keys: Set<PortableKey> = []
    if let stream = DirectoryStream(folder.map { root.appending($0) } ?? root) {
      while let entry = unsafe stream.next() {
        let name = unsafe entry.bytes
        keys.insert(PortableKey(name))
        guard let path = folder?.appending(name) ?? NotePath(bytes: name), !path.isMarkdown,
          name.first != 0x2E, !self.folder.isThroughLink(path),
          let status = FileStatus.at(root.appending(path), following: false), status.kind == .file,
          status.size == source.bytes.count,
          let contents = try? self.folder.read(path, limit: Int64(source.bytes.count)),
          contents.bytes == source.bytes
        else { continue }
        return AttachedFile(path: path, isCopied: false)
      }
    }
    for path in taken { keys.insert(PortableKey(path.name)) }
    let (stem, ending) = Self.parts(of: source.name)
    var number = 1
    while true {
      let name = Array((number == 1 ? stem : "\(stem) \(number)").utf8) + Array(ending.utf8)
      guard let path = folder?.appending(name) ?? NotePath(bytes: name) else {
        throw AttachError.badFolder(source.name)
      }
      if !keys.contains(PortableKey(name)) {
        let names = [Array(source.name.utf8), name].map { SecretName.matches(TreePath(bytes: $0)) }
        if names == [true, false] { throw AttachError.secret(source.name) }
        return AttachedFile(path: path, isCopied: true)
      }
      number += 1
    }
  }

  /// The name of a file as every system and every link can have it, and its extension with the dot.
  private static func parts(of name: String) -> (stem: String, ending: String) {
    var ending = ""
    var stem = name[...]
    if let dot = name.lastIndex(of: "."), dot != name.startIndex {
      let last = name[name.index(after: dot)...]
      if !last.isEmpty, last.utf8.count <= 16,
        last.utf8.allSatisfy({ $0 < 0x80 && UInt8($0).isASCIIWord })
      {
        ending = "." + last
        stem = name[..<dot]
      }
    }
    return (FileName.stem(for: String(stem)), ending)
  }

  // MARK: Links

  /// The text of a link to each file: shown in the note where it is a picture and the like.
  private func links(
    to files: [NotePath], in note: NotePath, _ links: VaultLinks
  ) throws -> [String] {
    let resolver = links.resolver(with: files.map { ($0, []) })
    let form = MentionWriter.form(links, links.resolver())
    return try files.map { file in
      guard let number = resolver.paths.firstIndex(of: file.text) else {
        throw AttachError.noLink(file)
      }
      let linker = MentionLinker(to: number, resolver, form: form, style: linkStyle)
      guard let target = linker.target(from: note.text) else { throw AttachError.noLink(file) }
      let kind = FileKind(ofName: file.name)
      switch form {
      case .wiki: return noteOptions.links.wikilink(target, isEmbed: kind.isShownInside)
      case .markdown:
        let name = String(decoding: file.stem, as: UTF8.self)
          .filter { !"[]\\`*_<>!".contains($0) }
        return (kind == .image ? "!" : "") + "[\(name)](\(target))"
      }
    }
  }
}
