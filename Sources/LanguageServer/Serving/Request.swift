import Exchange
import Notes

/// A request on its way to its answer.
struct Request {
  let id: RequestID
  let method: String
  let parameters: JSONValue
  private let connection: Connection

  init(_ id: RequestID, _ method: String, _ parameters: JSONValue, _ connection: Connection) {
    self.id = id
    self.method = method
    self.parameters = parameters
    self.connection = connection
  }

  /// Ends the work if the client has taken the request back.
  func checkCancelled() throws(ResponseError) {
    if connection.isCancelled(id) { throw ResponseError(.cancelled, "the request was cancelled") }
  }

  /// The address of the document that it is about.
  func uri() throws(ResponseError) -> DocumentURI {
    guard let text = parameters.at("textDocument", "uri")?.string else {
      throw ResponseError(.invalidParameters, "the request names no document")
    }
    return DocumentURI(text)
  }

  /// The position that it is about.
  func position() throws(ResponseError) -> Position {
    guard let position = Position(parameters["position"]) else {
      throw ResponseError(.invalidParameters, "the request has no position")
    }
    return position
  }

  /// A list as an answer: in parts where the client asks for that, and it is long.
  func answer(_ elements: [JSONValue]) -> JSONValue {
    guard let token = parameters["partialResultToken"], elements.count > Self.part else {
      return .array(elements)
    }
    var start = 0
    while start < elements.count {
      let part = Array(elements[start..<min(start + Self.part, elements.count)])
      connection.notify("$/progress", ["token": token, "value": .array(part)])
      start += part.count
    }
    return .array([])
  }

  private static let part = 200
}
