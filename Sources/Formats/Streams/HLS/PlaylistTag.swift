/// A line of a playlist that says something: a tag with its value (RFC 8216bis §4.1).
public struct PlaylistTag: Sendable {
  /// `EXT-X-MAP`
  public var name: String
  /// The text after the colon; empty if there is no colon.
  public var value: String
  /// The number of the line, from 1.
  public var line: Int

  /// Its value as attributes.
  public var attributes: PlaylistAttributes { PlaylistAttributes(value) }
}

/// `BANDWIDTH=800000,CODECS="avc1.64001f"` (RFC 8216bis §4.2).
public struct PlaylistAttributes: Sendable {
  private var values: [String: String] = [:]
  private var quoted: Set<String> = []
  /// The names in their order.
  public private(set) var names: [String] = []
  /// The problem of the list; nil if there is none.
  public private(set) var problem: String?

  /// Reads a list, as far as it can be read.
  public init(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, problem == nil { readOne(&rest) }
  }

  private mutating func readOne(_ rest: inout ArraySlice<UInt8>) {
    guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
      problem = "an attribute has no value"
      return
    }
    let name = String(decoding: rest[..<equals], as: UTF8.self)
      .drop { $0 == " " }
    guard !name.isEmpty,
      name.utf8.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) || $0 == 45 })
    else {
      problem = "'\(name.prefix(40))' is not the name of an attribute"
      return
    }
    rest = rest[(equals + 1)...]
    let value: ArraySlice<UInt8>
    if rest.first == UInt8(ascii: "\"") {
      guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else {
        problem = "the value of \(name) has no closing quotation mark"
        return
      }
      value = rest[(rest.startIndex + 1)..<end]
      rest = rest[(end + 1)...]
      quoted.insert(String(name))
    } else {
      value = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[value.endIndex...]
    }
    if let next = rest.first {
      guard next == UInt8(ascii: ",") else {
        problem = "something other than a comma follows the value of \(name)"
        return
      }
      rest = rest.dropFirst()
    }
    guard values[String(name)] == nil else {
      problem = "\(name) occurs twice"
      return
    }
    names.append(String(name))
    values[String(name)] = String(decoding: value, as: UTF8.self)
  }

  /// The value of an attribute, without quotation marks.
  public subscript(name: String) -> String? { values[name] }

  /// Whether a value is in quotation marks.
  public func isQuoted(_ name: String) -> Bool { quoted.contains(name) }

  /// A whole number from 0 to 2⁶⁰.
  public func integer(_ name: String) -> Int? {
    values[name].flatMap { StreamNumber.whole($0) }
  }

  /// A number.
  public func number(_ name: String) -> Double? {
    values[name].flatMap { StreamNumber.decimal($0) }
  }

  /// Whether a value is `YES`.
  public func isYes(_ name: String) -> Bool { values[name] == "YES" }
}
