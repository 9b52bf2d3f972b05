/// The most memory that this process needed.
enum Memory {
  /// Kilobytes, 0 where the system does not say.
  ///
  /// Not `getrusage`: on Linux that counts what the parent had when it started this process.
  static var peakKilobytes: Int {
    guard let status = Queries.read("/proc/self/status") else { return 0 }
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }
    return 0
  }
}
