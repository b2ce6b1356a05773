import Library
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
