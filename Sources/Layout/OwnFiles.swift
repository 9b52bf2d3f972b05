/// The paths of the files that a vault keeps in a folder of its own.
///
///     settings   := ".zib/config.yml"
///     review log := ".zib/reviews/" device "/" year ".log"
package enum OwnFiles {
  /// The name of the folder.
  package static let folder = Array(".zib".utf8)

  /// The settings, from the vault's root.
  package static let settings = folder + Array("/config.yml".utf8)

  /// True for a log of reviews: a file that is only ever added to.
  ///
  /// The path may begin at the vault's root or anywhere above it. A repository can hold several
  /// vaults, and the log of each counts.
  package static func isReviewLog(_ path: [UInt8]) -> Bool {
    let names = path.split(separator: 0x2F)
    return names.count >= 4 && names[names.count - 4].elementsEqual(folder)
      && names[names.count - 3].elementsEqual("reviews".utf8)
      && isLogName(names[names.count - 1])
  }

  /// True for the name of a log in the folder of a device.
  package static func isLogName(_ name: ArraySlice<UInt8>) -> Bool {
    name.suffix(4).elementsEqual(".log".utf8)
  }
}
