import Git
import OperatingSystem
import Synchronization

/// A web server on loopback that gives each request to `git http-backend`, as Apache would.
package final class HTTPServer: Sendable {
  /// The answer of the server to requests.
  package enum Door: Sendable {
    case open
    /// 401 unless this name and password come, in base64.
    case password(String)
    /// Every request is answered with this status.
    case status(String)
    /// Every request is answered with this page, as the login page of a network does.
    case page(String)
  }

  package let port: UInt16
  private let listener: SilentServer
  private let door: Door
  private let sandbox: Sandbox

  /// Serves the bare repositories of a sandbox until it is let go; nothing where no port can be had.
  package init?(_ sandbox: Sandbox, _ door: Door = .open) {
    guard let listener = SilentServer() else { return nil }
    self.listener = listener
    self.door = door
    self.sandbox = sandbox
    port = listener.port
    let descriptor = listener.descriptor
    inThread { [weak self] in
      while true {
        let call = accept(descriptor, nil, nil)
        guard call >= 0, let self else { return }
        _ = fcntl(call, F_SETFD, FD_CLOEXEC)
        inThread { [self] in
          self.answer(call)
          close(call)
        }
      }
    }
  }

  deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

  /// True where git has the program that this rests on.
  package static let isInstalled: Bool = {
    guard let sandbox = try? Sandbox() else { return false }
    guard let folder = try? sandbox.git("--exec-path") else { return false }
    return program(folder + "/git-http-backend") != nil
  }()

  private func answer(_ call: Int32) {
    guard let request = Request(reading: call) else { return }
    switch door {
    case .status(let status):
      return send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", to: call)
    case .page(let page):
      return send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
          + "Connection: close\r\n\r\n" + page, to: call)
    case .password(let expected) where request.headers["authorization"] != "Basic \(expected)":
      return send(
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"notes\"\r\n"
          + "Content-Length: 0\r\nConnection: close\r\n\r\n", to: call)
    default: break
    }
    var variables = [
      "GIT_PROJECT_ROOT": sandbox.path, "GIT_HTTP_EXPORT_ALL": "1",
      "REQUEST_METHOD": request.method,
      "PATH_INFO": request.path, "QUERY_STRING": request.query, "REMOTE_USER": "reader",
      "REMOTE_ADDR": "127.0.0.1", "CONTENT_LENGTH": "\(request.body.count)",
    ]
    variables["CONTENT_TYPE"] = request.headers["content-type"]
    variables["HTTP_CONTENT_ENCODING"] = request.headers["content-encoding"]
    variables["GIT_PROTOCOL"] = request.headers["git-protocol"]
    guard
      let result = try? sandbox.git.run(
        ["http-backend"], in: nil, .init(input: request.body, variables: variables))
    else { return }
    // The program's own header comes first; its line `Status:` is the server's to say.
    let text = result.output
    var status = "200 OK"
    var header = ""
    var start = 0
    while let end = text[start...].firstIndex(of: 0x0A), end > start + 1 {
      let line = String(decoding: text[start..<end].filter { $0 != 0x0D }, as: UTF8.self)
      if line.hasPrefix("Status: ") {
        status = String(line.dropFirst(8))
      } else {
        header += line + "\r\n"
      }
      start = end + 1
    }
    let body = text[((text[start...].firstIndex(of: 0x0A) ?? text.count - 1) + 1)...]
    send(
      "HTTP/1.1 \(status)\r\n\(header)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n",
      to: call)
    send(Array(body), to: call)
  }
}

/// A request that came over a connection.
private struct Request {
  var method = ""
  var path = ""
  var query = ""
  var headers: [String: String] = [:]
  var body: [UInt8] = []

  init?(reading call: Int32) {
    var input = Input(call)
    guard let first = input.line() else { return nil }
    let words = first.split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    let halves = words[1].split(separator: "?", maxSplits: 1)
    path = String(halves[0])
    query = halves.count == 2 ? String(halves[1]) : ""
    while let line = input.line(), !line.isEmpty {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[line[..<colon].lowercased()] = String(
        line[line.index(after: colon)...].drop { $0 == " " })
    }
    if headers["expect"] == "100-continue" { send("HTTP/1.1 100 Continue\r\n\r\n", to: call) }
    if headers["transfer-encoding"] == "chunked" {
      while let line = input.line(), let count = Int(line, radix: 16) {
        body += input.bytes(count)
        _ = input.line()
        if count == 0 { break }
      }
    } else {
      body = input.bytes(headers["content-length"].flatMap { Int($0) } ?? 0)
    }
  }
}

private struct Input {
  let call: Int32
  var buffered: ArraySlice<UInt8> = []

  init(_ call: Int32) { self.call = call }

  mutating func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe recv(call, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    buffered += buffer[..<count]
    return true
  }

  mutating func line() -> String? {
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        let line = buffered[..<end].filter { $0 != 0x0D }
        buffered = buffered[(end + 1)...]
        return String(decoding: line, as: UTF8.self)
      }
      if !fill() { return nil }
    }
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    while buffered.count < count, fill() {}
    let bytes = Array(buffered.prefix(count))
    buffered = buffered.dropFirst(count)
    return bytes
  }
}

private func send(_ text: String, to call: Int32) { send(Array(text.utf8), to: call) }

private func send(_ bytes: [UInt8], to call: Int32) {
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
      unsafe systemSend(call, buffer.baseAddress! + done, buffer.count - done, flags)
    }
    if count <= 0 { return }
    done += count
  }
}

#if canImport(Darwin)
  private let systemSend = unsafe Darwin.send
#elseif canImport(Glibc)
  private let systemSend = unsafe Glibc.send
#elseif canImport(Musl)
  private let systemSend = unsafe Musl.send
#endif

/// Runs some work in a thread of its own; tests have no event loop, and tasks must not wait for a socket.
private func inThread(_ work: @escaping @Sendable () -> Void) {
  let box = unsafe Unmanaged.passRetained(Work(work))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = unsafe pthread_create(
    &thread, nil,
    { pointer in
      #if canImport(Darwin)
        unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
      #else
        // The address that was passed is never nil.
        unsafe Unmanaged<Work>.fromOpaque(pointer!).takeRetainedValue().run()
      #endif
      return nil
    }, unsafe box.toOpaque())
  guard code == 0 else { return unsafe box.release() }
  #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
  #else
    pthread_detach(thread)
  #endif
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
