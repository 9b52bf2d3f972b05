import Exchange
import Files
import Layout
import OperatingSystem

/// The line to the client: messages come in and go out, over two descriptors.
///
/// One thread reads, answers and writes. While it is busy, ``readWaiting()`` takes in what has come, so that a request
/// can be cancelled; while the client does not read, what it writes is taken in, so that neither waits for the other.
final class Connection {
  private let input: Int32
  private let output: Int32
  private var frames = MessageFrames()
  private var queue: [Message] = []
  /// The requests that are not to be answered any more.
  private var cancelled: Set<RequestID> = []
  /// True if no more messages will come.
  private(set) var isAtEnd = false
  /// True if nobody reads what is sent.
  private var isUnread = false
  private var nextID: Int64 = 1

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  // MARK: In

  /// The next message; nil if none comes in this time, or no more will.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait at most; negative for as long as it takes.
  ///   - others: descriptors that end the wait when they have something.
  func next(milliseconds: Int32, or others: [Int32] = []) -> Message? {
    if queue.isEmpty, !isAtEnd { read(milliseconds: milliseconds, or: others) }
    return queue.isEmpty ? nil : queue.removeFirst()
  }

  /// True if messages wait.
  var hasWaiting: Bool {
    readWaiting()
    return !queue.isEmpty
  }

  /// Takes in what has come, without waiting.
  func readWaiting() {
    if !isAtEnd { read(milliseconds: 0) }
  }

  /// True if the client has taken back a request.
  func isCancelled(_ id: RequestID) -> Bool {
    readWaiting()
    return cancelled.contains(id)
  }

  /// Forgets that a request was taken back: it is answered.
  func finish(_ id: RequestID) { cancelled.remove(id) }

  private func read(milliseconds: Int32, or others: [Int32] = []) {
    var waiting = ([input] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = unsafe poll(&waiting, nfds_t(waiting.count), milliseconds)
    guard count > 0, waiting[0].revents != 0 else { return }
    let limit = 1 << 16
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var got: Int
      repeat {
        got = unsafe systemRead(input, buffer.baseAddress, limit)
      } while got < 0 && errno == EINTR
      count = max(0, got)
    }
    if bytes.isEmpty {
      isAtEnd = true
      return
    }
    frames.add(bytes)
    while let frame = frames.next() {
      switch frame {
      case .content(let content): take(Message(content))
      case .fault(let words): take(.malformed(ResponseError(.parseError, words), id: nil))
      }
    }
  }

  private func take(_ message: Message) {
    if case .notification("$/cancelRequest", let parameters) = message {
      // Only one that waits, or is worked on, can be cancelled; the set does not grow by others.
      if let id = parameters["id"].flatMap(RequestID.init), cancelled.count < 10_000 {
        cancelled.insert(id)
      }
      return
    }
    queue.append(message)
  }

  /// Forgets all that was cancelled and has no request: called when nothing waits.
  func forgetCancelled() { if queue.isEmpty { cancelled = [] } }

  // MARK: Out

  /// Answers a request.
  func respond(_ id: RequestID?, _ result: JSONValue) {
    send(["jsonrpc": "2.0", "id": id?.json ?? .null, "result": result])
  }

  /// Answers a request with an error.
  func respond(_ id: RequestID?, _ error: ResponseError) {
    send(["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json])
  }

  /// Tells the client something.
  func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Asks the client something; gives the id of the request.
  @discardableResult
  func request(_ method: String, _ parameters: JSONValue) -> RequestID {
    let id = RequestID.number(nextID)
    nextID += 1
    send(["jsonrpc": "2.0", "id": id.json, "method": .string(method), "params": parameters])
    return id
  }

  /// Sends messages from any thread while the connection's own waits for it, as for the index: of requests nobody
  /// awaits the answers.
  var sender: @Sendable (_ method: String, _ parameters: JSONValue, _ isRequest: Bool) -> Void {
    let output = self.output
    return { method, parameters, isRequest in
      var message: JSONValue = [
        "jsonrpc": "2.0", "method": .string(method), "params": parameters,
      ]
      if isRequest { message = message.with("id", .string("zib-\(method)")) }
      let bytes = MessageFrames.framed(message.bytes)
      var sent = 0
      while sent < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe systemWrite(output, buffer.baseAddress! + sent, bytes.count - sent)
        }
        if count < 0, errno == EAGAIN {
          var waiting = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
          _ = unsafe poll(&waiting, 1, -1)
          continue
        }
        // A client that is gone is noticed by the next message.
        if count <= 0, errno != EINTR { return }
        sent += max(0, count)
      }
    }
  }

  /// A pipe takes so many bytes at once after it has said that it takes some (`PIPE_BUF` of Linux and macOS is more).
  private static let piece = 512

  private func send(_ message: JSONValue) {
    if isUnread { return }
    let bytes = MessageFrames.framed(message.bytes)
    var sent = 0
    while sent < bytes.count {
      // A client that says no more would end each wait at once.
      var waiting = [pollfd(fd: output, events: Int16(POLLOUT), revents: 0)]
      if !isAtEnd { waiting.append(pollfd(fd: input, events: Int16(POLLIN), revents: 0)) }
      guard unsafe poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      guard waiting[0].revents & Int16(POLLOUT) != 0 else {
        if waiting[0].revents != 0 {
          isUnread = true
          return
        }
        readWaiting()
        continue
      }
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemWrite(
          output, buffer.baseAddress! + sent, min(Self.piece, bytes.count - sent))
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR, errno != EAGAIN {
        isUnread = true
        return
      }
    }
  }
}
