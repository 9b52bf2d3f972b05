extension String {
  /// Without spaces at both ends.
  package func trimmingSpaces() -> String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { $0 != 0x20 }),
      let last = bytes.lastIndex(where: { $0 != 0x20 })
    else { return "" }
    return String(Substring(bytes[first...last]))
  }
}
