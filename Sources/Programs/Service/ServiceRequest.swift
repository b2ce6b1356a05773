package import Files
import Library
import Platform
package import Text

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request of JSON-RPC 2.0: an object on a separate line.
package struct ServiceRequest: Decodable, Sendable {
  private var jsonrpc: String
  /// Nil for a notification, which is not answered.
  package var id: ID?
  package var method: String
  package var params: [String: Value]?
  /// The reason why the members of `params` do not belong to any method; nil if they may.
  package private(set) var refusal: ServiceError?

  private enum CodingKeys: CodingKey {
    case jsonrpc
    case id
    case method
    case params
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    jsonrpc = try container.decode(String.self, forKey: .jsonrpc)
    id = try container.decodeIfPresent(ID.self, forKey: .id)
    method = try container.decode(String.self, forKey: .method)
    do { params = try container.decodeIfPresent([String: Value].self, forKey: .params) } catch {
      refusal = ServiceError(
        .parameters,
        "params has to be an object whose members are texts, numbers, true, false or null")
    }
  }

  /// The ID of a request and its answer.
  package enum ID: Decodable, Hashable, Sendable {
    case number(Int)
    case text(String)

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        if let number = try? container.decode(Int.self) {
          .number(number)
        } else {
          .text(try container.decode(String.self))
        }
    }

    package var value: JSONValue {
      switch self {
      case .number(let number): .int(number)
      case .text(let text): .string(text)
      }
    }
  }

  /// A member of `params`.
  package enum Value: Decodable, Sendable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case null

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        if container.decodeNil() {
          .null
        } else if let bool = try? container.decode(Bool.self) {
          .bool(bool)
        } else if let number = try? container.decode(Double.self) {
          .number(number)
        } else {
          .text(try container.decode(String.self))
        }
    }
  }

  /// The members of a JSON object; nil if the text is not one, or has a member that cannot be a parameter.
  package static func parameters(json: String) -> [String: Value]? {
    [String: Value](json: json.utf8)
  }

  /// A request on a line.
  package init(line: [UInt8]) throws(ServiceError) {
    guard let request = ServiceRequest(json: line) else {
      guard AnyJSON(json: line) != nil else {
        throw ServiceError(.parse, "the line is not JSON")
      }
      throw ServiceError(
        .request,
        "the line is not a request: it has to be an object with jsonrpc, id, method and params")
    }
    self = request
    guard jsonrpc == "2.0" else {
      throw ServiceError(.request, "jsonrpc is '\(jsonrpc)', but has to be '2.0'")
    }
  }
}

/// Any JSON text.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// The members of `params`. A method requests each of its parameters by name and type.
package struct ServiceParameters {
  private var values: [String: ServiceRequest.Value]

  package init(_ values: [String: ServiceRequest.Value]) { self.values = values }

  package mutating func text(_ name: String) throws(ServiceError) -> String? {
    switch values.removeValue(forKey: name) {
    case nil, .null: return nil
    case .text(let text): return text
    default: throw ServiceError(.parameters, "\(name) has to be a text")
    }
  }

  package mutating func requiredText(_ name: String) throws(ServiceError) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw ServiceError(.parameters, "\(name) is missing")
    }
    return text
  }

  package mutating func flag(_ name: String) throws(ServiceError) -> Bool {
    switch values.removeValue(forKey: name) {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw ServiceError(.parameters, "\(name) has to be true or false")
    }
  }

  package mutating func number(_ name: String, in range: ClosedRange<Double>) throws(ServiceError)
    -> Double?
  {
    switch values.removeValue(forKey: name) {
    case nil, .null: return nil
    case .number(let number) where range.contains(number): return number
    default:
      throw ServiceError(
        .parameters, "\(name) has to be a number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  package mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(ServiceError)
    -> Int?
  {
    switch values.removeValue(forKey: name) {
    case nil, .null: return nil
    case .number(let number):
      if let integer = Int(exactly: number), range.contains(integer) { return integer }
      fallthrough
    default:
      throw ServiceError(
        .parameters,
        "\(name) has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(ServiceError) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServiceError(.parameters, "\(name) has to be one of \(names)")
    }
    return choice
  }

  /// Refuses parameters that no method has read: a misspelt name would be ignored silently.
  package func finish() throws(ServiceError) {
    guard let name = values.keys.min() else { return }
    throw ServiceError(.parameters, "there is no parameter \(name)")
  }
}

/// The requests of a service: the lines of an open file or pipe. A line has a limit of length.
package struct RequestLines {
  /// A line, or the sign that a line is too long.
  package enum Line {
    /// The bytes without the end of the line.
    case bytes([UInt8])
    /// The line has more bytes than a request may have.
    case tooLong
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer: ArraySlice<UInt8> = []
  private var isSkipping = false
  private var isAtEnd = false

  /// - Parameter limit: the most bytes of a line.
  package init(_ descriptor: Int32, limit: Int) {
    (self.descriptor, self.limit) = (descriptor, limit)
  }

  /// Nil at the end.
  package mutating func next() throws(SystemError) -> Line? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = buffer[(end + 1)...]
        if !isSkipping, line.count <= limit { return .bytes(Array(line)) }
        isSkipping = false
        return .tooLong
      }
      if isAtEnd {
        defer { (buffer, isSkipping) = ([], false) }
        if isSkipping || buffer.count > limit { return .tooLong }
        return buffer.isEmpty ? nil : .bytes(Array(buffer))
      }
      if buffer.count > limit {
        isSkipping = true
        buffer = []
      }
      try fill()
    }
  }

  private mutating func fill() throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // The array has as many bytes as the call may write.
      let count = unsafe read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(what: "standard input", code: errno) }
      if count == 0 { isAtEnd = true }
      buffer += piece.prefix(count)
      return
    }
  }
}
