import Files

/// Lets git ignore the files that `zib` has beside notes for a moment, so that no `git add -A` commits them.
package enum TemporaryExclusion {
  private static let patterns = [HiddenName.prefix, TemporaryName.prefix].map {
    Array("\($0)*".utf8)
  }

  /// Adds the rules that are missing.
  ///
  /// A repository where they cannot be written is worked with all the same: they only help plain git.
  package static func ensure(in place: RepositoryPlace) {
    do throws(SystemError) {
      try LocalExclusion.add(patterns, heading: "Temporary files of zib", in: place)
    } catch {}
  }
}
