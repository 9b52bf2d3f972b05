import GitSandbox
import OperatingSystem
import Synchronization

/// A web server on loopback that answers as a test says, and keeps what it was asked.
final class WebServer: Sendable {
  /// An answer to a request.
  struct Answer: Sendable {
    var status = "200 OK"
    var headers: [String] = []
    var body: [UInt8] = []
    /// The bytes after the body.
    var end = End.close

    enum End: Sendable {
      case close
      /// Nothing, and the connection stays open.
      case silence
      /// The body again and again.
      case flood
    }

    static func page(_ text: String, type: String = "text/html; charset=utf-8") -> Answer {
      Answer(headers: ["Content-Type: \(type)"], body: Array(text.utf8))
    }

    static func json(_ text: String) -> Answer { page(text, type: "application/json") }

    static func redirect(to place: String) -> Answer {
      Answer(status: "302 Found", headers: ["Location: \(place)"])
    }

    static let missing = Answer(status: "404 Not Found")

    /// A picture of one pixel.
    static let picture = Answer(
      headers: ["Content-Type: image/png"],
      body: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("one pixel".utf8))
  }

  private let listener: SilentServer
  private let answers: @Sendable (String) -> Answer
  private let asked = Mutex<[String]>([])

  /// Its address, without a slash at the end.
  var address: String { "http://127.0.0.1:\(listener.port)" }

  /// The requests that came, in their order: method, path and query, then the lines of the header.
  var requests: [String] { asked.withLock { $0 } }

  /// The paths and queries that were asked for, in their order.
  var targets: [String] {
    requests.map { String($0.split(separator: " ").dropFirst().first ?? "") }
  }

  /// Serves until it is let go; nil where no port can be had.
  ///
  /// - Parameter answers: gives the answer for a path and its query.
  init?(_ answers: @escaping @Sendable (String) -> Answer) {
    guard let listener = SilentServer() else { return nil }
    self.listener = listener
    self.answers = answers
    let descriptor = listener.descriptor
    let isStarted = startThread { [weak self] in
      while true {
        let call = accept(descriptor, nil, nil)
        guard call >= 0, let self else { return }
        _ = fcntl(call, F_SETFD, FD_CLOEXEC)
        if !startThread({ [self] in self.answer(call) }) { close(call) }
      }
    }
    guard isStarted else { return nil }
  }

  deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

  private func answer(_ call: Int32) {
    defer { close(call) }
    var request: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 14)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = unsafe recv(call, &room, room.count, 0)
      guard count > 0 else { return }
      request += room[..<count]
    }
    let text = String(decoding: request, as: UTF8.self)
    asked.withLock { $0.append(text) }
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return }
    let answer = answers(String(words[1]))
    var head = "HTTP/1.1 \(answer.status)\r\n"
    for header in answer.headers { head += header + "\r\n" }
    if case .close = answer.end { head += "Content-Length: \(answer.body.count)\r\n" }
    guard send(Array((head + "Connection: close\r\n\r\n").utf8) + answer.body, to: call) else {
      return
    }
    switch answer.end {
    case .close: break
    case .silence: while unsafe recv(call, &room, room.count, 0) > 0 {}
    case .flood: while send(answer.body, to: call) {}
    }
  }

  /// False if nobody reads any more.
  private func send(_ bytes: [UInt8], to call: Int32) -> Bool {
    #if canImport(Darwin)
      var on: Int32 = 1
      unsafe setsockopt(call, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        // The array is not empty, so that it has an address.
        unsafe systemSend(call, buffer.baseAddress! + done, buffer.count - done, flags)
      }
      if count <= 0 { return false }
      done += count
    }
    return true
  }
}

#if canImport(Darwin)
  private let systemSend = unsafe Darwin.send
#elseif canImport(Glibc)
  private let systemSend = unsafe Glibc.send
#elseif canImport(Musl)
  private let systemSend = unsafe Musl.send
#endif
