extension LinkRewriter {
  /// The text of links to a file, where it is the old title.
  package struct NewText: Sendable {
    /// The file, by its index.
    package let file: Int
    /// The titles that give way.
    package let old: Set<String>
    package let new: String

    package init(file: Int, old: Set<String>, new: String) {
      self.file = file
      self.old = old
      self.new = new
    }

    /// The first sign of the new text that the text of a link would have to escape, if it has one.
    package var sign: Character? { Self.sign(of: new) }

    /// The first sign of a text that the text of a link would have to escape, if it has one.
    package static func sign(of text: String) -> Character? {
      text.first { "[]|\\<>`*_&\n".contains($0) }
    }
  }

  /// An alias of a file that gives way to another: wikilinks by it get the other one.
  package struct NewAlias: Sendable {
    /// The file, by its index.
    package let file: Int
    package let old: String
    package let new: String

    package init(file: Int, old: String, new: String) {
      self.file = file
      self.old = old
      self.new = new
    }

    /// True if a link that means a file in some way does so by the alias that goes.
    func isMeant(by target: String, _ need: Need) -> Bool {
      need.rule == .alias && need.file == file
        && LinkResolver.foldedAlias(target) == LinkResolver.foldedAlias(old)
    }
  }
}
