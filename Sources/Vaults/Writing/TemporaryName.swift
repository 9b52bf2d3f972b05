import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names for files that exist for a moment: `.zib-tmp-<process>-<time>-<count>`.
enum TemporaryName {
  static let prefix = ".zib-tmp-"
  private static let count = Atomic<UInt64>(0)

  static func next() -> [UInt8] {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let time = String(UInt64(bitPattern: Clock.now()), radix: 36)
    return Array("\(prefix)\(getpid())-\(time)-\(number)".utf8)
  }
}
