import OperatingSystem

/// A port on loopback whose calls the system takes and nobody answers.
///
/// A server that does answer takes the calls from its descriptor.
package final class SilentServer: Sendable {
  package let port: UInt16
  package let descriptor: Int32

  package init?() {
    guard let (descriptor, port) = Self.bind() else { return nil }
    guard listen(descriptor, 8) == 0 else { return nil }
    self.descriptor = descriptor
    self.port = port
  }

  deinit { close(descriptor) }

  /// A port that was free a moment ago, for a server that has to be told one.
  package static func freePort() -> UInt16? {
    guard let (descriptor, port) = bind() else { return nil }
    close(descriptor)
    return port
  }

  private static func bind() -> (descriptor: Int32, port: UInt16)? {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe systemBind(descriptor, pointer, length) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}

#if canImport(Darwin)
  private let systemBind = unsafe Darwin.bind
#elseif canImport(Glibc)
  private let systemBind = unsafe Glibc.bind
#elseif canImport(Musl)
  private let systemBind = unsafe Musl.bind
#endif
