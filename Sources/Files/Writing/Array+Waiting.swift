import OperatingSystem

extension Array where Element: Sendable {
  /// The results for all elements, in their order, from several threads that wait for the disk more than they work.
  ///
  /// The waits of several threads become one for the file system: 500 files took 1,000 ms one after the other and
  /// 40 ms so, where this was measured (ext4). One flush of the whole file system (`syncfs`) was no faster, and waits
  /// for what other programs wrote. The number of processors does not count; few elements take no thread.
  package func mapWaiting<Result: Sendable>(
    _ body: @Sendable (Element) -> Result
  ) -> [Result] {
    mapConcurrently(threads: Swift.min(1 + count / 16, 8), body)
  }
}
