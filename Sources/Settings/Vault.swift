import Files
import Notes

/// A folder of notes: its place, its settings, and everything that can be done with it.
package struct Vault: Sendable {
  package let location: VaultLocation
  package let configuration: Configuration
  package let environment: Environment
  /// The texts of notes that are open in an editor and not saved; empty but for ``counting(unsaved:)``.
  package let unsaved: [NotePath: [UInt8]]

  package init(location: VaultLocation, configuration: Configuration, environment: Environment) {
    self.init(location, configuration, environment, unsaved: [:])
  }

  private init(
    _ location: VaultLocation, _ configuration: Configuration, _ environment: Environment,
    unsaved: [NotePath: [UInt8]]
  ) {
    self.location = location
    self.configuration = configuration
    self.environment = environment
    self.unsaved = unsaved
  }

  /// The vault as if some notes had these texts: for questions, never for a change on the disk.
  ///
  /// Nothing that follows from such texts is kept in the cache.
  package func counting(unsaved: [NotePath: [UInt8]]) -> Vault {
    Vault(location, configuration, environment, unsaved: unsaved)
  }

  /// The vault while a person has this done.
  ///
  /// - Parameter leavesLinks: true where the caller sees to the links that would lead to a new note.
  package func doing(_ deed: Deed, leavesLinks: Bool = false) -> Vault {
    var environment = environment
    environment.deed = deed
    environment.leavesLinks = leavesLinks
    return Vault(location, configuration, environment, unsaved: unsaved)
  }

  /// The vault's folder.
  package var root: DiskPath { location.root }

  /// True if a path leads to a file in the vault's folder also where symbolic links are followed, or to no file.
  package func isInside(_ path: NotePath) -> Bool {
    guard let real = DiskPath.real(root.appending(path)), let top = DiskPath.real(root) else {
      return true
    }
    return top.relative(real) != nil
  }

  /// The folder as files are read and written.
  package var folder: VaultFolder { VaultFolder(root: root, unsaved: unsaved) }

  /// The spellings that the vault's notes use.
  package var noteOptions: NoteOptions { NoteOptions(configuration) }

  /// The way in which the vault's tasks are written.
  package var taskStyle: TaskStyle { TaskStyle(configuration) }

  /// The walk that finds the vault's notes, as its settings have it.
  package var walk: FolderWalk { FolderWalk(root: root, excluded: configuration.excluded) }
}

extension LinkDialect {
  /// The ways that the settings name.
  init(_ configuration: Configuration) {
    self.init()
    isTextFirst = configuration.flag("links.text-first")
    takesParts = configuration.flag("links.parts")
    let title = configuration.text("journal.title")
    let names = PageNames(
      days: title.isEmpty
        ? nil : DayTitles(path: configuration.text("journal.pattern"), title: title),
      encoding: PageNames.Encoding(rawValue: configuration.text("links.pages")))
    if names != PageNames() { pages = names }
  }
}

extension NoteOptions {
  /// The spellings that the settings name.
  package init(_ configuration: Configuration) {
    self.init()
    bracketedHashtags = configuration.flag("tags.multiword")
    colonHashtags = configuration.flag("tags.colon")
    closedHashtags = configuration.flag("tags.bear")
    links = LinkDialect(configuration)
    logHeading = configuration.text("journal.heading")
    bulletedEntries = configuration.flag("journal.bullets")
    taskStatuses = TaskStatuses(written: configuration.list("tasks.statuses"))
  }
}
