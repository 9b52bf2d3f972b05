/// ```
/// fingerprint := XXH64(seed 0, content)
/// content     := 0x01 folded-quote
///              | 0x02 folded-question 0x00 folded-answer     a cloze; U+FFFC in the question is its gap
///              | 0x03 folded-question 0x00 folded-answer
/// ```
/// The texts are ``Prompt/question`` and ``Prompt/answer``, folded by `TextFolding`. So these are
/// *not* part of a prompt's identity: case, Unicode form, line breaks, quote markers, emphasis,
/// addresses of links, the shape of quotation marks and dashes, hashtags before and after it, a
/// quote's source and locator, a cloze's hint, which other parts of its block are clozes, and its
/// place.
///
/// Logs keep fingerprints for ever: none of this can change.
extension CardID {
  /// The fingerprint of a prompt's text.
  package init(fingerprintOf kind: Prompt.Kind, question: String, answer: String) {
    var content = [kind.rawValue]
    content += TextFolding.fold(question)
    if kind != .quote {
      content.append(0)
      content += TextFolding.fold(answer)
    }
    self.init(bits: XXHash64.hash(content))
  }
}
