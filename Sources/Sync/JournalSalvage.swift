import History

/// The readable lines of a journal that is damaged or of another version.
struct JournalSalvage {
  /// A person's edits that were on record.
  private(set) var edits: Set<UpdateJournal.Version> = []
  /// Files that the device kept to itself, and folders of such with a slash at the end; the rules that say so may be
  /// gone since.
  private(set) var ignored: Set<TreePath> = []
  /// The former commit of the branch, or none; nil if that line cannot be read.
  private(set) var from: ObjectID??
  /// The commit that the update led to; nil if that line cannot be read.
  private(set) var to: ObjectID?

  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      var reader = JournalReader(line + [0x0A])
      switch reader.word() {
      case "from": from = reader.id()
      case "to": to = reader.id() ?? nil
      case "edit":
        guard case .some(.some(let version)) = reader.version(), reader.id() != nil,
          let path = reader.path()
        else { continue }
        edits.insert(.init(path: path, version: version))
      case "ignored":
        if let path = reader.path() { ignored.insert(path) }
      default: continue
      }
    }
  }
}
