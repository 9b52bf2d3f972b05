import OperatingSystem
import Synchronization

/// Names for files that exist for a moment: `.zib-tmp-<process>-<time>-<count>`.
package enum TemporaryName {
  /// The letters that the name of every temporary file begins with.
  package static let prefix = ".zib-tmp-"
  private static let count = Atomic<UInt64>(0)

  /// A name that no other file of this process has.
  package static func next() -> [UInt8] {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let time = String(UInt64(bitPattern: Clock.now()), radix: 36)
    return Array("\(prefix)\(getpid())-\(time)-\(number)".utf8)
  }

  /// The process that made a name, or nil for a name of any other form.
  package static func process(of name: some Collection<UInt8>) -> pid_t? {
    guard name.starts(with: prefix.utf8) else { return nil }
    let parts = name.dropFirst(prefix.utf8.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isNumber(_ part: some Collection<UInt8>, letters: Bool) -> Bool {
      !part.isEmpty
        && part.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || letters && $0 >= 0x61 && $0 <= 0x7A }
    }
    guard parts.count == 3, isNumber(parts[0], letters: false), isNumber(parts[1], letters: true),
      isNumber(parts[2], letters: false),
      let process = pid_t(String(decoding: parts[0], as: UTF8.self)), process > 0
    else { return nil }
    return process
  }
}
