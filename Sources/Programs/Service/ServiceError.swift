import Conversion
package import Text
import WorkerClient

/// The reason why a request has no result.
package struct ServiceError: Error {
  /// The codes of JSON-RPC 2.0, and our own codes in the range that it leaves to servers.
  package enum Code: Int, Sendable {
    case parse = -32700
    case request = -32600
    case method = -32601
    case parameters = -32602
    case fault = -32603
    /// A file cannot be read or written, or is invalid.
    case file = -32000
    /// Too many requests wait.
    case busy = -32001
    case cancelled = -32800
  }

  package var code: Code
  /// A sentence for people.
  package var message: String
  /// The file that it is about.
  package var path: String?

  package init(_ code: Code, _ message: String, path: String? = nil) {
    (self.code, self.message, self.path) = (code, message, path)
  }

  init(_ error: ConversionError, path: String) {
    self.init(error.kind == .worker ? .fault : .file, error.message, path: path)
  }

  /// The request was cancelled.
  package static var cancelled: ServiceError {
    ServiceError(.cancelled, "the request was cancelled")
  }

  /// The error in the form of an answer.
  package var value: JSONValue {
    .object([
      ("code", .int(code.rawValue)), ("message", .string(message)),
      ("data", path.map { .object([("path", .string($0))]) }),
    ])
  }
}
