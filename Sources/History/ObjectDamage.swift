/// An error that may mean that an object of a repository is there and cannot be read.
package protocol ObjectDamage: Error {
  var isDamage: Bool { get }
  /// True for a tree with a name that git itself never writes.
  var isHostile: Bool { get }
  /// The reason, in the words of the program that read it.
  var detail: String { get }
}
