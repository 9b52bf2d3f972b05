/// The folders of a vault that no link may lead into: what stands there is not the person's text, and may be a secret.
enum PrivateFolder {
  /// True for a path in a folder of git or zib.
  ///
  /// - Parameter path: from the vault's root.
  static func holds(_ path: some Collection<UInt8>) -> Bool {
    path.split(separator: 0x2F).contains {
      $0.elementsEqual(".git".utf8) || $0.elementsEqual(".zib".utf8)
    }
  }
}
