public import FieldCoding

/// Bytes of a NAL unit (or the like), and what another program reads in them.
public struct TraceVector: Sendable, CustomStringConvertible {
  public var name: String
  public var nalUnit: String
  /// `bit:field=value`; the name is left out if it is the same as in the entry before.
  public var trace: String

  public init(name: String, nalUnit: String, trace: String) {
    self.name = name
    self.nalUnit = nalUnit
    self.trace = trace
  }

  public var description: String { name }
  public var bytes: Bytes { hex(nalUnit) }

  public var entries: [String] {
    var name = Substring()
    return trace.split(whereSeparator: \.isWhitespace).map { entry in
      let colon = entry.firstIndex(of: ":") ?? entry.endIndex
      let equals = entry.lastIndex(of: "=") ?? entry.endIndex
      let stated = entry[colon..<equals].dropFirst()
      if !stated.isEmpty { name = stated }
      return "\(entry[..<colon]):\(name)\(entry[equals...])"
    }
  }
}
