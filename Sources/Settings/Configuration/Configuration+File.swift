import Files
import Git
import History
import Layout
import Notes

/// The reason why the text of a file of settings cannot be read.
struct UnreadSettings: Error {
  let message: String
  /// Counted from 1; nil for the file as a whole.
  var line: Int?
}

extension Configuration {
  /// A file of settings, if it is there; where it cannot be read, its last version in the history that can.
  ///
  /// The version of the history keeps the notes where they are while a person edits the file, or a merge has left its
  /// markers in it.
  /// - Parameters:
  ///   - root: the vault whose file it is; the file itself is not read through a link that leads out of it.
  ///   - problems: told of a file that cannot be read.
  static func file<File>(
    _ path: DiskPath, within root: DiskPath?, _ problems: inout [Problem],
    reading parse: ([UInt8]) throws(UnreadSettings) -> File
  ) -> File? {
    guard FileStatus.at(path) != nil else { return nil }
    let failure: UnreadSettings
    do {
      // A file of the person's may be a link to anywhere, as those who keep their dotfiles in git have it; and the
      // folder of another tool's settings, as those who share them among vaults have it.
      let isOwn = root?.appending(bytes: Array(OwnFiles.folder)) == path.folder
      let folder = isOwn ? root ?? path.folder : path.folder
      let relative = folder.relative(path).flatMap { NotePath(bytes: Array($0)) }
      guard let relative else { return nil }
      let reader = VaultFolder(root: folder, followsAllLinks: root == nil)
      return try parse(reader.read(relative, limit: SettingsFile.sizeLimit).bytes)
    } catch let error as UnreadSettings {
      failure = error
    } catch let error as WriteError {
      failure = UnreadSettings(message: error.shortReason)
    } catch {
      preconditionFailure("\(error)")
    }
    let standIn = root.flatMap { committed(path, in: $0, reading: parse) }
    let end =
      standIn == nil
      ? "no setting in it holds"
      : "the settings of its last commit that can be read hold until it is mended"
    problems.append(
      Problem(
        file: path, line: failure.line, message: "cannot be read (\(failure.message)), so \(end)",
        kind: .unread(hasStandIn: standIn != nil)))
    return standIn
  }

  /// The number of versions that are looked at for one that can be read.
  private static let versionLimit = 32

  /// The last version of a file in the history that can be read; nil without one, and where the history itself cannot
  /// be read.
  private static func committed<File>(
    _ path: DiskPath, in root: DiskPath, reading parse: ([UInt8]) throws(UnreadSettings) -> File
  ) -> File? {
    guard let place = RepositoryPlace.holding(root), place.isComplete,
      let name = place.root.relative(path)
    else { return nil }
    var file: File?
    do {
      let repository = try Repository.open(at: place.root.bytes)
      guard let head = try repository.head().commit else { return nil }
      var left = versionLimit
      try repository.forEachChange(
        of: TreePath(bytes: name), from: head, followingMoves: false
      ) { change in
        left -= 1
        if let version = change.after, version.mode.isFile,
          try repository.size(ofBlob: version.id) <= SettingsFile.sizeLimit
        {
          let text = try repository.blob(version.id)
          do { file = try parse(text) } catch is UnreadSettings {}
        }
        return file == nil && left > 0
      }
    } catch {
      // Such as a shallow clone, whose history ends before a version that can be read.
      return file
    }
    return file
  }
}
