import Files

/// Lets git ignore the files that `zib` and editors have beside notes for a moment, so that no commit takes them.
package enum TemporaryExclusion {
  private static let patterns = [HiddenName.prefix, TemporaryName.prefix].map {
    Array("\($0)*".utf8)
  }

  /// Locks, unsaved text and backups: Emacs, Vim and nano, Kate, LibreOffice. On another device a lock that came with a
  /// sync says that somebody is writing there.
  private static let ofEditors = [
    ".#*", "\\#*#", "*.md~", ".*.sw[a-p]", ".*.kate-swp", ".~lock.*#",
  ].map { Array($0.utf8) }

  /// Adds the rules that are missing.
  ///
  /// A repository where they cannot be written is worked with all the same. A snapshot never takes the files of `zib`; those
  /// of editors it then takes, as `git add -A` does.
  package static func ensure(in place: RepositoryPlace) {
    do throws(SystemError) {
      try LocalExclusion.add(patterns, heading: "Temporary files of zib", in: place)
      try LocalExclusion.add(ofEditors, heading: "Temporary files of editors", in: place)
    } catch {}
  }
}
