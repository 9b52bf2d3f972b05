import Exchange

/// A message of JSON-RPC 2.0 that came from the client.
package enum Message: Sendable {
  /// Asks for an answer.
  case request(id: RequestID, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  /// Answers a request of the server; nil in place of a result after an error.
  case response(id: RequestID, result: JSONValue?)
  /// A message that is none, with the answer that its sender gets.
  case malformed(ResponseError, id: RequestID?)

  /// Reads a message; any bytes give one.
  package init(_ content: [UInt8]) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: content)
    } catch {
      self = .malformed(ResponseError(.parseError, "the message is no JSON"), id: nil)
      return
    }
    guard value.members != nil else {
      self = .malformed(ResponseError(.invalidRequest, "the message is no object"), id: nil)
      return
    }
    let id = value["id"].flatMap(RequestID.init)
    let parameters = value["params"] ?? .null
    if let method = value["method"]?.string {
      if let id {
        self = .request(id: id, method: method, parameters: parameters)
      } else if value["id"] == nil {
        self = .notification(method: method, parameters: parameters)
      } else {
        self = .malformed(
          ResponseError(.invalidRequest, "the id of a request is a number or a string"), id: nil)
      }
    } else if let id,
      value.members?.contains(where: { $0.name == "result" || $0.name == "error" })
        == true
    {
      self = .response(id: id, result: value["error"] == nil ? value["result"] ?? .null : nil)
    } else {
      self = .malformed(
        ResponseError(.invalidRequest, "the message has neither a method nor a result"), id: id)
    }
  }
}

/// The id of a request: a number or a string.
package enum RequestID: Hashable, Sendable {
  case number(Int64)
  case text(String)

  init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .string(text)
    }
  }
}

/// An answer that says why there is none.
package struct ResponseError: Error, Equatable, Sendable {
  /// The codes of JSON-RPC and of the protocol.
  package enum Code: Int64, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case cancelled = -32800
    case contentModified = -32801
    case failed = -32803
  }

  package let code: Code
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var json: JSONValue { ["code": .integer(code.rawValue), "message": .string(message)] }
}
