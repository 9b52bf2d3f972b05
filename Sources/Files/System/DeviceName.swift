import OperatingSystem

/// The name of this device for people.
package enum DeviceName {
  /// The host's name without its domain.
  package static var current: String {
    let name = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      unsafe buffer.update(repeating: 0)
      let code = unsafe buffer.withMemoryRebound(to: CChar.self) {
        unsafe gethostname($0.baseAddress!, 255)
      }
      count = code == 0 ? unsafe buffer.firstIndex(of: 0) ?? 255 : 0
    }
    let host = String(decoding: name.prefix { $0 != 0x2E }, as: UTF8.self)
    return host.isEmpty ? "unknown" : host
  }
}
